// Places in a file as words of a command line, and as JSON.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A place in a file as it is given: which one it is, the file's keys say.
enum FilePlace {
    case exact(DocumentPath)
    case typed(KeyText)

    /// The file's root.
    static let root = FilePlace.exact(DocumentPath([]))

    /// The place that an argument or an option names; the root for none.
    init(_ text: KeyText?, _ json: PathJSON?) {
        self = text.map(FilePlace.typed) ?? json.map { .exact($0.path) } ?? .root
    }

    /// The place in a file.
    ///
    /// - Throws: ``ModelError`` where it can be two.
    func path(in document: any Document) throws(ModelError) -> DocumentPath {
        switch self {
        case .exact(let path): document.spelled(path)
        case .typed(let text): try document.path(of: text)
        }
    }
}

extension DocumentPath {
    /// Reads a JSON array of keys and positions; nil for anything else.
    fileprivate init?(_ value: SettingValue) {
        guard case .array(let values) = value else { return nil }
        self.init([])
        for value in values {
            switch value {
            case .string(let key): elements.append(.key(key))
            case .integer(let index) where index >= 0: elements.append(.index(Int(index)))
            default: return nil
            }
        }
    }
}

/// A place in a file as a JSON array; the empty one is the file's root.
struct PathJSON: ExpressibleByArgument {
    let path: DocumentPath

    init?(argument: String) {
        guard let value = try? SettingValue(json: argument), let path = DocumentPath(value) else {
            return nil
        }
        self.path = path
    }
}

/// PATH=VALUE as one word.
struct PathValue {
    let path: String
    let value: String

    /// Takes a word apart at its first '=' outside of quotes; nil for a word without one.
    init?(_ word: String) {
        guard let sign = Self.sign(in: word) else { return nil }
        path = String(word[..<sign])
        value = String(word[word.utf8.index(after: sign)...])
    }

    private static func sign(in word: String) -> String.Index? {
        var isQuoted = false
        var isEscaped = false
        for index in word.utf8.indices {
            switch word.utf8[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "=") where !isQuoted: return index
            default: break
            }
        }
        return nil
    }
}
