// settingsctl read, read-type, rename, delete: raw access, as macOS defaults has it.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// What the user has set.
struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what the user has set: a value, a domain, or everything.",
        discussion: """
            Strings are printed as they are, all else as JSON. Other layers are not looked at. A \
            secret is printed where just that KEY is asked for, and left out of more than it.
            """
    )
    @Argument(help: .domain) var domain: Domain?
    @Argument(help: .flatKey, completion: .settings, transform: SettingKeyPath.flat)
    var key: SettingKeyPath?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let all = try client.entries(of: domain, prefix: key, layer: .user)
        guard !all.isEmpty || domain == nil else {
            try client.requireKnown(domain)
            throw notSet
        }
        let isOne = all.count == 1 && all[0].key == key
        let entries = try all.withoutSecrets(client, unless: isOne, advice: .getOne)
        let value =
            domain == nil
            ? byDomain(entries) : SettingValue(tree: entries, below: key)
        if output.json {
            showJSON(value.json.utf8)
        } else if case .dictionary = value {
            showText(value.indentedJSON())
        } else {
            show(value.plain)
        }
    }

    private func byDomain(_ entries: [Entry]) -> SettingValue {
        var domains: [SettingValue.Entry] = []
        for (name, entries) in Dictionary(grouping: entries, by: \.domain).sorted(by: {
            $0.key < $1.key
        }) {
            domains.append(.init(name.name, SettingValue(tree: entries, below: nil)))
        }
        return .dictionary(domains)
    }

    private var notSet: Failure {
        let place = [key.map { "'\($0)' of" }, domain.map { "'\($0)'" }].compactMap(\.self)
        return Failure(
            .notSet,
            place.joined(separator: " ") + " is not set by the user",
            advice: "See what is in force with: settingsctl list \(domain?.name ?? "")"
        )
    }
}

/// The type of what the user has set.
struct ReadType: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the type of what the user has set."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .flatKey, completion: .settings, transform: SettingKeyPath.flat)
    var key: SettingKeyPath
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let entries = try client.entries(of: domain, prefix: key, layer: .user)
        guard !entries.isEmpty else {
            try client.requireKnown(domain)
            throw Failure(
                .notSet,
                "'\(key)' of '\(domain)' is not set by the user",
                advice: "See what is in force with: settingsctl list \(domain)"
            )
        }
        let type = SettingValue(tree: entries, below: key).typeName
        guard output.json else { return showText("Type is \(type)") }
        showJSON {
            $0.member("domain", domain.name)
            $0.keyPath(key)
            $0.member("type", type)
        }
    }
}

/// A key under another name.
struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Give a key another name, with all below it.",
        discussion: "A name that is taken is refused."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var old: SettingText
    @Argument(help: .key) var new: SettingText
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let old = try client.key(old, in: domain)
        let new = try client.key(new, in: domain)
        let all = try client.entries(of: domain, layer: .user)
        let entries = all.filter { old.isPrefix(of: $0.key) }
        guard !entries.isEmpty else {
            throw Failure(
                .notSet,
                "'\(old)' of '\(domain)' is not set by the user",
                advice: "Nothing was changed. See: settingsctl list \(domain)"
            )
        }
        guard old != new else { return }
        let taken = all.first {
            !old.isPrefix(of: $0.key) && (new.isPrefix(of: $0.key) || $0.key.isPrefix(of: new))
        }
        if let taken {
            throw Failure(
                .refused,
                "'\(taken.key)' of '\(domain)' is set already",
                advice: "Nothing was changed. Take it away first: settingsctl unset \(domain) "
                    + taken.key.description.quotedForShell
            )
        }
        var changes: [(SettingKeyPath, SettingValue?)] = entries.map { ($0.key, nil) }
        for entry in entries {
            let rest = entry.key.segments.dropFirst(old.segments.count)
            let key = try SettingKeyPath(checking: new.segments + rest)
            // Below its old name, or above it, a key can be one of those that are taken away.
            changes.removeAll { $0.0 == key }
            changes.append((key, entry.value))
        }
        try client.make(changes, in: domain, output)
    }
}

/// What the user has set, taken away.
struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete a key and all below it, or everything that the user has set in a domain.",
        discussion: "What was deleted is in the history; 'undo' brings it back."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .flatKey, completion: .settings, transform: SettingKeyPath.flat)
    var key: SettingKeyPath?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let keys = try client.entries(of: domain, prefix: key, layer: .user).map(\.key)
        guard !keys.isEmpty else {
            throw Failure(
                .notSet,
                (key.map { "'\($0)' of " } ?? "") + "'\(domain)' is not set by the user",
                advice: "Nothing was changed. See: settingsctl list \(domain)"
            )
        }
        try client.make(keys.map { ($0, nil) }, in: domain, output)
    }
}
