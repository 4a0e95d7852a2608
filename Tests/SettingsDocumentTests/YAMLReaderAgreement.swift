// PyYAML reads each edited file as it read the one before, but for the change.

import Foundation
import SettingsDocument
import SettingsModel
import Testing

/// PyYAML in a process of its own, as a reader that knows nothing of ours.
private enum PyYAML {
    /// Whether `python3` has it.
    static let isInstalled = (try? run("import yaml", input: [])) != nil

    static let isMissing: Comment = "SKIPPED: python3 has no PyYAML; install python3-yaml"

    /// For each text the tree that PyYAML makes of its first document, or nil where it refuses it.
    ///
    /// The tree is what the text says before tags are looked up: `[kind, tag, content]`.
    static func read(_ texts: [[UInt8]]) throws -> [String?] {
        let input = texts.map { Data($0).base64EncodedString() }.joined(separator: "\n")
        let output = try run(program, input: Array(input.utf8))
        return output.split(separator: "\n", omittingEmptySubsequences: false).prefix(texts.count)
            .map { $0 == "refused" ? nil : String($0) }
    }

    /// Composes with `yaml.SafeLoader`, the scanner and parser that are written in Python.
    private static let program = """
        import base64, json, sys, yaml
        def tree(node):
            if isinstance(node, yaml.ScalarNode):
                return ['scalar', node.tag, node.value]
            if isinstance(node, yaml.SequenceNode):
                return ['sequence', node.tag, [tree(item) for item in node.value]]
            pairs = [[tree(key), tree(value)] for key, value in node.value]
            return ['mapping', node.tag, sorted(pairs, key=json.dumps)]
        for line in sys.stdin:
            text = base64.b64decode(line).decode()
            try:
                nodes = list(yaml.compose_all(text, yaml.SafeLoader))
                print(json.dumps([tree(node) if node else None for node in nodes]))
            except (yaml.YAMLError, ValueError):
                print('refused')
        """

    private static func run(_ program: String, input: [UInt8]) throws -> String {
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/env")
        python.arguments = ["python3", "-c", program]
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "settings-agent-pyyaml-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, target) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try Data(input).write(to: source)
        try Data().write(to: target)
        python.standardInput = try FileHandle(forReadingFrom: source)
        python.standardOutput = try FileHandle(forWritingTo: target)
        python.standardError = FileHandle.nullDevice
        try python.run()
        python.waitUntilExit()
        guard python.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: try Data(contentsOf: target), as: UTF8.self)
    }
}

@Suite(
    .enabled(if: SharedFolder.url != nil, SharedFolder.isMissing),
    .enabled(if: PyYAML.isInstalled, PyYAML.isMissing)
)
struct `Another reader of YAML` {
    /// A file after one change, and what PyYAML must say of it.
    private struct Edited {
        var name: String
        var old: [UInt8]
        var new: [UInt8]
        /// The tree of the value that was set.
        var added: String
        /// Whether it took the place of another scalar, so that all other scalars stay.
        var isScalarChange: Bool
    }

    private static let probes: [(SettingValue, tag: String, text: String)] = [
        (.string("yes"), "str", "yes"), (.string("12:30:45"), "str", "12:30:45"),
        (.string("007"), "str", "007"), (.string("2001-01-01"), "str", "2001-01-01"),
        (.string("~"), "str", "~"), (.string("="), "str", "="), (.string("<<"), "str", "<<"),
        (.string("0x_1f"), "str", "0x_1f"), (.string("1e3"), "str", "1e3"),
        (.string("- a: [b], {c} # d"), "str", "- a: [b], {c} # d"),
        (.string("tab\t\u{85}\u{2028}\n"), "str", "tab\t\u{85}\u{2028}\n"),
        (.integer(-12), "int", "-12"), (.real(1e20), "float", "1.0e+20"),
        (.real(0.125), "float", "0.125"), (.real(.infinity), "float", ".inf"),
        (.boolean(false), "bool", "false"), (.null, "null", "null"),
    ]

