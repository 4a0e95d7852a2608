// Columns as the engine's types.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension Statement {
    /// Three columns from here on: wall time, counter, agent.
    func timestamp(_ column: Int32) -> Timestamp {
        Timestamp(
            wallTime: integer(column),
            counter: unsigned(column + 1),
            agent: text(column + 2)
        )
    }

    /// A key path by its text.
    func keyPath(_ column: Int32, in path: String) throws(JournalError) -> SettingKeyPath {
        let text = text(column)
        guard let keyPath = try? SettingKeyPath(description: text) else {
            throw .damaged("'\(text.escapedForDisplay)' is not a key path", in: path)
        }
        return keyPath
    }

    /// A domain by its name.
    func domain(_ column: Int32, in path: String) throws(JournalError) -> Domain {
        let text = text(column)
        guard let domain = try? Domain(text) else {
            throw .damaged("'\(text.escapedForDisplay)' is not a domain's name", in: path)
        }
        return domain
    }

    /// A value of JSON; nil for NULL.
    func value(_ column: Int32, in path: String) throws(JournalError) -> SettingValue? {
        guard let json = optionalBytes(column) else { return nil }
        guard let value = try? SettingValue(json: json) else {
            throw .damaged("a value is not JSON", in: path)
        }
        return value
    }

    /// One of an enum's cases by its name.
    func member<Member: RawRepresentable<String>>(
        _ column: Int32,
        of type: Member.Type,
        in path: String
    ) throws(JournalError) -> Member {
        let text = text(column)
        guard let member = Member(rawValue: text) else {
            throw .damaged("'\(text.escapedForDisplay)' is no \(type)", in: path)
        }
        return member
    }
}
