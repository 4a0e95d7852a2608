// Lua, as far as its statements set one literal each: the files of wezterm, Neovim, Hyprland and others.

import SettingsModel

/// The language of files that programs run.
struct LuaLanguage: CommandLanguage {
    let program = "Lua"

    /// The tables that Neovim has its options and variables in (`:help lua-vim-variables`).
    static let neovimTables = [
        "g", "b", "w", "t", "v", "env", "go", "bo", "wo", "opt", "opt_global", "opt_local",
    ].map { ["vim", $0] }

    func read(_ source: LineSource) -> CommandLines {
        var reader = LuaReader(source)
        return reader.lines()
    }

    // MARK: Values

    func decoded(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
        LuaValues.isBare(spelling) ? Array(spelling) : LuaValues.text(of: spelling) ?? []
    }

    /// The text in quotes or without them, as the old one is; a new one has none where it can be.
    func spelled(_ text: String, like old: ArraySlice<UInt8>, _ style: EditStyle) -> String? {
        let isBare = old.isEmpty || LuaValues.isBare(old)
        if isBare, LuaValues.isBare(text.utf8) { return text }
        return isBare && !old.isEmpty ? nil : LuaValues.quoted(text, like: old)
    }

    func obstacle(in text: String) -> (what: String, advice: String) {
        (
            "this text where the value stands without quotes",
            "Set a number, true or false, or edit the file by hand"
        )
    }

    // MARK: Names

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return LuaWord(rawValue: text) == nil
            && text.utf8.allSatisfy { LineText.isLetterOrDigit($0) || $0 == 0x5F }
    }

    /// A key as it stands in a table.
    static func spelled(_ key: String) -> String { isName(key) ? key : "[\"\(key)\"]" }

    func objection(to key: String) -> (what: String, advice: String)? {
        let isPlain = key.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"\"\\".utf8.contains($0) }
        if isPlain, !key.isEmpty { return nil }
        return (
            "the name '\(key.escapedForDisplay)'",
            "Use no quotes, backslashes and control characters"
        )
    }

    func objection(to key: String, in block: [String]) -> (what: String, advice: String)? {
        guard block.starts(with: ["vim", "o"]) else { return nil }
        return ("an option as 'vim.o'", "Set it as 'vim.opt', which has the same options")
    }

    // MARK: New lines

    var locksOpenBlocks: Bool { true }

    func lead(for key: String) -> String { "" }

    func lead(of entry: LineEntry, in bytes: [UInt8]) -> String? { "" }
}
