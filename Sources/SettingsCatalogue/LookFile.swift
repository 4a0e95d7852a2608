// The domain file of the look that programs share.

import SettingsDocument
package import SettingsModel

/// The domain file of the look, as far as it's made by adopting programs.
package struct LookFile: Sendable {
    /// The domain's name.
    package static let name = "look"
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

    /// Adds a program's share.
    ///
    /// - Throws: ``CatalogueError`` where the file is no TOML, or has other words under a table's name.
    package mutating func add(
        _ share: LookShare,
        of entry: CatalogueEntry,
        at path: String
    ) throws(CatalogueError) {
        let document: any Document
        do throws(DocumentError) {
            document = try Format.toml.parse(bytes)
        } catch {
            throw CatalogueError(look: error.problem)
        }
        let known = document.root["values"]?.entries ?? []
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
        let revision = document.revised(by: changes)
        if let refusal = revision.refusals.first {
            throw CatalogueError(look: refusal.error.problem)
        }
        var lines = ["", "# \(entry.title)", "[[file]]", "path = \(path.asTOML)"]
        if let format = entry.format { lines.append("format = \(format.rawValue.asTOML)") }
        lines += share.lines.map(\.text)
        let added = revision.document.bytes + Array((lines.joined(separator: "\n") + "\n").utf8)
        do throws(DocumentError) {
            _ = try Format.toml.parse(added)
        } catch {
            throw CatalogueError(look: error.problem)
        }
        bytes = added
    }
}
