// A program that we know: where its file is, and how that becomes a domain.

package import SettingsDocument
package import SettingsModel

/// An entry of the catalogue, as its `entry.toml` describes it.
package struct CatalogueEntry: Sendable {
    /// How a running program comes to read its file again.
    package enum Reload: String, Sendable {
        /// The program watches its file.
        case itself
        case signal
        case command
        case unit
        case touch
        /// Nothing tells it.
        case nextStart = "next start"
    }

    /// The name of its folder, and of the domain.
    package var domain: Domain
    package var title: String
    /// Where the program's file may be, from the home folder on; the first that exists is it.
    package var places: [String]
    /// Which format the file has; nil where its name and content tell.
    package var format: Format?
    /// The file's keys that name further files.
    package var includeKeys: [SettingKeyPath]
    /// The folder beside the entry that says what the settings are; nil for none.
    package var bundle: String?
    package var reload: Reload
    /// What the hooks run and signal, for people.
    package var hooks: [String]
    /// The command that has the program list its options, for people; nil for none.
    package var describe: String?
    /// The keys of its file that say something of the look, in the order of the entry, with their pictures.
    package var look: [(fileKey: SettingKeyPath, pictures: [String])]
    /// Tables of words for maps, by name.
    package var words: [(name: String, words: SettingValue)]
    /// Tables of words that adopting makes, of the theme that the program's file names.
    package var themes: [String: Themes]
    private let document: any Document

    /// What is known of a program's themes.
    package struct Themes: Sendable {
        /// Where those that are installed are: files such as `~/.config/helix/themes/*.toml`, of which the star is the
        /// theme's name, and keys of the program's file, below which each key is one.
        package var installed: [String]
        /// Values of the program's file with which the program chooses by itself.
        package var unless: [(key: SettingKeyPath, value: SettingValue)]
    }

    private static let keys: Set = [
        "title", "command", "found", "checked", "proven", "includes", "watches", "bundle",
        "describe", "values", "themes", "file", "reload",
    ]
    /// What adopting shows is all that it does: no further files, and no check.
    private static let fileKeys: Set = ["format", "look"]
    /// Those that say something of the program, and aren't for its domain file.
    private static let ownKeys = [
        "command", "found", "checked", "proven", "includes", "watches", "bundle", "themes",
    ]

    /// Reads an entry.
    ///
    /// - Throws: ``CatalogueError``; what is wrong with the tables of a domain file in it, the agent says.
    package init(_ domain: Domain, _ bytes: [UInt8]) throws(CatalogueError) {
        do throws(DocumentError) {
            document = try Format.toml.parse(bytes)
        } catch {
            throw CatalogueError(domain, error.problem, at: error.place)
        }
        guard case .dictionary(let entries) = document.root else {
            throw CatalogueError(domain, "it is no table")
        }
        if let other = entries.first(where: { !Self.keys.contains($0.key) }) {
            let meant = other.key.meantWord(among: Self.keys)
            let question = meant.map { "; did you mean '\($0)'?" } ?? ""
            let span = document.span(of: DocumentPath([.key(other.key)]))
            throw CatalogueError(
                domain,
                "unknown key '\(other.key)'\(question)",
                at: span.map { SourcePlace(offset: $0.lowerBound, in: bytes) }
            )
        }
        let root = document.root
        guard let title = root["title"]?.text, let places = root["found"]?.texts, !places.isEmpty,
            places.allSatisfy({ $0.hasPrefix("~/") })
        else {
            throw CatalogueError(domain, "expected a 'title', and 'found' with paths from ~/ on")
        }
        guard let files = root["file"]?.elements, files.count == 1, let first = files.first,
            first.entries.allSatisfy({ Self.fileKeys.contains($0.key) })
        else {
            throw CatalogueError(domain, "expected one [[file]], with 'format' and 'look' alone")
        }
        self.domain = domain
        self.title = title
        self.places = places
        bundle = root["bundle"]?.text
        format = first["format"]?.text.flatMap(Format.init)
        let includes = root["includes"]?.texts ?? [root["includes"]?.text].compactMap(\.self)
        includeKeys = includes.compactMap { try? SettingKeyPath(parsing: $0) }
        let leaves = (first["look"]?.entries ?? []).flatMap {
            $0.value.leaves(at: SettingKeyPath(segments: [$0.key]))
        }
        look = leaves.map { ($0.0, $0.1.texts ?? [$0.1.text].compactMap(\.self)) }
        words = root["values"]?.entries.map { ($0.key, $0.value) } ?? []
        themes = try Self.themes(root["themes"], of: domain)
        let tables = root["reload"]?.elements ?? []
        hooks = tables.map(\.hook)
        describe = root["describe"]?["command"]?.texts.map { $0.joined(separator: " ") }
        reload = root["watches"] == .boolean(true) ? .itself : tables.first?.reload ?? .nextStart
    }

    private static func themes(
        _ tables: SettingValue?,
        of domain: Domain
    ) throws(CatalogueError) -> [String: Themes] {
        var themes: [String: Themes] = [:]
        for (name, table) in tables?.entries ?? [] {
            guard case .dictionary = table,
                table.entries.allSatisfy({ ["installed", "unless"].contains($0.key) }),
                let installed = table["installed"].map({ $0.texts }) ?? []
            else {
                throw CatalogueError(
                    domain,
                    "expected 'installed' and 'unless' in 'themes.\(name)'"
                )
            }
            let unless = (table["unless"]?.entries ?? []).flatMap {
                $0.value.leaves(at: SettingKeyPath(segments: [$0.key]))
            }
            themes[name] = Themes(installed: installed, unless: unless.map { ($0.0, $0.1) })
        }
        return themes
    }

    /// Whether a domain file is one that adopting the program has made: it has the entry's bundle, whichever
    /// catalogue that was in, or the title of an entry without one.
    package func made(_ domainFile: [UInt8]) -> Bool {
        guard let root = try? Format.toml.parse(domainFile).root else { return false }
        guard let bundle else { return root["title"]?.text == title }
        return root["bundle"]?.text?.hasSuffix("/catalogue/\(domain)/\(bundle)") == true
    }

    /// The domain file that makes a domain of the program's file; the entry's text, as far as it's for that.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - bundle: The folder that says what the settings are, as the domain file has it; nil for none.
    ///   - included: The files that it includes and that are linked with it; with their keys, or nil for all.
    /// - Returns: The domain file's text.
    /// - Throws: ``CatalogueError`` where the entry's text can't be edited so.
    package func domainFile(
        for path: String,
        bundle: String?,
        including included: [(path: String, keys: [SettingKeyPath]?)]
    ) throws(CatalogueError) -> [UInt8] {
        var changes = Self.ownKeys.filter { document.root[$0] != nil }.map {
            DocumentChange(DocumentPath([.key($0)]), nil)
        }
        let look = [PathElement.key("file"), .index(0), .key("look")]
        if document.root.value(at: look[...]) != nil {
            changes.append(DocumentChange(DocumentPath(look), nil))
        }
        // Tables of words are for its share of the look, which is another domain's.
        if document.root["values"] != nil {
            changes.append(DocumentChange(DocumentPath([.key("values")]), nil))
        }
        if let bundle {
            changes.removeAll { $0.path == DocumentPath([.key("bundle")]) }
            changes.append(DocumentChange(DocumentPath([.key("bundle")]), .string(bundle)))
        }
        let place = [PathElement.key("file"), .index(0), .key("path")]
        changes.append(DocumentChange(DocumentPath(place), .string(path)))
        // The program reads no defaults store; one that is left would speak for the file after the next adoption.
        changes.append(DocumentChange(DocumentPath([.key("defaults")]), .boolean(false)))
        let revision = document.revised(by: changes)
        if let refusal = revision.refusals.first {
            throw CatalogueError(domain, refusal.error.problem)
        }
        var lines: [String] = []
        for file in included {
            lines += ["", "# \(path.escapedForDisplay) includes this file."]
            lines += ["[[file]]", "path = \(file.path.asTOML)"]
            if let format { lines.append("format = \(format.rawValue.asTOML)") }
            if let keys = file.keys {
                let texts = keys.map { KeyPattern.exactly($0).description.asTOML }
                lines += ["keys = ["] + texts.map { "    \($0)," } + ["]"]
            }
        }
        let ending = lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
        return revision.document.bytes + Array(ending.utf8)
    }
}

