// Large values that are handed on as one reference.

/// A value that its copies share until one of them is changed.
///
/// A struct of many fields is copied field by field each time it is handed on, and most who get it
/// only read one. Behind this it is copied when it is changed while others hold it, as an array is.
struct CopyOnWrite<Value: Sendable>: Sendable {
    // tidy: as with any copy on write, the value changes only while a single copy refers to it.
    private final class Storage: @unchecked Sendable {
        // tidy: only one copy refers to it when it changes, and the compiler keeps that one from being read.
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    /// The value; changing it in place copies it only if another copy shares it.
    var value: Value {
        get { storage.value }
        _modify {
            if !isUnshared { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// Whether no other copy shares the value.
    private var isUnshared: Bool {
        mutating get { isKnownUniquelyReferenced(&storage) }
    }

    /// Whether both are copies of one, and neither was changed since.
    func isCopy(of other: CopyOnWrite) -> Bool { storage === other.storage }
}
