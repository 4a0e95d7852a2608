// Panes as text, compared with files.

import Foundation
import SettingsDocument
import SettingsModel
import SettingsSchema
import Testing

/// Compares a text with a file in `Golden/`; `UPDATE_GOLDEN=1` writes the file instead.
func expectGolden(
    _ text: String,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    let file = folder.appending(path: name + ".txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name).txt differs", sourceLocation: sourceLocation)
}

/// A folder of the repository as a bundle.
func exampleBundle(_ name: String) throws -> BundleFiles {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/\(name).bundle")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.contains(".") && !$0.hasSuffix(".lproj") }
    return BundleFiles(names: names) { name throws(BundleFileError) in
        do {
            return Array(try Data(contentsOf: folder.appending(path: name)))
        } catch {
            throw BundleFileError(problem: "it can't be read")
        }
    }
}

/// A pane file of texts as a document.
func document(_ text: String, named name: String) throws -> any Document {
    let bytes = Array(text.utf8)
    let format = try #require(Format.detect(name: name, bytes: bytes))
    return try format.parse(bytes)
}

/// A bundle of texts.
func bundle(_ texts: [String: String]) -> BundleFiles {
    BundleFiles(texts.mapValues { Array($0.utf8) })
}

/// A bundle with one pane in JSON: these rows.
func bundle(rows: String) -> BundleFiles {
    bundle(["Root.json": "{\"PreferenceSpecifiers\": [\(rows)]}"])
}

extension Schema {
    /// Reads a bundle in English for a wide screen.
    init(_ files: BundleFiles) {
        self.init(bundle: files, languages: ["Base", "en"], idiom: .wide)
    }

    /// The panes, row by row, with all that a row says.
    var listing: String {
        (panes.map(\.listing) + problems.map { "problem: \($0)" }).joined(separator: "\n") + "\n"
    }
}

extension Pane {
    /// The pane, row by row.
    var listing: String {
        var lines = ["pane \(name) (\(file)) \(title.map { "“\($0)”" } ?? "without a title")"]
        if isOfElements { lines.append("  of an array's elements") }
        if let domain { lines.append("  domain \(domain)") }
        lines += tabs.map { "  tab “\($0.title)” → \($0.pane)" }
        for section in sections {
            lines.append("  section \(section.header.map { "“\($0)”" } ?? "without a header")")
            lines += conditions(section.enabledWhen, section.visibleWhen).map { "    " + $0 }
            lines += section.rows.flatMap(\.listing).map { "    " + $0 }
            if let footer = section.footer { lines.append("    footer “\(footer)”") }
        }
        return lines.joined(separator: "\n")
    }
}

private func conditions(_ enabled: Condition, _ visible: Condition) -> [String] {
    [("enabled", enabled), ("visible", visible)].filter { $0.1 != .always }.map { name, condition in
        "\(name) when \(condition.listing)"
    }
}

extension Condition {
    fileprivate var listing: String {
        switch self {
        case .always: "always"
        case .isIn(let keyPath, let values):
            "\(keyPath) is in \(SettingValue.array(values).quotedForMessage)"
        case .not(let condition): "not (\(condition.listing))"
        case .all(let conditions):
            "all (" + conditions.map(\.listing).joined(separator: "; ") + ")"
        case .any(let conditions):
            "any (" + conditions.map(\.listing).joined(separator: "; ") + ")"
        }
    }
}

extension Specifier {
    /// The row and what it says, a line each.
    var listing: [String] {
        var lines = ["“\(title)” \(type)"]
        if let keyPath {
            let shown = defaultValue.map { isSecret ? "hidden" : $0.quotedForMessage } ?? "none"
            lines.append("  key \(keyPath), default \(shown), expects \(rule.summary)")
        }
        lines += control.listing.map { "  " + $0 }
        if let domain { lines.append("  domain \(domain)") }
        if let subtitle { lines.append("  subtitle " + subtitle.listing) }
        if let help { lines.append("  help “\(help)”") }
        if !keywords.isEmpty { lines.append("  keywords \(keywords.joined(separator: ", "))") }
        lines += conditions(enabledWhen, visibleWhen).map { "  " + $0 }
        if !idioms.isEmpty { lines.append("  on \(idioms.map(\.rawValue).sorted())") }
        if let height = self.lines { lines.append("  \(height) lines high") }
        if let glyph { lines.append("  glyph \(glyph.name) or \(glyph.asciiName ?? "none")") }
        let flags = [
            ("disabled", !isEnabled), ("requires restart", requiresRestart), ("secret", isSecret),
            ("deprecated", isDeprecated),
        ]
        lines += flags.filter(\.1).map { "  " + $0.0 }
        return lines
    }
}

extension Subtitle {
    fileprivate var listing: String {
        switch self {
        case .text(let text): return "“\(text)”"
        case .byValue(let texts, let other):
            let pairs = texts.sorted { $0.key < $1.key }.map { "\($0.key): “\($0.value)”" }
            return pairs.joined(separator: ", ") + ", else “\(other ?? "")”"
        }
    }
}
