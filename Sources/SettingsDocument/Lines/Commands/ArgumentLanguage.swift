// Options of a command line, one in each line of a file.

import SettingsModel

/// How a program's file has the options of its command line.
///
/// A key is an option's long name without its dashes. An option without a value is the text `true`; one that
/// stands several times is a list. Short options and other words are left alone.
struct ArgumentLanguage: CommandLanguage {
    /// Whether dashes stand before a name.
    enum Dashes: Sendable { case always, never, either }

    let program: String
    var dashes = Dashes.always
    var values: ArgumentValues
    /// Whether the value of an option without one may be the next line.
    var hasNextLines = false
    /// Options behind which others mean something else.
    var ends: Set<String> = []
    /// Whether `[if …]` and `[fi]` make blocks.
    var hasConditions = false

    static let flag = "true"

    var flagTexts: (there: String, denied: String?) { (Self.flag, nil) }

    func read(_ source: LineSource) -> CommandLines {
        var reader = ArgumentReader(source, self)
        return reader.lines()
    }

    // MARK: Values

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] { values.decoded(spelling) }

    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        values.spelled(text, like: old)
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            return ("a line break", "Set a text of one line")
        }
        if values == .plain {
            return ("blanks, quotes, backslashes and '#' in a value", "Leave them out")
        }
        return LineDialect.hasBlankEdge(text)
            ? ("blanks at the ends of a value", "Leave them out")
            : ("'{{' at the end of a value", "Let the text end in another way")
    }

    // MARK: Keys

    /// Whether a byte may stand in a name.
    static func isPart(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || "_-.+".utf8.contains(byte)
    }

    /// Whether bytes are the name of a long option.
    static func isName(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first.map { LineText.isLetterOrDigit($0) || $0 == 0x5F } == true
            && bytes.allSatisfy(isPart)
    }

    func objection(to key: String) -> (what: String, advice: String)? {
        guard Self.isName(key.utf8), !ends.contains(key) else {
            return (
                "the key '\(key.escapedForDisplay)'",
                "Use the long name of an option, without its dashes"
            )
        }
        return nil
    }

    func objection(
        to text: String,
        of key: String,
        isNew: Bool,
        replacing names: Set<String>
    ) -> (what: String, advice: String)? {
        if isNew, text == "false" {
            return (
                "the new text 'false', as an option that isn't there is off",
                "Set 'true', or leave the key out"
            )
        }
        return nil
    }

    func objection(to text: String, behind front: String) -> (what: String, advice: String)? {
        let bytes = Array(front.utf8)
        let isSigned = bytes.last == UInt8(ascii: "=")
        if dashes == .either, LineText.trimmed(bytes[...]).first == UInt8(ascii: "-"),
            bytes.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") })
        {
            return ("'=' behind an option with dashes", "Edit the file by hand")
        }
        guard dashes == .always, !isSigned else { return nil }
        if text.utf8.first == UInt8(ascii: "-") {
            return (
                "a text that begins with '-' where no '=' stands before it",
                "Write '=' between the option and its value, or edit the file by hand"
            )
        }
        let isLine = bytes.contains(0x0A) && values == .rest
        guard isLine, text.isEmpty || text.utf8.first == UInt8(ascii: "#") else { return nil }
        return (
            "such a text in a line of its own",
            "Write '=' and the value behind the option, or edit the file by hand"
        )
    }

    // MARK: New lines

    func lead(for key: String) -> String { dashes == .always ? "--" : "" }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? {
        entry.command.isDisjoint(with: .locks) ? lead(for: "") : nil
    }

    func line(_ lead: String, _ key: String, _ spelled: String, separator: String) -> String {
        if spelled == Self.flag { return lead + key }
        // Behind a blank it would be another option.
        let needsSign = dashes == .always && spelled.utf8.first == UInt8(ascii: "-")
        return lead + key + (needsSign ? "=" : separator) + spelled
    }
}
