// One message from a client, taken apart.

package import SettingsModel

/// The id of a request, exactly as the client wrote it.
package struct RequestID: Hashable, Sendable {
    /// A JSON number, string or null.
    package let json: [UInt8]

    /// Creates an id from its JSON.
    package init(json: [UInt8]) { self.json = json }

    /// The id of a reply to a message without a readable id.
    package static let null = RequestID(json: Array("null".utf8))
}

/// What a reply needs to know of its request.
package struct ReplyAddress: Equatable, Sendable {
    /// nil where no reply is wanted.
    package var id: RequestID?
    package var wire: Wire

    /// Creates an address.
    package init(id: RequestID?, wire: Wire) {
        self.id = id
        self.wire = wire
    }
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
    package init(_ line: [UInt8], wire: Wire, limits: Limits) throws(RequestFailure) {
        let envelope = try Envelope(line, wire: wire, nesting: limits.messageNesting)
        address = ReplyAddress(id: envelope.id, wire: wire)
        do {
            method = try envelope.method()
            try envelope.checkMore(for: method)
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
    var more = false
    private var oneway = false
    private let wire: Wire

    init(_ line: [UInt8], wire: Wire, nesting: Int) throws(RequestFailure) {
        self.wire = wire
        // Varlink has no ids: every request but a oneway one is answered.
        id = wire == .varlink ? .null : nil
        let members = try Self.members(line, wire: wire, nesting: nesting)
        let isValid = members.allSatisfy { take($0.key, $0.value) }
        if oneway { id = nil }
        guard isValid, name != nil else {
            throw RequestFailure(
                address: ReplyAddress(id: id ?? .null, wire: wire),
                error: RPCError(
                    .invalidRequest,
                    "the message is no request",
                    advice: wire == .jsonRPC
                        ? #"Send {"id":1,"method":"get","params":["domain","key"]}"#
                        : #"Send {"method":"dev.settings.Agent.Ping","parameters":{}}"#
                ),
                endsConnection: false
            )
        }
    }

    private static func members(
        _ line: [UInt8],
        wire: Wire,
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
            address: ReplyAddress(id: .null, wire: wire),
            error: failure,
            endsConnection: failure.code == .tooLarge
        )
    }

    /// Takes one member and gives whether it is as it should be; unknown ones are passed over.
    private mutating func take(_ key: String, _ value: JSONText) -> Bool {
        switch (key, wire) {
        case ("method", _):
            name = value.string
            return name != nil
        case ("params", .jsonRPC), ("parameters", .varlink):
            params = value
            return value.isObject || value.isNull || value.isArray && wire == .jsonRPC
        case ("id", .jsonRPC):
            guard value.isString || value.isNumber || value.isNull else { return false }
            id = RequestID(json: Array(value.bytes))
            return true
        case ("jsonrpc", .jsonRPC): return value.string == "2.0"
        case ("more", .varlink):
            more = value.boolean ?? false
            return value.boolean != nil
        case ("oneway", .varlink):
            oneway = value.boolean ?? false
            return value.boolean != nil
        case ("upgrade", .varlink): return value.boolean == false
        default: return true
        }
    }

    func method() throws(RPCError) -> Method {
        let name = name ?? ""
        if let method = Method(name: name, wire: wire) { return method }
        throw RPCError(
            .methodNotFound,
            "there is no method '\(name.escapedForDisplay)'",
            advice: "Call 'describe' for the list of methods"
        ).with { $0.method = name }
    }

    func checkMore(for method: Method) throws(RPCError) {
        guard wire == .varlink, method == .subscribe, !more else { return }
        throw RPCError(
            .invalidRequest,
            "'Subscribe' answers more than once, the call takes one reply",
            advice: #"Call it with "more":true"#
        )
    }
}
