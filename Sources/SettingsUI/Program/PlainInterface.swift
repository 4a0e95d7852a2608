// The settings as lines on any terminal or through a pipe.

import Glibc
package import SettingsClient
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A conversation about settings, over standard input and output.
package final class PlainInterface {
    private var conversation: Conversation
    private var target: Target
    private let client: Client
    private let agent: AgentPort
    private var input: [UInt8] = []
    private var isInputOver = false
    private var isOver = false
    /// Whether the last line on the terminal is one to type into.
    private var isPrompting = false
    private var deadlines = Deadlines()

    /// Connects the conversation with the agent.
    ///
    /// - Parameters:
    ///   - target: The programs to show.
    ///   - client: Whom to ask for files that come while they are shown.
    /// - Throws: ``ClientError`` when the process has no descriptors left.
    package init(_ target: Target, _ client: Client) throws(ClientError) {
        self.target = target
        self.client = client
        let state = State(
            ofThisUserOn: Size(width: 80, height: 24),
            .ofThisProcess(),
            programs: target.sources.map { $0.program(.narrow) }
        )
        conversation = Conversation(state)
        agent = try AgentPort(domains: state.domains)
    }

    /// Talks until the user quits or the input ends.
    package func run() {
        take { $0.hear(.resize(Size(width: 80, height: 24)), at: .now) }
        while conversation.state.link == .waiting || agent.isAskingForProblems, !agent.isLost {
            wait(for: .agent)
        }
        say(conversation.begin())
        while !isOver {
            while conversation.isWaiting, !agent.isLost { wait(for: .agent) }
            guard !isOver, let line = nextLine() else { break }
            take { $0.read(line, at: .now) }
        }
        while conversation.isWaiting, !agent.isLost { wait(for: .agent) }
        say(conversation.ending)
    }

    // MARK: Waiting

    private enum Awaited { case agent, line }

    /// The next typed line; nil when there is none any more.
    private func nextLine() -> String? {
        let isTyped = isatty(STDIN_FILENO) == 1
        if isTyped { prompt() }
        defer { isPrompting = false }
        let isHidden = isTyped && conversation.isSecret
        if isHidden { hideInput() }
        defer { if isHidden { showInput() } }
        while true {
            if let end = input.firstIndex(of: 0x0A) {
                let line = input[..<end]
                input.removeFirst(end + 1)
                return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
            if isInputOver {
                // The last line may have no end.
                defer { input = [] }
                return input.isEmpty ? nil : String(decoding: input, as: UTF8.self)
            }
            wait(for: .line)
        }
    }

    private func prompt() {
        isPrompting = true
        write("> ")
    }

    /// Takes what the agent says, or what is typed, whichever comes first.
    private func wait(for awaited: Awaited) {
        var entries = [
            pollfd(fd: agent.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: awaited == .line ? STDIN_FILENO : -1,
                events: Int16(POLLIN),
                revents: 0
            ),
        ]
        poll(&entries, 2, deadlines.timeout())
        for timer in deadlines.due() { take { $0.hear(.timer(timer), at: .now) } }
        if entries[0].revents != 0 { hearAgent() }
        if entries[1].revents != 0 { readInput() }
    }

    private func readInput() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { return }
        if count <= 0 || input.count > Self.longestLine { isInputOver = true }
        input += buffer.prefix(max(0, count))
    }

    /// More than any value; what is longer is no line.
    private static let longestLine = 8 << 20

    private func hearAgent() { hear(agent.events()) }

    private func hear(_ events: [AgentEvent]) {
        for event in events { take { $0.hear(.agent(event), at: .now) } }
    }

    // MARK: Doing

    private func take(_ step: (inout Conversation) -> ([String], [Effect])) {
        let (lines, effects) = step(&conversation)
        say(lines)
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .write, .askOwn, .findOwn, .askBefore, .askLately, .explain, .rescan:
            hear(agent.request(effect))
        case .wait(let timer, let duration): deadlines.wait(for: timer, duration)
        case .readPanes(let domain):
            if !agent.isLost { target.findFiles(of: domain, client) }
            for source in target.sources where source.domain == domain {
                take { $0.hear(.panes(source.program(.narrow)), at: .now) }
            }
            agent.follow(conversation.state.domains)
        case .copy(let text): say([text])
        case .edit(let file, let line):
            let problem = SettingsUI.edit(file: file, line: line)
            take { $0.hear(.editorClosed(problem), at: .now) }
        case .quit: isOver = true
        case .mouse, .redraw, .suspend, .readLine: break
        }
    }

    // MARK: Lines

    /// Prints lines.
    private func say(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        // News has lines of its own, and leaves one to type into.
        if isPrompting { write("\n") }
        for line in lines { write(conversation.state.glyphs.printed(line) + "\n") }
        if isPrompting { prompt() }
    }

    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                isOver = true
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