    private static func edited() throws -> [Edited] {
        var edited: [Edited] = []
        for file in YAMLSuiteFile.all where file.isValid {
            guard let document = try? Format.yaml.parse(file.bytes) else { continue }
            let subject = EditLaws(file.name, document)
            for (number, path) in subject.paths.enumerated() {
                let probe = probes[(number + edited.count) % probes.count]
                let change = DocumentChange(path, probe.0)
                guard let old = subject.root[path], old != probe.0,
                    let new = try? subject.document.revised(by: change)
                else { continue }
                edited.append(
                    Edited(
                        name: "\(file.name): \(path)",
                        old: file.bytes,
                        new: new.document.bytes,
                        added:
                            "[\"scalar\", \"tag:yaml.org,2002:\(probe.tag)\", \(json(probe.text))]",
                        isScalarChange: old.typeName != "array" && old.typeName != "dictionary"
                    )
                )
            }
        }
        return edited
    }

    @Test func `reads an edited file with just that change`() throws {
        let edited = try Self.edited()
        let old = try PyYAML.read(edited.map(\.old))
        let new = try PyYAML.read(edited.map(\.new))

        #expect(edited.count > 500)
        #expect(old.count == edited.count && new.count == edited.count)
        for (index, edit) in edited.enumerated() where old[index] != nil {
            let tree = new[index]
            #expect(tree != nil, "\(edit.name)")
            #expect(tree?.contains(edit.added) == true, "\(edit.name)")
            guard edit.isScalarChange else { continue }
            let scalars = [old[index], tree].map { Self.scalars($0 ?? "[]") }
            #expect(scalars[0].count == scalars[1].count, "\(edit.name)")
            #expect(zip(scalars[0], scalars[1]).count { $0 != $1 } <= 1, "\(edit.name)")
        }
    }

    @Test func `reads every string as the string that was written`() throws {
        let words = [
            "y", "n", "Yes", "NO", "on", "Off", "true", "null", "", "~", "=", "<<", ".inf", ".NaN",
            "1_000", "0b101", "0o17", "0x1F", "017", "+1", "-.5", "1.", "6.02e+23", "1e3",
            "190:20:30", "190:20:30.15", "2001-12-14", "2001-12-14t21:59:43.10-05:00",
            "2001-12-14 21:59:43.10 -5", "a: b", "a #b", "#a", "- a", "-", "?", "? a", ":", "a:",
            "&a", "*a", "!a", "|", ">", "%a", "@a", "`a", "'a'", "\"a\"", "[a", "{a", "a, b",
            "---", "...", "--- a", " a", "a ", "a\tb", "a\nb\n", "\u{FEFF}a", "é", "日本", "🙂",
        ]
        let empty = try Format.yaml.parse([])
        var texts: [[UInt8]] = []
        for word in words {
            let block = DocumentChange(DocumentPath([.key("k")]), .string(word))
            let flow = DocumentChange(DocumentPath([.key("f")]), .array([.array([])]))
            let inner = DocumentChange(DocumentPath([.key("f"), .index(0)]), .string(word))
            let document = try empty.revised(by: block).document.revised(by: flow).document
            texts.append(try document.revised(by: inner).document.bytes)
        }

        let trees = try PyYAML.read(texts)

        for (word, tree) in zip(words, trees) {
            let string = "[\"scalar\", \"tag:yaml.org,2002:str\", \(Self.json(word))]"
            let count = (tree ?? "").components(separatedBy: string).count - 1
            #expect(count == 2, "\(word.debugDescription): \(tree ?? "refused")")
        }
    }

    /// The scalars of a tree with their tags, keys included.
    private static func scalars(_ tree: String) -> [[String]] {
        func visit(_ node: Any) -> [[String]] {
            if let scalar = node as? [String], scalar.first == "scalar" { return [scalar] }
            return (node as? [Any])?.flatMap(visit) ?? []
        }
        let object = try? JSONSerialization.jsonObject(with: Data(tree.utf8))
        return object.map(visit) ?? []
    }

    /// A string as Python's `json.dumps` writes it.
    private static func json(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x09: result += "\\t"
            case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let hex = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }
        }
        return result + "\""
    }
}
