// Reading our own TOML files, each mistake with its place.

import SettingsDocument
package import SettingsModel

/// A mistake in a domain file or in `agent.toml`.
package struct ConfigurationProblem: Equatable, Sendable {
    package var path: String
    /// nil when the file as a whole is wrong.
    package var place: SourcePlace?
    /// The line with a caret below it; empty without a place.
    package var excerpt: String
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What was done about it.
    package var consequence: String
    /// What the reader can do about it.
    package var advice: String
}

/// One of our own files, read key by key.
struct TableReader {
    let path: String
    private let document: any Document
    private(set) var problems: [ConfigurationProblem] = []

    init(_ bytes: [UInt8], path: String) throws(DocumentError) {
        self.path = path
        document = try Format.toml.parse(bytes)
    }

    var root: SettingValue { document.root }

    /// Notes a mistake at a key; the file's other keys hold.
    mutating func add(_ problem: String, at key: [String], advice: String) {
        let place = document.span(of: DocumentPath(key.map(PathElement.key))).map {
            SourcePlace(offset: $0.lowerBound, in: document.bytes)
        }
        problems.append(
            ConfigurationProblem(
                path: path,
                place: place,
                excerpt: place.map { excerpt(at: $0, in: document.bytes) } ?? "",
                problem: problem,
                consequence: "Ignored it",
                advice: advice
            )
        )
    }

    /// The text at a key of a table; nil, and a note, when it is something else.
    mutating func text(
        _ key: String,
        in table: [String: SettingValue],
        at place: [String]
    ) -> String? {
        guard let value = table[key] else { return nil }
        if case .string(let text) = value { return text }
        add("'\(key)' is \(value.typeName), expected text", at: place + [key], advice: "Quote it")
        return nil
    }

    /// The texts of an array at a key of a table.
    mutating func texts(
        _ key: String,
        in table: [String: SettingValue],
        at place: [String]
    ) -> [String]? {
        guard let value = table[key] else { return nil }
        if case .array(let values) = value {
            let texts = values.compactMap { value -> String? in
                if case .string(let text) = value { text } else { nil }
            }
            if texts.count == values.count { return texts }
        }
        add(
            "'\(key)' is \(value.typeName), expected an array of texts",
            at: place + [key],
            advice: "Write it as [\"a\", \"b\"]"
        )
        return nil
    }
}

extension SettingValue {
    /// The entries of a dictionary by key; empty for anything else.
    var table: [String: SettingValue] {
        guard case .dictionary(let entries) = self else { return [:] }
        return Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    }
}
