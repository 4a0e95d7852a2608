// Why a text isn't JSON, or isn't a value.

/// A text that could not be read as JSON, or as the value it should be.
public struct JSONError: Error, Equatable, Sendable {
    /// What kind of thing was wrong; the raw value is the stable name for scripts.
    public enum Code: String, Sendable {
        case syntax
        case utf8
        case tooDeep = "too-deep"
        /// A key stands twice in one object, which RFC 7493 (I-JSON) forbids.
        case duplicate
        /// It is JSON, but not what belongs there.
        case wrongType = "wrong-type"
    }
    /// What kind of thing was wrong.
    public var code: Code
    /// The byte where it was noticed, counted from the start of the text.
    public var offset: Int
    /// What was there and what was expected, as a sentence without its period.
    public var problem: String

    package init(code: Code, offset: Int, problem: String) {
        self.code = code
        self.offset = offset
        self.problem = problem
    }
}
