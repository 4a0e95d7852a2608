// A message's members, named once: written and read by the same lines.

package import SettingsModel

/// A message, or an object within one, whose members are named in one place.
///
/// Every use goes through one initializer. What it is given decides what happens to a member: a
/// ``JSONWriter`` writes it, a ``MemberReader`` reads it.
package protocol WireObject: Sendable {
    /// Passes each member once, in the order in which they are written.
    ///
    /// - Parameters:
    ///   - members: What writes or reads the members.
    ///   - message: What is written; nil for reading.
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
    mutating func required<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value?
    ) -> Value

    /// A member that is left out where it is nil.
    mutating func optional<Value: WireValue>(_ name: String, _ value: Value?) -> Value?

    /// A key path, as `key` and `path`.
    mutating func keyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath

    /// A key path that may be left out.
    mutating func optionalKeyPath(_ keyPath: SettingKeyPath?) -> SettingKeyPath?

    /// A place in a file, as `line` and `column`, that may be left out.
    mutating func place(_ place: SourcePlace?) -> SourcePlace?
}

extension WireMembers {
    /// A member that is always written, and without which a message can't be read.
    mutating func required<Value: WireValue>(_ name: String, _ value: Value?) -> Value {
        self.required(name, value, or: nil)
    }

    /// A member that is true or left out.
    mutating func flag(_ name: String, _ value: Bool?) -> Bool {
        optional(name, value == true ? true : nil) ?? false
    }

    /// A list that is left out where it is empty.
    mutating func list<Element: WireValue>(_ name: String, _ elements: [Element]?) -> [Element] {
        optional(name, elements?.isEmpty == true ? nil : elements) ?? []
    }
}

// MARK: The two uses

extension JSONWriter: WireMembers {
    package mutating func required<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value?
    ) -> Value {
        guard let value = optional(name, value) else {
            preconditionFailure("a message that is written has '\(name)'")
        }
        return value
    }

    package mutating func optional<Value: WireValue>(_ name: String, _ value: Value?) -> Value? {
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

    mutating func required<Value: WireValue>(
        _ name: String,
        _ value: Value?,
        or fallback: Value?
    ) -> Value {
        let value = read { json throws(JSONError) in
            try json.require(try Value.read(name, in: json) ?? fallback, name)
        }
        return value ?? .wireSample
    }

    mutating func optional<Value: WireValue>(_ name: String, _ value: Value?) -> Value? {
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
