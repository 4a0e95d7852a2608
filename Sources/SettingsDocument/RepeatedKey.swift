// Keys that stand several times in a document, of which one counts.

package import SettingsModel

/// A key that stands again in the same place of a document, so that one of its values has no effect.
package struct RepeatedKey: Equatable, Sendable {
    /// Which of the values the format's readers take.
    package enum Counting: Sendable {
        case first
        case last
    }
    package var path: DocumentPath
    /// The key and its value wherever they have no effect, in the order of the file; never empty.
    package var withoutEffect: [Range<Int>]
    /// Whether such a value holds others.
    package var hasContainer = false
    /// The first byte of the key where it counts.
    package var countingOffset: Int
    package var counting: Counting
    /// Whether the program may use all of them.
    package var mayAddUp = false

    /// The first byte of the key where it has no effect for the first time.
    package var offset: Int { withoutEffect[0].lowerBound }

    /// The setting that it is, or is a part of; nil in a file that is one array.
    package var keyPath: SettingKeyPath? {
        let keys = path.elements.prefix { if case .key = $0 { true } else { false } }
        return DocumentPath(Array(keys)).keyPath
    }

    /// What is wrong, as a sentence without its period.
    package func problem(in bytes: [UInt8]) -> String {
        let name = path.description
        guard !bytes.starts(with: "bplist".utf8) else {
            return "'\(name)' is set again at byte \(countingOffset)"
        }
        let line = SourcePlace(offset: countingOffset, in: bytes).line
        let there = line == place(in: bytes).line ? "the same line" : "line \(line)"
        return "'\(name)' is \(counting == .last ? "set again" : "already set") on \(there)"
    }

    /// What comes of it: "Only the last one counts".
    package var consequence: String {
        if mayAddUp { return "Only the last one is read and set here" }
        return counting == .last ? "Only the last one counts" : "Only the first one counts"
    }

    /// What to do about it.
    package var advice: String {
        "Remove all but one of them" + (mayAddUp ? ", unless the program uses them all" : "")
    }

    /// Where it has no effect.
    package func place(in bytes: [UInt8]) -> SourcePlace { SourcePlace(offset: offset, in: bytes) }
}

extension Document {
    /// Formats whose readers refuse a key that stands again have none.
    package var repeatedKeys: [RepeatedKey] { [] }
    /// Most formats have none.
    package var doubtfulLines: [DocumentError] { [] }
    /// Most formats refuse a file with such a line.
    package var unreadLines: [(error: DocumentError, keyPaths: [SettingKeyPath])] { [] }
}
