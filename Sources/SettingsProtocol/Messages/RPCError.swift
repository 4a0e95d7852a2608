// What a request can fail with.

package import SettingsModel

/// A request that failed, as the client is told.
public struct RPCError: Error, Equatable, Sendable {
    /// The kind of failure; the raw value is JSON-RPC's number.
    public enum Code: Int, Sendable {
        case parse = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParams = -32_602
        case `internal` = -32_603
        case keyNotFound = -32_001
        /// The value doesn't fit its type or schema.
        case invalid = -32_002
        case revConflict = -32_003
        case readOnly = -32_004
        /// The changes since a cursor are forgotten, and the client asked for no snapshot.
        case gap = -32_005
        case tooLarge = -32_006
        case busy = -32_007
        case cancelled = -32_008
        case fileBroken = -32_009
        case denied = -32_010
        case version = -32_011
        /// The journal takes nothing: the disk is full or read-only.
        case store = -32_012

        /// The stable name for scripts.
        public var slug: String {
            switch self {
            case .parse: "ParseError"
            case .invalidRequest: "InvalidRequest"
            case .methodNotFound: "MethodNotFound"
            case .invalidParams: "InvalidParams"
            case .internal: "Internal"
            case .keyNotFound: "KeyNotFound"
            case .invalid: "Invalid"
            case .revConflict: "RevConflict"
            case .readOnly: "ReadOnly"
            case .gap: "Gap"
            case .tooLarge: "TooLarge"
            case .busy: "Busy"
            case .cancelled: "Cancelled"
            case .fileBroken: "FileBroken"
            case .denied: "Denied"
            case .version: "Version"
            case .store: "Store"
            }
        }
    }

    /// Facts that some codes carry, for programs; what doesn't apply is nil.
    public struct Details: Equatable, Sendable {
        /// The newest rev of the key, with `.revConflict`.
        public var rev: UInt64?
        /// When to try again, with `.busy`.
        public var retryMilliseconds: Int?
        /// The layer that locks the key, with `.readOnly`.
        package var layer: Layer?
        /// The file that it is about.
        public var file: String?
        /// The line in it, counted from 1.
        public var line: Int?
        /// The column, counted from 1 in Unicode scalars.
        public var column: Int?
        /// The method that isn't there.
        public var method: String?
        /// The parameter that is wrong.
        public var parameter: String?

        /// Creates details without any fact.
        package init() {}
    }

    /// What kind of failure it is.
    public var code: Code
    /// What was there and what was expected, as a sentence without its period.
    public var problem: String
    /// What the client can do about it.
    public var advice: String
    /// What else is known.
    public var details = Details()

    package init(_ code: Code, _ problem: String, advice: String) {
        self.code = code
        self.problem = problem
        self.advice = advice
    }

    /// The same error with more facts.
    package func with(_ change: (inout Details) -> Void) -> RPCError {
        var error = self
        change(&error.details)
        return error
    }
}

// MARK: Writing

extension RPCError {
    /// Writes JSON-RPC's `error` object.
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("code", code.rawValue)
            $0.member("message", problem)
            $0.key("data")
            writeFacts(to: &$0)
        }
    }

    private func writeFacts(to json: inout JSONWriter) {
        json.object {
            $0.member("slug", code.slug)
            $0.member("problem", problem)
            $0.member("advice", advice)
            $0.member("rev", details.rev)
            $0.member("retryMs", details.retryMilliseconds)
            $0.member("layer", details.layer?.rawValue)
            $0.member("file", details.file)
            $0.member("line", details.line)
            $0.member("column", details.column)
            $0.member("method", details.method)
            $0.member("parameter", details.parameter)
        }
    }
}

// MARK: Reading

extension RPCError {
    /// Reads JSON-RPC's `error` object; an unknown code becomes `.internal` with its message.
    package init(json: JSONText) {
        let data = json["data"]
        let code = json["code"]?.integer.flatMap { Code(rawValue: Int($0)) } ?? .internal
        let problem = data?["problem"]?.string ?? json["message"]?.string ?? "no message"
        self.init(code, problem, advice: data?["advice"]?.string ?? "")
        details.rev = data?["rev"]?.integer.flatMap(UInt64.init(exactly:))
        details.retryMilliseconds = data?["retryMs"]?.integer.map { Int($0) }
        details.layer = data?["layer"]?.string.flatMap(Layer.init(rawValue:))
        details.file = data?["file"]?.string
        details.line = data?["line"]?.integer.map { Int($0) }
        details.column = data?["column"]?.integer.map { Int($0) }
        details.method = data?["method"]?.string
        details.parameter = data?["parameter"]?.string
    }
}
