// settingsctl rename: a key under another name.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A key under another name.
struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a key, with all below it.",
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
            throw try client.notSet(old, in: domain, "get", done: "Nothing was changed. ")
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
        let renamed = try entries.map { entry in
            let rest = entry.key.segments.dropFirst(old.segments.count)
            return try SettingKeyPath(checking: new.segments + rest)
        }
        // Below its old name, or above it, a key can be one of those that are taken away.
        let kept = Set(renamed)
        var changes: [(SettingKeyPath, SettingValue?)] = []
        for entry in entries where !kept.contains(entry.key) { changes.append((entry.key, nil)) }
        for (key, entry) in zip(renamed, entries) {
            changes.append((key, entry.value))
            if entry.isSecret { try requireSecret(key, after: entry.key, client) }
        }
        guard Client.areOneBatch(changes.map { SettingEdit(key: $0.0, value: $0.1) }) else {
            throw Failure(
                .refused,
                "'\(old)' of '\(domain)' has more than 500 KiB, too much for one step",
                advice: "Nothing was changed. Rename what is below it, one key after the other"
            )
        }
        try client.make(changes, in: domain, output)
    }

    /// Refuses a name under which a secret would be told to everybody.
    private func requireSecret(
        _ key: SettingKeyPath,
        after old: SettingKeyPath,
        _ client: Client
    ) throws {
        guard try !client.explanation(of: key, in: domain).isSecret else { return }
        throw Failure(
            .refused,
            "'\(old)' of '\(domain)' is a secret, and '\(key)' would be none",
            advice: "Nothing was changed. Give '\(key)' a row with IsSecure in the bundle first"
        )
    }
}
