// Plans the edits of a line-based file: which lines a list of changes must touch.

import SettingsModel

/// Plans edits of one line-based file; walks only what the changes lead to.
struct LineEditor {
    let document: LineDocument
    /// Where what was planned goes.
    var lines: LinePlacement
    /// The headers that some programs find in the file, once one was looked for.
    lazy var headers = document.allHeaders

    var dialect: LineDialect { document.dialect }
    private var outline: LineOutline { document.outline }

    init(_ document: LineDocument, _ style: EditStyle) {
        self.document = document
        lines = LinePlacement(document, style)
    }

    /// The edits that make the changes, from front to back.
    mutating func edits(for changes: [DocumentChange]) throws(EditError) -> [Edit] {
        let tree = ChangeTree(changes)
        switch try tree.request(of: .dictionary) {
        case .keep: break
        case .remove: try set(.group(0), .dictionary([]), [])
        case .set(let value): try set(.group(0), value, [])
        case .change(let tree): try change(0, tree, [])
        }
        let edits = lines.edits
        try checkReadings(after: edits)
        return edits
    }

    // MARK: Groups

    private mutating func change(
        _ group: Int,
        _ tree: ChangeTree,
        _ path: [String]
    ) throws(EditError) {
        for key in tree.keys {
            guard let change = tree.child(key) else { continue }
            let inner = path + [key]
            guard let place = place(key, in: group) else {
                if let value = try change.applied(to: nil) { try insert(value, inner) }
                continue
            }
            try checkSpelling(of: place, inner)
            switch try change.request(of: kind(of: place)) {
            case .keep: break
            case .remove: try remove(place)
            case .set(let value): try set(place, value, inner)
            case .change(let tree):
                switch place {
                case .group(let child): try self.change(child, tree, inner)
                case .leaf(let leaf):
                    let items = document.items(ofLeaf: leaf)
                    let kinds = items.map { _ in ContainerKind.leaf }
                    try make(ContainerPlan(kinds: kinds, changes: tree.indexed), leaf, items)
                }
            }
        }
    }

    private func place(_ key: String, in group: Int) -> LineDocument.Place? {
        // A group without keys is nothing yet.
        if let child = outline.child(key, of: group), hasLeaves(child) { return .group(child) }
        return document.leaf(key, in: group)
            .map(LineDocument.Place.leaf)
    }

    private func hasLeaves(_ group: Int) -> Bool {
        !outline.groups[group].leaves.isEmpty
            || outline.groups[group].children.contains(where: hasLeaves)
    }

    private func kind(of place: LineDocument.Place) -> ContainerKind {
        guard case .leaf(let leaf) = place else { return .dictionary }
        if case .array = document.value(ofLeaf: leaf) { return .array }
        return .leaf
    }

    /// Where case makes no difference, `Size` can't be set beside `size`.
    private func checkSpelling(
        of place: LineDocument.Place,
        _ path: [String]
    ) throws(EditError) {
        let name =
            switch place {
            case .leaf(let leaf): document.name(of: leaf)
            case .group(let group): outline.groups[group].name
            }
        guard name != path.last else { return }
        throw EditError(
            code: .ambiguous,
            problem:
                "'\((path.last ?? "").escapedForDisplay)' is '\(name.escapedForDisplay)' here",
            advice: "Use that spelling: case makes no difference in \(dialect.name)"
        )
    }

    // MARK: Removals

    private mutating func remove(_ place: LineDocument.Place) throws(EditError) {
        switch place {
        case .leaf(let leaf):
            // Nor could a key be set again that only one of several sections has.
            try checkSections(ofGroup: Int(outline.leaves[leaf].group))
            // All copies, or an earlier one would come to light.
            for entry in document.allEntries(ofLeaf: leaf) {
                try checkReadings(ofEntry: entry)
                try lines.remove(entry)
            }
        case .group(let group):
            for leaf in outline.groups[group].leaves { try remove(.leaf(leaf)) }
            for child in outline.groups[group].children { try remove(.group(child)) }
        }
    }

    // MARK: Values

    private mutating func set(
        _ place: LineDocument.Place,
        _ value: SettingValue,
        _ path: [String]
    ) throws(EditError) {
        switch (place, value) {
        case (.group(let group), .dictionary(let entries)):
            let known = Set(entries.map { ExactText($0.key) })
            for leaf in outline.groups[group].leaves
            where !known.contains(ExactText(document.name(of: leaf))) {
                try remove(.leaf(leaf))
            }
            for child in outline.groups[group].children
            where !known.contains(ExactText(outline.groups[child].name)) {
                try remove(.group(child))
            }
            for entry in entries {
                let inner = path + [entry.key]
                guard let place = self.place(entry.key, in: group) else {
                    try insert(entry.value, inner)
                    continue
                }
                try checkSpelling(of: place, inner)
                try set(place, entry.value, inner)
            }
        case (.leaf(let leaf), .array(let values)):
            try lines.checkLocks(ofLeaf: leaf)
            let items = document.items(ofLeaf: leaf)
            let old = items.map(document.value(ofEntry:))
            guard document.value(ofLeaf: leaf) != value else { return }
            try checkList(path, values)
            // A line that forgets those before it stays, and the list follows.
            let forgets = old == [.string("")] && document.hasResets(path.last ?? "")
            var plan = ContainerPlan(values: old, becoming: forgets ? old : values)
            if forgets { plan.insertions = values.map { .init(after: 0, value: $0) } }
            try make(plan, leaf, items)
        case (.leaf(let leaf), .string):
            try setOne(leaf, value, path)
        default:
            // A section's header would stay, and no reader takes a key of the same name beside it.
            if case .group = place, !path.isEmpty { throw try sectionInTheWay(of: path) }
            try remove(place)
            try insert(value, path)
        }
    }

