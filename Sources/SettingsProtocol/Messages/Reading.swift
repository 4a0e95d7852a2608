// Replies and notifications as a client reads them.

package import SettingsModel

/// One message from the agent.
package enum AgentMessage: Sendable {
    /// The result of the request with this id.
    case result(id: Int64?, JSONText)
    case failure(id: Int64?, RPCError)
    case notification(Notification.Kind, params: JSONText)
    /// A notification that this client doesn't know.
    case unknown

    /// A dictionary with marker keys is written with three levels, and a message has a few of its own.
    private static let nesting = 3 * Limits.standard.nesting + 8

    /// Reads a line; values may nest as deep as in files.
    ///
    /// - Throws: ``JSONError`` with code `.wrongType` for JSON that is no message.
    package init(_ line: [UInt8]) throws(JSONError) {
        let text = try JSONText(line, nesting: Self.nesting)
        let message = try JSONObject(text)
        let id = message["id"]?.integer
        if let method = message["method"]?.string {
            guard let kind = Notification.Kind(rawValue: method), let params = message["params"]
            else {
                self = .unknown
                return
            }
            self = .notification(kind, params: params)
        } else if let error = message["error"] {
            self = .failure(id: id, RPCError(json: error))
        } else if let result = message["result"] {
            self = .result(id: id, result)
        } else {
            throw JSONError(code: .wrongType, offset: 0, problem: "the line is no message")
        }
    }
}

/// A result that can be read back.
package protocol ReadableResult: ReplyResult {
    /// Reads the result's object.
    init(json: JSONObject) throws(JSONError)
}

/// The members of an object, found by name.
package struct JSONObject: Sendable {
    // A few members in an array: a process that asks once would pay more for a dictionary's types.
    private let members: [(key: String, value: JSONText)]

    /// An object without members.
    init() { members = [] }

    /// Reads an object.
    package init(_ text: JSONText) throws(JSONError) {
        guard let members = text.members else { throw Self.wrong("an object") }
        self.members = members
    }

    /// The member as it came; nil if it is absent or null.
    package subscript(_ key: String) -> JSONText? {
        guard let text = member(key), !text.isNull else { return nil }
        return text
    }

    private func member(_ key: String) -> JSONText? { members.last { $0.key == key }?.value }

    private static func wrong(_ expected: String) -> JSONError {
        JSONError(code: .wrongType, offset: 0, problem: "expected \(expected)")
    }

    /// What was read of a member that must be there.
    func require<Value>(_ value: Value?, _ key: String) throws(JSONError) -> Value {
        guard let value else { throw Self.wrong("'\(key)' as the protocol has it") }
        return value
    }

    /// A text that must be there.
    package func string(_ key: String) throws(JSONError) -> String {
        try require(self[key]?.string, key)
    }

    /// A number that must be there.
    package func integer<Number: BinaryInteger>(
        _ key: String,
        _: Number.Type = Number.self
    ) throws(JSONError) -> Number {
        try require(self[key]?.integer.flatMap(Number.init(exactly:)), key)
    }

    /// A number that may be absent.
    package func optionalInteger<Number: BinaryInteger>(_ key: String) -> Number? {
        self[key]?.integer.flatMap(Number.init(exactly:))
    }

    /// A flag; absent means false.
    package func flag(_ key: String) -> Bool { self[key]?.boolean ?? false }

    /// A setting's value; nil if it is absent, `.null` if it is null.
    package func value(_ key: String) throws(JSONError) -> SettingValue? {
        guard let text = member(key) else { return nil }
        return try text.value
    }

    /// A word that must be there.
    package func choice<Choice: RawRepresentable>(
        _ key: String,
        _: Choice.Type = Choice.self
    ) throws(JSONError) -> Choice where Choice.RawValue == String {
        try require(self[key]?.string.flatMap(Choice.init(rawValue:)), key)
    }

    /// A domain that must be there.
    package func domain() throws(JSONError) -> Domain {
        let name = try string("domain")
        return try require(try? Domain(name), "domain")  // the agent sends only names it checked
    }

    /// A key path, as `path` has it.
    package func keyPath() throws(JSONError) -> SettingKeyPath {
        let segments = try require(self["path"]?.elements, "path").compactMap(\.string)
        guard !segments.isEmpty else { throw Self.wrong("'path' with a segment") }
        return SettingKeyPath(segments: segments)
    }

    /// Key paths as text, as `keys` has them.
    package func keyPaths() throws(JSONError) -> [SettingKeyPath] {
        let texts = try require(strings("keys"), "keys")
        return try texts.map { text throws(JSONError) in
            // The agent describes only paths.
            try require(try? SettingKeyPath(description: text), "keys")
        }
    }

    /// A list of objects; absent means empty.
    package func objects<Element>(
        _ key: String,
        _ read: (JSONObject) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        var list: [Element] = []
        for element in self[key]?.elements ?? [] {
            list.append(try read(try JSONObject(element)))
        }
        return list
    }

    /// A list of texts; nil if it is absent.
    package func strings(_ key: String) -> [String]? {
        self[key]?.elements?.compactMap(\.string)
    }

    /// A place in a file; nil if it is absent.
    package func place() -> SourcePlace? {
        guard let line: Int = optionalInteger("line") else { return nil }
        return SourcePlace(line: line, column: optionalInteger("column") ?? 1)
    }
}
