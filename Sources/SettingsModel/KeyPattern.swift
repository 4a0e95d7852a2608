// Which keys a file takes part in, or a subscriber wants to hear of.

/// One key, all keys below one, or all keys.
public enum KeyPattern: Hashable, Sendable {
    case all
    case exactly(SettingKeyPath)
    /// The keys below this one, and not this one itself.
    case below(SettingKeyPath)

    /// Reads `*`, `font.*` or a key path; a key that is a star is quoted, as in `font."*"`.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`.
    public init(parsing text: String, limits: Limits) throws(ModelError) {
        if text == "*" {
            self = .all
        } else if text.hasSuffix(".*") {
            self = .below(try SettingKeyPath(parsing: String(text.dropLast(2)), limits: limits))
        } else {
            self = .exactly(try SettingKeyPath(parsing: text, limits: limits))
        }
    }

    /// Whether `keyPath` is one of these keys.
    public func matches(_ keyPath: SettingKeyPath) -> Bool {
        switch self {
        case .all: true
        case .exactly(let path): path == keyPath
        case .below(let path):
            path.segments.count < keyPath.segments.count && path.isPrefix(of: keyPath)
        }
    }
}

extension KeyPattern: CustomStringConvertible {
    /// Text that ``init(parsing:limits:)`` reads back.
    public var description: String {
        switch self {
        case .all: "*"
        case .exactly(let path):
            path.segments.last == "*"
                ? path.description.dropLast() + "\"*\"" : path.description
        case .below(let path): path.description + ".*"
        }
    }
}
