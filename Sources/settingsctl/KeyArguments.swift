// Keys as words of a command line, and which ones they mean.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

extension KeyText: ExpressibleByArgument {
    /// A key, or an element of its list, named by an argument.
    init?(argument: String) { try? self.init(parsing: argument) }

    /// The settings that the agent knows, for the shell's completion.
    static var defaultCompletionKind: CompletionKind { SettingKeyPath.defaultCompletionKind }
}

/// A whole setting named by an argument; which one, the agent knows.
struct SettingText: ExpressibleByArgument {
    let text: KeyText

    init(_ text: KeyText) { self.text = text }

    /// Reads a key without positions.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`, also for the place of an element.
    init(parsing argument: String) throws(ModelError) {
        text = try KeyText(parsing: argument)
        // It's refused there, with the setting that may be meant.
        if !text.place.isEmpty { _ = try SettingKeyPath(argumentText: argument) }
    }

    init?(argument: String) { try? self.init(parsing: argument) }

    /// The settings that the agent knows, for the shell's completion.
    static var defaultCompletionKind: CompletionKind { SettingKeyPath.defaultCompletionKind }
}

// MARK: Which keys they mean

extension Client {
    /// The key that a text means in a domain; the agent is asked only where that isn't clear.
    ///
    /// - Throws: ``ClientError``, also where the text means two keys.
    func key(_ text: KeyText, in domain: Domain) throws(ClientError) -> SettingKeyPath {
        if let only = text.only { return only }
        return try call(.resolve, returning: ResolvedKey.self) {
            $0.member("domain", domain.name)
            $0.member("text", text.description)
        }.key
    }

    /// The whole setting that a text means in a domain.
    func key(_ setting: SettingText, in domain: Domain) throws(ClientError) -> SettingKeyPath {
        try key(setting.text, in: domain)
    }

    /// The setting that a text means; nil for no text, or no domain.
    func key(_ setting: SettingText?, in domain: Domain?) throws(ClientError) -> SettingKeyPath? {
        guard let setting, let domain else { return nil }
        return try key(setting.text, in: domain)
    }

    /// The setting or element that a text means in a domain.
    ///
    /// - Throws: ``ClientError``, or ``ModelError`` for an element of no setting.
    func element(_ text: KeyText, in domain: Domain) throws -> ElementPath {
        guard text.nested != nil else { return try ElementPath(parsing: text.description) }
        return ElementPath(try key(text, in: domain), text.place)
    }
}
