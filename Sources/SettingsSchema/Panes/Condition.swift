// When a row is shown or can be changed.

package import SettingsModel

/// A claim about the values in force.
package indirect enum Condition: Equatable, Sendable {
    case always
    case isIn(SettingKeyPath, [SettingValue])
    case not(Condition)
    case all([Condition])
    case any([Condition])

    /// Whether it holds.
    ///
    /// `value` gives the value in force at a key path, defaults included; a key without one equals
    /// nothing, not even null.
    package func holds(_ value: (SettingKeyPath) -> SettingValue?) -> Bool {
        switch self {
        case .always: true
        case .isIn(let keyPath, let values):
            value(keyPath).map { found in values.contains { $0.means(found) } } ?? false
        case .not(let condition): !condition.holds(value)
        case .all(let conditions): conditions.allSatisfy { $0.holds(value) }
        case .any(let conditions): conditions.contains { $0.holds(value) }
        }
    }

    /// The condition as a message says it: `'sound' is true`.
    package var phrase: String {
        switch self {
        case .always: "always"
        case .isIn(let keyPath, let values): Self.phrase(keyPath, "is", values)
        case .not(.isIn(let keyPath, let values)): Self.phrase(keyPath, "isn't", values)
        case .not(let condition): "not (\(condition.phrase))"
        case .all(let conditions): conditions.map(\.part).joined(separator: " and ")
        case .any(let conditions): conditions.map(\.part).joined(separator: " or ")
        }
    }

    /// The phrase within a longer one.
    private var part: String {
        switch self {
        case .all, .any: "(\(phrase))"
        case .always, .isIn, .not: phrase
        }
    }

    private static func phrase(
        _ keyPath: SettingKeyPath,
        _ verb: String,
        _ values: [SettingValue]
    ) -> String {
        "'\(keyPath)' \(verb) " + values.map(\.quotedForMessage).joined(separator: " or ")
    }

    /// What is asked for: keys, each with the values that it is compared with, in the condition's order.
    package var claims: [(keyPath: SettingKeyPath, values: [SettingValue])] {
        switch self {
        case .always: []
        case .isIn(let keyPath, let values): [(keyPath, values)]
        case .not(let condition): condition.claims
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.claims)
        }
    }
}
