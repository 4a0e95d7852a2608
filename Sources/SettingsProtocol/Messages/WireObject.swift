// A message's members, described once: written, read and listed from the same lines.

package import SettingsModel

/// A message, or an object within one, whose members are described in one place.
///
/// Every use goes through one initializer. What it is given decides what happens to a member: a
/// ``JSONWriter`` writes it, a ``MemberReader`` reads it, a ``MemberList`` notes it for `describe`.
package protocol WireObject: Sendable {
    /// Passes each member once, in the order in which they are written.
    ///
    /// - Parameters:
    ///   - members: What writes, reads or lists the members.
    ///   - message: What is written; nil for the other uses.
    init(_ members: inout some WireMembers, of message: Self?)
}

extension WireObject {
    /// Writes the members, without the object's braces.
    package func writeMembers(to json: inout JSONWriter) { _ = Self(&json, of: self) }

    /// Reads the object.
    package init(json: JSONObject) throws(JSONError) {
        var reader = MemberReader(json)
        self.init(&reader, of: nil)
        if let failure = reader.failure { throw failure }
    }

    /// The members as they are described.
    static var members: [WireField] {
        var list = MemberList()
        _ = Self(&list, of: nil)
        return list.fields
    }

    /// Some of the members as they are described, for a method whose answers have no others.
    static func members(_ names: String...) -> [WireField] {
        members.filter { names.contains($0.name) }
    }
}

extension ReplyResult where Self: WireObject {
    /// Writes the members of the result's object.
    package func write(to json: inout JSONWriter) { writeMembers(to: &json) }
}

/// What the members of a ``WireObject`` are passed to.
///
/// Each function takes the member's value in the message that is written, and gives the value that
/// the message has: the same, or the one that was read.
package protocol WireMembers {
    /// A member that is always written; `fallback` is read where it is missing or has another type.
    mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value?,
        _ field: () -> WireField
    ) -> Value

    /// A member that is left out where it is nil.
    mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        _ field: () -> WireField
    ) -> Value?

    /// A key path, as `key` and `path`.
    mutating func keyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath

    /// A key path that may be left out.
    mutating func optionalKeyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath?

    /// A place in a file, as `line` and `column`, that may be left out.
    mutating func place(_ place: SourcePlace?) -> SourcePlace?
}

extension WireMembers {
    /// A member that is always written; `fallback` is read where it is missing or has another type.
    mutating func required<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value? = nil,
        as type: @autoclosure () -> WireType = Value.wireType,
        _ summary: String = ""
    ) -> Value {
        member(name, value, or: fallback) { .required(name, type(), summary) }
    }

    /// A member that is left out where it is nil.
    mutating func optional<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        _ summary: String = ""
    ) -> Value? {
        member(name, value) { .optional(name, Value.wireType, summary) }
    }

    /// A member that is true or left out.
    mutating func flag(_ name: String, _ value: Bool?, _ summary: String = "") -> Bool {
        optional(name, value == true ? true : nil, summary) ?? false
    }

    /// A list that is left out where it is empty.
    mutating func list<Element: WireValue>(
        _ name: String,
        _ elements: [Element]?,
        _ summary: String = ""
    ) -> [Element] {
        optional(name, elements?.isEmpty == true ? nil : elements, summary) ?? []
    }
}

// MARK: The three uses

extension JSONWriter: WireMembers {
    package mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value?,
        _ field: () -> WireField
    ) -> Value {
        guard let value = member(name, value, field) else {
            preconditionFailure("a message that is written has '\(name)'")
        }
        return value
    }

    package mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        _ field: () -> WireField
    ) -> Value? {
        guard let value else { return nil }
        key(name)
        value.write(to: &self)
        return value
    }

    /// Writes a key path as text and as an array, so that no reader needs to split or quote.
    @discardableResult
    package mutating func keyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath {
        guard let keyPath = optionalKeyPath(keyPath) else {
            preconditionFailure("a message that is written has its key")
        }
        return keyPath
    }

    package mutating func optionalKeyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath? {
        guard let keyPath else { return nil }
        member("key", keyPath.description)
        member("path", keyPath.segments)
        return keyPath
    }

    /// Writes a place in a file as `line` and `column`, unless it is nil.
    @discardableResult
    package mutating func place(_ place: SourcePlace?) -> SourcePlace? {
        member("line", place?.line)
        member("column", place?.column)
        return place
    }
}

/// Reads members; what is missing or wrong is noted, and a sample takes its place.
struct MemberReader: WireMembers {
    private let json: JSONObject
    /// Why the first member that couldn't be read couldn't.
    private(set) var failure: JSONError?

    /// Creates a reader of an object.
    init(_ json: JSONObject) { self.json = json }

    private mutating func read<Value>(
        _ member: (JSONObject) throws(JSONError) -> Value?
    ) -> Value? {
        do {
            return try member(json)
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value?,
        _ field: () -> WireField
    ) -> Value {
        let value = read { json throws(JSONError) in
            try json.require(try Value.read(name, in: json) ?? fallback, name)
        }
        return value ?? .wireSample
    }

    mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        _ field: () -> WireField
    ) -> Value? {
        read { json throws(JSONError) in try Value.read(name, in: json) }
    }

    mutating func keyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath {
        read { json throws(JSONError) in try json.keyPath() } ?? .wireSample
    }

    mutating func optionalKeyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath? {
        json["key"] == nil ? nil : self.keyPath(nil)
    }

    mutating func place(_ place: SourcePlace?) -> SourcePlace? { json.place() }
}

/// Lists what the members are.
struct MemberList: WireMembers {
    /// The members so far.
    private(set) var fields: [WireField] = []

    mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value?,
        _ field: () -> WireField
    ) -> Value {
        fields.append(field())
        return .wireSample
    }

    mutating func member<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        _ field: () -> WireField
    ) -> Value? {
        fields.append(field())
        return nil
    }

    mutating func keyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath {
        fields += [.key, .path]
        return .wireSample
    }

    mutating func optionalKeyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath? {
        fields += [.optional("key", .keyPath), .optional("path", .array(.string))]
        return nil
    }

    mutating func place(_ place: SourcePlace?) -> SourcePlace? {
        fields += [.optional("line", .integer), .optional("column", .integer)]
        return nil
    }
}
