// What the files of programs have in common in which a setting is a command, and other lines are none.

import SettingsModel

/// The language of one program's commands.
///
/// Its files are refused for nothing in a line: one that sets nothing is left alone.
protocol CommandLanguage: Sendable {
    /// The program's name in messages.
    var program: String { get }

    /// Finds the settings of a file.
    func read(_ source: LineSource) -> CommandLines

    /// The bytes that the spelling of a value stands for.
    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8]

    /// The text as it may stand in place of `old`; nil where the language has no way to say it.
    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String?

    /// Why ``spelled(_:like:_:)`` gives nil: what can't be held, and what to do about it.
    func obstacle(in text: String) -> (what: String, advice: String)

    /// The name of the setting that a key stands for; nil where it is the key itself.
    func name(of key: UnsafeBufferPointer<UInt8>) -> [UInt8]?

    /// Why no new line can have a key; nil where one can.
    func objection(to key: String) -> (what: String, advice: String)?

    /// Why no new line can have a key in a block, which is empty for none; nil where one can.
    func objection(to key: String, in block: [String]) -> (what: String, advice: String)?

    /// Why a setting can't have a text; nil where it can.
    ///
    /// `isNew` says whether it gets a line of its own, and `names` are what the program puts something else in
    /// the place of.
    func objection(
        to text: String,
        of key: String,
        isNew: Bool,
        replacing names: Set<String>
    ) -> (what: String, advice: String)?

    /// Why a text can't follow the front of a line that is there, or of one like it; nil where it can.
    func objection(to text: String, behind front: String) -> (what: String, advice: String)?

    /// What a key alone says, and what it says denied, as by `no` before it; nil where it can't be.
    var flagTexts: (there: String, denied: String?) { get }

    /// What stands between the texts of lines that add up to one; nil for a setting where they are a list.
    func separator(addingTo key: String) -> String?

    /// Whether other lines of a file need the line of a key.
    func isNeeded(_ key: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool

    /// Which settings stand together: a new one follows the last of its group.
    func group(of key: String) -> Int

    /// What the line of a new key begins with in a file without an example.
    func lead(for key: String) -> String

    /// Whether a carriage return before a line feed is a part of the line's end.
    var readsReturns: Bool { get }

    /// What a line begins with up to its first setting, where a new line may begin so, too.
    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String?

    /// The line of a new key behind a lead.
    func line(_ lead: String, _ key: String, _ spelled: String, separator: String) -> String

    /// What stands before the key of a flag that is there or denied, in place of `front`.
    func flagFront(_ isThere: Bool, like front: String) -> String

    /// What ends the line of a new key, as in another one if there is one.
    func ending(like entry: LineEntry?, in bytes: [UInt8]) -> String

    /// Whether nothing is written behind the beginning of a block, comment or text that isn't closed.
    var locksOpenBlocks: Bool { get }

    /// Whether blocks may stand in a block.
    func nests(in block: [String]) -> Bool

    /// The blocks that a new one of a path stands in, itself the last, as they are written.
    func newBlocks(_ block: [String]) -> [String]

    /// What a new block has behind its name, and at its end.
    var blockSigns: (open: String, close: String) { get }
}

extension CommandLanguage {
    var flagTexts: (there: String, denied: String?) { ("on", "off") }

    var readsReturns: Bool { true }

    func name(of key: UnsafeBufferPointer<UInt8>) -> [UInt8]? { nil }

    func separator(addingTo key: String) -> String? { nil }

    func objection(to key: String, in block: [String]) -> (what: String, advice: String)? { nil }

    func objection(
        to text: String,
        of key: String,
        isNew: Bool,
        replacing names: Set<String>
    ) -> (what: String, advice: String)? { nil }

    func objection(to text: String, behind front: String) -> (what: String, advice: String)? { nil }

    func isNeeded(_ key: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool { false }

    func group(of key: String) -> Int { 0 }

    func line(_ lead: String, _ key: String, _ spelled: String, separator: String) -> String {
        lead + key + separator + spelled
    }

    func flagFront(_ isThere: Bool, like front: String) -> String { isThere ? "" : "no" }

    func ending(like entry: LineEntry?, in bytes: [UInt8]) -> String { "" }

    var locksOpenBlocks: Bool { false }

    func nests(in block: [String]) -> Bool { true }

    func newBlocks(_ block: [String]) -> [String] { block }

    var blockSigns: (open: String, close: String) { (" {", "}") }

    /// The text as it may stand in place of `old`.
    func spelling(
        of text: String,
        like old: ArraySlice<UInt8>,
        _ style: EditStyle,
        in dialect: LineDialect
    ) throws(EditError) -> String {
        if let spelled = spelled(text, like: old, style) { return spelled }
        let (what, advice) = obstacle(in: text)
        throw dialect.unrepresentable(what, advice)
    }

    /// A key as it stands in a new line.
    func spelling(ofKey key: String, in dialect: LineDialect) throws(EditError) -> String {
        guard let (what, advice) = objection(to: key) else { return key }
        throw dialect.unrepresentable(what, advice)
    }
}

/// What a language found in a file.
struct CommandLines {
    /// A file with more mistakes isn't looked through for them.
    private static let mostUnread = 200

