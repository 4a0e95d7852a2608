// The laws of an edit, over all formats: every layout that we know, and every file of the suites.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Values of all kinds to put wherever a value stands.
let probes: [SettingValue] = [
    .null, .boolean(true), .boolean(false), .integer(42), .integer(.min), .real(1), .real(-0.0),
    .real(1e20), .real(-.infinity), .real(.nan), .string("plain"), .string(""), .string("yes"),
    .string("q\"'\\ \n\r\t <&> ]]> é \u{2028} 😀 \u{7F}"), .string("two\nlines # = ]\n"),
    .string("a: b #c, [d] {e}"), .string("2026-11-21T09:30:00Z"), .string("\u{1}"),
    .string(" edge "),
    .string("back\\slash\\"), .string("$x"), .string("a;b\\;c;"),
    .date(SettingDate(seconds: 1_000_000_000)), .date(SettingDate(seconds: -62_135_596_800)),
    .date(SettingDate(seconds: 1_700_000_000, nanoseconds: 500_000_000)),
    .data([]), .data(Array(0..<100)), .raw("1979-05-27"), .raw("18446744073709551615"), .array([]),
    .array([.integer(1), .array([.string("x")]), .dictionary([.init("k", .real(2))])]),
    .array([.string("a"), .string("b c")]), .dictionary([]),
    .dictionary([.init("x y", .integer(1)), .init("z", .dictionary([.init("w", .string("v"))]))]),
]

/// Files whose edits are checked together.
struct LawFiles: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The files; nil where they lie beside the repository, and no such folder is there.
    let load: @Sendable () -> [EditLaws]?

    private static let layouts = Format.allCases.filter { $0 != .sshConfig }.map { format in
        LawFiles(testDescription: "\(format.rawValue) in every layout") {
            format.layouts.compactMap { layout in
                (try? format.parse(layout.bytes)).map { EditLaws(layout.name, $0) }
            }
        }
    }

    private static let suites = [
        LawFiles(testDescription: "toml-test") {
            guard SharedFolder.url != nil else { return nil }
            return TOMLSuiteFile.all.filter { $0.tagged != nil }.compactMap {
                laws($0.name, $0.bytes, .toml)
            }
        },
        LawFiles(testDescription: "yaml-test-suite") {
            guard SharedFolder.url != nil else { return nil }
            return YAMLSuiteFile.all.filter(\.isValid).compactMap { laws($0.name, $0.bytes, .yaml) }
        },
        LawFiles(testDescription: "JSONTestSuite") {
            guard SharedFolder.url != nil else { return nil }
            return SharedFolder.json.compactMap { laws($0.name, $0.bytes, .json) }
        },
        LawFiles(testDescription: "json5-tests") {
            guard SharedFolder.url != nil else { return nil }
            // The package.json files are long and all alike.
            let files = SharedFolder.json5.filter { $0.bytes.count < 2_000 }
            return files.compactMap { laws($0.name, $0.bytes, .json5) }
        },
    ]

    private static func laws(_ name: String, _ bytes: [UInt8], _ format: Format) -> EditLaws? {
        (try? format.parse(bytes)).map { EditLaws(name, $0) }
    }

    static let all = layouts + suites

    /// The files; says so where there are none.
    var loaded: [EditLaws] {
        guard let files = load() else {
            print("SKIPPED: \(testDescription) isn't there")
            return []
        }
        #expect(!files.isEmpty)
        return files
    }
}

@Suite struct `An edit` {
    @Test(arguments: LawFiles.all)
    func `sets every place to a dozen kinds of value, or says why not`(files: LawFiles) {
        let stride = LongRun.isOn ? 3 : probes.count
        for laws in files.loaded {
            for (number, path) in laws.paths.enumerated() {
                for probe in probes.indices where (probe + number) % stride == 0 {
                    laws.check([DocumentChange(path, probes[probe])])
                    switch laws.root.value(at: path) {
                    case .dictionary:
                        let new = path.appending(.key("new key"))
                        laws.check([DocumentChange(new, probes[probe])])
                    case .array(let values):
                        let end = path.appending(.index(values.count))
                        laws.check([DocumentChange(end, probes[probe])])
                    default: break
                    }
                }
            }
        }
    }

    @Test(arguments: LawFiles.all)
    func `removes every place`(files: LawFiles) {
        for laws in files.loaded {
            for path in laws.paths { laws.check([DocumentChange(path, nil)]) }
        }
    }

