// One domain in two files of any two formats: both say the same, and types stay.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport
import Testing

/// Formats that are written.
private let formats = Format.allCases.filter { $0 != .sshConfig }

/// Pairs of them: all in a campaign, otherwise each format with itself, two times first and two times second.
private let pairs = formats.indices.flatMap { first in
    formats.indices.filter { second in
        let distance = (second - first + formats.count) % formats.count
        return LongRun.plays(distance, oneIn: (formats.count + 2) / 3)
    }.map { second in (first: formats[first], second: formats[second]) }
}

/// A value of each type, and what a person makes of it.
private let values: [(name: String, value: SettingValue, next: SettingValue)] = [
    ("flag", .boolean(true), .boolean(false)), ("size", .integer(14), .integer(-3)),
    ("ratio", .real(1.5), .real(2)), ("name", .string("Fira Code"), .string("14")),
    (
        "since", .date(SettingDate(seconds: 1_700_000_000)),
        .date(SettingDate(seconds: 1_600_000_000))
    ), ("icon", .data([1, 2, 255]), .data([3])),
    (
        "list", .array([.string("a"), .string("b")]),
        .array([.string("a"), .string("c"), .string("b")])
    ), ("servers", servers("a"), servers("b")),
    ("ports", .array([.integer(1), .integer(2)]), .array([.integer(2), .integer(3)])),
]

/// Tables in a list, of which a person changes one name.
private func servers(_ name: String) -> SettingValue {
    let since = SettingValue.date(SettingDate(seconds: 1_700_000_000))
    return .array([
        .dictionary([.init("name", .string(name)), .init("since", since)]),
        .dictionary([.init("name", .string("z")), .init("since", since)]),
    ])
}

/// The files of a domain on a desk, one in each of two formats.
private struct Pair {
    let desk: Desk
    /// The files' formats by path.
    let formats: [String: Format]

    init(_ first: Format, _ second: Format) throws {
        let formats = ["/a": first, "/b": second]
        self.formats = formats
        let texts = formats.mapValues { String(decoding: $0.emptyFile, as: UTF8.self) }
        desk = try Desk(
            // A binary property list is no text; it is made when there is something to say.
            texts.filter { formats[$0.key] != .binaryPropertyList },
            replicas: ["/a", "/b"].map {
                ReplicaConfiguration(path: $0, format: formats[$0], adoption: .all)
            }
        )
    }

    func document(_ path: String) throws -> any Document {
        let format = try #require(formats[path])
        return try format.parse(desk.bytes(path) ?? format.emptyFile)
    }

    /// Why a new file in the format can't take a value; nil where it can.
    func refusal(
        of value: SettingValue,
        at key: SettingKeyPath,
        _ path: String
    ) throws -> EditError? {
        let format = try #require(formats[path])
        let change = DocumentChange(DocumentPath(key), value)
        return try format.parse(format.emptyFile).revised(by: [change]).refusals.first?.error
    }

    /// Checks that each file says a value, or that it was told once that it can't; and so of the one before.
    func expect(
        _ key: SettingKeyPath,
        is value: SettingValue,
        after old: SettingValue? = nil
    ) throws {
        #expect(desk.value(key) == value, "\(key)")
        for path in ["/a", "/b"] {
            let document = try document(path)
            let found = document.entries.first { $0.keyPath == key }?.value
            // What is told of `general.list` may have the name 'list' in its reason.
            let told = desk.problems.count {
                $0.replica == desk.id(path) && $0.problem.hasPrefix("'\(key)' ")
            }
            let refusal = try refusal(of: value, at: key, path)
            if refusal == nil {
                let read = found.map { document.format.restored($0, like: value) }
                #expect(read == value, "\(key) in '\(path)'")
            }
            let former = try old.flatMap { try self.refusal(of: $0, at: key, path) }
            let reasons = Set([former, refusal].compactMap { $0?.problem })
            #expect(told == reasons.count, "\(key) in '\(path)'")
        }
    }
}

@Suite struct `Two files of one domain` {
    /// Flat files hold the first, files with sections the second, all others both.
    private static let places: [@Sendable (String) -> SettingKeyPath] = [
        { SettingKeyPath(segments: [$0]) }, { SettingKeyPath(segments: ["general", $0]) },
    ]

    @Test(arguments: zip(pairs.map(\.first), pairs.map(\.second)))
    func `say what a client sets, each as far as its format can`(
        first: Format,
        second: Format
    ) throws {
        let pair = try Pair(first, second)
        var set: [(SettingKeyPath, SettingValue)] = []
        for place in Self.places {
            for (name, value, _) in values {
                let answer = pair.desk.set(place(name), value)
                if case .success = answer { set.append((place(name), value)) }
            }
        }

        pair.desk.touch("/a")
        pair.desk.touch("/b")

        #expect(!set.isEmpty || !first.takesAnyName && !second.takesAnyName)
        for (key, value) in set { try pair.expect(key, is: value) }
        pair.desk.forget()
        pair.desk.restart()
        pair.desk.pass(5_000)
        #expect(pair.desk.writes == 0)
    }

    @Test(arguments: zip(pairs.map(\.first), pairs.map(\.second)))
    func `give each other what a person changes in one, with its type`(
        first: Format,
        second: Format
    ) throws {
        let pair = try Pair(first, second)
        var changes: [DocumentChange] = []
        var former: [SettingKeyPath: SettingValue] = [:]
        for place in Self.places {
            for (name, value, next) in values {
                let key = place(name)
                guard try pair.refusal(of: value, at: key, "/a") == nil,
                    try pair.refusal(of: next, at: key, "/a") == nil,
                    case .success = pair.desk.set(key, value)
                else { continue }
                former[key] = value
                changes.append(DocumentChange(DocumentPath(key), next))
            }
        }
        let edited = try pair.document("/a").revised(by: changes)
        #expect(edited.refusals.isEmpty)
        pair.desk.read("/a")

        pair.desk.save("/a", bytes: edited.document.bytes)

        for change in changes {
            guard let key = change.path.keyPath, let value = change.value else { continue }
            try pair.expect(key, is: value, after: former[key])
        }
    }
}

extension Format {
    /// Whether a key may have a name that no program knows: a vimrc, say, has Vim's options alone.
    var takesAnyName: Bool { ![.vim, .i3, .screen, .lua].contains(self) }
}
