// Why a value can't be taken.

package import SettingsDocument
package import SettingsModel

/// What is wrong with a value: what was found and what was expected.
package struct RuleRefusal: Error, Equatable, Sendable {
    /// Which rule was broken; the raw value is the stable name for scripts.
    package enum Code: String, CaseIterable, Sendable {
        case type
        case range
        case step
        case choice
        case pattern
        case length
        case format
        case date
        case count
        case duplicate
        /// A key that the schema has no place for.
        case unknownKey = "unknown-key"
        case missingKey = "missing-key"
        /// None, or more than one, of several alternatives.
        case combination
    }
    package var code: Code
    /// Where in the value; empty for the whole of it.
    package var path: DocumentPath
    /// As it's quoted in a message: `"big"`, `12`.
    package var found: String
    /// As in `a number from 6 to 72`.
    package var expected: String

    package init(_ code: Code, at path: DocumentPath, found: String, expected: String) {
        self.code = code
        self.path = path
        self.found = found
        self.expected = expected
    }
}

extension RuleRefusal {
    /// What was found and expected at a key, as a sentence without its period.
    package func problem(at keyPath: SettingKeyPath) -> String { below(keyPath).problem }

    /// What was found and expected, as a sentence without its period; the path is the whole way.
    package var problem: String {
        let name = path.description
        let subject = name.isEmpty ? "the whole" : "'\(name.escapedForDisplay)'"
        return "\(subject) is \(found), expected \(expected)"
    }

    /// The same refusal with its path from the domain.
    package func below(_ keyPath: SettingKeyPath) -> RuleRefusal {
        var refusal = self
        refusal.path = DocumentPath(DocumentPath(keyPath).elements + path.elements)
        return refusal
    }

    /// The problem and what is in force instead: two sentences.
    ///
    /// `inForce` is the value that counts now, default included, and nil for none; of a secret,
    /// neither value is shown.
    package func message(
        at keyPath: SettingKeyPath,
        inForce: SettingValue?,
        secrecy: Secrecy
    ) -> String {
        let now: String =
            switch (inForce, secrecy) {
            case (nil, _): "No value is in force"
            case (_?, .secret): "The value in force is unchanged"
            case (let value?, .open): "The value in force is \(value.quotedForMessage)"
            }
        let shown = secrecy == .secret ? hidingValue() : self
        return shown.problem(at: keyPath) + ". " + now + "."
    }

    /// The same refusal without the value, for secrets.
    package func hidingValue() -> RuleRefusal {
        // These two say nothing of a value.
        if code == .missingKey || code == .unknownKey { return self }
        return RuleRefusal(code, at: path, found: "a hidden value", expected: expected)
    }
}

/// Whether values may be shown.
package enum Secrecy: Sendable {
    case open
    case secret
}
