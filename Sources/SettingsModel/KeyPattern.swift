// Which keys a file takes part in, or a subscriber wants to hear of.

/// One key, all keys below one, or all keys.
public enum KeyPattern: Hashable, Sendable {
    case all
    case exactly(SettingKeyPath)
    /// The keys below this one, and not this one itself.
    case below(SettingKeyPath)

    /// Reads `*`, `font.*` or a key path; a key that has a star is quoted, as in `font."*"`.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`.
    public init(parsing text: String, limits: Limits) throws(ModelError) {
        if text == "*" {
            self = .all
            return
        }
        // By bytes, as to Swift a dot or a quote beside some letters is part of them.
        let isBelow = text.utf8.suffix(2).elementsEqual(".*".utf8)
        let key = isBelow ? String(Substring(text.utf8.dropLast(2))) : text
        let path = try SettingKeyPath(parsing: key, limits: limits)
        guard !Self.hasBareStar(key) else {
            throw ModelError(
                code: .keyPath,
                problem: "'\(text.escapedForDisplay)' has a '*' that is not the last segment",
                advice: "Write font.* for all below a key, and quote a key that has a '*'"
            )
        }
        self = isBelow ? .below(path) : .exactly(path)
    }

    /// Whether a key path's text has a star outside of quotes.
    private static func hasBareStar(_ text: String) -> Bool {
        var isQuoted = false
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"": isQuoted.toggle()
            case "\\" where isQuoted: _ = scalars.popFirst()
            case "*" where !isQuoted: return true
            default: break
            }
        }
        return false
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
        case .exactly(let path): Self.text(of: path)
        case .below(let path): Self.text(of: path) + ".*"
        }
    }

    private static func text(of path: SettingKeyPath) -> String {
        path.segments.map { segment in
            let text = SettingKeyPath(segments: [segment]).description
            return text.utf8.contains(UInt8(ascii: "*"))
                && text.utf8.first != UInt8(ascii: "\"")
                ? "\"\(text)\"" : text
        }.joined(separator: ".")
    }
}
