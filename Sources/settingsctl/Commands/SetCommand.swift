// settingsctl set, unset, reset: one value changed or taken away.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Sets one value.
struct SetAction {
    /// What is set.
    enum Content {
        case value(SettingValue)
        /// A VALUE, which the agent reads as the type that the setting has.
        case text(String, isForced: Bool)
    }
    var domain: Domain
    var key: KeyText
    var content: Content
    var ifRev: UInt64?
    /// Whether a domain that nobody knows is made.
    var mayCreate = false
    var isJSON = false
    /// What `--type` says of a value from the standard input, which no message repeats; nil for one that was typed.
    var input: Input?

    struct Input {
        var type: ValueType?
    }

    init(domain: Domain, key: KeyText, _ content: Content) {
        self.domain = domain
        self.key = key
        self.content = content
    }

    /// Sets it, and waits for the files.
    func run() throws {
        let client = try Client()
        let key = try client.element(key, in: domain)
        let creation = mayCreate ? nil : DomainCreation(command: creatingCommand)
        let acceptance = try client.change(domain, creating: creation) {
            mayCreate throws(ClientError) in
            var action = self
            action.mayCreate = mayCreate
            return try action.make(at: key, with: client)
        }
        try client.report(acceptance.warnings, of: [key.key], in: domain) {
            guard isJSON else { return client.showChange(acceptance.group) }
            acceptance.show(of: key.key, in: domain, with: $0)
        }
    }

    /// Sets it; no file is waited for.
    func make(at key: ElementPath, with client: Client) throws(ClientError) -> Acceptance {
        try client.call(.set) {
            $0.member("domain", domain.name)
            $0.member("key", key.key.segments)
            $0.member("at", key.within)
            switch content {
            case .value(let value): $0.member("value", value)
            case .text(let text, let isForced):
                $0.member("text", text)
                if isForced { $0.member("force", true) }
            }
            $0.member("ifRev", ifRev)
            if !mayCreate { $0.member("create", false) }
        }
    }

    /// The command that makes the domain.
    private var creatingCommand: String {
        var words = ["settingsctl", "set", "--create"]
        var operands = [domain.name, key.description]
        switch content {
        case _ where input != nil:
            if let type = input?.type { words += ["--type", type.rawValue] }
            return (words + operands + ["-"]).map(\.quotedForShell).joined(separator: " ")
        case .text(let text, _): operands.append(text)
        case .value(let value):
            words += ["--type", "json"]
            operands.append(value.json)
        }
        if operands.contains(where: { $0.hasPrefix("-") }) { words.append("--") }
        return (words + operands).map(\.quotedForShell).joined(separator: " ")
    }
}

/// Options of single changes.
struct ChangeOptions: ParsableArguments {
    @Option(help: "Only if the key still has this rev; 0: only if it has no value.")
    var ifRev: UInt64?
}

/// A value set.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a value, in every file that holds the domain.",
        discussion:
            "VALUE is read as the type that the setting has: 14 is 14.0 where that is a real number, and "
            + "text where it is text. Another type, or a value in place of a table, is refused without "
            + "--type or --force. A new setting is JSON; what isn't JSON is text. A domain that isn't known "
            + "is created with --create, or after a question on a terminal. "
            + "Before a VALUE that begins with a dash, write '--'. The VALUE - alone is read from the "
            + "standard input, without the line's end: a secret in an argument can be seen by every user."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .element) var key: KeyText
    @Argument(help: .typedValue, completion: .settingValues) var value: String
    @Option(help: "What VALUE is, whatever the setting is.")
    var type: ValueType?
    @Flag(help: "Let VALUE have another type, or replace a table.")
    var force = false
    @Flag(help: "Create the domain if it isn't known.") var create = false
    @OptionGroup var options: ChangeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let isInput = value == "-"
        let text = isInput ? try Self.standardInput() : value
        var action = SetAction(domain: domain, key: key, .text(text, isForced: force))
        if let type {
            let value = try SettingValue(argument: text, type: type, isShown: !isInput)
            action.content = .value(value)
        }
        action.input = isInput ? SetAction.Input(type: type) : nil
        action.ifRev = options.ifRev
        action.mayCreate = create
        action.isJSON = output.json
        do {
            try action.run()
        } catch let error as ClientError where isInput && error.repeats(text) {
            throw Failure(
                .refused,
                "'\(key)' can't have the text of the standard input: its type or a rule refuses that",
                advice: "Nothing was changed. See: settingsctl describe \(domain) "
                    + "\(key.description.quotedForShell). To change its type: --type string; to replace "
                    + "what is there: --force"
            )
        }
    }
}

