// What an edit keeps of any file, besides what it keeps of spoiled ones: comments, line ends, places.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

/// The formats of lines that are written.
let lineFormats: [Format] =
    [
        .gitConfig, .systemd, .desktopEntry, .keyFile, .kconfig, .ini, .php, .mpv, .dunst, .foot,
        .npmrc, .btop, .dotenv,
        .properties, .kitty, .keyValue,
    ] + [.ghostty, .xresources, .hypr, .shell] + commandFormats + argumentFormats + statementFormats

/// Those of statements in blocks.
let statementFormats: [Format] = [.picom, .rasi, .mpd, .lua]

/// Those of options of a command line.
let argumentFormats: [Format] = [.args, .argLines, .flags, .gpg, .curl, .swaylock]

/// Those of commands that have a verb.
let commandFormats: [Format] =
    [
        .tmux, .vim, .zathura, .readline, .ranger, .lf, .mutt, .nano, .tridactyl, .gtkrc,
        .cmus, .tig, .abook,
    ]

/// Checks edits of one file.
struct EditLaws: Sendable {
    let name: String
    let document: any Document
    let root: SettingValue
    private let comments: [[UInt8]]
    private let invariants: Invariants

    /// Describes a file.
    init(_ name: String, _ document: any Document) {
        self.name = name
        self.document = document
        root = document.root
        comments = Self.comments(of: document)
        invariants = Invariants(of: document, readFrom: document.bytes)
    }

