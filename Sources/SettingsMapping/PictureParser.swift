// Reads the text of a picture.

import SettingsModel

/// Reads one picture from its start to its end.
struct PictureParser {
    private let text: ArraySlice<UInt8>
    private let tables: [String: ValueTable]
    private var index: Int
    private var literal: [UInt8] = []
    private var found: [(offset: Int, part: Picture.Part)] = []

    init(_ text: String, tables: [String: ValueTable]) {
        self.text = Array(text.utf8)[...]
        self.tables = tables
        index = 0
    }

    /// The picture's parts.
    mutating func parts() throws(MapError) -> [Picture.Part] {
        try read()
        try check()
        return found.map(\.part)
    }

    /// The parts of a text that is never read back, so that holes may stand side by side, or none.
    mutating func partsToFill() throws(MapError) -> [Picture.Part] {
        try read()
        if let rest = found.first(where: { $0.part.isRest }) {
            throw MapError(
                .combination,
                at: rest.offset,
                "'{*}' stands for what a file has, and there is none",
                advice: "Remove it"
            )
        }
        return found.map(\.part)
    }

    private mutating func read() throws(MapError) {
        while index < text.endIndex {
            let byte = text[index]
            guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
                literal.append(byte)
                index += 1
                continue
            }
            if index + 1 < text.endIndex, text[index + 1] == byte {
                literal.append(byte)
                index += 2
            } else if byte == UInt8(ascii: "{") {
                endText()
                try hole()
            } else {
                throw MapError(
                    .brace,
                    at: index,
                    "a '}' without its '{'",
                    advice: "Write }} for a brace of the file"
                )
            }
        }
        endText()
    }

    private mutating func endText() {
        guard !literal.isEmpty else { return }
        found.append((index - literal.count, .text(literal)))
        literal = []
    }

    private mutating func hole() throws(MapError) {
        let start = index
        let end = try endOfHole(from: start + 1)
        index = end + 1
        let content = text[(start + 1)..<end]
        if content.trimmed.elementsEqual("*".utf8) {
            found.append((start, .rest))
            return
        }
        var words = Self.words(of: content)
        let keyText = words.removeFirst()
        guard !keyText.trimmed.isEmpty else {
            throw MapError(
                .emptyHole,
                at: start,
                words.isEmpty ? "the hole is empty" : "the hole has no key",
                advice: "Write {KEY}, or {*} for whatever the file has there"
            )
        }
        let key: SettingKeyPath
        do {
            key = try SettingKeyPath(parsing: String(keyText.trimmed))
        } catch {
            throw MapError(
                .key,
                at: keyText.trimmed.startIndex,
                error.problem,
                advice: error.advice
            )
        }
        var parser = StepParser(tables: tables)
        let steps = words.map { word in
            let start = word.endOfBlanks(from: word.startIndex)
            return (offset: start, text: word[start...])
        }
        found.append((start, .hole(key, try parser.step(of: steps))))
    }

    /// The place of the brace that closes a hole; a key in quotes may have braces.
    private func endOfHole(from start: Int) throws(MapError) -> Int {
        var isQuoted = false
        var isKey = true
        var index = start
        while index < text.endIndex {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\"") where isKey: isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: "|") where !isQuoted: isKey = false
            case UInt8(ascii: "}") where !isQuoted: return index
            case UInt8(ascii: "{") where !isQuoted: throw unclosed(at: start - 1)
            default: break
            }
            index += 1
        }
        throw unclosed(at: start - 1)
    }

    private func unclosed(at offset: Int) -> MapError {
        MapError(
            .brace,
            at: offset,
            "the hole has no end",
            advice: "Close it with '}', or write {{ for a brace of the file"
        )
    }

    /// The key and the steps: what is between bars that aren't in quotes of the key.
    private static func words(of content: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var isQuoted = false
        var isEscaped = false
        let bar = content.firstIndex { byte in
            defer { isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            return byte == UInt8(ascii: "|") && !isQuoted
        }
        guard let bar else { return [content] }
        return [content[..<bar]]
            + content[(bar + 1)...].split(
                separator: UInt8(ascii: "|"),
                omittingEmptySubsequences: false
            )
    }

    private func check() throws(MapError) {
        guard found.contains(where: { $0.part.key != nil }) else {
            throw MapError(
                .noHole,
                "the picture has no hole",
                advice: "Write a setting's key in braces, for example {font.size|number}"
            )
        }
        for (offset, part) in found where found.count > 1 && part.readsLists {
            throw MapError(
                .combination,
                at: offset,
                "a list can't be a part of a text",
                advice: "Write a separator behind 'first', or make the hole the whole picture"
            )
        }
        for (first, second) in zip(found, found.dropFirst())
        where first.part.isVague && second.part.isVague {
            let name = first.part.key.map { "'\($0)'" } ?? "'{*}'"
            throw MapError(
                .boundary,
                at: second.offset,
                "nothing says where \(name) ends",
                advice: "Write something between the two holes, or add a step such as |number"
            )
        }
    }
}

extension Picture.Part {
    /// The hole's key.
    fileprivate var key: SettingKeyPath? {
        if case .hole(let key, _) = self { key } else { nil }
    }

    fileprivate var readsLists: Bool {
        if case .hole(_, let step) = self { step.readsLists } else { false }
    }
}
