// Places in a file as words of a command line.

import ArgumentParser
import SettingsDocument
import SettingsModel

extension DocumentPath: ExpressibleByArgument {
    /// Reads a key path with positions: `servers[0]."a.b"`; `[0]` alone is in a root array.
    init?(argument: String) {
        var elements: [PathElement] = []
        var rest = argument[...]
        while !rest.isEmpty {
            if rest.hasPrefix("[") {
                guard let end = rest.firstIndex(of: "]"),
                    let index = Int(rest[..<end].dropFirst()), index >= 0
                else { return nil }
                elements.append(.index(index))
                rest = rest[rest.index(after: end)...]
            } else {
                if !elements.isEmpty {
                    guard rest.first == "." else { return nil }
                    rest.removeFirst()
                }
                let end = Self.keyEnd(rest)
                guard let key = try? SettingKeyPath(parsing: String(rest[..<end])),
                    key.segments.count == 1
                else { return nil }
                elements.append(.key(key.segments[0]))
                rest = rest[end...]
            }
        }
        guard !elements.isEmpty else { return nil }
        self.init(elements)
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
