// The names in a Lua file that stand for tables with names of their own.

/// What is known of them so far, from the file's beginning.
struct LuaAliases {
    private var tables: [String: (path: [String], offset: Int)] = [:]
    /// Where each path was last assigned to.
    private var assignments: [[String]: Int] = [:]

    /// Notes that a name stands for the table that a path leads to.
    mutating func add(_ name: String, _ path: [String], at offset: Int) {
        tables[name] = (path, offset)
    }

    /// Notes that a path leads to something else from here on; a name for what was there still stands for that.
    mutating func assigned(_ path: [String], at offset: Int) { assignments[path] = offset }

    /// A path with the table's own name in place of another one.
    ///
    /// `vim.o` is called `vim.opt`, as both have the same options (`:help lua-guide-options`).
    func resolved(_ path: [String]) -> [String] {
        var path = path
        if let (table, offset) = tables[path[0]],
            !table.indices.contains(where: { assignments[Array(table[...$0])] ?? -1 > offset })
        {
            path.replaceSubrange(..<1, with: table)
        }
        if path.starts(with: ["vim", "o"]) { path[1] = "opt" }
        return path
    }
}