    private func sectionInTheWay(of path: [String]) throws(EditError) -> EditError {
        try lines.checkPlace(path)
        let name = SettingKeyPath(segments: path).description
        return EditError(
            code: .noSuchPath,
            problem: "the section '\(name)' stands where the key would",
            advice: "Name another key, or remove the section's header by hand"
        )
    }

    /// Sets a leaf to one text: its last line says it, and the other lines of a list go.
    private mutating func setOne(
        _ leaf: Int,
        _ value: SettingValue,
        _ path: [String]
    ) throws(EditError) {
        guard document.value(ofLeaf: leaf) != value else { return }
        try lines.checkLocks(ofLeaf: leaf)
        try checkSingle(path, value)
        try checkSections(ofLeaf: leaf)
        let items = document.items(ofLeaf: leaf)
        for entry in items { try checkReadings(ofEntry: entry) }
        for entry in items.dropLast() { try lines.remove(entry) }
        let entry = items[items.count - 1]
        let isReset = document.hasResets(path.last ?? "") && value == .string("")
        if isReset, document.allEntries(ofLeaf: leaf).count > items.count {
            try lines.remove(entry)
        } else {
            let text = try text(of: value)
            try checkComment(ofEntry: entry, becoming: text)
            try checkLines(of: text)
            try lines.set(entry, text)
        }
    }

    private mutating func make(
        _ plan: ContainerPlan,
        _ leaf: Int,
        _ items: [Int]
    ) throws(EditError) {
        try lines.checkLocks(ofLeaf: leaf)
        if plan.lastKept < 0, plan.insertions.isEmpty { throw dialect.emptyArray }
        try checkSections(ofLeaf: leaf)
        for entry in items { try checkReadings(ofEntry: entry) }
        for (entry, request) in zip(items, plan.requests) {
            switch request {
            case .keep: break
            case .remove: try lines.remove(entry)
            case .set(let value): try lines.set(entry, itemText(of: value))
            case .change: throw .noPosition
            }
        }
        for insertion in plan.insertions {
            let text = try itemText(of: insertion.value)
            let place = insertion.after < 0 ? nil : items[insertion.after]
            try lines.insert(text, besides: items[0], after: place)
        }
    }

    // MARK: New keys

    private mutating func insert(_ value: SettingValue, _ path: [String]) throws(EditError) {
        if case .dictionary(let entries) = value {
            guard !entries.isEmpty else { throw dialect.emptyDictionary }
            for entry in entries { try insert(entry.value, path + [entry.key]) }
            return
        }
        guard !path.isEmpty else {
            throw dialect.unrepresentable("a value without a key", "Set a dictionary of keys")
        }
        // A place that can't be is told first: no other value would fit there.
        try lines.checkPlace(path)
        try lines.checkSurroundings(of: path)
        try checkReadings(ofNewKey: path)
        if case .group? = document.place(at: path) { throw try sectionInTheWay(of: path) }
        if case .array(let values) = value {
            try checkList(path, values)
            for value in values { try lines.insert(text(of: value), at: path) }
        } else {
            try checkSingle(path, value)
            let text = try text(of: value)
            try checkComment(ofEntry: nil, becoming: text)
            try lines.insert(text, at: path)
        }
    }

    private func text(of value: SettingValue) throws(EditError) -> String {
        guard case .string(let text) = value else {
            throw dialect.unrepresentable(
                "a value of type \(value.typeName)",
                EditError.otherType
            )
        }
        return text
    }

    private func itemText(of value: SettingValue) throws(EditError) -> String {
        if dialect.repeats == .listWithReset || dialect.adding.resets, value == .string("") {
            throw dialect.emptyTextInList
        }
        return try text(of: value)
    }

    private func checkList(_ path: [String], _ values: [SettingValue]) throws(EditError) {
        let name = path.last ?? ""
        guard !values.isEmpty else { throw dialect.emptyArray }
        if document.isListKey(name) {
            if dialect.adding.resets, values.contains(.string("")) {
                throw dialect.emptyTextInList
            }
            return
        }
        switch dialect.repeats {
        case .list: return
        case .listWithReset:
            if values.contains(.string("")) { throw dialect.emptyTextInList }
        default:
            throw dialect.unrepresentable(
                "an array where '\(name.escapedForDisplay)' is no list",
                "Set one text"
            )
        }
    }

    private func checkSingle(_ path: [String], _ value: SettingValue) throws(EditError) {
        guard let name = path.last, document.isListKey(name),
            !dialect.adding.resets || value != .string("")
        else { return }
        throw dialect.unrepresentable(
            "one text where '\(name.escapedForDisplay)' is a list",
            "Set an array of texts"
        )
    }
}
