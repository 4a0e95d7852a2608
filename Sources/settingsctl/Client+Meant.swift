// The domain or the setting that somebody may have meant who typed another.

import SettingsClient
import SettingsModel
import SettingsProtocol

/// As in "Did you mean 'dark'? "; nothing where no word is near.
func didYouMean(_ meant: String?) -> String { meant.map { "Did you mean '\($0)'? " } ?? "" }

extension Client {
    /// The domain that may have been meant by one that nobody knows.
    func meantDomain(by domain: Domain) throws(ClientError) -> String? {
        domain.name.meantWord(among: try domains().map(\.domain.name))
    }

    /// The setting that may have been meant by one that isn't set, as a command has it.
    func meantKey(by key: SettingKeyPath, in domain: Domain) throws -> String? {
        let known = try settings(of: domain).map(\.key).filter { $0 != key }
        // Without quotes, as they would be typed.
        let words = Dictionary(known.map { ($0.segments.joined(separator: "."), $0) }) { $1 }
        return key.segments.joined(separator: ".").meantWord(among: words.keys)
            .flatMap { words[$0]?.description }
    }

    /// The setting that may have been meant by one that was just set for the first time and that no schema
    /// describes; `color5` beside `color4` is no mistake.
    func mistyped(_ key: SettingKeyPath, in domain: Domain) throws -> String? {
        if try schema(of: domain)?.keyPaths.contains(key) == true { return nil }
        func letters(_ text: String) -> String { text.filter { !$0.isNumber } }
        let meant = try meantKey(by: key, in: domain)
        return meant.flatMap { letters($0) == letters(key.description) ? nil : $0 }
    }

    /// The failure for a setting that the user hasn't set: with the layer that has it, or with the command
    /// for the one that may have been meant.
    ///
    /// - Throws: ``Failure`` for a domain that isn't known, ``ClientError``.
    func notSet(
        _ key: SettingKeyPath,
        in domain: Domain,
        _ verb: String,
        done: String = ""
    ) throws -> Failure {
        try requireKnown(domain)
        let known = try settings(of: domain).first { key.isPrefix(of: $0.key) }
        if let known, case .value(_, _, let layer, _) = known.entry?.content {
            return Failure(
                .notSet,
                "'\(known.key)' of '\(domain)' has no value of yours, but one of the layer "
                    + "'\(layer.rawValue)'",
                advice: done + "See: settingsctl explain \(domain) "
                    + known.key.description.quotedForShell
            )
        }
        let meant = try meantKey(by: key, in: domain)
        let command = meant.map { "Run: settingsctl \(verb) \(domain) \($0.quotedForShell)" }
        return Failure(
            .notSet,
            "'\(key)' of '\(domain)' is not set",
            advice: done + didYouMean(meant)
                + (command ?? "See what is set: settingsctl list \(domain)")
        )
    }
}
