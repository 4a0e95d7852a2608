// Shows notices: problems in, one program at a time out.

import SettingsModel
import SyncEngine
import SyncPlatform

/// Shows people the problems that the log has, too.
///
/// It belongs to the event loop's thread.
final class Notifier {
    /// How long it waits.
    struct Times: Sendable {
        /// From the first sign of a change until a notice: what is over by then isn't shown, and what comes
        /// together is one notice.
        var settle: Duration
        /// How long a program may take.
        var limit: Duration

        static let standard = Times(settle: .seconds(1), limit: .seconds(5))
    }

    private let settings: AgentSettings
    private let paths: AgentPaths
    private let hasDesktop: Bool
    private let times: Times
    private let loop: EventLoop
    private let report: (Message) -> Void
    private var board = NoticeBoard()
    private var timer: TimerID?
    private(set) var child: ChildProcess?
    /// Why the last notice wasn't shown, so that each reason is reported once.
    private var failure: String?

    private static let desktopCommand = ["notify-send", "{title}", "{text}"]

    /// Makes a notifier that nobody reports to yet.
    init(
        _ settings: AgentSettings,
        _ paths: AgentPaths,
        hasDesktop: Bool,
        times: Times = .standard,
        loop: EventLoop,
        report: @escaping (Message) -> Void
    ) {
        self.settings = settings
        self.paths = paths
        self.hasDesktop = hasDesktop
        self.times = times
        self.loop = loop
        self.report = report
    }

    /// Whether the environment is that of a desktop, where notices can be shown.
    static func hasDesktop(_ environment: (String) -> String?) -> Bool {
        ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"].contains {
            environment($0)?.isEmpty == false
        }
    }

    // MARK: What happens

    /// A file has a problem.
    func began(_ problem: Problem) { Trouble(problem, paths).map(began) }

    /// A domain file has a mistake.
    func began(_ mistake: ConfigurationProblem) { Trouble(mistake, paths).map(began) }

    private func began(_ trouble: Trouble) {
        board.began(trouble)
        settleSoon()
    }

    /// The problems of a file are over, or with a key those of its value.
    func ended(_ file: ReplicaID, _ key: SettingKeyPath?) {
        board.ended(file, key)
        settleSoon()
    }

    private func settleSoon() {
        guard timer == nil else { return }
        timer = loop.schedule(after: times.settle) { [weak self] in
            guard let self else { return }
            timer = nil
            board.settle()
            showNext()
        }
    }

    // MARK: Showing

    private func showNext() {
        guard child == nil, let notice = board.next(on: settings.notices.kinds) else { return }
        let command = settings.notices.command.map(paths.opened)
        // Without a desktop the log has it, and nothing else.
        guard let template = command ?? (hasDesktop ? Self.desktopCommand : nil) else { return }
        do throws(PlatformError) {
            child = try ChildProcess(
                notice.filled(into: template),
                in: paths.home,
                on: loop,
                for: times.limit
            ) { [weak self] in self?.ended($0, $1, template) }
        } catch {
            // Many machines have no notify-send.
            if command != nil { note(CommandTrouble(error.problem, advice: error.advice)) }
        }
    }

    private func ended(_ end: ChildProcess.End, _ output: String, _ words: [String]) {
        child = nil
        let limit = times.limit.nanoseconds / 1_000_000
        note(CommandTrouble(end, of: words, timeout: limit, output))
        showNext()
    }

    private func note(_ trouble: CommandTrouble?) {
        defer { failure = trouble?.problem }
        guard let trouble, trouble.problem != failure else { return }
        report(.notShown(trouble, paths.agentFile))
    }
}

extension Message {
    fileprivate static func notShown(_ trouble: CommandTrouble, _ file: String) -> Message {
        let output = trouble.output.split(whereSeparator: \.isNewline).suffix(3)
            .map { "\n  | " + String($0).escapedForDisplay }.joined()
        return Message(
            .warning,
            "settings-agent: a notice wasn't shown: \(trouble.problem.escapedForDisplay)\(output)\n"
                + "The problem itself is in this log. Change 'command' of [notify] in "
                + "'\(file.escapedForDisplay)', or write on = [] there."
        )
    }
}