    /// The sections of the entries, in the order of the file; the first is the file's own.
    var sections = [LineSection(path: [], header: 0..<0)]
    var entries: [LineEntry] = []
    var comments: [Range<Int>] = []
    /// The lines that the program refuses.
    private(set) var unread: [UnreadLine] = []
    var surroundings = CommandSurroundings()

    /// Notes a line that changes a setting in another way than by a value.
    mutating func addOpaque(_ key: some Sequence<UInt8>, at offset: Int) {
        guard let name = LineText.string(key) else { return }
        surroundings.opaque[ExactText(name)] = offset
    }

    /// Notes a line that changes a setting in a block so, or begins a block that is left alone.
    mutating func addOpaque(_ path: [String], at offset: Int) {
        addOpaque(CommandSurroundings.name(of: path).utf8, at: offset)
    }

    /// Notes a line that the program refuses.
    mutating func addUnread(_ line: Range<Int>, _ error: DocumentError) {
        guard unread.count < Self.mostUnread else { return }
        unread.append(UnreadLine(error: error, range: line, section: 0))
    }

    /// Leaves names alone that a block and a key have.
    mutating func hideConflicts(_ source: LineSource) {
        var groups = Set<[String]>()
        for path in Set(sections.compactMap(\.path)) {
            for count in path.indices { groups.insert(Array(path[...count])) }
        }
        let names = Set(groups.compactMap(\.last))
        for entry in entries {
            guard let block = sections[Int(entry.section)].path else { continue }
            let name = String(decoding: source.text[entry.key], as: UTF8.self)
            if names.contains(name), groups.contains(block + [name]) {
                addOpaque(block + [name], at: entry.range.lowerBound)
            }
        }
    }

    /// Leaves the entries of settings alone that other lines change, too.
    mutating func hideOpaque(_ source: LineSource, _ language: any CommandLanguage) {
        guard !surroundings.opaque.isEmpty else { return }
        let dialect = source.dialect
        let opaque = surroundings.opaque.map {
            (ExactText(dialect.compared($0.key.text)), $0.value)
        }
        surroundings.opaque = Dictionary(opaque, uniquingKeysWith: max)
        for index in entries.indices {
            let key = UnsafeBufferPointer(rebasing: source.text[entries[index].key])
            guard let name = LineText.string(language.name(of: key) ?? Array(key)) else { continue }
            let block = sections[Int(entries[index].section)].path ?? []
            let path = block + [dialect.compared(name)]
            if surroundings.opaquePart(of: path) != nil { entries[index].isDeletion = true }
        }
    }
}

/// What stands beside the settings in a file of commands, and keeps others from being written.
struct CommandSurroundings: Sendable {
    /// Settings that are neither read nor written, as lines change them otherwise than by a value.
    ///
    /// Each has the place of the last such line: `set -gu mouse` is one in tmux. Their names are as they are
    /// compared, behind those of their blocks; the name of a block stands for all of its settings.
    var opaque: [ExactText: Int] = [:]
    /// The start of a block or a quoted text that isn't closed; nil where all are.
    var openEnd: Int?
    /// Names that the program replaces by another text.
    var replaced: Set<String> = []
    /// What code can use at the end of the file; nil in a file that isn't code.
    var scope: LuaScope?

    /// What a path of blocks and a key is called among those that are opaque.
    static func name(of path: some Sequence<String>) -> String { path.joined(separator: ":") }

    /// How many names of a path, from its first, lead to something opaque, and the last line of that; nil where none
    /// do.
    func opaquePart(of path: [String]) -> (count: Int, offset: Int)? {
        guard !opaque.isEmpty else { return nil }
        for count in 1...path.count {
            if let offset = opaque[ExactText(Self.name(of: path[..<count]))] {
                return (count, offset)
            }
        }
        return nil
    }
}

/// How a command says a setting, beside its key and its value.
struct CommandTraits: OptionSet, Sendable {
    let rawValue: UInt8

    /// It adds to what other lines say.
    static let adds = Self(rawValue: 1)
    /// The program computes the value.
    static let computed = Self(rawValue: 2)
    /// The command continues in the next line.
    static let continued = Self(rawValue: 4)
    /// Other commands stand in its line.
    static let accompanied = Self(rawValue: 8)
    /// The key says ``CommandLanguage/flagTexts`` without a value.
    static let flag = Self(rawValue: 16)
    /// A flag that is denied by what stands before it.
    static let denied = Self(rawValue: 32)
    /// Other settings may stand in its line.
    static let sharesLine = Self(rawValue: 64)
    /// Its line ends with a carriage return, which may be a part of the value.
    static let endsWithReturn = Self(rawValue: 128)

    /// What makes an entry one that is only read.
    static let locks: Self = [
        .adds, .computed, .continued, .accompanied, .endsWithReturn,
    ]

    /// Why an entry is only read, as the end of a sentence about its line; nil where it may change.
    func reason(_ program: String) -> String? {
        if contains(.computed) { return "\(program) computes the value" }
        if contains(.adds) { return "it adds to what other lines say" }
        if contains(.continued) { return "it goes on over several lines" }
        if contains(.endsWithReturn) {
            return "it ends in CRLF, and \(program) may take CR for a part of the value"
        }
        return contains(.accompanied) ? "other commands stand beside it" : nil
    }
}
