// settingsctl doctor: whether all is well, and what to do where it isn't.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Checks with their advice.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the agent, its database, its watches and every file.",
        discussion: """
            Each line is a check: 'ok'; '!!' for a failure, with what to do, and status 1; '!' for a \
            warning, for example a duplicate key. On a terminal, checks that are ok are only counted \
            without --all.
            """
    )
    @Flag(help: "Print the checks that are ok, too.") var all = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let checks = try self.checks()
        let isShort = Display.isTerminal && !all && !output.json
        for check in checks where !isShort || check.advice != nil {
            check.show(isJSON: output.json)
        }
        if isShort {
            let count = checks.count { $0.advice == nil }
            let sum = "\(count) of \(checks.count) checks are ok"
            show("\(sum). See them with: settingsctl doctor --all")
        }
        if checks.contains(where: { !$0.isWell }) { throw ExitStatus.notSet }
    }

    private func checks() throws -> [Check] {
        let place = try SocketPlace.current()
        let isListening = try Connection(path: place.path) != nil
        let client = try Client()
        let statistics: Statistics = try client.call(.stats)
        let start = isListening ? "listens" : "was started, and listens"
        let agent = "version \(statistics.version), process \(statistics.process), \(start)"
        let checks = [
            Check("agent", "\(agent) at '\(place.path)'"),
            Check.version(statistics), Check.journal(statistics), Check.watches(statistics),
        ]
        let found = try client.replicas(of: nil)
        return checks + found.replicas.flatMap(Check.replica) + found.schemas.flatMap(Check.schema)
            + found.hooks.map(Check.hook) + found.mistakes.map(Check.mistake)
    }
}

/// One thing that was looked at.
private struct Check {
    var name: String
    var finding: String
    /// What to do; nil where there is nothing.
    var advice: String?
    /// Whether all is in sync; there may be something to do all the same.
    var isWell: Bool

    init(_ name: String, _ finding: String, advice: String? = nil) {
        self.name = name
        self.finding = finding
        self.advice = advice
        isWell = advice == nil
    }

    private var mark: String { !isWell ? "!!" : advice == nil ? "ok" : " !" }
    private var accent: Accent { !isWell ? .bad : advice == nil ? .good : .warning }

    func show(isJSON: Bool) {
        if isJSON {
            showJSON {
                $0.member("check", name)
                $0.member("ok", isWell)
                $0.member("finding", finding)
                $0.member("advice", advice)
            }
        } else {
            let text = "  \(name): \(finding)"
            if Display.hasColours {
                showText(accent.text(mark) + text.escapedForDisplay)
            } else {
                settingsctl.show(mark + text)
            }
            if let advice { settingsctl.show("    " + advice.asSentence) }
        }
    }
}

extension Check {
    fileprivate static func version(_ statistics: Statistics) -> Check {
        guard statistics.version != SoftwareVersion.current else {
            return Check("version", "agent and settingsctl are both \(SoftwareVersion.current)")
        }
        return Check(
            "version",
            "the agent is \(statistics.version), settingsctl \(SoftwareVersion.current)",
            advice: "Restart the agent: settingsctl agent restart"
        )
    }

    fileprivate static func journal(_ statistics: Statistics) -> Check {
        let file = shownPath(statistics.journal.file)
        let finding = "'\(file)', \(statistics.journal.byteCount) bytes"
        guard let problem = statistics.journal.problem else { return Check("journal", finding) }
        return Check(
            "journal",
            "\(finding): \(problem)",
            advice: statistics.journal.advice ?? "Settings are kept in their files"
        )
    }

    fileprivate static func watches(_ statistics: Statistics) -> Check {
        let finding =
            "\(statistics.watches.usedCount) of \(statistics.watches.limit) that the kernel allows"
        guard statistics.watches.polledCount > 0 else { return Check("watches", finding) }
        return Check(
            "watches",
            "\(finding); \(statistics.watches.polledCount) files are polled",
            advice: "Raise the limit: sysctl fs.inotify.max_user_watches=524288"
        )
    }

    /// How a file fares, and what its values that differ are.
    fileprivate static func replica(_ replica: ReplicaReport) -> [Check] {
        let warnings = replica.diagnostics.filter { $0.severity == .warning }.map {
            warning(replica, $0)
        }
        let errors = replica.diagnostics.filter { $0.severity == .error }
        if replica.state == .differs, !errors.isEmpty {
            return errors.map { differing(replica, $0) } + warnings
        }
        return [whole(replica)] + warnings
    }

