// What every edit of every file of the YAML suite must leave as it was.

import SettingsModel
import TestSupport
import Testing

@testable import SettingsDocument

/// Values of all kinds to put wherever a value stands.
let yamlProbes: [SettingValue] = [
    .null, .boolean(true), .integer(-7), .real(1), .real(-.infinity), .real(1e20), .string(""),
    .string("two\nlines \"and\" 'quotes' \\ # = ]\n"), .string("naïve 日本"), .string("yes"),
    .string("a: b #c, [d] {e}"), .string("2026-11-21T09:30:00Z"), .data([0, 1, 255]), .array([]),
    .array([.integer(1), .array([.string("a")]), .dictionary([.init("k", .real(2))])]),
    .dictionary([]),
    .dictionary([.init("x y", .integer(1)), .init("z", .dictionary([.init("w", .string("v"))]))]),
]

/// One file whose edits are checked.
struct YAMLSubject: Sendable {
    let name: String
    let document: YAMLDocument
    let root: SettingValue
    /// The text of each leaf's value, in the order of the file.
    let texts: [(path: SettingKeyPath, text: ArraySlice<UInt8>)]
    let comments: [[UInt8]]

    init(_ name: String, _ bytes: [UInt8]) throws {
        self.name = name
        document = try YAMLDocument(bytes, as: .yaml, limits: .standard)
        root = document.root
        texts = Self.texts(of: document)
        comments = Self.comments(of: document)
    }

    private static func texts(
        of document: YAMLDocument
    ) -> [(path: SettingKeyPath, text: ArraySlice<UInt8>)] {
        document.entries.map { entry in
            let span = document.span(of: DocumentPath(entry.keyPath))
            return (entry.keyPath, document.bytes[span ?? 0..<0])
        }
    }

    private static func comments(of document: YAMLDocument) -> [[UInt8]] {
        document.tree.comments.map { Array(document.bytes[$0]) }
            .sorted { $0.lexicographicallyPrecedes($1) }
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
        ([DocumentPath([])] + paths).filter {
            if case .dictionary = root[$0] { true } else { false }
        }
    }

    /// The arrays, which can take another element.
    var arrays: [(path: DocumentPath, count: Int)] {
        ([DocumentPath([])] + paths).compactMap { path in
            if case .array(let values)? = root[path] { (path, values.count) } else { nil }
        }
    }

    /// Makes a change and checks what every change must keep; nil if it was refused for sharing.
    func check(_ change: DocumentChange) -> YAMLDocument? {
        let comment = Comment(
            rawValue: "\(name): \(change.path.elements) = \(String(describing: change.value))"
        )
        let revision: Revision
        do throws(EditError) {
            revision = try document.revised(by: change)
        } catch {
            // Where a tab stands on the line below, libyaml reads nothing there but plain text.
            let isTab = name == "DK95/05" && error.code == .gate
            #expect(
                error.code == .shared || isTab,
                "\(comment): refused, \(error.code) \(error.problem)"
            )
            return nil
        }
        guard let new = revision.document as? YAMLDocument else {
            Issue.record("\(comment): not a YAML document")
            return nil
        }
        #expect(new.root[change.path] == change.value, comment)
        #expect(othersDiffer(new, change) == nil, comment)
        #expect(throws: Never.self, comment) {
            let undone = try new.bytes.applying(document.bytes.inverse(of: revision.edits))
            #expect(undone == document.bytes, comment)
            #expect(try new.edits(for: [change], style: .natural) == [], comment)
        }
        #expect(lineEndings(new) == lineEndings(document), comment)
        if change.value != nil, isNewOrScalar(change.path) {
            #expect(Self.comments(of: new) == comments, comment)
        }
        #expect(new.lines.flatMap { new.bytes[$0.range] } == new.bytes, comment)
        return new
    }

    /// A leaf beside the change whose text or place in the order is another than it was.
    private func othersDiffer(_ new: YAMLDocument, _ change: DocumentChange) -> String? {
        var changed: [String] = []
        for element in change.path.elements {
            guard case .key(let key) = element else { break }
            changed.append(key)
        }
        let isOther: (SettingKeyPath) -> Bool = { path in
            !path.segments.starts(with: changed) && !changed.starts(with: path.segments)
        }
        let old = texts.filter { isOther($0.path) }
        let new = Self.texts(of: new).filter { isOther($0.path) }
        if old.map(\.path) != new.map(\.path) { return "order" }
        return zip(old, new).first { $0.0.text != $0.1.text }.map { "\($0.0.path)" }
    }

    private func isNewOrScalar(_ path: DocumentPath) -> Bool {
        switch root[path] {
        case .array, .dictionary: false
        default: true
        }
    }

    /// Byte order mark, final line end, and whether a bare line feed is among line ends of two.
    private func lineEndings(_ document: YAMLDocument) -> [Bool] {
        let bytes = document.bytes
        let isCRLF = String(decoding: self.document.bytes, as: UTF8.self).contains("\r\n")
        let hasBare = Self.hasBareFeed(bytes) && !Self.hasBareFeed(self.document.bytes)
        // A file without lines has no line end, and a block's text may need one.
        let isFree = bytes.count <= 3 || self.document.bytes.count <= 3 || endsWithBlock
        return [
            bytes.starts(with: [0xEF, 0xBB, 0xBF]), isFree || bytes.last == 10, isCRLF && hasBare,
        ]
    }

    private var endsWithBlock: Bool { document.tree.nodes.contains(where: \.isBlockScalar) }

    private static func hasBareFeed(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0] == 10 && ($0 == 0 || bytes[$0 - 1] != 13) }
    }
}