    private static func comments(of document: any Document) -> [[UInt8]] {
        document.comments.map { Array(document.bytes[$0]) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    // MARK: Places

    /// Every place that a path leads to, containers and elements too, the root first.
    var paths: [DocumentPath] {
        var paths: [DocumentPath] = []
        func visit(_ value: SettingValue, _ path: [PathElement]) {
            guard path.count < 8 else { return }
            paths.append(DocumentPath(path))
            switch value {
            case .dictionary(let entries):
                for entry in entries { visit(entry.value, path + [.key(entry.key)]) }
            case .array(let values):
                for (index, value) in values.enumerated() { visit(value, path + [.index(index)]) }
            default: break
            }
        }
        visit(root, [])
        return paths
    }

    /// The dictionaries, which can take a new key, the root among them.
    var dictionaries: [(path: DocumentPath, entries: [SettingValue.Entry])] {
        paths.compactMap { path in
            if case .dictionary(let entries)? = root.value(at: path) {
                (path, entries)
            } else {
                nil
            }
        }
    }

    /// The arrays, which can take another element.
    var arrays: [(path: DocumentPath, values: [SettingValue])] {
        paths.compactMap { path in
            if case .array(let values)? = root.value(at: path) { (path, values) } else { nil }
        }
    }

    // MARK: Changes

    /// Makes changes and checks what every change must keep.
    ///
    /// - Returns: What came of them; nil where one was refused.
    @discardableResult
    func check(_ changes: [DocumentChange]) -> (any Document)? {
        var invariants = invariants
        for finding in invariants.check(changes) { Issue.record("\(finding): \(shown(changes))") }
        guard let revision = invariants.revision else { return nil }
        for refusal in revision.refusals { check(refusal.error, refusal.change) }
        guard revision.refusals.isEmpty else { return nil }
        if changes.count == 1 { check(revision, of: changes[0]) }
        return revision.document
    }

    /// What a failure is about.
    private func shown(_ changes: [DocumentChange]) -> Comment {
        let text = String(decoding: document.bytes.prefix(2_000), as: UTF8.self)
        return "\(name): \(changes) in \(text.debugDescription)"
    }

    /// A refusal has a reason that lies in the file or in the format; the gate's own is none.
    private func check(_ error: EditError, _ change: DocumentChange) {
        let reasons: [EditError.Code] = [
            .unrepresentable, .ambiguous, .noSuchPath, .shared, .readOnly,
        ]
        // Where a tab stands on the line below, libyaml reads nothing there but plain text; and where
        // a %TAG line gives '!!' another meaning, nothing says that text is data.
        let isKnown = ["DK95/05", "P76L"].contains(name) && error.code == .gate
        #expect(reasons.contains(error.code) || isKnown, "\(error): \(shown([change]))")
        guard document.format.hasTypes, error.code == .unrepresentable, let value = change.value,
            !change.path.elements.isEmpty
        else { return }
        #expect(document.stored(value, at: change.path) == nil, "\(error): \(shown([change]))")
    }

    private func check(_ revision: Revision, of change: DocumentChange) {
        let new = revision.document
        checkEnds(of: new, change)
        if change.value != nil, keepsComments(change, revision.edits) {
            #expect(Self.comments(of: new) == comments, shown([change]))
        }
        checkHull(of: revision.edits, change)
        // What YAML means by a text depends on so much that the gate's second try is part of it.
        guard document.format != .yaml else { return }
        let stored = change.value.flatMap { document.stored($0, at: change.path) }
        let natural = try? document.edits(
            for: [DocumentChange(change.path, stored)],
            style: .natural
        )
        let bytes = natural.flatMap { try? document.bytes.applying($0) }
        #expect(bytes == new.bytes, "not at the first try: \(shown([change]))")
    }

    /// Byte order mark, and whether the last line has its end.
    private func checkEnds(of new: any Document, _ change: DocumentChange) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let (old, new) = (document.bytes, new.bytes)
        #expect(old.starts(with: mark) == new.starts(with: mark), shown([change]))
        guard document.format != .binaryPropertyList else { return }
        // A file without lines has no line end, and a block of YAML may need one. What stood last may
        // leave a blank line, which is nothing without an end.
        let isEmpty = [old, new].contains { $0.allSatisfy { mark.contains($0) || $0 <= 0x20 } }
        let isLast = old.last != 10 && (change.value == nil || change.path.elements.isEmpty)
        let isFree = isEmpty || document.hasBlockScalar || isLast
        if !isFree { #expect((old.last == 10) == (new.last == 10), shown([change])) }
    }

    private var isOfLines: Bool { document.format.isOfLines }

    /// Whether no comment may go: where no collection is replaced, and no line of several.
    private func keepsComments(_ change: DocumentChange, _ edits: [Edit]) -> Bool {
        if isOfLines, edits.count > 1 || change.value?.isContainer == true { return false }
        if let old = root.value(at: change.path) { return !old.isContainer }
        let parent = root.value(at: DocumentPath(Array(change.path.elements.dropLast())))
        if case .key? = change.path.elements.last { return parent?.typeName == "dictionary" }
        // An array of tables takes nothing else.
        return parent?.typeName == "array" && document.format != .toml
    }

    /// A text over a text touches nothing but itself.
    private func checkHull(of edits: [Edit], _ change: DocumentChange) {
        guard let value = change.value, !value.isContainer, document.format != .yaml,
            document.format != .binaryPropertyList,
            root.value(at: change.path)?.isContainer == false,
            let span = document.span(of: change.path)
        else { return }
        // An empty assignment of systemd stays, and the value follows it or goes.
        let isReset = document.stored(value, at: change.path) == .string("")
        guard document.format != .systemd || !isReset && edits.allSatisfy({ !$0.range.isEmpty })
        else { return }
        for edit in edits {
            #expect(span.lowerBound <= edit.range.lowerBound, shown([change]))
            #expect(edit.range.upperBound <= span.upperBound, shown([change]))
        }
    }
}

extension Format {
    /// Whether all values are texts on lines.
    var isOfLines: Bool {
        self == .sshConfig || lineFormats.contains(self)
    }

    /// Whether what can't be written can be told by the value alone.
    var hasTypes: Bool { [.toml, .json, .jsonc, .json5, .yaml].contains(self) }
}

extension Document {
    /// Whether a text in YAML goes to the end of its lines.
    fileprivate var hasBlockScalar: Bool {
        format == .yaml && bytes.contains { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ">") }
    }
}

// MARK: What tests of edits share

extension SettingValue {
    /// Whether the value holds others.
    var isContainer: Bool { typeName == "array" || typeName == "dictionary" }

    /// The value without empty dictionaries below it.
    var prunedEmpty: SettingValue {
        guard case .dictionary(let entries) = self else { return self }
        return .dictionary(
            entries.compactMap { entry in
                let value = entry.value.prunedEmpty
                return value == .dictionary([]) ? nil : Entry(entry.key, value)
            }
        )
    }

    /// The value that a path leads to, or nil.
    func value(at path: ArraySlice<PathElement>) -> SettingValue? {
        value(at: DocumentPath(Array(path)))
    }

    /// The value at a place, or nil.
    subscript(path: DocumentPath) -> SettingValue? { value(at: path) }
}

extension DocumentPath {
    /// The place of one step further.
    func appending(_ element: PathElement) -> DocumentPath { DocumentPath(elements + [element]) }
}
