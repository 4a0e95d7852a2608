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
    fileprivate final class Common: @unchecked Sendable {
        var values: [SettingKeyPath: Value]

        init(_ values: [SettingKeyPath: Value]) { self.values = values }
    }

    fileprivate struct Contents: Sendable {
        var common: Common
        /// What this map has instead of the common values; nil where it has none.
        var changes: [SettingKeyPath: Value?] = [:]
        var count: Int

        subscript(path: SettingKeyPath) -> Value? {
            if !changes.isEmpty, let own = changes[path] { return own }
            return common.values[path]
        }
    }

    private var contents: CopyOnWrite<Contents>

    /// Creates a map that shares nothing yet.
    package init(_ values: [SettingKeyPath: Value] = [:]) {
        contents = CopyOnWrite(Contents(common: Common(values), count: values.count))
    }

    /// Creates a map of these values that shares what it can with another.
    package init(_ values: [SettingKeyPath: Value], like other: SharedMap) {
        self.init(values)
        let differences = differences(from: other)
        let most = Contents.mostChanges(of: other.contents.value.common.values.count)
        guard differences.count <= most else { return }
        self = other
        for difference in differences { self[difference.keyPath] = difference.new }
    }

    /// How many values there are.
    package var count: Int { contents.value.count }
    package var isEmpty: Bool { count == 0 }

    /// The value at a key path; nil, given or taken, is none.
    package subscript(path: SettingKeyPath) -> Value? {
        get { contents.value[path] }
        set { contents.value.put(newValue, at: path) }
    }

    /// Where this map differs from an older one, in no order.
    ///
    /// Cost: linear in the changes of both where they share their values, else in the values.
    package func differences(from other: SharedMap) -> [Difference] {
        var found: [Difference] = []
        func compare(_ path: SettingKeyPath, _ before: Value?, _ after: Value?) {
            if before != after { found.append(Difference(keyPath: path, old: before, new: after)) }
        }
        if contents.isCopy(of: other.contents) { return found }
        let (new, old) = (contents.value, other.contents.value)
        guard new.common !== old.common else {
            for (path, value) in new.changes { compare(path, old[path], value) }
            for (path, value) in old.changes where new.changes[path] == nil {
                compare(path, value, new.common.values[path])
            }
            return found
        }
        for (path, value) in self { compare(path, old[path], value) }
        for (path, value) in other where new[path] == nil { compare(path, value, nil) }
        return found
    }
}

extension SharedMap.Contents {
    /// Past so many changes a map has a dictionary of its own: few enough that all versions of a file
    /// together take little more room than two, so many that it seldom happens.
    static func mostChanges(of count: Int) -> Int { Swift.max(64, count / 8) }

    mutating func put(_ new: Value?, at path: SettingKeyPath) {
        count += (new == nil ? 0 : 1) - (self[path] == nil ? 0 : 1)
        if isKnownUniquelyReferenced(&common) {
            takeIn()
            common.values[path] = new
            return
        }
        if common.values[path] == new {
            changes[path] = nil
        } else {
            changes.updateValue(new, forKey: path)
        }
        if changes.count > Self.mostChanges(of: common.values.count) {
            common = SharedMap.Common(common.values)
            takeIn()
        }
    }

    /// Makes the changes in the common values, which no other map has.
    private mutating func takeIn() {
        for (path, value) in changes { common.values[path] = value }
        changes = [:]
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
        let contents = contents.value
        return Iterator(
            common: contents.common.values.makeIterator(),
            own: contents.changes.makeIterator(),
            changes: contents.changes
        )
    }

    /// The key paths that have a value, in no order.
    package var keyPaths: some Sequence<SettingKeyPath> { lazy.map { $0.keyPath } }
}
