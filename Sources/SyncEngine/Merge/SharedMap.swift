// Values by key path, kept once for all copies that differ little.

package import SettingsModel

/// Values by key path, of which a changed copy keeps only what it changed.
///
/// The versions of a file say almost the same, and a large domain has many of them: sixteen whole
/// dictionaries would take sixteen times the room, and to compare two of them would mean to look
/// at every key. Copies share one dictionary here, and each has its own changes beside it; what two
/// copies differ in is then among their changes.
package struct SharedMap<Value: Equatable & Sendable>: Sendable {
    /// What two maps differ in at one key path; nil for no value.
    package struct Difference: Equatable, Sendable {
        package var keyPath: SettingKeyPath
        package var old: Value?
        package var new: Value?
    }

    // tidy: as with any copy on write, values change only while a single map refers to them.
    private final class Common: @unchecked Sendable {
        var values: [SettingKeyPath: Value]

        init(_ values: [SettingKeyPath: Value]) { self.values = values }
    }

    private var common: Common
    /// What this map has instead of the common values; nil where it has none.
    private var changes: [SettingKeyPath: Value?] = [:]
    /// How many values there are.
    package private(set) var count: Int

    /// Creates a map that shares nothing yet.
    package init(_ values: [SettingKeyPath: Value] = [:]) {
        common = Common(values)
        count = values.count
    }

    /// Creates a map of these values that shares what it can with another.
    package init(_ values: [SettingKeyPath: Value], like other: SharedMap) {
        self.init(values)
        let differences = differences(from: other)
        guard differences.count <= Self.mostChanges(of: other.common.values.count) else { return }
        self = other
        for difference in differences { self[difference.keyPath] = difference.new }
    }

    /// Past so many changes a map has a dictionary of its own: few enough that all versions of a file
    /// together take little more room than two, so many that it seldom happens.
    private static func mostChanges(of count: Int) -> Int { Swift.max(64, count / 8) }

    package var isEmpty: Bool { count == 0 }

    /// The value at a key path; nil, given or taken, is none.
    package subscript(path: SettingKeyPath) -> Value? {
        get {
            if !changes.isEmpty, let own = changes[path] { return own }
            return common.values[path]
        }
        set {
            count += (newValue == nil ? 0 : 1) - (self[path] == nil ? 0 : 1)
            if isKnownUniquelyReferenced(&common) {
                takeIn()
                common.values[path] = newValue
                return
            }
            if common.values[path] == newValue {
                changes[path] = nil
            } else {
                changes.updateValue(newValue, forKey: path)
            }
            if changes.count > Self.mostChanges(of: common.values.count) {
                common = Common(common.values)
                takeIn()
            }
        }
    }

    /// Makes the changes in the common values, which no other map has.
    private mutating func takeIn() {
        for (path, value) in changes { common.values[path] = value }
        changes = [:]
    }

    /// Where this map differs from an older one, in no order.
    ///
    /// Cost: linear in the changes of both where they share their values, else in the values.
    package func differences(from old: SharedMap) -> [Difference] {
        var found: [Difference] = []
        func compare(_ path: SettingKeyPath, _ before: Value?, _ after: Value?) {
            if before != after { found.append(Difference(keyPath: path, old: before, new: after)) }
        }
        guard common !== old.common else {
            for (path, value) in changes { compare(path, old[path], value) }
            for (path, value) in old.changes where changes[path] == nil {
                compare(path, value, common.values[path])
            }
            return found
        }
        for (path, value) in self { compare(path, old[path], value) }
        for (path, value) in old where self[path] == nil { compare(path, value, nil) }
        return found
    }
}

extension SharedMap<Timestamp> {
    /// ``differences(from:)`` for other modules, where generic code costs ten times as much.
    package func changes(since old: SharedMap) -> [Difference] { differences(from: old) }
}

extension SharedMap: Equatable {
    package static func == (a: SharedMap, b: SharedMap) -> Bool {
        a.count == b.count && a.differences(from: b).isEmpty
    }
}

extension SharedMap: ExpressibleByDictionaryLiteral {
    /// Creates a map of a literal, where the last of equal keys counts.
    package init(dictionaryLiteral elements: (SettingKeyPath, Value)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}

extension SharedMap: Sequence {
    /// The values with their key paths, in no order.
    package struct Iterator: IteratorProtocol {
        fileprivate var common: [SettingKeyPath: Value].Iterator
        fileprivate var own: [SettingKeyPath: Value?].Iterator
        fileprivate let changes: [SettingKeyPath: Value?]

        package mutating func next() -> (keyPath: SettingKeyPath, value: Value)? {
            while let (path, value) = common.next() {
                if changes.isEmpty || changes[path] == nil { return (path, value) }
            }
            while let (path, value) = own.next() {
                if let value { return (path, value) }
            }
            return nil
        }
    }

    package func makeIterator() -> Iterator {
        Iterator(
            common: common.values.makeIterator(),
            own: changes.makeIterator(),
            changes: changes
        )
    }

    /// The key paths that have a value, in no order.
    package var keyPaths: some Sequence<SettingKeyPath> { lazy.map(\.keyPath) }
}
