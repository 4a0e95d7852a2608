// What a member of a message can be, and how each is written and read.

package import SettingsModel

/// The type of a member.
package protocol WireValue: Sendable {
    /// Some value, in place of one that can't be read.
    static var wireSample: Self { get }
    /// Writes the value.
    func write(to json: inout JSONWriter)
    /// Reads a value that isn't null; nil where the text is something else.
    init?(wire text: JSONText) throws(JSONError)
    /// Reads a member; nil where it is missing or something else.
    static func read(_ name: String, in json: JSONObject) throws(JSONError) -> Self?
}

extension WireValue {
    /// Reads a member; null is as good as missing.
    package static func read(_ name: String, in json: JSONObject) throws(JSONError) -> Self? {
        guard let text = json[name] else { return nil }
        return try Self(wire: text)
    }
}

// MARK: Objects within messages

extension WireValue where Self: WireObject {
    package static var wireSample: Self {
        var reader = MemberReader(JSONObject())
        return Self(&reader, of: nil)
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) { json.object { writeMembers(to: &$0) } }

    package init?(wire text: JSONText) throws(JSONError) {
        try self.init(json: JSONObject(text))
    }
}

// MARK: Plain types

extension String: WireValue {
    package static var wireSample: String { "" }
    package func write(to json: inout JSONWriter) { json.string(self) }
    package init?(wire text: JSONText) {
        guard let string = text.string else { return nil }
        self = string
    }
}

extension Bool: WireValue {
    package static var wireSample: Bool { false }
    package func write(to json: inout JSONWriter) { json.boolean(self) }
    package init?(wire text: JSONText) {
        guard let flag = text.boolean else { return nil }
        self = flag
    }
}

extension WireValue where Self: BinaryInteger {
    package static var wireSample: Self { 0 }
    package func write(to json: inout JSONWriter) { json.integer(self) }
    package init?(wire text: JSONText) {
        guard let number = text.integer else { return nil }
        self.init(exactly: number)
    }
}

extension Int: WireValue {}
extension Int32: WireValue {}
extension Int64: WireValue {}
extension UInt64: WireValue {}

extension WireValue
where Self: RawRepresentable & CaseIterable, RawValue == String, AllCases == [Self] {
    package static var wireSample: Self { allCases[0] }
    package func write(to json: inout JSONWriter) { json.string(rawValue) }
    package init?(wire text: JSONText) {
        guard let word = text.string else { return nil }
        self.init(rawValue: word)
    }
}

extension Array: WireValue where Element: WireValue {
    package static var wireSample: [Element] { [] }
    package func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }

    /// Reads a list; an element of another type is left out rather than guessed.
    package init?(wire text: JSONText) throws(JSONError) {
        guard let elements = text.elements else { return nil }
        self = []
        for element in elements {
            if let element = try Element(wire: element) { append(element) }
        }
    }
}

// MARK: Types of the model

extension SettingValue: WireValue {
    package static var wireSample: SettingValue { .null }
    package func write(to json: inout JSONWriter) { json.value(self) }
    package init?(wire text: JSONText) throws(JSONError) { self = try text.value }

    /// Reads a value, which may be null.
    package static func read(
        _ name: String,
        in json: JSONObject
    ) throws(JSONError) -> SettingValue? {
        try json.value(name)
    }
}

extension Layer: WireValue {}
extension ProblemSeverity: WireValue {}
extension PublishMethod: WireValue {}

extension Domain: WireValue {
    package static let wireSample: Domain = {
        do throws(ModelError) {
            return try Domain("org.example")
        } catch {
            preconditionFailure(error.problem)
        }
    }()
    package func write(to json: inout JSONWriter) { json.string(name) }
    package init?(wire text: JSONText) throws(JSONError) {
        guard let name = text.string else { return nil }
        do { self = try Domain(name) } catch { return nil }
    }

    /// Reads a name; one that is there must be a domain's.
    package static func read(_ name: String, in json: JSONObject) throws(JSONError) -> Domain? {
        guard let text = json[name] else { return nil }
        return try json.require(try Domain(wire: text), name)
    }
}

extension SettingKeyPath: WireValue {
    package static let wireSample: SettingKeyPath = "font.size"
    package func write(to json: inout JSONWriter) { json.string(description) }
    package init?(wire text: JSONText) {
        guard let text = text.string else { return nil }
        do { self = try SettingKeyPath(description: text) } catch { return nil }  // never guessed
    }
}

extension KeyPattern: WireValue {
    package static var wireSample: KeyPattern { .all }
    package func write(to json: inout JSONWriter) { json.string(description) }
    package init?(wire text: JSONText) {
        guard let text = text.string else { return nil }
        do { self = try KeyPattern(parsing: text, limits: .standard) } catch { return nil }
    }
}
