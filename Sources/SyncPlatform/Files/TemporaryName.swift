// The names of our temporary files, and of saves that stay beside a file.

/// A name such as `.settings.toml.0123456789ab.settings-agent`: hidden, ours, and never used before.
struct TemporaryName {
    static let suffix = ".settings-agent"
    /// The end of a file's name that nobody sweeps.
    private static let keptSuffix = ".kept"
    private static let digits = 12
    /// A name has at most 255 bytes; ours has 28 besides the target's.
    private static let stemLimit = 200

    let text: String
    private let stem: Substring

    /// A new name for a temporary file that will replace `name`.
    init(for name: String) {
        let number = String(UInt64.random(in: 0..<1 << 48), radix: 16)
        let padded = String(repeating: "0", count: Self.digits - number.count) + number
        let stem = Self.stem(of: name)
        text = ".\(stem).\(padded)\(Self.suffix)"
        self.stem = Substring(stem)
    }

    /// Reads a name; nil when it isn't one of ours.
    init?(_ text: String) {
        guard text.hasPrefix("."), text.hasSuffix(Self.suffix) else { return nil }
        let parts = text.dropFirst().dropLast(Self.suffix.count)
        guard let dot = parts.lastIndex(of: ".") else { return nil }
        let number = parts[dot...].dropFirst()
        guard number.count == Self.digits, number.allSatisfy(\.isHexDigit) else { return nil }
        self.text = text
        stem = parts[..<dot]
    }

    /// The name of a file that was found under such a name and stays, as it may be somebody's.
    var kept: String { String(text.dropLast(Self.suffix.count)) + Self.keptSuffix }

    func isFor(_ name: String) -> Bool { stem == Self.stem(of: name) }

    private static func stem(of name: String) -> String {
        String(decoding: name.utf8.prefix(stemLimit), as: UTF8.self)
    }
}

/// A name such as `settings.toml.saved` or `settings.toml.saved.2`, for a save that couldn't be merged.
struct SavedName {
    private static let suffix = ".saved"
    /// A name has at most 255 bytes; ours has at most 11 besides the file's.
    private static let fileLimit = 240

    let text: String

    /// The first such name for a file, or one further on.
    init(of file: String, _ number: Int) {
        let file = String(decoding: file.utf8.prefix(Self.fileLimit), as: UTF8.self)
        text = file + Self.suffix + (number == 1 ? "" : ".\(number)")
    }

    /// The name of the file that a save of such a name stands beside; nil for any other name.
    static func file(of name: String) -> String? {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let stem = digits > 0 ? name.dropLast(digits + 1) : name[...]
        guard stem.hasSuffix(suffix), digits == 0 || name.dropLast(digits).last == "." else {
            return nil
        }
        return String(stem.dropLast(suffix.count))
    }
}