    @Test(arguments: LawFiles.all)
    func `takes each element out of an array, and puts one in at each place`(files: LawFiles) {
        for laws in files.loaded {
            for (path, values) in laws.arrays {
                for index in values.indices {
                    var rest = values
                    rest.remove(at: index)
                    laws.check([DocumentChange(path, .array(rest))])
                }
                for index in 0...values.count {
                    var more = values
                    more.insert(probes[(index * 5 + values.count) % probes.count], at: index)
                    laws.check([DocumentChange(path, .array(more))])
                }
            }
        }
    }

    @Test(arguments: LawFiles.all)
    func `sets a dictionary over another by the keys that differ`(files: LawFiles) {
        for laws in files.loaded {
            for (path, entries) in laws.dictionaries {
                guard let index = entries.firstIndex(where: { $0.value.other != nil }),
                    let other = entries[index].value.other
                else { continue }
                var changed = entries
                changed[index].value = other
                let place = path.appending(.key(entries[index].key))
                let whole = laws.document.revised(by: [DocumentChange(path, .dictionary(changed))])
                let single = laws.document.revised(by: [DocumentChange(place, other)])
                // In what an alias stands for, a key can't change; the alias itself can.
                if single.refusals.contains(where: { $0.error.code == .shared }) { continue }
                #expect(whole.document.bytes == single.document.bytes, "\(laws.name): \(place)")
            }
        }
    }

    @Test(arguments: LawFiles.all)
    func `says the same in the conservative style`(files: LawFiles) {
        for laws in files.loaded {
            for (number, path) in laws.paths.enumerated() {
                let stored = laws.document.stored(probes[number % probes.count], at: path)
                guard let stored else { continue }
                let change = DocumentChange(path, stored)
                guard
                    let edits = try? laws.document.edits(for: [change], style: .conservative),
                    let bytes = try? laws.document.bytes.applying(edits)
                else { continue }
                let new = try? laws.document.format.parse(bytes)
                // YAML's gate would refuse what it can't see through; see the natural style.
                #expect(
                    new?.root.value(at: path) == stored,
                    "\(laws.name): \(change) \(String(decoding: bytes, as: UTF8.self))"
                )
            }
        }
    }
}

@Suite struct `Two edits` {
    @Test(arguments: LawFiles.all)
    func `of two keys come to the same in either order, and together`(files: LawFiles) {
        for laws in files.loaded {
            let document = laws.document
            // A table that gives way to a value moves it, and how a text is put behind a key without
            // one is learned from the other keys.
            let paths = document.entries.map { DocumentPath($0.keyPath) }.filter {
                document.span(of: $0)?.isEmpty == false
            }
            for (first, second) in zip(paths, paths.dropFirst()) {
                let one = DocumentChange(first, .string("one"))
                let two = DocumentChange(second, .string("two"))
                let together = document.revised(by: [one, two])
                guard together.refusals.isEmpty else { continue }
                let there = document.revised(by: [one]).document.revised(by: [two]).document
                let back = document.revised(by: [two]).document.revised(by: [one]).document
                #expect(there.bytes == back.bytes, "\(laws.name): \(first)")
                #expect(together.document.root == there.root, "\(laws.name): \(first)")
            }
        }
    }

    @Test(arguments: LawFiles.all)
    func `put a key in and take it out again`(files: LawFiles) {
        for laws in files.loaded {
            for (path, entries) in laws.dictionaries {
                let place = path.appending(.key("new"))
                guard laws.root.value(at: place) == nil,
                    let longer = laws.check([DocumentChange(place, .string("x"))])
                else { continue }
                let back = longer.revised(by: [DocumentChange(place, nil)]).document
                #expect(back.root.prunedEmpty == laws.root.prunedEmpty, "\(laws.name): \(path)")
                // A table that only others' headers name gets one of its own, which stays.
                if entries.contains(where: { !$0.value.isContainer }), !laws.isTidied {
                    #expect(back.bytes == laws.document.bytes, "\(laws.name): \(path)")
                }
            }
        }
    }

