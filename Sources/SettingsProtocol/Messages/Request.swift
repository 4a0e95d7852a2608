// One message from a client, taken apart.

package import SettingsModel

/// The id of a request, exactly as the client wrote it.
package struct RequestID: Hashable, Sendable {
    /// A JSON number, string or null.
    package let json: [UInt8]

    package init(json: [UInt8]) { self.json = json }

    /// The id of a reply to a message without a readable id.
    package static let null = RequestID(json: Array("null".utf8))
}

/// What a reply needs to know of its request.
package struct ReplyAddress: Equatable, Sendable {
    /// nil where no reply is wanted.
    package var id: RequestID?

    package init(id: RequestID?) { self.id = id }
}

/// A message that is no request, and where to say so.
package struct RequestFailure: Error, Equatable, Sendable {
    package var address: ReplyAddress
    package var error: RPCError
    /// Whether the connection is closed once the error is sent.
    package var endsConnection: Bool
}

/// One request.
package struct Request: Sendable {
    package let address: ReplyAddress
    package let method: Method
    /// How long the message was.
    package let byteCount: Int
    private let params: JSONText?
    private let limits: Limits

    /// Takes a message apart; its parameters are looked at by ``call()``.
    package init(_ line: [UInt8], limits: Limits) throws(RequestFailure) {
        let envelope = try Envelope(line, nesting: limits.messageNesting)
        address = ReplyAddress(id: envelope.id)
        do {
            method = try envelope.method()
        } catch {
            throw RequestFailure(address: address, error: error, endsConnection: false)
        }
        params = envelope.params
        byteCount = line.count
        self.limits = limits
    }

    /// The call with its parameters, checked.
    ///
    /// - Throws: ``RPCError`` with code `.invalidParams`; `details.parameter` says which.
    package func call() throws(RPCError) -> Call {
        try Call(method, Parameters(params, of: method, limits: limits))
    }
}

/// The members of a message.
private struct Envelope {
    var id: RequestID?
    var name: String?
    var params: JSONText?

    init(_ line: [UInt8], nesting: Int) throws(RequestFailure) {
        let members = try Self.members(line, nesting: nesting)
        let isValid = members.allSatisfy { take($0.key, $0.value) }
        guard isValid, name != nil else {
            throw RequestFailure(
                address: ReplyAddress(id: id ?? .null),
                error: RPCError(
                    .invalidRequest,
                    "the message is no request",
                    advice: #"Send {"id":1,"method":"get","params":["domain","key"]}"#
                ),
                endsConnection: false
            )
        }
    }

    private static func members(
        _ line: [UInt8],
        nesting: Int
    ) throws(RequestFailure) -> [(key: String, value: JSONText)] {
        let failure: RPCError
        do {
            let text = try JSONText(line, nesting: nesting)
            return text.members ?? []
        } catch {
            failure =
                error.code == .tooDeep
                ? RPCError(
                    .tooLarge,
                    "the message nests deeper than \(nesting) levels",
                    advice: "Send flatter values; the connection is closed"
                )
                : RPCError(
                    .parse,
                    "the message is not JSON at byte \(error.offset + 1): \(error.problem)",
                    advice: "Send one JSON object on one line"
                )
        }
        throw RequestFailure(
            address: ReplyAddress(id: .null),
            error: failure,
            endsConnection: failure.code == .tooLarge
        )
    }

    /// Takes one member and gives whether it is as it should be; unknown ones are passed over.
    private mutating func take(_ key: String, _ value: JSONText) -> Bool {
        switch key {
        case "method":
            name = value.string
            return name != nil
        case "params":
            params = value
            return value.isObject || value.isArray || value.isNull
        case "id":
            guard value.isString || value.isNumber || value.isNull else { return false }
            id = RequestID(json: Array(value.bytes))
            return true
        case "jsonrpc": return value.string == "2.0"
        default: return true
        }
    }

    func method() throws(RPCError) -> Method {
        let name = name ?? ""
        if let method = Method(rawValue: name) { return method }
        throw RPCError(
            .methodNotFound,
            "unknown method '\(name.escapedForDisplay)'",
            advice: "The methods are in docs/protocol.md"
        ).with { $0.method = name }
    }
}
