// Everything that is wrong with a bundle: what `schema check` says.

import SettingsDocument
import SettingsModel

/// A check of a whole bundle, in all its languages and for all screens.
package struct BundleCheck {
    /// What was found, by file and place.
    package private(set) var problems: [SchemaProblem] = []
    private let files: BundleFiles
    private let limits: SchemaLimits
    private var filesRead: Set<String> = []

    /// Checks a bundle.
    package init(_ files: BundleFiles, limits: SchemaLimits = .standard) {
        self.files = files
        self.limits = limits
        var known: Set<SchemaPlace> = []
        var screens: [(reader: BundleReader, schema: Schema)] = []
        for idiom in Idiom.allCases {
            var reader = BundleReader(
                files,
                languages: files.languages,
                idiom: idiom,
                limits: limits
            )
            let panes = reader.panes()
            let schema = Schema(panes: panes, problems: reader.problems, rules: nil)
            screens.append((reader, schema))
            filesRead.formUnion(reader.filesRead)
            let ofRows = Self.problems(ofRowsIn: schema, reader.filesWithPlainKeys)
            let found = schema.problems + ofRows.map(reader.located)
            let missing = reader.missingTables.map(Self.missingTable).map(reader.located)
            problems += missing.filter { !problems.contains($0) }
            problems += found.filter { !known.contains($0.place) }
            known.formUnion(found.map(\.place))
        }
        for (reader, schema) in screens {
            for (_, other) in screens {
                problems += schema.problems(ofKeysMissingIn: other).map(reader.located)
            }
        }
        checkTranslations()
        checkUnusedFiles()
        problems.sortAndKeepWorst(limits.problems)
    }

    // MARK: Rows

    private static func problems(
        ofRowsIn schema: Schema,
        _ filesWithPlainKeys: Set<String>
    ) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        for pane in schema.panes {
            for section in pane.sections {
                let place = section.rows.first?.place ?? SchemaPlace(file: pane.file)
                // A radio group's section has the condition of its row.
                let known = section.rows.first?.visibleWhen ?? .always
                let conditions = [section.enabledWhen, section.visibleWhen].filter { $0 != known }
                problems += conditions.flatMap { Self.problems(of: $0, at: place, pane, schema) }
                for row in section.rows {
                    problems += self.problems(of: row, pane, schema)
                    let isPlain = filesWithPlainKeys.contains(row.place.file)
                    problems += isPlain ? [row.dottedKey].compactMap(\.self) : []
                }
            }
        }
        return problems
    }

    private static func problems(
        of row: Specifier,
        _ pane: Pane,
        _ schema: Schema
    ) -> [SchemaProblem] {
        [row.enabledWhen, row.visibleWhen].flatMap {
            problems(of: $0, at: row.place, pane, schema)
        }
    }

    private static func problems(
        of condition: Condition,
        at place: SchemaPlace,
        _ pane: Pane,
        _ schema: Schema
    ) -> [SchemaProblem] {
        guard !pane.isOfElements else { return [] }
        return condition.claims.compactMap { claim in
            guard let row = schema.specifier(at: claim.keyPath, in: pane.domain) else {
                return SchemaProblem(
                    .condition,
                    .warning,
                    at: place,
                    problem: "the condition asks for '\(claim.keyPath)', which no row has",
                    advice: "Correct the key, or add a row for it"
                )
            }
            let refusals = claim.values.compactMap { row.rule.refusal(of: $0) }
            guard let refusal = refusals.first else { return nil }
            return SchemaProblem(
                .condition,
                .warning,
                at: place,
                problem: "the condition asks whether '\(claim.keyPath)' is \(refusal.found), "
                    + "which it can't be: it is \(refusal.expected)",
                advice: "Correct the value, or the row's rule"
            )
        }
    }

    // MARK: Translations

    private mutating func checkTranslations() {
        var reader = BundleReader(files, languages: [], idiom: .wide, limits: limits)
        var tables: [String: [String: Set<String>]] = [:]
        for name in files.names.sorted() where name.hasSuffix(".lproj") {
            reportUnreadable(folder: name)
        }
        for name in files.names.sorted() where name.hasSuffix(".strings") {
            let parts = name.split(separator: "/")
            guard parts.count == 2, let table = parts.last else { continue }
            if let texts = reader.strings(in: name) {
                tables[String(table), default: [:]][name] = Set(texts.keys)
            }
        }
        let places = Set(problems.map(\.place))
        problems += reader.problems.filter { !places.contains($0.place) }
        for (_, texts) in tables.sorted(by: { $0.key < $1.key }) {
            reportMissing(among: texts.filter { !Self.isFallback($0.key) })
        }
    }

    /// That a pane's texts are in a table which no language has.
    private static func missingTable(_ place: SchemaPlace, _ name: String) -> SchemaProblem {
        SchemaProblem(
            .translation,
            .warning,
            at: place,
            problem: "no language has the strings table '\(name.escapedForDisplay)'",
            advice: "Add 'en.lproj/\(name.escapedForDisplay).strings', or remove 'StringsTable'"
        )
    }

    /// A folder that is named among the files is one that the edge didn't open.
    private mutating func reportUnreadable(folder name: String) {
        var reason = "it can't be opened"
        do { _ = try files.read(name) } catch { reason = error.problem }
        problems.append(
            SchemaProblem(
                .unreadable,
                .error,
                at: SchemaPlace(file: name),
                problem: "the translations can't be read: \(reason)",
                advice: "Put the folder itself there"
            )
        )
    }

    /// What is written in the language of the keys needs no text for each of them.
    private static func isFallback(_ name: String) -> Bool {
        name.hasPrefix("Base.lproj/") || name.hasPrefix("en.lproj/")
    }

    private mutating func reportMissing(among texts: [String: Set<String>]) {
        let all = texts.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        for (name, keys) in texts.sorted(by: { $0.key < $1.key }) {
            for key in all.subtracting(keys).sorted() {
                problems.append(
                    SchemaProblem(
                        .translation,
                        .note,
                        at: SchemaPlace(file: name, path: DocumentPath([.key(key)])),
                        problem: "the text of '\(key.escapedForDisplay)' is missing",
                        advice: "Translate it; another language has it"
                    )
                )
            }
        }
    }

    // MARK: Files

    private mutating func checkUnusedFiles() {
        // Past a limit, it isn't known what the other panes open.
        guard !problems.contains(where: { $0.code == .limit }) else { return }
        for name in files.names.sorted() where !name.contains("/") && !filesRead.contains(name) {
            guard let ending = name.split(separator: ".").last,
                BundleReader.endings.contains(String(ending)), name != "Info.plist",
                !isVariantOfReadPane(name)
            else { continue }
            problems.append(
                SchemaProblem(
                    .unusedFile,
                    .warning,
                    at: SchemaPlace(file: name),
                    problem: "no row opens this pane",
                    advice: "Add a PSChildPaneSpecifier for it, or remove the file"
                )
            )
        }
    }
}

