// Other programs read what we wrote, and say the same.

import DocumentFuzz
import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Programs that read settings files, where they are installed.
extension Reader {
    static let hasGit = output(of: ["git", "--version"]) != nil
    static let hasPython = output(of: ["python3", "-c", "import configparser"]) != nil
    static let hasDotenv = output(of: ["python3", "-c", "import dotenv"]) != nil
}

/// Files made at random, each before and after an edit.
private func pairs(_ format: Format, count: Int) throws -> [(before: [UInt8], after: [UInt8])] {
    var random = SeededRandom(seed: 21)
    let samples = LineSamples(format: format)
    var pairs: [(before: [UInt8], after: [UInt8])] = []
    while pairs.count < count {
        let before = samples.file(using: &random)
        let document = try format.parse(before)
        let known = document.entries.map { DocumentPath($0.keyPath) }
        guard let first = known.randomElement(using: &random) else { continue }
        let group = first.elements.dropLast()
        let changes = [
            DocumentChange(
                first,
                LineSamples.texts.randomElement(using: &random).map(SettingValue.string)
            ),
            DocumentChange(
                DocumentPath(group + [.key("fresh")]),
                LineSamples.texts.randomElement(using: &random).map(SettingValue.string)
            ),
        ]
        pairs.append((before, document.revised(by: changes).document.bytes))
    }
    return pairs
}

@Suite(.enabled(if: Reader.hasGit, "git isn't installed")) struct `git beside us` {
    /// What git lists: each variable's name and value, in order.
    private func listed(_ path: String) -> [[String]]? {
        Reader.output(of: ["git", "config", "-f", path, "--list", "-z"]).map { data in
            data.split(separator: 0).map { record in
                let parts = record.split(
                    separator: 10,
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                let name = String(decoding: parts[0], as: UTF8.self)
                // A variable without a value is true.
                return [name, parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "true"]
            }
        }
    }

    /// The same of a document: names folded as git folds them, values in the order of their keys.
    private func values(_ document: any Document) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for entry in document.entries {
            let section = entry.keyPath.segments[0]
            let outer = section.prefix { $0 != "." }
            let name =
                outer.lowercased() + section.dropFirst(outer.count) + "."
                + entry.keyPath.segments[1].lowercased()
            switch entry.value {
            case .string(let text): values[name] = [text]
            case .array(let texts):
                values[name] = texts.map { if case .string(let text) = $0 { text } else { "?" } }
            default: values[name] = ["?"]
            }
        }
        return values
    }

    @Test func `reads what we wrote as we read it`() throws {
        let folder = try ReadersFolder()
        for (index, pair) in try pairs(.gitConfig, count: LongRun.isOn ? 60 : 20).enumerated() {
            for (name, bytes) in [("before", pair.before), ("after", pair.after)] {
                let path = try folder.write(bytes, "\(name)\(index)")
                let shown: Comment = "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
                let list = try #require(listed(path), shown)
                let theirs = Dictionary(grouping: list) { $0[0] }.mapValues { $0.map { $0[1] } }
                #expect(theirs == values(try Format.gitConfig.parse(bytes)), shown)
            }
        }
    }

    @Test func `gets a value that we set`() throws {
        let folder = try ReadersFolder()
        let document = try Format.gitConfig.parse(Array("[core]\n\ta = 1 # c\n".utf8))
        for (index, text) in LineSamples.texts.enumerated() {
            let change = DocumentChange("remote.a \"b/url", .string(text))
            let revision = document.revised(by: [change])
            guard revision.refusals.isEmpty else { continue }
            let path = try folder.write(revision.document.bytes, "file\(index)")
            let output = Reader.output(
                of: ["git", "config", "-f", path, "--get", "remote.a \"b.url"]
            )
            #expect(output.map { String(decoding: $0, as: UTF8.self) } == text + "\n")
        }
    }
}

/// What Python's readers say of each file: nested dictionaries of texts, or nil for a refusal.
private func pythonReadings(_ script: String, _ paths: [String]) throws -> [SettingValue?] {
    let output = try #require(Reader.output(of: ["python3", "-c", script] + paths))
    let list = try Format.json.parse(Array(output)).root
    guard case .array(let values) = list else { return [] }
    return values.map { $0 == .null ? nil : $0 }
}

extension SettingValue {
    /// With keys folded at the depth of keys, empty containers left out, as `configparser` has it.
    fileprivate var folded: SettingValue {
        guard case .dictionary(let sections) = self else { return self }
        return .dictionary(
            sections.compactMap { section in
                guard case .dictionary(let entries) = section.value else { return section }
                let folded = entries.map { Entry($0.key.lowercased(), $0.value) }
                return folded.isEmpty ? nil : Entry(section.key, .dictionary(folded))
            }
        )
    }
}

