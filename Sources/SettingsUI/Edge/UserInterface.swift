// The screen on a terminal: waits for keys, the agent and time, and shows what they make of it.

import CLinux
import Glibc
package import SettingsClient
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The settings on a terminal.
package final class UserInterface {
    private var model: Model
    private var target: Target
    private let client: Client
    private let terminal: Terminal
    private let signals = TerminalSignals()
    private let agent: AgentPort
    private let panes = PaneWatch()
    private var deadlines = Deadlines()
    private var patience = InputPatience()
    private var turns = Turns()
    /// How the screen was left; nil while it's shown.
    private var ending: Ending?
    private let showsEventCount: Bool
    private var eventCount = 0

    /// Takes the terminal over; nil if it's none that a screen can be drawn on.
    ///
    /// - Parameters:
    ///   - target: The programs to show.
    ///   - client: Whom to ask for files that come while they are shown.
    /// - Throws: ``ClientError`` when the process has no descriptors left.
    package init?(_ target: Target, _ client: Client) throws(ClientError) {
        // The texts of a large domain are read whole and left again; among small things that stay they
        // would leave gaps that nothing fits in.
        clinux_map_buffers_from(64 << 10)
        let settings = TerminalSettings.ofThisProcess()
        guard let terminal = Terminal(settings) else { return nil }
        self.terminal = terminal
        self.target = target
        self.client = client
        let sources = target.sources
        let showsList = sources.count != 1 || !target.adoptable.isEmpty
        showsEventCount = settings.showsEventCount
        let idiom = Idiom(screen: terminal.size)
        model = Model(
            ofThisUserOn: terminal.size,
            settings,
            target,
            // A list of programs is drawn before any of them has been read, and a pane before those
            // that it opens.
            programs: sources.map { showsList ? $0.unread : $0.program(idiom, .firstPane) }
        )
        do throws(ClientError) {
            agent = try AgentPort(domains: model.mirror.tree.domains)
        } catch {
            terminal.close()
            throw error
        }
        sources.forEach(panes.follow)
    }

    /// What is to be done after the screen.
    package enum Ending: Sendable {
        case quit
        /// Programs are to be linked, and then it's to be shown again.
        case adopt
    }

    /// Runs until the user leaves the screen.
    package func run() -> Ending {
        take([.resize(terminal.size)])
        let unread = model.mirror.tree.programs.filter { $0.extent == .partial }
        if !unread.isEmpty {
            terminal.draw(model.view())
            for program in unread { take(readPanes(program.domain)) }
        }
        while ending == nil {
            terminal.draw(model.view())
            if showsEventCount { terminal.send("\u{1B}]2;ev \(eventCount)\u{7}") }
            take(wait())
        }
        terminal.close()
        return ending ?? .quit
    }

    // MARK: Waiting

    /// The next events; waits for them as long as it takes.
    private func wait() -> [Event] {
        var entries = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: agent.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: panes.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&entries, nfds_t(entries.count), timeout)
        var events = deadlines.due().map(Event.timer)
        if count > 0, entries[1].revents != 0 { events += signalEvents() }
        let typed = inputEvents(count > 0 ? entries[0].revents : 0)
        events += typed
        if count > 0, entries[2].revents != 0, turns.hearAgent(after: typed) {
            events += agent.events().map(Event.agent)
        }
        if count > 0, entries[3].revents != 0 { events.append(.panesWritten(panes.changed())) }
        return events
    }

    /// What was typed; what poll(2) said of the terminal.
    private func inputEvents(_ ready: Int16) -> [Event] {
        if ready != 0 {
            patience.begin(at: .now)
            // The terminal is gone, and so is whoever pressed its keys.
            if ready & Int16(POLLHUP | POLLERR) != 0 { ending = .quit }
            return terminal.events()
        }
        let isOverdue = terminal.hasUnfinishedInput && patience.left(at: .now) <= .zero
        return isOverdue ? terminal.endInput() : []
    }

    private var timeout: Int32 {
        deadlines.timeout(
            atMost: terminal.hasUnfinishedInput ? patience.left(at: .now) : nil
        )
    }

    private func signalEvents() -> [Event] {
        for signal in signals.received() where signal == SIGTSTP { suspend() }
        terminal.updateSize()
        return [.resize(terminal.size)]
    }

    // MARK: Events and effects

    private func take(_ events: [Event]) {
        var events = events
        while !events.isEmpty {
            let event = events.removeFirst()
            switch event {
            case .key, .paste, .mouse: eventCount += 1
            default: break
            }
            for effect in model.reduce(event, at: .now) {
                events += perform(effect)
            }
            switch event {
            case .panes:
                agent.hear(of: model.mirror.tree.domains)
                clinux_return_free_memory()
            case .agent(.snapshot(_, _, isLast: true)): clinux_return_free_memory()
            default: break
            }
        }
    }

    /// Does what the screen asks for; gives what came of it.
    private func perform(_ effect: Effect) -> [Event] {
        switch effect {
        case .write, .apply, .undo, .askLately, .explain, .follow, .rescan:
            return agent.request(effect).map(Event.agent)
        case .wait(let timer, let duration): deadlines.wait(for: timer, duration)
        case .copy(let text): copy(text)
        case .edit(let file, let line): return openEditor(file: file, line: line)
        case .readLine(let line): return [.lineRead(line.read())]
        case .readPanes(let domain): return readPanes(domain)
        case .mouse(let owner): terminal.setMouse(owner)
        case .redraw: terminal.redraw()
        case .suspend:
            suspend()
            return [.resize(terminal.size)]
        case .adopt: ending = .adopt
        case .quit: ending = .quit
        }
        return []
    }

    private func readPanes(_ domain: Domain) -> [Event] {
        let idiom = Idiom(screen: model.mirror.look.size)
        if !agent.isLost { target.findFiles(of: domain, client) }
        return target.sources.filter { $0.domain == domain }.map { source in
            panes.follow(source)
            return .panes(source.program(idiom))
        }
    }

    // MARK: The terminal

    private func suspend() { terminal.leave { signals.stop() } }

    private func openEditor(file: String, line: Int) -> [Event] {
        var problem: String?
        terminal.leave { problem = edit(file: file, line: line) }
        return [.resize(terminal.size), .editorClosed(problem)]
    }

    /// OSC 52, which terminals take from afar too; most limit it to some 100,000 bytes.
    private func copy(_ text: String) {
        terminal.send("\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{7}")
    }
}
