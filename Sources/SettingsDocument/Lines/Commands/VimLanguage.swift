// How Vim's options are named and written (options.txt, "set-option").

import SettingsModel

/// The commands of a vimrc.
struct VimLanguage: CommandLanguage {
    let program = "Vim"
    let readsReturns = false

    func read(_ source: LineSource) -> CommandLines {
        var reader = VimReader(source)
        return reader.lines()
    }

    // MARK: Values

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        Array(spelling).withUnsafeBufferPointer { VimValue($0, 0..<$0.count).bytes }
    }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        let hasLineSigns = text.utf8.contains {
            [0, 0x0A, 0x0D, VimValue.literalNext].contains($0)
        }
        guard !hasLineSigns else { return nil }
        let spelled = text.unicodeScalars.map { scalar in
            " \t\\\"|".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
        }.joined()
        let value = Array(spelled.utf8).withUnsafeBufferPointer { VimValue($0, 0..<$0.count) }
        let isWhole = value.end == spelled.utf8.count && value.bytes.elementsEqual(text.utf8)
        return isWhole && !value.isComputed ? spelled : nil
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return ("a line break", "Set a text of one line")
        }
        return text.utf8.contains(VimValue.literalNext)
            ? ("the control character U+0016", "Leave it out")
            : (
                "a text with '`', a variable, or an expression behind '%{' or '%!'",
                "Leave it out, or edit the file by hand"
            )
    }

    // MARK: Keys

    func name(of key: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let name = LineText.string(key), let option = VimOptions.option(name),
            option.name != name
        else { return nil }
        return Array(option.name.utf8)
    }

    func objection(to key: String) -> (what: String, advice: String)? {
        guard let option = VimOptions.option(key) else {
            return (
                "the new key '\(key.escapedForDisplay)', as it isn't known what Vim's option holds",
                "Use the long name of an option of Vim, or add its line by hand"
            )
        }
        if option.name == key { return nil }
        return ("the key '\(key)', which is short for '\(option.name)'", "Use the long name")
    }

    func objection(
        to text: String,
        of key: String,
        isNew: Bool,
        replacing names: Set<String>
    ) -> (what: String, advice: String)? {
        switch VimOptions.option(key)?.kind {
        case .flag where !["on", "off"].contains(text):
            return ("such a text for '\(key)', which is on or off", "Set 'on' or 'off'")
        case .number where !Self.isNumber(text.utf8):
            return ("such a text for '\(key)', which is a number", "Set a number")
        case .text where Self.isExpression(key):
            return ("an expression for '\(key)' that Vim would run", "Edit the file by hand")
        default: return nil
        }
    }

    /// Whether Vim takes a text for a number.
    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        let digits = text.first == UInt8(ascii: "-") ? Array(text.dropFirst()) : Array(text)
        if digits.count > 2, digits[0] == 0x30, digits[1] == UInt8(ascii: "x") {
            return digits.count < 10 && digits.dropFirst(2).allSatisfy { $0.hexValue != nil }
        }
        return !digits.isEmpty && digits.count < 10
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether an option holds an expression or a function's name.
    static func isExpression(_ option: String) -> Bool {
        option.hasSuffix("expr") || option.hasSuffix("func")
    }

    // MARK: New lines

    func lead(for key: String) -> String { "set " }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        guard entry.command.isDisjoint(with: .locks) else { return nil }
        let front = bytes[..<entry.range.lowerBound]
        let start = front.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 }
        let line = front[(start ?? bytes.byteOrderMarkEnd)...].drop(while: LineText.isBlank)
        let verb = line.drop { $0 == UInt8(ascii: ":") || LineText.isBlank($0) }
            .prefix(while: LineText.isLetterOrDigit)
        let blanks = bytes[verb.endIndex...].prefix(while: LineText.isBlank)
        return LineText.string(bytes[line.startIndex..<blanks.endIndex])
    }

    func line(_ lead: String, _ key: String, _ spelled: String, separator: String) -> String {
        guard VimOptions.option(key)?.kind == .flag else { return lead + key + separator + spelled }
        return lead + flagFront(spelled == "on", like: "") + key
    }
}

/// The value of an option, up to the next one.
struct VimValue {
    /// The byte that makes a literal of the next one: Ctrl-V.
    static let literalNext: UInt8 = 0x16

    /// Past its last byte.
    private(set) var end: Int
    /// Without escapes.
    private(set) var bytes: [UInt8] = []
    /// Whether Vim puts something else in the place of a part, or runs it.
    private(set) var isComputed = false

    /// Reads a value from the start of a range.
    ///
    /// A backslash before `"` or `|` keeps it from ending the command, and is gone before the option's own
    /// backslashes are looked at (ex_docmd.c, `separate_nextcmd`; option.c, `do_set`).
    init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        end = range.lowerBound
        while end < range.upperBound {
            let run = text[end..<range.upperBound].prefix { $0 == UInt8(ascii: "\\") }.count
            let next = end + run
            guard next < range.upperBound else {
                // At the end nothing is left that they could stand before.
                bytes += Array(repeating: 0x5C, count: run - run / 2)
                end = next
                break
            }
            let sign = text[next]
            let endsCommand = sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "|")
            if endsCommand, run == 0 { break }
            let escapes = endsCommand ? run - 1 : run
            if LineText.isBlank(sign), escapes % 2 == 0 {
                bytes += Array(repeating: 0x5C, count: escapes / 2)
                end = next
                break
            }
            bytes += Array(repeating: 0x5C, count: escapes / 2)
            bytes.append(sign)
            if sign == Self.literalNext { isComputed = true }
            end = next + 1
        }
        isComputed = isComputed || Self.computes(bytes)
    }

    /// Where a command ends: before a `|` or a comment, or with its line.
    static func commandEnd(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        let end = range.first { position in
            "\"|".utf8.contains(text[position])
                && (position == range.lowerBound || text[position - 1] != UInt8(ascii: "\\"))
        }
        return end ?? range.upperBound
    }

    private static func computes(_ bytes: [UInt8]) -> Bool {
        if bytes.contains(UInt8(ascii: "`")) { return true }
        return zip(bytes, bytes.dropFirst()).contains { byte, next in
            switch byte {
            case UInt8(ascii: "$"):
                next == 0x5F || next == 0x7B || next > 0x39 && LineText.isLetterOrDigit(next)
            case UInt8(ascii: "%"): next == UInt8(ascii: "{") || next == UInt8(ascii: "!")
            default: false
            }
        }
    }
}
