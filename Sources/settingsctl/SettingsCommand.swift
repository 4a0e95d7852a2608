// All commands, and how their arguments are read.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsModel
import SettingsProtocol

/// The root of all commands.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settingsctl",
        abstract: "Reads, changes and watches settings, wherever they are kept.",
        discussion: """
            DOMAIN is a program's name, for example org.example.editor. KEY is a place in its settings, \
            for example font.size, servers[0] (an element, from 0 on) or editor."a.b".size. VALUE is \
            JSON (14, 1.5, true, [1,2], {"a":1}) or text; 'set' reads it as the type that the setting has.

            Exit status: 0 done; 1 not set, or no; 2 usage; 3 refused by schema, type or lock; \
            4 no agent and none could be started; 5 accepted, but a file couldn't follow; \
            6 a file can't be read or written.
            """,
        version: SoftwareVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Setting",
                subcommands: [
                    Get.self, SetCommand.self, Unset.self, Reset.self, Toggle.self, Rename.self,
                    List.self, Find.self, Describe.self, Domains.self, Import.self, Export.self,
                    Watch.self, Wait.self, UI.self,
                ]
            ),
            CommandGroup(
                name: "History and check",
                subcommands: [
                    Explain.self, Log.self, Undo.self, Redo.self, Diff.self, Status.self,
                    Doctor.self,
                    AgentCommand.self,
                ]
            ),
            CommandGroup(
                name: "File",
                subcommands: [
                    Apps.self, Adopt.self, Link.self, Unlink.self, Forget.self, Follow.self,
                    MapCommand.self, Rescan.self,
                    Accept.self,
                    Versions.self, Restore.self, Edit.self, FileCommand.self, SchemaCommand.self,
                ]
            ),
            // What 'status' stands for; they work as before.
            CommandGroup(name: "Older names", subcommands: [Replicas.self, Validate.self]),
        ]
    )

    /// Reads the words and runs the command they name.
    static func run(_ words: [String]) throws -> ExitStatus {
        guard !words.isEmpty else {
            try Overview().run()
            return .done
        }
        do {
            var command = try parsed(withNegativeValue(words))
            try command.run()
            return .done
        } catch let status as ExitStatus {
            return status
        } catch let error where isOurs(error) {
            throw error
        } catch {
            if let mistake = mistake(in: words, fullMessage(for: error)) { throw mistake }
            if let mistake = dashedValue(in: words) { throw mistake }
            if let mistake = missing(in: words, fullMessage(for: error)) { throw mistake }
            return report(error, words)
        }
    }

    /// What is wrong with a word that is no key path; the argument parser says only that it's none.
    private static func mistake(in words: [String], _ message: String) -> ModelError? {
        let places = ["<key>", "<prefix>", "--prefix <prefix>"]
        for word in withParts(words)
        where places.contains(where: { message.contains("'\(word)' is invalid for '\($0)'") }) {
            do { _ = try SettingText(parsing: word) } catch { return error }
        }
        return nil
    }

    /// The failure for a value that begins with a dash, which the argument parser takes for options.
    private static func dashedValue(in words: [String]) -> Failure? {
        guard words.first == "set" || words.starts(with: ["file", "set"]), !words.contains("--"),
            let value = words.last, value.hasPrefix("-"), !value.hasPrefix("--"), value != "-h",
            words.count(where: { !$0.hasPrefix("-") }) >= 3
        else { return nil }
        let command = (["settingsctl"] + words.dropLast() + ["--", value]).map(\.quotedForShell)
        return Failure(
            .usage,
            "the value '\(value.escapedForDisplay)' begins with a dash, as an option does",
            advice: "Write '--' before it: " + command.joined(separator: " ")
        )
    }

    /// The failure for a setting or a value that isn't there; nil for another mistake.
    private static func missing(in words: [String], _ message: String) -> Failure? {
        let operands = words.dropFirst().filter { !$0.hasPrefix("-") }
        if message.contains("Missing expected argument '<key>'"), let domain = operands.first {
            return Failure(
                .usage,
                "'\(words[0])' needs a KEY of '\(domain)'",
                advice: "List them with: settingsctl list --defaults \(domain.quotedForShell)"
            )
        }
        guard message.contains("Missing expected argument '<value>'"), operands.count == 2,
            let pair = PathValue(operands[1])
        else { return nil }
        let all = words.flatMap { $0 == operands[1] ? [pair.path, pair.value] : [$0] }
        return Failure(
            .usage,
            "'set' needs KEY and VALUE apart",
            advice: "Run: " + (["settingsctl"] + all).map(\.quotedForShell).joined(separator: " ")
        )
    }

    /// The command that the words begin with, and the words from its name on; nil for help and options.
    ///
    /// - Throws: A ``Failure`` for the name of a command that doesn't exist, also after `help`.
    private static func command(
        in words: [String]
    ) throws -> (type: any ParsableCommand.Type, words: ArraySlice<String>)? {
        let isHelp = words.first == "help"
        let words = isHelp ? words.dropFirst() : words[...]
        guard let name = words.first, name != "help", !name.hasPrefix("-") else { return nil }
        guard let command = command(named: name) else {
            let commands = configuration.groupedSubcommands.flatMap(\.subcommands)
            throw Failure(noCommand: name, among: commands, "settingsctl help")
        }
        guard !isHelp else { return nil }
        let inner = command.configuration.subcommands
        let rest = words.dropFirst()
        guard !inner.isEmpty else { return (command, words) }
        guard let part = rest.first, !part.hasPrefix("-") else { return nil }
        guard let command = inner.first(where: { $0._commandName == part }) else {
            throw Failure(noCommand: "\(name) \(part)", among: inner, "settingsctl help \(name)")
        }
        return (command, rest)
    }

    /// The command of a name; a switch, as a list would make the types of all others, too.
    private static func command(named name: String) -> (any ParsableCommand.Type)? {
        switch name {
        case "get": Get.self
        case "set": SetCommand.self
        case "unset": Unset.self
        case "reset": Reset.self
        case "toggle": Toggle.self
        case "rename": Rename.self
        case "list": List.self
        case "find": Find.self
        case "describe": Describe.self
        case "domains": Domains.self
        case "import": Import.self
        case "export": Export.self
        case "watch": Watch.self
        case "wait": Wait.self
        case "ui": UI.self
        case "explain": Explain.self
        case "log": Log.self
        case "undo": Undo.self
        case "redo": Redo.self
        case "diff": Diff.self
        case "status": Status.self
        case "doctor": Doctor.self
        case "agent": AgentCommand.self
        case "apps": Apps.self
        case "adopt": Adopt.self
        case "link": Link.self
        case "unlink": Unlink.self
        case "forget": Forget.self
        case "rescan": Rescan.self
        case "accept": Accept.self
        case "follow": Follow.self
        case "map": MapCommand.self
        case "versions": Versions.self
        case "restore": Restore.self
        case "edit": Edit.self
        case "file": FileCommand.self
        case "schema": SchemaCommand.self
        case "replicas": Replicas.self
        case "validate": Validate.self
        default: nil
        }
    }

    /// The command that the words are for.
    ///
    /// One that its first words name is read without all others. Only help and the message for a mistake
    /// need those, to say where the command is among them.
    private static func parsed(_ words: [String]) throws -> any ParsableCommand {
        if let (type, words) = try command(in: words),
            let command = type.alone(reading: Array(words))
        {
            return command
        }
        return try parseAsRoot(words)
    }

    /// The words of `file set` with a negative number last, where nothing can take it for an option.
    private static func withNegativeValue(_ words: [String]) -> [String] {
        guard words.starts(with: ["file", "set"]), !words.contains("--"),
            let place = words.firstIndex(where: { $0.hasPrefix("-") && Double($0) != nil })
        else { return words }
        return words[..<place] + words[(place + 1)...] + ["--", words[place]]
    }

    private static func isOurs(_ error: any Error) -> Bool {
        error is Failure || error is ClientError || error is ModelError
    }

    /// A message of the argument parser as ours begin.
    private static func inOurVoice(_ text: String) -> String {
        let mark = "Error: "
        guard text.hasPrefix(mark), let first = text.dropFirst(mark.count).first else {
            return text
        }
        let rest = text.dropFirst(mark.count + 1)
            .replacing(". Please provide one of the following", with: ", which takes one of these")
        // PATH and VALUE stay as they are.
        let isName = rest.first?.isUppercase ?? false
        return "settingsctl: \(isName ? String(first) : first.lowercased())\(rest)"
    }

    /// The words, and the two parts of those that are an option with a value: `--prefix=font`.
    private static func withParts(_ words: [String]) -> [String] {
        let options = words.filter { $0.hasPrefix("-") && $0.contains("=") }
        return words
            + options.flatMap {
                $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map(String.init)
            }
    }

    /// Help and completions, which end well, or a mistake in the words.
    private static func report(_ error: any Error, _ words: [String]) -> ExitStatus {
        let text = fullMessage(for: error)
        guard exitCode(for: error) != .success else {
            showText(text)
            return .done
        }
        // The parser's message has line breaks of its own, and the words, or parts of them, as they are.
        let shown = withParts(words).filter { $0 != $0.escapedForDisplay }
            .reduce(text) { $0.replacing($1, with: $1.escapedForDisplay) }
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).escapedForDisplay }.joined(separator: "\n")
        writeError(inOurVoice(shown) + "\n")
        if let meant = meantWord(in: text) {
            writeError("Did you mean '\(meant.escapedForDisplay)'?\n")
        }
        return .usage
    }

    /// The word that may have been meant where a message says which ones an option takes.
    private static func meantWord(in message: String) -> String? {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].hasSuffix("The value "), message.contains("one of") else {
            return nil
        }
        let listed = message.split(separator: "\n").filter { $0.hasPrefix("  - ") }
        let quoted = parts.enumerated().filter { $0.offset > 3 && $0.offset % 2 == 1 }
        return String(parts[1]).meantWord(
            among: listed.map { String($0.dropFirst(4)) } + quoted.map { String($0.element) }
        )
    }
}

