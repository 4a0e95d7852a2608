// The program that owns a group of settings.

/// A program's group of settings, named in reverse-DNS style (`org.example.editor`).
public struct Domain: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes of a name: a file's may have 255 (limits.h), and the longest end that a domain's
    /// files have is `.plist`.
    public static let mostBytes = 249
    /// The domain whose settings are those of every program that has none of its own.
    package static let globalName = "NSGlobalDomain"
    /// The domain of what several programs share, such as the size of their fonts.
    package static let lookName = "look"

    /// The name as written; 1 to ``mostBytes`` bytes of letters, digits, `.`, `_` and `-`.
    public let name: String
    /// The name's digest, as most that is kept by domain is looked up in each step.
    private let digest: UInt64

    /// Reads a domain's name.
    ///
    /// The name becomes a file name (`<domain>.toml`, `<domain>.plist`), so it has no slash and
    /// doesn't begin with a dot.
    ///
    /// - Throws: ``ModelError`` with code `.domain`.
    public init(_ name: String) throws(ModelError) {
        func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        let bytes = name.utf8
        guard !bytes.isEmpty, bytes.first != UInt8(ascii: "."),
            bytes.first != UInt8(ascii: "-"), bytes.allSatisfy(isAllowed)
        else {
            throw ModelError(
                code: .domain,
                problem: "'\(name.escapedForDisplay)' is not a domain's name",
                advice: "Use letters, digits, '.', '_' and '-', for example org.example.editor"
            )
        }
        guard bytes.count <= Self.mostBytes else {
            throw ModelError(
                code: .domain,
                problem:
                    "the domain's name '\(name)' has \(bytes.count) bytes, at most \(Self.mostBytes)",
                advice: "Use a shorter name"
            )
        }
        self.name = name
        digest = name.digest()
    }

    /// The name.
    public var description: String { name }
    /// Whether the names are the same.
    public static func == (a: Domain, b: Domain) -> Bool {
        a.digest == b.digest && a.name.isSame(as: b.name)
    }
    /// Takes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
    /// In the order of the names.
    public static func < (a: Domain, b: Domain) -> Bool { a.name < b.name }
}
