// Reads the panes of a settings bundle.

import SettingsDocument
import SettingsModel

/// Reads the panes of a bundle, one by one or all of them.
///
/// Nothing in a bundle makes it fail: what is wrong becomes a problem, and the rest is read.
package struct BundleReader {
    let files: BundleFiles
    /// The languages that texts are looked for in, the best first.
    let languages: [String]
    let idiom: Idiom
    let limits: SchemaLimits
    /// What was wrong so far, in the order it was met.
    package private(set) var problems: [SchemaProblem] = []
    /// How much of the panes was read so far.
    private(set) var extent = Schema.Extent.whole
    /// The names of panes that were read in part.
    private(set) var cutPanes: Set<String> = []
    var translations: [String: Translations] = [:]
    private var bytesRead = 0
    /// Documents that were read, or nil for those that can't be.
    private var documents: [String: (any Document)?] = [:]
    /// The pane files that were asked for.
    var filesRead: Set<String> { Set(documents.keys) }
    /// Strings tables that none of the languages has, by the place where they are named first.
    var missingTables: [(place: SchemaPlace, table: String)] = []
    var rowsRead = 0
    /// The files of panes whose keys are each one key, dots and all.
    private(set) var filesWithPlainKeys: Set<String> = []
    /// What the root pane says of all keys; nil until it was asked for.
    private var bundleKeyStyle: KeyStyle?

    /// How a row's `Key` is written.
    package enum KeyStyle: Sendable {
        /// One key, dots and all, as the defaults store has it.
        case plain
        /// Dots lead into tables: `SAKeyPaths`.
        case path
    }

    package init(
        _ files: BundleFiles,
        languages: [String],
        idiom: Idiom,
        limits: SchemaLimits = .standard
    ) {
        self.files = files
        self.languages = languages
        self.idiom = idiom
        self.limits = limits
    }

    /// The name of the first pane.
    package static let rootName = "Root"

    /// The endings of pane files, the best first.
    static let endings = ["plist", "json", "jsonc", "json5", "yaml", "yml", "toml"]

    /// Reads one pane.
    ///
    /// - Returns: nil if the pane isn't there or can't be read; the problems say why.
    package mutating func pane(named name: String) -> Pane? {
        guard let file = file(ofPane: name) else {
            leaveOut(missing(name))
            return nil
        }
        guard let document = document(named: file) else {
            extent = .cut
            return nil
        }
        var style = name == Self.rootName ? KeyStyle.plain : keyStyle()
        if let own = Self.keyStyle(of: document.root) { style = own }
        if style == .plain { filesWithPlainKeys.insert(file) }
        var reading = PaneReading(
            document: document,
            file: file,
            keyStyle: style,
            mostRows: limits.rows - rowsRead,
            limits: limits
        )
        reading.translations = translations(
            ofTable: reading.stringsTable,
            for: SchemaPlace(file: file, path: DocumentPath([.key("StringsTable")]))
        )
        let pane = reading.pane(named: name)
        for problem in reading.problems { report(problem) }
        if reading.cuts > 0 {
            extent = .cut
            cutPanes.insert(name)
        }
        rowsRead += pane.rows.count
        return pane
    }

    /// Records that a pane is left out, and why.
    mutating func leaveOut(_ problem: SchemaProblem) {
        extent = .cut
        report(problem)
    }

    /// Records a problem once, up to the limit.
    mutating func report(_ problem: SchemaProblem) {
        guard problems.count < limits.problems, !problems.contains(problem) else { return }
        problems.append(problem)
        if problems.count == limits.problems {
            problems[limits.problems - 1] = SchemaProblem(
                .limit,
                .error,
                at: SchemaPlace(file: problem.place.file),
                problem: "there are more than \(limits.problems - 1) problems",
                advice: "Mend those above first"
            )
        }
    }

    private mutating func keyStyle() -> KeyStyle {
        if let bundleKeyStyle { return bundleKeyStyle }
        let root = file(ofPane: Self.rootName).flatMap { document(named: $0) }
        let style = root.flatMap { Self.keyStyle(of: $0.root) } ?? .plain
        bundleKeyStyle = style
        return style
    }

    private static func keyStyle(of root: SettingValue) -> KeyStyle? {
        root["SAKeyPaths"].flatMap(PaneReading.boolean).map { $0 ? .path : .plain }
    }

    // MARK: Files

    /// A name's length in bytes; with what may come behind it, a file's has at most 255.
    private static let longestName = 200

    /// Whether a name can be that of a file in the bundle's own folder.
    static func isFileName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count) && name.first != "."
            && !name.utf8.contains {
                $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 < 0x20
            }
    }

    /// Whether a name can be that of a pane: of a file in the bundle's own folder, or in a folder there.
    static func isPaneName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { isFileName(String($0)) }
    }

    /// The file of a pane, by the search order of InAppSettingsKit: the device's own first.
    package func file(ofPane name: String) -> String? {
        guard Self.isPaneName(name) else { return nil }
        let own = idiom.fileSuffixes.map { name + "~" + $0 }
        let stems = own.map { $0 + ".inApp" } + [name + ".inApp"] + own + [name]
        for stem in stems {
            for ending in Self.endings where files.names.contains("\(stem).\(ending)") {
                return "\(stem).\(ending)"
            }
        }
        return nil
    }

    /// Reads a file of the bundle once; nil, and a problem, if it can't be.
    mutating func document(named name: String) -> (any Document)? {
        if let known = documents[name] { return known }
        let document = readDocument(named: name)
        documents[name] = .some(document)
        return document
    }

    private mutating func readDocument(named name: String) -> (any Document)? {
        guard let bytes = contents(of: name) else { return nil }
        guard let format = Format.detect(name: name, bytes: bytes) else {
            let unknown = UnknownFormat(path: name, bytes: bytes)
            let advice = "Write it as a property list, JSON or TOML"
            reportUnreadable(
                name,
                unknown.reason ?? "the file is in no format that can be read here",
                unknown.remedy ?? advice
            )
            return nil
        }
        return document(bytes, format, name)
    }

    /// Reads the bytes of a file; nil, and a problem, if they can't be.
    mutating func document(
        _ bytes: [UInt8],
        _ format: Format,
        _ name: String
    ) -> (any Document)? {
        do {
            return try format.parse(bytes, limits: limits.file)
        } catch {
            reportSyntax(error, in: name)
            return nil
        }
    }

    /// The bytes of a file; nil, and a problem, if they can't be read.
    mutating func contents(of name: String) -> [UInt8]? {
        let bytes: [UInt8]
        do {
            bytes = try files.read(name)
        } catch {
            let problem = "the file can't be read: \(error.problem)"
            reportUnreadable(name, problem, "Put the file itself there")
            return nil
        }
        guard bytesRead + bytes.count <= limits.bytes else {
            let problem = "the bundle has more than \(limits.bytes) bytes"
            reportUnreadable(name, problem, "Move pictures and other large things out of it")
            return nil
        }
        bytesRead += bytes.count
        return bytes
    }

    private mutating func reportUnreadable(_ name: String, _ problem: String, _ advice: String) {
        report(
            SchemaProblem(
                .unreadable,
                .error,
                at: SchemaPlace(file: name),
                problem: problem,
                advice: advice
            )
        )
    }

    /// Records that a file can't be read, with the place.
    mutating func reportSyntax(_ error: DocumentError, in name: String) {
        report(
            SchemaProblem(
                .syntax,
                .error,
                at: SchemaPlace(file: name, position: error.place),
                problem: error.problem,
                advice: error.advice
            )
        )
    }

    /// The problem with its line, if its file was read and has lines.
    func located(_ problem: SchemaProblem) -> SchemaProblem {
        guard let document = documents[problem.place.file] ?? nil else { return problem }
        var located = problem
        located.place = problem.place.located(in: document)
        return located
    }

    /// The problem that a row or a tab names a pane that no file can have.
    func noFileName(_ name: String, at place: SchemaPlace) -> SchemaProblem {
        SchemaProblem(
            .fileName,
            .error,
            at: place,
            problem: "'\(name.escapedForDisplay)' is not the name of a pane's file",
            advice: "Write the name of a file in the bundle or in a folder of it, without an ending"
        )
    }

    private func missing(_ name: String) -> SchemaProblem {
        let place = SchemaPlace(file: name + ".plist")
        guard Self.isPaneName(name) else { return noFileName(name, at: SchemaPlace(file: name)) }
        return SchemaProblem(
            .missingFile,
            .error,
            at: place,
            problem: "the pane '\(name.escapedForDisplay)' has no file",
            advice: "Add '\(name.escapedForDisplay).plist', or correct 'File' where it's named"
        )
    }
}
