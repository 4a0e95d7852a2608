// settingsctl dump, load: a domain as text, as dconf has it.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// A domain as text.
struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print what the user has set as text that 'load' takes.",
        discussion: """
            A group is [prefix], the domain itself [/]; a line is key=VALUE with VALUE as JSON. \
            Secrets are left out without --secrets, and so are keys that 'load' wouldn't take.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "Only what is below this key.") var prefix: SettingKeyPath?
    @Flag(help: .secrets) var secrets = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let all = try client.entries(of: domain, prefix: prefix, layer: .user)
        if all.isEmpty { try client.requireKnown(domain) }
        let entries = try all.withoutSecrets(client, unless: secrets).withoutEmptyKeys()
        if output.json {
            for entry in entries { showObject(writtenBy: entry.write(to:)) }
        } else {
            showGroups(of: entries)
        }
    }

    private func showGroups(of entries: [Entry]) {
        let depth = prefix?.segments.count ?? 0
        var groups: [(name: String, lines: [String])] = []
        for entry in entries {
            guard let value = entry.value else { continue }
            let path = entry.key.segments.dropFirst(depth)
            guard let last = path.last else { continue }
            let name =
                path.count == 1
                ? "/" : SettingKeyPath(segments: Array(path.dropLast())).description
            let line =
                SettingKeyPath(segments: [last]).description.quotedIfComment + "=" + value.json
            if let index = groups.firstIndex(where: { $0.name.isSame(as: name) }) {
                groups[index].lines.append(line)
            } else {
                groups.append((name, [line]))
            }
        }
        // The domain's own keys come first, as in every file of this kind.
        groups = groups.filter { $0.name == "/" } + groups.filter { $0.name != "/" }
        let texts = groups.map { "[\($0.name)]\n" + $0.lines.joined(separator: "\n") }
        if !texts.isEmpty { showText(texts.joined(separator: "\n\n")) }
    }
}

extension [Entry] {
    /// The entries that can be set again; those of files with an empty key are told on the standard
    /// error.
    func withoutEmptyKeys() -> [Entry] {
        let empty = filter { $0.key.segments.contains("") }
        guard !empty.isEmpty else { return self }
        let names = empty.map { "'\($0.key)'" }.joined(separator: ", ").escapedForDisplay
        writeError(
            "settingsctl: keys with an empty part are left out: \(names)\n"
                + "Only their file can set them; there, give them a name.\n"
        )
        return filter { !$0.key.segments.contains("") }
    }
}

extension String {
    /// A key as a line may begin with it; one that begins like a comment, or has a '=', is quoted.
    fileprivate var quotedIfComment: String {
        guard !hasPrefix("\""), hasPrefix("#") || contains("=") else { return self }
        return "\"" + self + "\""
    }
}

/// A domain from text.
struct Load: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set what the standard input says, all or nothing.",
        discussion: "The text is as 'dump' prints it; keys that it doesn't name stay as they are."
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "Put it below this key.") var prefix: SettingKeyPath?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let text = try FileText.standardInput()
        let tree = try DumpText(text, name: "standard input").changes(below: prefix)
        try Client().make(tree.map { ($0.key, $0.value) }, in: domain, output)
    }
}

/// Text as `dump` prints it.
struct DumpText {
    private let lines: [Substring]
    private let name: String

    init(_ bytes: [UInt8], name: String) throws {
        self.name = name
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(
                .fileTrouble,
                "\(name): it is not valid UTF-8",
                advice: "Nothing was changed. Save it as UTF-8"
            )
        }
        // At LF alone: JSON may have other ends of lines, as U+2028, within a text.
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// The values it sets, each below `prefix`.
    func changes(
        below prefix: SettingKeyPath?
    ) throws -> [(key: SettingKeyPath, value: SettingValue)] {
        var changes: [(key: SettingKeyPath, value: SettingValue)] = []
        var group = prefix?.segments ?? []
        for (index, line) in lines.enumerated() {
            let line = trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                group =
                    (prefix?.segments ?? []) + (try segments(line.dropFirst().dropLast(), index))
                continue
            }
            let (key, value) = try setting(line, index)
            changes.append((try path(group + key, index), value))
        }
        return changes
    }

    private func segments(_ group: Substring, _ line: Int) throws -> [String] {
        if group == "/" { return [] }
        do {
            return try SettingKeyPath(parsing: String(group)).segments
        } catch {
            throw wrong(line, error.problem, error.advice)
        }
    }

    private func path(_ segments: [String], _ line: Int) throws -> SettingKeyPath {
        do {
            return try SettingKeyPath(checking: segments)
        } catch {
            throw wrong(line, error.problem, error.advice)
        }
    }

    private func setting(_ line: Substring, _ number: Int) throws -> ([String], SettingValue) {
        // A quoted key may hold a '=', so the first one that leaves a key path before it counts.
        for index in line.indices where line[index] == "=" {
            guard let key = try? SettingKeyPath(parsing: String(trimmed(line[..<index]))) else {
                continue
            }
            do {
                let text = String(trimmed(line[line.index(after: index)...]))
                return (key.segments, try SettingValue(json: text))
            } catch {
                throw wrong(
                    number,
                    "'\(key)' has no JSON value: \(error.problem)",
                    "Write it as \(key)=VALUE, with text in double quotes"
                )
            }
        }
        throw wrong(
            number,
            "found a line that is neither key=VALUE nor [prefix]",
            "Write it as one of them, or put '#' before a comment"
        )
    }

    /// Without the blanks that a key needs quotes for; others are part of it.
    private func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        var scalars = text.unicodeScalars.drop(while: isBlank)
        while scalars.last.map(isBlank) == true { scalars.removeLast() }
        return Substring(scalars)
    }

    private func wrong(_ line: Int, _ problem: String, _ advice: String) -> Failure {
        Failure(
            .fileTrouble,
            "\(name):\(line + 1): \(problem)",
            advice: "Nothing was changed. " + advice
        )
    }
}