    private static func whole(_ replica: ReplicaReport) -> Check {
        let watch =
            (replica.isWell ? replica.watch : nil).map { ", watched by \($0.rawValue)" } ?? ""
        let isWarned = replica.diagnostics.contains {
            $0.severity == .warning && $0.problem == replica.problem
        }
        let place = isWarned ? "" : replica.place.suffix
        let problem = isWarned ? "" : replica.problem.map { ": " + $0 } ?? ""
        let risk = replica.publishing?.risk.map { "; \($0)" } ?? ""
        let finding =
            "'\(shownPath(replica.file))\(place)' is \(replica.state.phrase)\(problem)\(watch)\(risk)"
        return Check(replica.domain.name, finding, advice: replica.advice)
    }

    /// What leaves a file in sync.
    private static func warning(
        _ replica: ReplicaReport,
        _ diagnostic: ReplicaReport.Diagnostic
    ) -> Check {
        var check = Check(
            replica.domain.name,
            "'\(shownPath(replica.file))\(diagnostic.place.suffix)': \(diagnostic.problem)",
            advice: diagnostic.advice
        )
        check.isWell = true
        return check
    }

    private static func differing(
        _ replica: ReplicaReport,
        _ diagnostic: ReplicaReport.Diagnostic
    ) -> Check {
        let place = diagnostic.place.suffix
        return Check(
            replica.domain.name,
            "'\(shownPath(replica.file))\(place)' is \(replica.state.phrase): \(diagnostic.problem)",
            advice: diagnostic.advice
        )
    }
}

extension Check {
    /// A mistake in one of the agent's own files.
    fileprivate static func mistake(_ mistake: ConfigurationMistake) -> Check {
        Check(
            mistake.domain?.name ?? "configuration",
            "\(mistake.fileAndPlace): \(mistake.problem). \(mistake.consequence)",
            advice: mistake.advice
        )
    }

    /// A bundle or schema, and everything that is wrong with it.
    fileprivate static func schema(_ schema: SchemaReport) -> [Check] {
        let finding = "the \(schema.kind) '\(shownPath(schema.file))' is \(schema.state.phrase)"
        let problems = schema.diagnostics.filter { $0.severity != "note" }
        guard !problems.isEmpty else { return [Check(schema.domain.name, finding)] }
        return problems.map { problem in
            let place = problem.place.suffix
            // What is wrong with all of it has no file of its own.
            let isWhole = problem.file == schema.file && place.isEmpty
            let source = isWhole ? "" : "\(problem.file)\(place): "
            return Check(
                schema.domain.name,
                "\(finding): \(source)\(problem.problem)",
                advice: problem.advice
            )
        }
    }
}

extension Check {
    fileprivate static func hook(_ hook: HookReport) -> Check {
        let place = hook.place.suffix
        let last = hook.output?.split(whereSeparator: \.isNewline).last.map { "; it said: \($0)" }
        let problem = hook.problem.map { ": \(hook.file)\(place): \($0)\(last ?? "")" } ?? ""
        return Check(
            hook.domain.name,
            "the program is \(hook.state.phrase) by '\(hook.hook)'\(problem)",
            advice: hook.advice
        )
    }
}

extension PublishMethod {
    /// What a save in the very moment of a write risks; nil for nothing.
    fileprivate var risk: String? {
        let loss = "a save in the same instant can be lost"
        return switch self {
        case .exchange, .create: nil
        case .compareAndRename: "its file system can't exchange names, so \(loss)"
        }
    }
}

extension ReplicaReport {
    /// What to do where there is no text to be corrected, such as a pipe or symlinks in a circle.
    var unreadableAdvice: String? {
        guard let first = diagnostics.first, DocumentError.Code(rawValue: first.code) == nil else {
            return nil
        }
        return first.advice
    }

    /// The command that checks the file as the agent reads it.
    var checkCommand: String {
        let isTold = format.isEmpty || Format.detect(name: file, bytes: [])?.rawValue == format
        let option = isTold ? "" : "--format \(format) "
        return "settingsctl file check \(option)\(file.quotedForShell)"
    }

    /// Whether there is nothing to do, as `doctor` sees it.
    var isWell: Bool {
        advice == nil && !(state == .differs && diagnostics.contains { $0.severity == .error })
    }

    /// What to do; nil when all is well.
    fileprivate var advice: String? {
        switch state {
        case .absent: diagnostics.first { $0.code == "no-folder" }?.advice
        case .ok: nil
        // Read-only is what a file of another layer is meant to be.
        case .readOnly where layer != .user: nil
        case .readOnly:
            diagnostics.first { $0.severity == .error }?.advice
                ?? "Give yourself the right to write the file and its folder"
        case .differs: "List what it says with: settingsctl diff \(domain)"
        case .held: diagnostics.first?.advice
        case .broken where unreadableAdvice != nil: unreadableAdvice
        case .broken:
            "The last valid values stay effective; find the mistake: \(checkCommand)"
        case .busy:
            "It's taken when its writer is done; see who has it open: fuser -v "
                + file.quotedForShell
        case .polling: "Nothing is lost, but changes are seen later; see 'watches' above"
        case .unrecorded: "See 'journal' above"
        }
    }
}