@Suite(.enabled(if: Reader.hasPython, "python3 isn't installed")) struct `configparser beside us` {
    private static let script = """
        import configparser, json, re, sys
        # It leaves quotes and what is behind them in the value.
        quotes = re.compile(r'''(["'])((?:(?!\\1).)*)\\1([ \\t]+[#;].*)?$''')
        def plain(value):
            match = quotes.match(value or "")
            return match[2] if match else value or ""
        results = []
        for path in sys.argv[1:]:
            parser = configparser.RawConfigParser(
                strict=False, allow_no_value=True, default_section="\\0")
            try:
                with open(path, encoding="utf-8-sig") as file:
                    parser.read_file(file)
                results.append({name: {key: plain(value) for key, value in parser.items(name)}
                                for name in parser.sections()})
            except configparser.MissingSectionHeaderError:
                results.append(None)
        print(json.dumps(results))
        """

    @Test func `reads what we wrote as we read it`() throws {
        let folder = try ReadersFolder()
        let files = try pairs(.ini, count: 300).flatMap { [$0.before, $0.after] }
        let paths = try files.enumerated().map { try folder.write($1, "file\($0)") }
        let readings = try pythonReadings(Self.script, paths)
        try #require(readings.count == files.count)
        #expect(readings.count { $0 != nil } > 100)
        for (index, bytes) in files.enumerated() {
            let shown: Comment = "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
            // What it refuses before an edit, it refuses after: a key outside of a section.
            if index % 2 == 1, readings[index - 1] != nil { #expect(readings[index] != nil, shown) }
            // It divides a line at ':' also where all others are divided at '='.
            guard let reading = readings[index],
                !String(decoding: bytes, as: UTF8.self).contains("q:")
            else { continue }
            #expect(reading.folded == (try Format.ini.parse(bytes).root.folded), shown)
        }
    }
}

@Suite(.enabled(if: Reader.hasDotenv, "python3-dotenv isn't installed"))
struct `python-dotenv beside us` {
    private static let script = """
        import dotenv, json, sys
        results = [dict(dotenv.dotenv_values(path, interpolate=False)) for path in sys.argv[1:]]
        print(json.dumps(results))
        """

    @Test func `reads what we wrote as we read it`() throws {
        let folder = try ReadersFolder()
        let files = try pairs(.dotenv, count: 300).flatMap { [$0.before, $0.after] }
        let withoutMark = files.map {
            $0.starts(with: [0xEF, 0xBB, 0xBF]) ? Array($0.dropFirst(3)) : $0
        }
        let paths = try withoutMark.enumerated().map { try folder.write($1, "file\($0)") }
        let readings = try pythonReadings(Self.script, paths)
        try #require(readings.count == files.count)
        for (bytes, reading) in zip(withoutMark, readings) {
            let shown: Comment = "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
            guard case .dictionary(let theirs)? = reading,
                case .dictionary(let ours) = try Format.dotenv.parse(bytes).root
            else {
                Issue.record(shown)
                continue
            }
            for (a, b) in zip(theirs, ours) {
                // `A= # c` is a comment behind nothing to other readers and to us, and a value to it.
                if b.value == "", case .string(let text) = a.value, text.hasPrefix("#") { continue }
                #expect(a == b, shown)
            }
            #expect(theirs.count == ours.count, shown)
        }
    }
}

@Suite struct `sh beside us` {
    @Test(arguments: [
        "one\ntwo", "two\n\nthree\n", "\n", "a\\nb", "it's\n\"q\" \\x", "$x\n`y`",
        "a # b\n# c\n B=2", "back\\\nslash", "t\tt",
    ])
    func `reads a text of an .env file as it was set`(text: String) throws {
        let document = try Format.dotenv.parse(Array("A=1 # mine\nB=1\n".utf8))
        let revision = document.revised(by: [set("A", .string(text)), set("C", .string(text))])
        #expect(revision.refusals.isEmpty)
        let folder = try ReadersFolder()
        let path = try folder.write(revision.document.bytes, "env")
        let script = #". "$1"; printf '%s|%s|%s' "$A" "$B" "$C""#
        let output = Reader.output(of: ["sh", "-c", script, "sh", path])
        #expect(output.map { String(decoding: $0, as: UTF8.self) } == "\(text)|1|\(text)")
    }
}
