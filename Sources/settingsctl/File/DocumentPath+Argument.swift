// Places in a file as words of a command line, and as JSON.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol

extension DocumentPath: ExpressibleByArgument {
    /// Reads a key path with positions: `servers[0]."a.b"`; `[0]` alone is in a root array.
    init?(argument: String) {
        var elements: [PathElement] = []
        var rest = argument[...]
        while !rest.isEmpty {
            if rest.hasPrefix("[") {
                guard let end = rest.firstIndex(of: "]"),
                    let index = Self.position(rest[..<end].dropFirst())
                else { return nil }
                elements.append(.index(index))
                rest = rest[rest.index(after: end)...]
            } else {
                if !elements.isEmpty {
                    guard rest.first == "." else { return nil }
                    rest.removeFirst()
                }
                let end = Self.keyEnd(rest)
                guard let key = Self.key(rest[..<end]) else { return nil }
                elements.append(.key(key))
                rest = rest[end...]
            }
        }
        guard !elements.isEmpty else { return nil }
        self.init(elements)
    }

    private static func position(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// A key; in quotes, it may be any text.
    private static func key(_ text: Substring) -> String? {
        if text.hasPrefix("\"") {
            guard let key = try? SettingKeyPath(description: String(text)) else { return nil }
            return key.segments.count == 1 ? key.segments[0] : nil
        }
        let isBare = !text.isEmpty && !text.unicodeScalars.contains(where: \.isControl)
        return isBare ? String(text) : nil
    }

    /// Where the first key ends: before a dot or bracket that isn't quoted.
    private static func keyEnd(_ text: Substring) -> Substring.Index {
        guard text.first == "\"" else {
            return text.firstIndex { $0 == "." || $0 == "[" } ?? text.endIndex
        }
        var isEscaped = false
        for index in text.indices.dropFirst() {
            if text[index] == "\"", !isEscaped { return text.index(after: index) }
            isEscaped = text[index] == "\\" && !isEscaped
        }
        return text.endIndex
    }
}

extension DocumentPath {
    /// Reads a JSON array of keys and positions, or a path's text; nil for anything else.
    init?(_ value: SettingValue) {
        switch value {
        case .string(let text): self.init(argument: text)
        case .array(let values):
            var elements: [PathElement] = []
            for value in values {
                switch value {
                case .string(let key): elements.append(.key(key))
                case .integer(let index) where index >= 0: elements.append(.index(Int(index)))
                default: return nil
                }
            }
            self.init(elements)
        default: return nil
        }
    }
}

/// A place in a file as a JSON array; the empty one is the file's root.
struct PathJSON: ExpressibleByArgument {
    let path: DocumentPath
    /// As it was given.
    let description: String

    init?(argument: String) {
        guard let value = try? SettingValue(json: argument), case .array = value,
            let path = DocumentPath(value)
        else { return nil }
        self.path = path
        description = argument
    }
}