extension BundleCheck {
    /// Whether a pane that was read has this file, too: for another device, or for Apple's Settings
    /// where `.inApp` is for the program's own screen.
    private func isVariantOfReadPane(_ name: String) -> Bool {
        let read = filesRead.filter { Self.paneName(ofFile: $0) == Self.paneName(ofFile: name) }
        let isVariant = name.contains("~") || name.contains(".inApp.")
        return !read.isEmpty && (isVariant || read.contains { $0.contains(".inApp.") })
    }

    /// `Root` for `Root~ipad.inApp.plist`.
    private static func paneName(ofFile name: String) -> Substring {
        let stem = name.split(separator: ".").dropLast()
        let own = stem.last == "inApp" && stem.count > 1 ? stem.dropLast() : stem
        let start = own.first?.startIndex ?? name.startIndex
        let end = own.last?.endIndex ?? start
        return name[start..<end].prefix { $0 != "~" }
    }
}

extension Specifier {
    /// That the row's key, read as one key, has dots; nil where it has none.
    fileprivate var dottedKey: SchemaProblem? {
        guard let key = keyPath?.segments.first, key.contains(".") else { return nil }
        return SchemaProblem(
            .badValue,
            .note,
            at: place,
            problem: "'\(key.escapedForDisplay)' is one key with dots in it",
            advice: "If it's a key in a table, say SAKeyPaths = true in the root pane"
        )
    }
}

extension Schema {
    /// The settings that the panes of one kind of screen have and those of another lack.
    fileprivate func problems(ofKeysMissingIn other: Schema) -> [SchemaProblem] {
        // What can't be read has told so.
        guard other.panes.contains(where: { !$0.rows.isEmpty }) else { return [] }
        var problems: [SchemaProblem] = []
        for pane in panes where !pane.isOfElements {
            for row in pane.rows {
                let domain = row.domain ?? pane.domain
                guard let key = row.keyPath, specifier(at: key, in: domain) != nil,
                    other.specifier(at: key, in: domain) == nil
                else { continue }
                problems.append(
                    SchemaProblem(
                        .missingKey,
                        .note,
                        at: row.place,
                        problem: "'\(key)' has no row on the other kind of screen",
                        advice: "Add one to the pane's other file; what this row says holds anyway"
                    )
                )
            }
        }
        return problems
    }
}
