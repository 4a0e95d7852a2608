// What a list of changes asks for, gathered place by place.

import SettingsModel

/// Changes gathered by the place they ask for, so that a document is walked once for all of them.
///
/// Making the tree gives the same value as making the changes one after the other: a later change
/// overrides what earlier ones asked for at its place and below.
struct ChangeTree {
    /// What becomes of the value at this place before the changes below it.
    enum Base {
        case kept
        case removed
        case replaced(SettingValue)
    }
    private(set) var base = Base.kept
    /// The keys with changes below, in the order they were first named.
    private(set) var keys: [String] = []
    private var children: [ExactText: ChangeTree] = [:]
    /// Changes in an array, in order: a removal moves the places that later ones name.
    private(set) var indexed: [DocumentChange] = []
    /// Whether something was set below, so that a container stands here in the end.
    private(set) var isContainer = false

    /// Creates a tree that asks for nothing.
    init() {}

    /// Gathers changes, from first to last.
    init(_ changes: [DocumentChange]) {
        for change in changes { add(change.path.elements[...], change.value) }
    }

    private mutating func add(_ path: ArraySlice<PathElement>, _ value: SettingValue?) {
        switch path.first {
        case nil:
            self = ChangeTree()
            base = value.map(Base.replaced) ?? .removed
        case .key(let key):
            isContainer = isContainer || value != nil
            if children[ExactText(key)] == nil { keys.append(key) }
            children[ExactText(key), default: ChangeTree()].add(path.dropFirst(), value)
        case .index:
            isContainer = isContainer || value != nil
            indexed.append(DocumentChange(DocumentPath(Array(path)), value))
        }
    }

    /// Whether it changes only keys of the value: no position in an array, and not the value itself.
    var areAllOfKeys: Bool {
        guard case .kept = base else { return false }
        return indexed.isEmpty && !keys.isEmpty
    }

    /// So few keys are compared one by one faster than another key's hash is found.
    private static let fewKeys = 4

    /// The changes at a key; nil for none.
    func child(_ key: String) -> ChangeTree? {
        let isFar = keys.count <= Self.fewKeys && !keys.contains { $0.isSame(as: key) }
        return isFar ? nil : children[ExactText(key)]
    }

    /// The value after the changes where `old` stands now; nil is nothing.
    ///
    /// Throws ``EditError`` with code `.noSuchPath` for a position past the end of an array.
    func applied(to old: SettingValue?) throws(EditError) -> SettingValue? {
        let start: SettingValue? =
            switch base {
            case .kept: old
            case .removed: nil
            case .replaced(let value): value
            }
        var value = keys.isEmpty ? start : try appliedToKeys(of: start)
        for change in indexed { value = try Self.applied(change, to: value) }
        return value
    }

    private func appliedToKeys(of value: SettingValue?) throws(EditError) -> SettingValue? {
        var entries: [SettingValue.Entry] = []
        if case .dictionary(let existing) = value {
            entries = existing
        } else if !isContainer {
            return value
        }
        var known = Set<ExactText>()
        var result: [SettingValue.Entry] = []
        result.reserveCapacity(entries.count + keys.count)
        for entry in entries {
            guard let change = child(entry.key) else {
                result.append(entry)
                continue
            }
            known.insert(ExactText(entry.key))
            if let value = try change.applied(to: entry.value) {
                result.append(.init(entry.key, value))
            }
        }
        for key in keys where !known.contains(ExactText(key)) {
            if let value = try children[ExactText(key)]?.applied(to: nil) {
                result.append(.init(key, value))
            }
        }
        return .dictionary(result)
    }

    /// Makes one change at a position; nothing and a leaf give way to an array.
    private static func applied(
        _ change: DocumentChange,
        to old: SettingValue?
    ) throws(EditError) -> SettingValue? {
        guard case .index(let index) = change.path.elements.first else { return old }
        if case .dictionary = old { throw .noPosition }
        var values: [SettingValue] = []
        if case .array(let existing) = old {
            values = existing
        } else if change.value == nil {
            return old
        }
        guard values.indices.contains(index) || index == values.count && change.value != nil else {
            guard change.value == nil else { throw .noPosition }
            return old
        }
        let rest = DocumentPath(Array(change.path.elements.dropFirst()))
        let element = index < values.count ? values[index] : nil
        let new = try ChangeTree([DocumentChange(rest, change.value)]).applied(to: element)
        values.replaceSubrange(index..<min(index + 1, values.count), with: new.map { [$0] } ?? [])
        return .array(values)
    }
}

// MARK: What is asked of one value in a document

/// What is asked of one value that stands in a document.
enum ChangeRequest {
    case keep
    case remove
    case set(SettingValue)
    /// Changes below it, which it can take.
    case change(ChangeTree)
}

/// What a value is to a path that leads through it.
enum ContainerKind {
    case dictionary
    case array
    case leaf
}

extension ChangeTree {
    /// What the tree asks of a value that stands in the document.
    ///
    /// A leaf in the way of a path gives way to a container; to a key, an array is a leaf.
    ///
    /// - Throws: ``EditError`` with code `.noSuchPath`: a position within a dictionary.
    func request(of kind: ContainerKind) throws(EditError) -> ChangeRequest {
        switch base {
        case .removed where !isContainer: return .remove
        case .removed, .replaced: return try applied(to: nil).map(ChangeRequest.set) ?? .remove
        case .kept: break
        }
        if indexed.isEmpty {
            if kind == .dictionary { return .change(self) }
        } else {
            guard keys.isEmpty, kind != .dictionary else { throw .noPosition }
            if kind == .array { return .change(self) }
        }
        guard isContainer else { return .keep }
        return try applied(to: nil).map(ChangeRequest.set) ?? .keep
    }
}

extension EditError {
    /// A position in something that has none, or past its end.
    static var noPosition: EditError {
        EditError(
            code: .noSuchPath,
            problem: "the path names a position that isn't there",
            advice: "Name a position within the array, or its end"
        )
    }

    /// A key in a file whose root is not a dictionary.
    static func notADictionary(_ root: SettingValue) -> EditError {
        EditError(
            code: .noSuchPath,
            problem: "the file holds one \(root.typeName), not a dictionary with keys",
            advice: "Put the file's content into a dictionary first"
        )
    }

    /// A key that stands several times, so that removing one would bring another to light.
    static func duplicate(_ key: String) -> EditError {
        EditError(
            code: .ambiguous,
            problem: "duplicate key '\(key.escapedForDisplay)'",
            advice: "Remove all but one of them by hand"
        )
    }

    /// A value that several places of the file share by way of an anchor.
    static func shared(_ anchor: String) -> EditError {
        let name = anchor.escapedForDisplay
        return EditError(
            code: .shared,
            problem: "the value of the anchor '&\(name)' stands for others too, "
                + "which would change with it",
            advice: "Replace the aliases '*\(name)' by values of their own first"
        )
    }

    /// A key that another mapping brings in, so that it can't be taken out here.
    static func inherited(_ key: String) -> EditError {
        EditError(
            code: .shared,
            problem: "the key '\(key.escapedForDisplay)' comes from another mapping by '<<', "
                + "so that it can be set here but not removed",
            advice: "Remove it from the mapping that '<<' names"
        )
    }
}
