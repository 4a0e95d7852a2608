// Objects and arrays in one call each; members that are nil are left out.

package import SettingsModel

extension JSONWriter {
    /// Writes an object with the members that `members` writes.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    /// Writes an array of what `element` writes for each of `values`.
    package mutating func array<Value>(
        _ values: some Sequence<Value>,
        _ element: (inout JSONWriter, Value) -> Void
    ) {
        beginArray()
        for value in values { element(&self, value) }
        endArray()
    }

    /// Writes a member, unless it is nil.
    package mutating func member(_ key: String, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    /// Writes a member, unless it is nil.
    package mutating func member(_ key: String, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        self.key(key)
        integer(number)
    }

    /// Writes a member, unless it is nil.
    package mutating func member(_ key: String, _ flag: Bool?) {
        guard let flag else { return }
        self.key(key)
        boolean(flag)
    }

    /// Writes a member, unless it is nil; a null value is written.
    package mutating func member(_ key: String, _ value: SettingValue?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    /// Writes a member that is a list of texts, unless it is nil.
    package mutating func member(_ key: String, _ texts: [String]?) {
        guard let texts else { return }
        self.key(key)
        array(texts) { $0.string($1) }
    }
}
