// What every edit of JSON and of property lists must keep, whatever the file.

import SettingsDocument
import SettingsModel
import Testing

/// Checks edits of one file against the laws of lossless editing.
struct EditLaws {
    let document: any Document

    /// Values of every type, with text that needs care in some format.
    static let probes: [SettingValue] = [
        .boolean(true), .boolean(false), .integer(42), .integer(.min), .real(1.5), .real(-0.0),
        .string("plain"), .string("q\"'\\ \n\r\t <&> ]]> é \u{2028} 😀 \u{7F}"), .string(""),
        .array([]), .array([.integer(1), .array([.string("x")])]), .dictionary([]),
        .dictionary([.init("k", .dictionary([.init("n 1", .real(2))])), .init("", .boolean(true))]),
    ]

    /// Every place of the file that a path leads to, the root first.
    var paths: [DocumentPath] {
        var paths: [DocumentPath] = []
        func walk(_ value: SettingValue, _ elements: [PathElement]) {
            guard elements.count < 8 else { return }
            paths.append(DocumentPath(elements))
            switch value {
            case .array(let values):
                for (index, value) in values.enumerated() {
                    walk(value, elements + [.index(index)])
                }
            case .dictionary(let entries):
                for entry in entries { walk(entry.value, elements + [.key(entry.key)]) }
            default: break
            }
        }
        walk(document.root, [])
        return paths
    }

    /// Sets every probe at a place, inserts beside and below it, and removes it.
    func checkAll(at path: DocumentPath, in probes: [SettingValue] = probes) throws {
        for probe in probes {
            try check([DocumentChange(path, probe)])
            switch document.root.value(at: path.elements[...]) {
            case .dictionary: try check([DocumentChange(path.appending(.key("new key")), probe)])
            case .array(let values):
                try check([DocumentChange(path.appending(.index(values.count)), probe)])
            default: break
            }
        }
        if !path.elements.isEmpty { try check([DocumentChange(path, nil)]) }
    }

    /// Makes changes without the gate, so that what it would catch is seen.
    @discardableResult
    func check(_ changes: [DocumentChange], style: EditStyle = .natural) throws -> (any Document)? {
        let context: Comment =
            "\(changes) in \(String(decoding: document.bytes.prefix(2_000), as: UTF8.self))"
        let edits: [Edit]
        do {
            edits = try document.edits(for: changes, style: style)
        } catch {
            // A refusal with its reason is right; the gate's own ones can't come from here.
            #expect([.unrepresentable, .ambiguous, .noSuchPath].contains(error.code), context)
            return nil
        }
        let result = try document.bytes.applying(edits)
        let new: any Document
        do {
            new = try document.format.parse(result)
        } catch {
            Issue.record(
                "\(error.problem) after \(context) gave \(String(decoding: result, as: UTF8.self))"
            )
            return nil
        }
        let expected = changes.reduce(document.root) {
            $0.replacing($1.path.elements[...], with: $1.value)
        }
        #expect(new.root == expected, "\(context) gave \(String(decoding: result, as: UTF8.self))")
        #expect(
            try new.edits(for: changes, style: style).isEmpty
                || changes.contains(where: \.movesPlaces),
            context
        )
        checkText(edits, changes, context)
        checkLines(of: new)
        expectQuickComparison(document, new, context)
        if edits.count > 0, changes.count == 1 {
            let back = try result.applying(document.bytes.inverse(of: edits))
            #expect(
                back == document.bytes,
                "\(context) gave \(String(decoding: result, as: UTF8.self)) and back \(String(decoding: back, as: UTF8.self)) by \(edits)"
            )
        }
        return new
    }

    /// A set touches the old value alone; an insertion takes nothing but blanks away.
    private func checkText(_ edits: [Edit], _ changes: [DocumentChange], _ context: Comment) {
        guard document.format != .binaryPropertyList, changes.count == 1,
            let value = changes[0].value
        else { return }
        if let span = document.span(of: changes[0].path) {
            let hull = edits.map(\.range).reduce(into: span.lowerBound..<span.lowerBound) {
                hull,
                range in
                hull =
                    min(hull.lowerBound, range.lowerBound)..<max(hull.upperBound, range.upperBound)
            }
            #expect(
                span.lowerBound <= hull.lowerBound && hull.upperBound <= span.upperBound,
                context
            )
        } else if !value.isEmptyContainer {
            let removed = edits.flatMap { document.bytes[$0.range] }
            let isInDictionary = document.root.value(at: changes[0].path.elements.dropLast()).map {
                if case .dictionary = $0 { true } else { false }
            }
            if isInDictionary == true {
                #expect(
                    removed.allSatisfy { " \t\r\n/>".utf8.contains($0) } || removed.count <= 7,
                    context
                )
            }
        }
        let isCRLF = document.bytes.contains(13) && !document.bytes.hasBareLineFeed
        if isCRLF, let result = try? document.bytes.applying(edits) {
            #expect(!result.hasBareLineFeed, context)
        }
    }

    /// The lines are the file, and each leaf hangs on one of them.
    func checkLines(of document: any Document) {
        guard document.format != .binaryPropertyList else { return }
        let lines = document.lines
        #expect(lines.flatMap { Array(document.bytes[$0.range]) } == document.bytes)
        let anchored = lines.flatMap { line -> [SettingKeyPath] in
            if case .entries(let paths) = line.anchor { return paths }
            return []
        }
        #expect(anchored == document.entries.map(\.keyPath))
    }
}

extension DocumentChange {
    /// Whether it names a position that it moves, so that making it again is another change.
    var movesPlaces: Bool {
        if case .index = path.elements.last { return value == nil }
        return false
    }
}

extension DocumentPath {
    func appending(_ element: PathElement) -> DocumentPath { DocumentPath(elements + [element]) }
}

extension [UInt8] {
    var hasBareLineFeed: Bool {
        indices.contains { self[$0] == 10 && ($0 == 0 || self[$0 - 1] != 13) }
    }
}

extension SettingValue {
    var isEmptyContainer: Bool { self == .array([]) || self == .dictionary([]) }

    /// The value that a path leads to, or nil.
    func value(at path: ArraySlice<PathElement>) -> SettingValue? {
        switch (self, path.first) {
        case (_, nil): self
        case (.dictionary(let entries), .key(let key)):
            entries.last { $0.key == key }?.value.value(at: path.dropFirst())
        case (.array(let values), .index(let index)):
            values.indices.contains(index) ? values[index].value(at: path.dropFirst()) : nil
        default: nil
        }
    }
}

extension DocumentPath: ExpressibleByStringLiteral {
    /// Keys and positions with slashes between them, for tests: `list/0/name`.
    package init(stringLiteral text: String) {
        self.init(
            text.split(separator: "/").map { step in
                Int(step).map(PathElement.index) ?? .key(String(step))
            }
        )
    }
}
