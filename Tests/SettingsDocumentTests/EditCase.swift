// What the tests of all formats share: exact edits, and changes and values in few words.

package import SettingsDocument
package import SettingsModel
import Testing

/// One edit, or several made together, and what comes of them.
typealias EditCase = (name: String, before: String, changes: [DocumentChange], outcome: Outcome)

/// What comes of an edit; the text of the file is written as it is.
enum Outcome: ExpressibleByStringInterpolation, Sendable {
    case bytes(String)
    case refused(EditError.Code)

    init(stringLiteral text: String) { self = .bytes(text) }
}

extension Format {
    /// Makes an edit and compares the bytes.
    func check(_ example: EditCase) throws {
        let revision = try parse(Array(example.before.utf8)).revised(by: example.changes)
        let text = String(decoding: revision.document.bytes, as: UTF8.self)
        let code = revision.refusals.first?.error.code
        switch example.outcome {
        case .bytes(let after):
            #expect(code == nil, "\(revision.refusals)")
            #expect(text == after)
        case .refused(let expected):
            #expect(code == expected, "\(revision.refusals)")
            #expect(text == example.before)
        }
    }
}

func set(_ path: DocumentPath, _ value: SettingValue) -> DocumentChange {
    DocumentChange(path, value)
}
func remove(_ path: DocumentPath) -> DocumentChange { DocumentChange(path, nil) }

/// What a text of a format says, or the error.
func read(_ text: String, _ format: Format) throws -> SettingValue {
    try format.parse(Array(text.utf8)).root
}

extension DocumentPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Keys and positions with slashes between them, for tests: `list/0/name`.
    package init(stringLiteral text: String) {
        self.init(
            text.split(separator: "/").map { step in
                Int(step).map(PathElement.index) ?? .key(String(step))
            }
        )
    }

    /// Keys and positions as they are, for tests.
    package init(arrayLiteral elements: PathElement...) { self.init(elements) }
}

extension PathElement: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// A key.
    public init(stringLiteral key: String) { self = .key(key) }
    /// A position.
    public init(integerLiteral index: Int) { self = .index(index) }
}

extension SettingValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text, for tests.
    package init(stringLiteral text: String) { self = .string(text) }

    /// A whole number, for tests.
    package init(integerLiteral number: Int64) { self = .integer(number) }

    /// A truth value, for tests.
    package init(booleanLiteral flag: Bool) { self = .boolean(flag) }

    /// An array, for tests.
    package init(arrayLiteral values: SettingValue...) { self = .array(values) }

    /// A dictionary in this order, for tests.
    package init(dictionaryLiteral entries: (String, SettingValue)...) {
        self = .dictionary(entries.map { Entry($0.0, $0.1) })
    }
}