    @Test(arguments: LawFiles.all)
    func `take a key out and put it in again`(files: LawFiles) {
        for laws in files.loaded {
            // To these programs a carriage return is text, so that they get no line with one.
            if [.tmux, .vim].contains(laws.document.format), laws.document.bytes.contains(0x0D) {
                continue
            }
            for entry in laws.document.entries {
                // Such a key is read, as btop knows none of that name.
                if laws.document.format == .btop, entry.keyPath.segments[0].hasSuffix("\t") {
                    continue
                }
                let path = DocumentPath(entry.keyPath)
                let out = laws.document.revised(by: [DocumentChange(path, nil)])
                guard out.refusals.isEmpty else { continue }
                // The key is what the law is about: a value that nobody would spell so may be refused.
                var plain = SettingValue.string("x")
                if case .array = entry.value { plain = .array([plain]) }
                // Vim's options are flags and numbers, too, and a list that Ghostty forgets is an empty text.
                if [.vim, .ghostty].contains(laws.document.format) { plain = entry.value }
                let back = out.document.revised(by: [DocumentChange(path, plain)])
                // Nothing else in the code may name the table, or nothing may follow what has no end.
                if laws.document.format == .lua,
                    [.noSuchPath, .ambiguous].contains(back.refusals.first?.error.code)
                {
                    continue
                }
                #expect(back.refusals.isEmpty, "\(laws.name): \(path) \(back.refusals)")
            }
        }
    }

    @Test(arguments: LawFiles.all)
    func `give a key another value and its old one`(files: LawFiles) {
        for laws in files.loaded {
            let document = laws.document
            for entry in document.entries {
                let path = DocumentPath(entry.keyPath)
                guard let span = document.span(of: path), let other = entry.value.other,
                    !laws.hasTags, laws.name != "C2DT",
                    // What isn't spelled as it would be now doesn't come back.
                    entry.value.isSpelled(String(decoding: document.bytes[span], as: UTF8.self))
                else { continue }
                let changed = document.revised(by: [DocumentChange(path, other)])
                guard changed.refusals.isEmpty else { continue }
                let back = changed.document.revised(by: [DocumentChange(path, entry.value)])
                #expect(back.document.bytes == document.bytes, "\(laws.name): \(path)")
            }
        }
    }

    @Test(arguments: LawFiles.all)
    func `and more come to the same at once and one by one`(files: LawFiles) {
        var random = SeededRandom(seed: 11)
        for laws in files.loaded {
            for _ in 0..<5 {
                let changes = laws.document.randomChanges(using: &random)
                laws.check(changes)
                let together = laws.document.revised(by: changes)
                guard together.refusals.isEmpty, changes.areApart else { continue }
                // The gate takes removals first.
                let ordered =
                    changes.filter { $0.value == nil } + changes.filter { $0.value != nil }
                var document = laws.document
                for change in ordered { document = document.revised(by: [change]).document }
                #expect(
                    together.document.root.prunedEmpty == document.root.prunedEmpty,
                    "\(laws.name): \(changes)"
                )
            }
        }
    }
}

extension EditLaws {
    /// Whether what is put in and taken out again may leave a place tidier than it was.
    fileprivate var isTidied: Bool {
        // A pair without braces keeps those that it was given, and a comma before a bracket on the
        // same line goes.
        document.format == .yaml
    }

    /// Whether a tag may stand before a value of YAML, which goes with the value.
    fileprivate var hasTags: Bool {
        document.format == .yaml && document.bytes.contains(UInt8(ascii: "!"))
    }
}

extension [DocumentChange] {
    /// Whether no change is at or below the place of another, and none moves positions.
    fileprivate var areApart: Bool {
        guard allSatisfy({ $0.path.keyPath != nil }) else { return false }
        return indices.allSatisfy { one in
            indices.allSatisfy { other in
                one == other
                    || !zip(self[one].path.elements, self[other].path.elements).allSatisfy {
                        $0 == $1
                    }
            }
        }
    }
}

extension SettingValue {
    /// Another value of the same kind, or nil.
    fileprivate var other: SettingValue? {
        switch self {
        case .integer(let number): .integer(number == 7 ? 8 : 7)
        case .boolean(let flag): .boolean(!flag)
        case .string: .string("other")
        default: nil
        }
    }

    /// Whether a text is how the value is spelled where nothing is in its way.
    fileprivate func isSpelled(_ text: String) -> Bool {
        switch self {
        case .integer(let number): text == String(number)
        case .boolean(let flag): text == String(flag)
        case .string(let word):
            !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isLetter }
                && [word, "\"\(word)\"", "'\(word)'"].contains(text)
        default: false
        }
    }
}