/// One command alone, as far as the argument parser sees.
private struct Alone<Command: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        // With a name before its own, it's not asked for completions, which takes as long as to read a command.
        CommandConfiguration(
            commandName: "settingsctl",
            _superCommandName: "",
            subcommands: [Command.self]
        )
    }
}

extension ParsableCommand {
    /// The command, read without those around it from its name and its arguments; nil for help and mistakes.
    fileprivate static func alone(reading words: [String]) -> (any ParsableCommand)? {
        try? Alone<Self>.parseAsRoot(words) as? Self
    }
}

extension Failure {
    /// What other programs call what a command of ours does.
    private static let otherNames = [
        "history": "log", "blame": "log", "search": "find", "show": "list", "ls": "list",
        "add": "link", "remove": "unlink", "rm": "unlink", "reload": "rescan",
        "stop": "agent stop", "restart": "agent restart", "version": "--version",
    ]

    /// The failure for a command that there isn't among some.
    fileprivate init(
        noCommand name: String,
        among commands: [any ParsableCommand.Type],
        _ list: String
    ) {
        let word = name.split(separator: " ").last.map(String.init) ?? name
        let meant =
            Self.otherNames[name]
            ?? word.meantWord(
                among: commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
            )
        self.init(
            .usage,
            "there is no command '\(name)'",
            advice: didYouMean(meant) + "List the commands with: \(list)"
        )
    }
}