extension SetCommand {
    /// The standard input without the end of its last line.
    ///
    /// - Throws: ``Failure`` for what is no text.
    private static func standardInput() throws -> String {
        var bytes = try FileText.read("-")
        guard !bytes.isEmpty else {
            throw Failure(
                .refused,
                "the standard input is empty",
                advice: "Nothing was changed. To set an empty text, give it as VALUE: ''"
            )
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(
                .refused,
                "the standard input isn't UTF-8",
                advice: "Nothing was changed. Set bytes in base64: --type data"
            )
        }
        return text
    }
}

/// A value removed.
struct Unset: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove a value, or an element of a list; status 1 if there is none."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .element) var key: KeyText
    @OptionGroup var options: ChangeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let key = try client.element(key, in: domain)
        // A value behind another layer's changes nothing in force when it goes, and so isn't told.
        let wasSet = try !client.entries(of: domain, prefix: key.key, layer: .user).isEmpty
        // The agent would make the domain.
        if !wasSet { try client.requireKnown(domain) }
        let acceptance: Acceptance = try client.call(.unset) {
            $0.member("domain", domain.name)
            $0.member("key", key.key.segments)
            $0.member("at", key.within)
            $0.member("ifRev", options.ifRev)
        }
        try client.report(acceptance.warnings, of: [key.key], in: domain) {
            if output.json { return acceptance.show(of: key.key, in: domain, with: $0) }
            if acceptance.isChanged || wasSet { client.showChange(acceptance.group) }
        }
        guard acceptance.isChanged || wasSet else {
            throw try client.notSet(key.key, in: domain, "unset", done: "Nothing was changed. ")
        }
    }
}

/// Back to the default.
struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset a key, and all below it, to the default.",
        discussion: "The history keeps the old value; 'undo' restores it."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText?
    @Flag(help: "Every key of the domain.") var all = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (key != nil) != all else { throw ValidationError("Give either KEY or --all.") }
    }

    func run() throws {
        let client = try Client()
        let key = try client.key(key, in: domain)
        let keys = try client.entries(of: domain, prefix: key, layer: .user).map(\.key)
        if keys.isEmpty { try client.requireKnown(domain) }
        if let key, keys.isEmpty { return try reset(whatOnlyFilesSayOf: key, client) }
        try client.make(keys.map { ($0, nil) }, in: domain, output)
    }

    /// Takes a value out of files that say it without its being in force, and says that none was.
    private func reset(whatOnlyFilesSayOf key: SettingKeyPath, _ client: Client) throws {
        let acceptance: Acceptance = try client.call(.unset) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
        }
        try client.report(acceptance.warnings, of: [key], in: domain) {
            if output.json { acceptance.show(of: key, in: domain, with: $0) }
        }
        writeError(
            "settingsctl: '\(key)' of '\(domain)' isn't set in the user layer\n"
                + "See: settingsctl list \(domain)\n"
        )
    }
}

extension ClientError {
    /// Whether the message has a text that was sent.
    fileprivate func repeats(_ text: String) -> Bool {
        let spellings = [text, text.escapedForDisplay, text.quotedForShell]
        return spellings.contains { problem.contains($0) || advice.contains($0) }
    }
}
