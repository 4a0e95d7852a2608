// The domain file of the look that programs share.

import SettingsDocument
package import SettingsModel

/// The domain file of the look, as far as it's made by adopting programs.
///
/// What a program adds is one paragraph: a comment with its title, its `[[file]]`, and the tables of words that
/// weren't there. So it can be taken out again without a trace.
package struct LookFile: Sendable {
    /// The domain's name.
    package static let name = Domain.lookName
    /// The look's own file, from the home folder on; every setting is there under its own name.
    package static let ownFile = ".config/look/look.toml"
    private(set) package var bytes: [UInt8]

    /// Takes a domain file that is there.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Begins one.
    ///
    /// - Parameter bundle: The folder that says what its settings are, as a domain file has it; nil for none.
    package init(bundle: String?) {
        let rules = bundle.map { "bundle = \($0.asTOML)\n" } ?? ""
        bytes = Array(
            """
            # One look for all programs that are adopted; each says it in its own words.
            title = "Look"
            \(rules)
            # The look's own file: every setting under its own name.
            [[file]]
            path = "~/\(Self.ownFile)"

            """.utf8
        )
    }

    /// The tables of words that it has, by name; none where it's no TOML, which adding to it says.
    package var words: [String: SettingValue] {
        let values = (try? Format.toml.parse(bytes))?.root["values"]?.entries ?? []
        return Dictionary(values.map { ($0.key, $0.value) }) { $1 }
    }

    /// Whether one of its files is at one of these paths.
    package func hasFile(at paths: [String]) -> Bool {
        let files = (try? Self.root(of: bytes))?["file"]?.elements ?? []
        return files.contains { paths.contains($0["path"]?.text ?? "") }
    }

    /// Adds a program's share.
    ///
    /// - Throws: ``CatalogueError`` where the file is no TOML, or has other words under a table's name.
    package mutating func add(
        _ share: LookShare,
        of entry: CatalogueEntry,
        at path: String
    ) throws(CatalogueError) {
        let known = try Self.root(of: bytes)["values"]?.entries ?? []
        var changes: [DocumentChange] = []
        for (name, words) in share.tables {
            if let other = known.first(where: { $0.key == name }) {
                guard other.value == words else {
                    throw CatalogueError(look: "it has other words for '\(name)'")
                }
                continue
            }
            changes.append(DocumentChange(DocumentPath([.key("values"), .key(name)]), words))
        }
        var lines = [Self.comment(entry.title), "[[file]]", "path = \(path.asTOML)"]
        if let format = entry.format { lines.append("format = \(format.rawValue.asTOML)") }
        lines += share.lines.map(\.text)
        var added = TextLines(bytes)
        added.append(try Self.paragraph(lines, with: changes))
        let new = LookFile(added.bytes)
        _ = try Self.root(of: new.bytes)
        if let lacking = share.tables.first(where: { new.words[$0.name] != $0.words }) {
            throw CatalogueError(look: "'\(lacking.name)' has no room in its 'values'")
        }
        bytes = new.bytes
    }

    /// A program's file with new tables of words, without blank lines between them.
    private static func paragraph(
        _ lines: [String],
        with changes: [DocumentChange]
    ) throws(CatalogueError) -> [ArraySlice<UInt8>] {
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        let revision: Revision
        do throws(DocumentError) {
            revision = try Format.toml.parse(text).revised(by: changes)
        } catch {
            throw CatalogueError(look: error.problem)
        }
        if let refusal = revision.refusals.first {
            throw CatalogueError(look: refusal.error.problem)
        }
        return TextLines(revision.document.bytes).lines.filter { !$0.isBlank }
    }

    /// Takes out a program's share, with the words that nothing else uses.
    ///
    /// - Parameters:
    ///   - paths: The program's file, as a domain file may have it.
    ///   - title: The program's, for the comment above; nil where it isn't known.
    /// - Returns: Whether it was one paragraph still; otherwise nothing is changed.
    package mutating func remove(_ paths: [String], title: String?) -> Bool {
        guard let old = try? Self.root(of: bytes), let files = old["file"]?.elements,
            let index = files.firstIndex(where: { paths.contains($0["path"]?.text ?? "") })
        else { return false }
        var text = TextLines(bytes)
        let headers = text.lines.indices.filter { text.lines[$0].says("[[file]]") }
        guard headers.count == files.count else { return false }
        var first = headers[index]
        let end = text.endOfParagraph(from: first)
        let starts = (first..<end).filter { text.lines[$0].isHeader } + [end]
        let tables = zip(starts, starts.dropFirst()).map { Array(text.lines[$0..<$1]) }
        if let title, first > 0, text.lines[first - 1].says(Self.comment(title)) { first -= 1 }
        if first > 0, text.lines[first - 1].isBlank { first -= 1 }
        text.lines.removeSubrange(first..<end)
        var words = words
        for table in tables.dropFirst() {
            guard let name = Self.words(in: table) else { return false }
            if let user = text.lines.firstIndex(where: { $0.hasStep(name) }) {
                // Another program uses the table, so it moves below that one.
                text.lines.insert(contentsOf: table, at: text.endOfParagraph(from: user))
            } else {
                words[name] = nil
            }
        }
        // A line that was taken for another thing than it is must not cost a setting.
        let new = LookFile(text.bytes)
        var rest = files
        rest.remove(at: index)
        guard let root = try? Self.root(of: new.bytes), new.words == words,
            (root["file"]?.elements ?? []) == rest, Self.others(root) == Self.others(old)
        else { return false }
        bytes = new.bytes
        return true
    }

    /// What the file says besides files and words.
    private static func others(_ root: SettingValue) -> [String: SettingValue] {
        let others = root.entries.filter { !["file", "values"].contains($0.key) }
        return Dictionary(others.map { ($0.key, $0.value) }) { $1 }
    }

    private static func comment(_ title: String) -> String { "# \(title)" }

    /// The name of the table of words that some lines are; nil for any other table.
    private static func words(in lines: [ArraySlice<UInt8>]) -> String? {
        let table = try? root(of: TextLines(lines).bytes)
        guard let table, table.entries.map(\.key) == ["values"] else { return nil }
        let words = table["values"]?.entries ?? []
        return words.count == 1 ? words[0].key : nil
    }

    private static func root(of bytes: [UInt8]) throws(CatalogueError) -> SettingValue {
        do throws(DocumentError) {
            return try Format.toml.parse(bytes).root
        } catch {
            throw CatalogueError(look: error.problem)
        }
    }
}
