// Files of statements in blocks: those of picom, rofi and MPD.

import SettingsModel

/// The language of a program whose files are statements, `key = value;`, and blocks of them.
///
/// A statement alone on its line with one plain value is a setting; a key has the path of its blocks.
struct StatementLanguage: CommandLanguage {
    /// How blocks begin, and what it means where a name occurs again.
    enum Blocks: Sendable {
        /// `name = {` or `name: {`, within one another; a block can't have a name twice.
        case groups
        /// `name name.name, name {`: what all of one name say adds up, and the last value counts.
        case sections
        /// `name {`, never within another: each is a thing of its own, and can't have a key twice.
        case things
    }
    enum BlockComments: Sendable { case none, flat, nested }

    let program: String
    let blocks: Blocks
    let values: StatementValues
    let separators: [UInt8]
    /// What ends a statement; where nothing does, its line.
    var terminators: [UInt8] = []
    /// What a comment begins with that goes to the end of its line.
    let lineComments: [String]
    var blockComments = BlockComments.none
    /// What may stand in a name besides letters and digits, and in its front besides letters.
    let signs: (front: String, inner: String)
    /// Keys outside of all blocks of which each line counts.
    var adding: Set<String> = []
    /// Words that are no keys: values, and commands.
    var reserved: Set<String> = []
    /// What keys are called that have two names.
    var aliases: [String: String] = [:]
    /// A statement, in advice.
    let example: String

    var isOfLines: Bool { terminators.isEmpty }

    func read(_ source: LineSource) -> CommandLines {
        var reader = StatementReader(source, self)
        return reader.lines()
    }

    // MARK: Values

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] { values.decoded(spelling) }

    /// The text in quotes or without them, as the old one is; a new one has none where it can be.
    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        let mayBeBare = old.first.map { !values.quotes.contains($0) } ?? true
        if mayBeBare, values.isBare(Array(text.utf8)[...]) { return text }
        return mayBeBare && !old.isEmpty ? nil : values.quoted(text, like: old)
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        if values == .mpd {
            return ("a line break or another control character", "Set a text of one line")
        }
        return (
            "this text where the value stands without quotes",
            "Set a value of the same kind, or edit the file by hand"
        )
    }

    // MARK: Names

    func name(of key: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        aliases.isEmpty
            ? nil : aliases[String(decoding: key, as: UTF8.self)].map { Array($0.utf8) }
    }

    /// Whether bytes are the name of a key.
    func isName(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, Self.isLetter(first) || signs.front.utf8.contains(first)
        else { return false }
        return bytes.allSatisfy {
            LineText.isLetterOrDigit($0) || signs.inner.utf8.contains($0)
        } && !isReserved(bytes)
    }

    /// Whether bytes are a word that is no key.
    func isReserved(_ bytes: some Collection<UInt8>) -> Bool {
        reserved.contains(String(decoding: bytes, as: UTF8.self))
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) && byte > UInt8(ascii: "9")
    }

    /// Whether bytes are a name in the front of a block.
    private func isBlockName(_ bytes: some Collection<UInt8>) -> Bool {
        guard blocks == .sections else { return isName(bytes) }
        return bytes.first.map(Self.isLetter) == true && isName(bytes)
    }

    /// The paths of the block that begins behind a front within another one; none where it can't be read.
    func paths(_ front: ArraySlice<UInt8>, in outer: [[String]]) -> [[String]] {
        let selectors: [[ArraySlice<UInt8>]]
        if blocks == .sections {
            if front.elementsEqual("*".utf8) { return outer == [[]] ? [["*"]] : [] }
            let names = front.first == UInt8(ascii: "#") ? front.dropFirst() : front
            selectors = names.split(separator: UInt8(ascii: ",")).map { selector in
                selector.split { $0 <= 0x20 || $0 == UInt8(ascii: ".") }
            }.filter { !$0.isEmpty }
        } else {
            selectors = [[front]]
        }
        guard selectors.allSatisfy({ $0.allSatisfy(isBlockName) }),
            outer.allSatisfy({ nests(in: $0) || $0.isEmpty })
        else { return [] }
        return outer.flatMap { path in
            selectors.map { path + $0.map { String(decoding: $0, as: UTF8.self) } }
        }
    }

    /// Whether a name that stands again is left alone, as the lines of both would count, or none.
    func isLeftAlone(again path: [String]) -> Bool {
        switch blocks {
        case .groups: true
        case .sections: false
        case .things: path.count > 1 || adding.contains(path[0])
        }
    }

    func objection(to key: String) -> (what: String, advice: String)? {
        if let name = aliases[key] {
            return ("the key '\(key)' beside '\(name)', which is the same", "Set '\(name)'")
        }
        if isReserved(key.utf8) {
            return ("the word '\(key)' as a key", "Edit the file by hand")
        }
        return isName(key.utf8) ? nil : otherName(key)
    }

    func objection(to key: String, in block: [String]) -> (what: String, advice: String)? {
        let isEverything = blocks == .sections && block == ["*"]
        if !isEverything, let name = block.first(where: { !isBlockName($0.utf8) }) {
            return otherName(name)
        }
        // Only rofi's configuration has blocks in it, and no deeper ones.
        let isTooDeep =
            switch blocks {
            case .groups: false
            case .sections: block.count > 2 && nests(in: [block[0]])
            case .things: block.count > 1
            }
        guard isTooDeep else { return nil }
        return ("a block in a block", "Put the key into one block, for example a.key")
    }

    private func otherName(_ name: String) -> (what: String, advice: String) {
        let signs = signs.inner.map { "'\($0)'" }.joined(separator: " and ")
        return (
            "the name '\(name.escapedForDisplay)'",
            "Use letters, digits and \(signs), and a letter in front"
        )
    }

    /// Whether another line has the value of a key: `@key` or `var(key)`.
    func isNeeded(_ key: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
        guard blocks == .sections else { return false }
        return bytes.indices.contains { place in
            guard bytes[place] == UInt8(ascii: "@") || bytes[place] == UInt8(ascii: "(") else {
                return false
            }
            let rest = bytes[(place + 1)...].drop(while: LineText.isBlank)
            return rest.starts(with: key)
                && rest.dropFirst(key.count).first.map { isName([$0]) } != true
        }
    }

    // MARK: New lines

    var locksOpenBlocks: Bool { true }

    func lead(for key: String) -> String { "" }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? { "" }

    func ending(like entry: LineEntry?, in bytes: [UInt8]) -> String {
        guard let sign = terminators.first else { return "" }
        let next = entry.flatMap {
            $0.value.upperBound < bytes.count ? bytes[$0.value.upperBound] : 0
        }
        let isMissing = blocks == .groups && next.map { !terminators.contains($0) } == true
        return isMissing ? "" : String(Unicode.Scalar(sign))
    }

    func nests(in block: [String]) -> Bool {
        switch blocks {
        case .groups: true
        case .sections: block == ["configuration"]
        case .things: false
        }
    }

    func newBlocks(_ block: [String]) -> [String] {
        guard blocks == .sections, let first = block.first, !nests(in: [first]) else {
            return block
        }
        let states = block.dropFirst().joined(separator: ".")
        return [states.isEmpty ? first : "\(first) \(states)"]
    }

    var blockSigns: (open: String, close: String) {
        blocks == .groups ? (": {", "};") : (" {", "}")
    }
}
