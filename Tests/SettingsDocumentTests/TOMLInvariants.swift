// What every edit of every file of the suite must leave as it was.

import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Values of all kinds to put wherever a value stands.
let tomlProbes: [SettingValue] = [
    .boolean(true), .integer(-7), .integer(.max), .real(1), .real(-.infinity), .string(""),
    .string("two\nlines \"and\" 'quotes' \\ # = ]"), .string("naïve 日本"),
    .date(SettingDate(seconds: 1_700_000_000, nanoseconds: 500_000_000)), .raw("1979-05-27"),
    .array([]), .array([.integer(1), .array([.string("a")]), .dictionary([.init("k", .real(2))])]),
    .dictionary([]),
    .dictionary([.init("x y", .integer(1)), .init("z", .dictionary([.init("w", .string("v"))]))]),
]

/// One file whose edits are checked.
private struct Subject {
    let name: String
    let document: TOMLDocument
    let root: SettingValue
    /// The text of each leaf's value.
    let texts: [SettingKeyPath: ArraySlice<UInt8>]
    let comments: [ArraySlice<UInt8>]

    init(_ name: String, _ bytes: [UInt8]) throws {
        self.name = name
        comments = SettingsDocumentTests.comments(in: bytes)
        let document = try TOMLDocument(bytes, as: .toml, limits: .standard)
        self.document = document
        root = document.root
        texts = Self.texts(of: document)
    }

    private static func texts(of document: TOMLDocument) -> [SettingKeyPath: ArraySlice<UInt8>] {
        Dictionary(
            uniqueKeysWithValues: document.entries.map { entry in
                let span = document.span(of: DocumentPath(entry.keyPath))
                return (entry.keyPath, document.bytes[span ?? 0..<0])
            }
        )
    }

    /// Every place of a value in the file, containers and items of arrays too.
    var paths: [DocumentPath] {
        var paths: [DocumentPath] = []
        func visit(_ value: SettingValue, _ path: [PathElement]) {
            if !path.isEmpty { paths.append(DocumentPath(path)) }
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

    /// The dictionaries that can take a new key, the root among them.
    var dictionaries: [DocumentPath] {
        [DocumentPath([])]
            + paths.filter { if case .dictionary = root[$0] { true } else { false } }
    }

    /// Makes a change and checks what every change must keep; nil if it was refused.
    func check(_ change: DocumentChange) -> TOMLDocument? {
        let comment = Comment(
            rawValue: "\(name): \(change.path.elements) = \(String(describing: change.value))"
        )
        let revision: Revision
        do throws(EditError) {
            revision = try document.revised(by: change)
        } catch {
            Issue.record("\(comment): refused, \(error.code) \(error.problem)")
            return nil
        }
        guard let new = revision.document as? TOMLDocument else {
            Issue.record("\(comment): not a TOML document")
            return nil
        }
        #expect(new.root[change.path] == change.value, comment)
        #expect(othersDiffer(new, change) == nil, comment)
        #expect(throws: Never.self, comment) {
            let undone = try new.bytes.applying(document.bytes.inverse(of: revision.edits))
            #expect(undone == document.bytes, comment)
            #expect(try new.edits(for: [change], style: .natural) == [], comment)
        }
        // An empty file has no line to end.
        let hasLines = new.bytes.count > 3 && document.bytes.count > 3
        #expect(!hasLines || lineEndings(new) == lineEndings(document), comment)
        if change.value != nil, isNewOrScalar(change.path) {
            #expect(SettingsDocumentTests.comments(in: new.bytes) == comments, comment)
        }
        #expect(new.lines.flatMap { new.bytes[$0.range] } == new.bytes, comment)
        expectQuickComparison(document, new, comment)
        return new
    }

    /// A leaf beside the change whose text is another than it was.
    private func othersDiffer(_ new: TOMLDocument, _ change: DocumentChange) -> SettingKeyPath? {
        var changed: [String] = []
        for element in change.path.elements {
            guard case .key(let key) = element else { break }
            changed.append(key)
        }
        let newTexts = Self.texts(of: new)
        return texts.keys.first { path in
            let isConcerned =
                path.segments.starts(with: changed) || changed.starts(with: path.segments)
            return !isConcerned && newTexts[path] != texts[path]
        }
    }

    private func isNewOrScalar(_ path: DocumentPath) -> Bool {
        switch root[path] {
        case .array, .dictionary: false
        default: true
        }
    }

    /// Byte order mark, final line end, and whether a bare line feed is among line ends of two.
    private func lineEndings(_ document: TOMLDocument) -> [Bool] {
        let bytes = document.bytes
        let isCRLF = String(decoding: self.document.bytes, as: UTF8.self).contains("\r\n")
        let feeds = bytes.indices.filter { bytes[$0] == 10 }
        let bare = feeds.contains { $0 == 0 || bytes[$0 - 1] != 13 }
        let hadBare = self.document.bytes.indices.contains {
            self.document.bytes[$0] == 10 && ($0 == 0 || self.document.bytes[$0 - 1] != 13)
        }
        return [
            bytes.starts(with: [0xEF, 0xBB, 0xBF]), bytes.last == 10, isCRLF && !hadBare && bare,
        ]
    }
}

/// The comments of a TOML file that is known to be right, found without the parser.
private func comments(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard bytes.contains(0x23) else { return [] }
    var comments: [ArraySlice<UInt8>] = []
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        if byte == 0x23 {
            let end = bytes[index...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
            comments.append(bytes[index..<end])
            index = end
        } else if byte == 0x22 || byte == 0x27 {
            index = endOfString(bytes, index)
        } else {
            index += 1
        }
    }
    return comments.sorted { $0.lexicographicallyPrecedes($1) }
}

private func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
    let quote = bytes[start]
    let isMultiline = bytes[start...].starts(with: [quote, quote, quote])
    var index = start + (isMultiline ? 3 : 1)
    while true {
        if bytes[index] == 0x5C, quote == 0x22 {
            index += 2
        } else if bytes[index] != quote {
            index += 1
        } else if !isMultiline {
            return index + 1
        } else {
            let quotes = bytes[index...].prefix { $0 == quote }.count
            index += quotes
            if quotes >= 3 { return index }
        }
    }
}

