// Which values are never printed unless somebody asks for just that one.

import ArgumentParser
import SchemaFiles
import SettingsClient
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// How a value is printed.
enum Visibility {
    case shown
    /// With a mark in its place.
    case hidden
}

/// What the bundles and schemas of all domains call a secret.
///
/// The `secret` of the agent's answers isn't enough to print them. `explain` and `history` have none, a
/// removal has the old value without one, and `diff` shows keys that only a file has. While a bundle
/// can't be read in full, the agent goes on with its last good rules; here, all is hidden that the
/// rows of now don't call open.
struct Secrets {
    /// What stands in the place of a hidden value.
    static let mark = "••••••"
    /// How long a command that goes on for long takes them for what they are.
    private static let freshness = Duration.seconds(2)

    private let schemas: [(domain: Domain, schema: Schema)]
    /// Domains whose bundle or schema can't be read, wholly or in part: what isn't known to be open
    /// is hidden there.
    private let unclear: Set<Domain>
    private let whenRead = ContinuousClock.now

    /// Reads the bundles and schemas that the agent names.
    init(_ client: Client) throws(ClientError) { self.init(try client.domains()) }

    private init(_ reports: [DomainReport]) {
        var schemas: [(Domain, Schema)] = []
        var unclear: Set<Domain> = []
        for report in reports {
            guard let source = report.schemaSource else { continue }
            // What keeps it from being read is told by 'schema check'; here, all of it is hidden.
            guard let schema = try? source.schema(languages: [], idiom: .wide) else {
                unclear.insert(report.domain)
                continue
            }
            schemas.append((report.domain, schema))
            if schema.isIncomplete { unclear.insert(report.domain) }
        }
        self.schemas = schemas
        self.unclear = unclear
    }

    /// The same for a command that goes on for long: read again when a while has passed.
    func refreshed() -> Secrets {
        guard ContinuousClock.now - whenRead >= Self.freshness,
            // Over a connection of its own, as an answer awaited on one that ends takes a
            // notification with it. An agent that is just being restarted is asked the next time.
            let client = Client.ofRunningAgent, let secrets = try? Secrets(client)
        else { return self }
        return secrets
    }

    /// How a value of a key is printed.
    func visibility(of key: SettingKeyPath, in domain: Domain) -> Visibility {
        hides(key, in: domain) ? .hidden : .shown
    }

    /// Whether a value is hidden.
    func hides(_ key: SettingKeyPath, in domain: Domain) -> Bool {
        var isKnown = false
        for (owner, schema) in schemas {
            // A row may say that its value lives in another domain.
            let name = owner == domain ? nil : domain
            for place in owner == domain ? [nil, domain] : [name] {
                if schema.secrecy(of: key, in: place) == .secret { return true }
                isKnown = isKnown || schema.isKnown(key, in: place)
            }
        }
        return !isKnown && unclear.contains(domain)
    }
}

// MARK: Entries that may be left out

extension ArgumentHelp {
    static let secrets: ArgumentHelp = "Secrets, too, which are left out otherwise."
}

extension [Entry] {
    /// The entries without secrets, which are told on the standard error.
    ///
    /// A mark in their place would be taken for a value by whoever reads the text back.
    func withoutSecrets(_ client: Client, unless areWanted: Bool) throws -> [Entry] {
        guard !areWanted else { return self }
        let secrets = try Secrets(client)
        let hidden = filter { $0.isSecret || secrets.hides($0.key, in: $0.domain) }
        guard !hidden.isEmpty else { return self }
        let names = hidden.map { "'\($0.key)'" }.joined(separator: ", ").escapedForDisplay
        writeError(
            "settingsctl: secrets are left out: \(names)\nTo have them, too, add --secrets.\n"
        )
        return filter { !$0.isSecret && !secrets.hides($0.key, in: $0.domain) }
    }
}

// MARK: Values that may be hidden

extension SettingValue {
    /// The value as JSON, or a mark in its place.
    func shownJSON(_ visibility: Visibility) -> String {
        visibility == .hidden ? Secrets.mark : json
    }
}

extension JSONText {
    /// The text without the values of settings in it, and with a member that says so.
    var withoutValues: [UInt8] {
        var json = JSONWriter()
        guard let members else {
            writeWithoutValues(to: &json)
            return json.bytes
        }
        json.object {
            Self.write(members, to: &$0)
            $0.member("secret", true)
        }
        return json.bytes
    }

    private static let valueKeys: Set<String> = [
        "value", "old", "new", "kept", "inFile", "inSettings",
    ]

    private func writeWithoutValues(to json: inout JSONWriter) {
        if let members {
            json.object { Self.write(members, to: &$0) }
        } else if let elements, elements.contains(where: \.isObject) {
            json.array(elements) { $1.writeWithoutValues(to: &$0) }
        } else {
            json.json(bytes)
        }
    }

    private static func write(
        _ members: [(key: String, value: JSONText)],
        to json: inout JSONWriter
    ) {
        // Of a secret the agent may have said itself that it is one.
        for (key, value) in members where !valueKeys.contains(key) && key != "secret" {
            json.key(key)
            value.writeWithoutValues(to: &json)
        }
    }
}

/// Prints JSON on one line, without the values of settings in it if they are hidden.
func showJSON(_ bytes: [UInt8], values visibility: Visibility) {
    // It was written or checked just now, and is no deeper than a value may be.
    guard visibility == .hidden, let text = try? JSONText(bytes, nesting: .max) else {
        return showJSON(bytes)
    }
    showJSON(text.withoutValues)
}
