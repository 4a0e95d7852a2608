// What the tests of line-based files share.

import Foundation
import SettingsDocument
package import SettingsModel
import Testing

/// The formats of lines that are written.
let lineFormats: [Format] = [
    .gitConfig, .systemd, .desktopEntry, .kconfig, .ini, .php, .mpv, .dunst, .foot, .npmrc, .dotenv,
    .properties, .kitty, .keyValue,
]

/// One edit of a file of lines and its exact result.
struct LineCase: Sendable, CustomTestStringConvertible {
    var name: String
    var format: Format
    var before: String
    var changes: [DocumentChange]
    /// The file afterwards, or nil where the edit is refused.
    var after: String?
    var refusal: EditError.Code?

    init(
        _ name: String,
        _ format: Format,
        _ before: String,
        _ changes: [DocumentChange],
        _ after: String
    ) {
        self.name = name
        self.format = format
        self.before = before
        self.changes = changes
        self.after = after
    }

    init(
        refused name: String,
        _ format: Format,
        _ before: String,
        _ changes: [DocumentChange],
        _ code: EditError.Code
    ) {
        self.name = name
        self.format = format
        self.before = before
        self.changes = changes
        refusal = code
    }

    var testDescription: String { "\(format.rawValue): \(name)" }

    /// Makes the edit and compares the bytes.
    func check() throws {
        let document = try format.parse(Array(before.utf8))
        let revision = document.revised(by: changes)
        #expect(revision.refusals.first?.error.code == refusal, "\(revision.refusals)")
        let text = String(decoding: revision.document.bytes, as: UTF8.self)
        #expect(text == after ?? before)
    }
}

/// What a text of a format says, or the error.
func read(_ text: String, _ format: Format) throws -> SettingValue {
    try format.parse(Array(text.utf8)).root
}

extension SettingValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A text, for tests of formats where all values are texts.
    package init(stringLiteral text: String) { self = .string(text) }

    /// An array, for tests.
    package init(arrayLiteral values: SettingValue...) { self = .array(values) }

    /// A dictionary in this order, for tests.
    package init(dictionaryLiteral entries: (String, SettingValue)...) {
        self = .dictionary(entries.map { Entry($0.0, $0.1) })
    }
}