/// What is wrong with an entry.
package struct CatalogueError: Error, Equatable, Sendable {
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// Where in the entry; nil where all of it is meant.
    package var place: SourcePlace?

    init(_ domain: Domain, _ problem: String, at place: SourcePlace? = nil) {
        self.problem = place == nil ? "the entry '\(domain)' is wrong: \(problem)" : problem
        self.place = place
    }

    /// What is wrong with the list of themes.
    init(themes problem: String) {
        self.problem = "the look's list of themes is wrong: \(problem)"
    }

    /// What is wrong with the look's domain file.
    init(look problem: String) {
        self.problem = "the look's domain file can't be added to: \(problem)"
    }
}

extension SettingValue {
    /// What a hook does.
    fileprivate var reload: CatalogueEntry.Reload {
        if self["signal"] != nil { return .signal }
        if self["command"] != nil { return .command }
        return self["unit"] == nil ? .touch : .unit
    }

    /// The names of the program that a hook is for.
    private var processes: [String] {
        self["process"]?.texts ?? [self["process"]?.text].compactMap(\.self)
    }

    /// A hook in words.
    fileprivate var hook: String {
        if let signal = self["signal"]?.text {
            let targets = processes + ["unit", "pidfile"].compactMap { self[$0]?.text }
            return "sends \(signal) to " + targets.map { "'\($0)'" }.joined(separator: ", ")
        }
        if let words = self["command"]?.texts {
            let names = processes.map { "'\($0)'" }.joined(separator: " or ")
            let condition = names.isEmpty ? "" : ", while \(names) runs"
            return "runs " + words.joined(separator: " ") + condition
        }
        if let unit = self["unit"]?.text { return "reloads \(unit)" }
        return "touches \(self["touch"]?.text ?? "")"
    }
}