extension SettingValue {
    /// The value at a place, or nil.
    subscript(path: DocumentPath) -> SettingValue? {
        var value = self
        for element in path.elements {
            switch (value, element) {
            case (.dictionary(let entries), .key(let key)):
                guard let entry = entries.first(where: { $0.key == key }) else { return nil }
                value = entry.value
            case (.array(let values), .index(let index)):
                guard values.indices.contains(index) else { return nil }
                value = values[index]
            default: return nil
            }
        }
        return value
    }
}

@Suite(.enabled(if: TOMLSharedFolder.folder != nil, TOMLSharedFolder.isMissing))
struct `An edit of any file of the suite` {
    private static let subjects: [Subject] = {
        let files = (try? TOMLSuiteFile.all("1.1.0")) ?? []
        return files.filter { $0.tagged != nil }.compactMap { try? Subject($0.name, $0.bytes) }
    }()

    @Test(arguments: [0, 1, 2])
    func `sets every path to every kind of value`(third: Int) {
        #expect(Self.subjects.count == 220)
        for subject in Self.subjects {
            for (number, path) in subject.paths.enumerated() {
                for probe in tomlProbes.indices where (probe + number) % 3 == third {
                    _ = subject.check(DocumentChange(path, tomlProbes[probe]))
                }
            }
        }
    }

    @Test func `removes every path`() {
        for subject in Self.subjects {
            for path in subject.paths {
                if case .index? = path.elements.last { continue }
                _ = subject.check(DocumentChange(path, nil))
            }
        }
    }

    @Test func `says the same in the conservative style`() throws {
        for subject in Self.subjects {
            for (number, path) in subject.paths.enumerated() {
                let probe = tomlProbes[number % tomlProbes.count]
                let change = DocumentChange(path, probe)
                let edits = try subject.document.edits(for: [change], style: .conservative)
                let new = try TOMLDocument(
                    subject.document.bytes.applying(edits),
                    as: .toml,
                    limits: .standard
                )
                #expect(new.root[path] == probe, "\(subject.name): \(path)")
            }
        }
    }

    @Test func `commutes with an edit of another path`() throws {
        for subject in Self.subjects {
            // A table that gives way to a value moves it to another place, so only values are taken.
            let keyPaths = subject.document.entries.map(\.keyPath).filter {
                subject.document.span(of: DocumentPath($0)) != nil
            }
            for (first, second) in zip(keyPaths, keyPaths.dropFirst()) {
                let one = DocumentChange(DocumentPath(first), .string("one"))
                let two = DocumentChange(DocumentPath(second), .integer(2))
                let there = try subject.document.revised(by: one).document.revised(by: two)
                let back = try subject.document.revised(by: two).document.revised(by: one)
                #expect(
                    there.document.bytes == back.document.bytes,
                    "\(subject.name): \(first) \(second)"
                )
            }
        }
    }

    @Test func `adds a key to every dictionary and takes it away again`() throws {
        for subject in Self.subjects {
            for (number, path) in subject.dictionaries.enumerated() {
                for (position, key) in ["new", "n w", ""].enumerated() {
                    let place = DocumentPath(path.elements + [.key(key)])
                    guard subject.root[place] == nil else { continue }
                    let probe = tomlProbes[(number + position * 5) % (tomlProbes.count - 1)]
                    guard let new = subject.check(DocumentChange(place, probe)) else { continue }
                    let back = try new.revised(by: DocumentChange(place, nil))
                    #expect(
                        back.document.root.prunedEmpty == subject.root.prunedEmpty,
                        "\(subject.name): \(place)"
                    )
                }
            }
        }
    }
}

extension SettingValue {
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
}
