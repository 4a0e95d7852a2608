// Columns as the engine's types.

import SettingsModel
import SettingsProtocol
import SyncEngine

/// Larger than any number that an agent counts up to, and nothing that is added to it traps: 2^53 - 1, the
/// largest that JSON can say.
private let largestNumber: Int64 = 1 << 53 - 1

extension Statement {
    /// Three columns from here on: wall time, counter, agent.
    func timestamp(_ column: Int32) throws(JournalError) -> Timestamp {
        Timestamp(
            wallTime: try time(column),
            counter: try number(column + 1),
            agent: text(column + 2)
        )
    }

    /// What counts things or numbers them: from 0 to ``largestNumber``.
    func number(_ column: Int32) throws(JournalError) -> UInt64 {
        let number = integer(column)
        guard (0...largestNumber).contains(number) else {
            throw .damaged(
                "found \(number), expected a number from 0 to \(largestNumber)",
                in: path
            )
        }
        return UInt64(number)
    }

    /// The same; nil for NULL.
    func optionalNumber(_ column: Int32) throws(JournalError) -> UInt64? {
        isNull(column) ? nil : try number(column)
    }

    /// Milliseconds since 1970.
    func time(_ column: Int32) throws(JournalError) -> Int64 {
        let time = integer(column)
        guard (-largestNumber...largestNumber).contains(time) else {
            throw .damaged("found the time \(time), which is out of range", in: path)
        }
        return time
    }

    /// Four columns from here on: two times and two folders.
    func stamp(_ column: Int32) throws(JournalError) -> FileStamp {
        FileStamp(
            modified: try time(column),
            changed: try time(column + 1),
            place: FilePlace(nameFolder: unsigned(column + 2), fileFolder: unsigned(column + 3))
        )
    }

    /// A key path by its text.
    func keyPath(_ column: Int32) throws(JournalError) -> SettingKeyPath {
        let text = text(column)
        guard let keyPath = try? SettingKeyPath(description: text) else {
            throw .damaged("'\(text.escapedForDisplay)' is not a key path", in: path)
        }
        return keyPath
    }

    /// A domain by its name.
    func domain(_ column: Int32) throws(JournalError) -> Domain {
        let text = text(column)
        guard let domain = try? Domain(text) else {
            throw .damaged("'\(text.escapedForDisplay)' is not a domain's name", in: path)
        }
        return domain
    }

    /// A value of JSON; nil for NULL.
    func value(_ column: Int32) throws(JournalError) -> SettingValue? {
        guard let json = optionalBytes(column) else { return nil }
        guard let value = try? SettingValue(json: json) else {
            throw .damaged("a value is not JSON", in: path)
        }
        return value
    }

    /// Numbers that were written as JSON; none for NULL.
    func numbers(_ column: Int32) throws(JournalError) -> [UInt64] {
        guard let list = try value(column) else { return [] }
        guard case .array(let values) = list else {
            throw .damaged("a list is no array", in: path)
        }
        var numbers: [UInt64] = []
        for value in values {
            guard case .integer(let number) = value, number >= 0 else {
                throw .damaged("a list of numbers has something else in it", in: path)
            }
            numbers.append(UInt64(number))
        }
        return numbers
    }

    /// Texts in an array of JSON; none for NULL.
    func texts(_ column: Int32) throws(JournalError) -> [String] {
        guard let list = try value(column) else { return [] }
        guard case .array(let values) = list else {
            throw .damaged("a list is no array", in: path)
        }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else {
                throw .damaged("a list of texts has something else in it", in: path)
            }
            texts.append(text)
        }
        return texts
    }

    /// One of an enum's cases by its name.
    func member<Member: RawRepresentable<String>>(
        _ column: Int32,
        of type: Member.Type
    ) throws(JournalError) -> Member {
        let text = text(column)
        guard let member = Member(rawValue: text) else {
            throw .damaged("'\(text.escapedForDisplay)' is no \(type)", in: path)
        }
        return member
    }
}