@Suite(.enabled(if: TOMLSharedFolder.folder != nil, TOMLSharedFolder.isMissing))
struct `An edit of any file of the YAML suite` {
    private static let subjects: [YAMLSubject] = {
        let files = (try? YAMLSuiteFile.all()) ?? []
        return files.filter(\.isValid).compactMap { try? YAMLSubject($0.name, $0.bytes) }
    }()

    @Test(arguments: [0, 1, 2])
    func `sets every path to every kind of value`(third: Int) {
        #expect(Self.subjects.count >= 257)
        for subject in Self.subjects {
            for (number, path) in subject.paths.enumerated() {
                for probe in yamlProbes.indices where (probe + number) % 3 == third {
                    _ = subject.check(DocumentChange(path, yamlProbes[probe]))
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

    @Test func `removes every element`() {
        for subject in Self.subjects {
            for (path, count) in subject.arrays {
                guard case .array(let values)? = subject.root[path] else { continue }
                for index in 0..<count {
                    var rest = values
                    rest.remove(at: index)
                    _ = subject.check(DocumentChange(path, .array(rest)))
                }
            }
        }
    }

    @Test func `puts elements in at every place`() {
        for subject in Self.subjects {
            for (path, count) in subject.arrays {
                guard case .array(let values)? = subject.root[path] else { continue }
                for index in 0...count {
                    var more = values
                    more.insert(yamlProbes[(index * 5 + count) % yamlProbes.count], at: index)
                    _ = subject.check(DocumentChange(path, .array(more)))
                }
            }
        }
    }

    @Test func `says the same in the conservative style`() throws {
        for subject in Self.subjects {
            for (number, path) in subject.paths.enumerated() {
                let probe = yamlProbes[number % yamlProbes.count]
                let change = DocumentChange(path, probe)
                guard let edits = try? subject.document.edits(for: [change], style: .conservative)
                else { continue }
                let bytes = try subject.document.bytes.applying(edits)
                let new = try? YAMLDocument(bytes, as: .yaml, limits: .standard)
                #expect(new?.root[path] == probe, "\(subject.name): \(path) \(probe)")
            }
        }
    }

    @Test func `commutes with an edit of another path`() throws {
        for subject in Self.subjects {
            let keyPaths = subject.document.entries.map(\.keyPath)
            for (first, second) in zip(keyPaths, keyPaths.dropFirst()) {
                let one = DocumentChange(DocumentPath(first), .string("one"))
                let two = DocumentChange(DocumentPath(second), .integer(2))
                guard let there = try? subject.document.revised(by: one).document.revised(by: two),
                    let back = try? subject.document.revised(by: two).document.revised(by: one)
                else { continue }
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
                    let probe = yamlProbes[(number + position * 5) % yamlProbes.count]
                    guard let new = subject.check(DocumentChange(place, probe)) else { continue }
                    let back = try new.revised(by: DocumentChange(place, nil))
                    let hadKeys = subject.root[path] != .dictionary([])
                    // A pair without braces keeps those that it was given, and a comma before a
                    // bracket on the same line goes.
                    let isTidied =
                        subject.name == "5C5M"
                        || subject.document.tree.nodes.contains { $0.style == .pair }
                    if hadKeys, !isTidied, new.bytes.last == subject.document.bytes.last {
                        #expect(
                            back.document.bytes == subject.document.bytes,
                            "\(subject.name): \(place)"
                        )
                    } else {
                        #expect(back.document.root == subject.root, "\(subject.name): \(place)")
                    }
                }
            }
        }
    }
}
