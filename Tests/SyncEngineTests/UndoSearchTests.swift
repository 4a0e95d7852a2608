// Which entries of the history an undo or a redo takes back.

import SettingsModel
import TestSupport
import Testing

@testable import SyncEngine

/// Settings and their history, without an engine.
private struct Notebook {
    private(set) var values: [ChangedKey: SettingValue] = [:]
    private(set) var history: [HistoryEntry] = []
    private var nextID: UInt64 = 1

    /// Makes one step.
    mutating func set(
        _ edits: [(key: ChangedKey, value: SettingValue?)],
        by origin: Origin = .client("settingsctl")
    ) {
        var entries: [HistoryEntry] = []
        for edit in edits {
            entries.append(note(edit.key, edit.value, by: origin, .set, in: entries.first))
        }
        history += entries
    }

    /// What another domain takes of the last step from a file that both have.
    mutating func follow(_ key: ChangedKey, _ value: SettingValue) {
        guard let step = history.last?.group else { return }
        var entry = note(key, value, by: .file("/f/s.toml"), .set, in: nil)
        entry.group = step
        history.append(entry)
    }

    mutating func set(_ key: String, _ value: Int64, by origin: Origin = .client("settingsctl")) {
        set([(changed(key), .integer(value))], by: origin)
    }

    /// Takes back what a search finds; a key may have to give way to it.
    mutating func take(
        _ aim: UndoSearch.Aim,
        after id: UInt64 = 0,
        displacing key: String? = nil
    ) throws(Refusal) {
        var search = UndoSearch(aim)
        for entry in history.reversed() where entry.id > id { search.read(entry) }
        let values = values
        let found = try search.checked(given: CurrentValues(value: { values[$0] }))
        let kind: HistoryEntry.Kind = if case .redo = aim { .redo } else { .undo }
        var names: [ChangedKey: [UInt64]] = [:]
        for entry in found { names[ChangedKey(entry), default: []].append(entry.id) }
        var sides: [ChangedKey: SettingValue?] = [:]
        for entry in found { sides[ChangedKey(entry)] = .some(entry.otherSide) }
        var entries: [HistoryEntry] = []
        for (key, ids) in names.sorted(by: { $0.value[0] < $1.value[0] }) {
            let value = sides[key] ?? nil
            let origin = Origin.client("settingsctl")
            var entry = note(key, value, by: origin, kind, in: entries.first)
            entry.undoes = ids
            entries.append(entry)
        }
        if let key {
            let origin = Origin.client("settingsctl")
            entries.append(note(changed(key), nil, by: origin, kind, in: entries.first))
        }
        history += entries
    }

    private mutating func note(
        _ key: ChangedKey,
        _ value: SettingValue?,
        by origin: Origin,
        _ kind: HistoryEntry.Kind,
        in first: HistoryEntry?
    ) -> HistoryEntry {
        let id = nextID
        nextID += 1
        var entry = HistoryEntry(
            id: id,
            seq: 0,
            time: 0,
            domain: key.domain,
            keyPath: key.keyPath,
            value: value,
            old: values[key],
            kept: nil,
            origin: origin,
            kind: kind,
            reason: nil
        )
        entry.group = first?.group ?? id
        values[key] = value
        return entry
    }
}

private func changed(_ key: String, _ domain: String = "a") -> ChangedKey {
    // The names are those of this file's tests.
    guard let domain = try? Domain(domain) else { fatalError("'\(domain)' is no domain") }
    return ChangedKey(domain, SettingKeyPath(segments: [key]))
}

private let anything = HistoryScope()

extension UndoSearch {
    /// What is taken back, if all of it can be.
    fileprivate func checked(given current: CurrentValues) throws(Refusal) -> [HistoryEntry] {
        let entries = try entries(given: current)
        try check(entries, given: current)
        return entries
    }
}

@Suite struct `A search for what an undo takes back` {
    @Test func `goes back step by step, and a redo forward`() throws {
        var book = Notebook()
        for value in 20...22 as ClosedRange<Int64> { book.set("k", value) }
        let key = changed("k")

        try book.take(.undo(anything))
        #expect(book.values[key] == .integer(21))
        try book.take(.undo(anything))
        #expect(book.values[key] == .integer(20))
        try book.take(.redo(anything))
        #expect(book.values[key] == .integer(21))
        try book.take(.redo(anything))
        #expect(book.values[key] == .integer(22))
        #expect(throws: Refusal.self) { try book.take(.redo(anything)) }
        try book.take(.undo(anything))
        #expect(book.values[key] == .integer(21))
    }

    @Test func `passes over a value that was set to what it was`() throws {
        var book = Notebook()
        book.set("k", 1)
        book.set([(changed("k"), .integer(2)), (changed("same"), nil)])
        book.set("k", 2)

        try book.take(.undo(anything))
        #expect(book.values[changed("k")] == .integer(1))
        try book.take(.undo(anything))
        #expect(book.values.isEmpty)
        try book.take(.redo(anything))
        try book.take(.redo(anything))
        #expect(book.values[changed("k")] == .integer(2))
    }

    @Test func `takes back all of a step, or nothing`() throws {
        var book = Notebook()
        book.set([(changed("a"), .integer(1)), (changed("b"), .integer(1))])
        book.set("b", 2, by: .file("/f"))

        let own = HistoryScope(authors: ["settingsctl"])
        let refusal = #expect(throws: Refusal.self) { try book.take(.undo(own)) }
        #expect(refusal?.problem == "'b' of 'a' was changed since, by the file '/f'")
        #expect(refusal?.advice == "To undo that: settingsctl undo a b")
        #expect(book.values[changed("a")] == .integer(1))

        try book.take(.undo(anything))
        try book.take(.undo(own))
        #expect(book.values.isEmpty)
    }

    @Test func `is refused where a key has another value than the step gave it`() throws {
        var book = Notebook()
        book.set("a", 1)
        var search = UndoSearch(.undo(anything))
        search.read(book.history[0])
        let other = CurrentValues(value: { _ in .integer(7) })

        #expect(throws: Refusal.self) { try search.checked(given: other) }
        let rival = CurrentValues(value: { _ in .integer(1) }, rivals: { _ in ["x"] })
        // What was nothing before is nothing in the way of another.
        #expect(try search.checked(given: rival).count == 1)
    }

    @Test func `is of the domain, key or authors that are named`() throws {
        var book = Notebook()
        book.set([(changed("k", "a"), .integer(1))])
        book.set([(changed("k", "b"), .integer(1))])
        book.set([(changed("l", "b"), .integer(1))], by: .file("/f"))

        let b = try Domain("b")
        try book.take(.undo(HistoryScope(authors: ["settingsctl"])))
        #expect(book.values[changed("k", "b")] == nil)
        try book.take(.undo(HistoryScope(domain: b)))
        #expect(book.values[changed("l", "b")] == nil)
        try book.take(.redo(HistoryScope(domain: b, keyPath: changed("k").keyPath)))
        #expect(book.values[changed("k", "b")] == .integer(1))
        #expect(book.values[changed("k", "a")] == .integer(1))
    }

    @Test func `of entries is refused where they are undone already, or changed since`() throws {
        var book = Notebook()
        book.set("a", 1)
        book.set("a", 2)

        #expect(throws: Refusal.self) { try book.take(.entries([1])) }
        try book.take(.entries([2]))
        let refusal = #expect(throws: Refusal.self) { try book.take(.entries([2])) }
        #expect(refusal?.problem == "that is undone already")
        try book.take(.entries([1]))
        #expect(book.values.isEmpty)
    }

    @Test func `of a redo undoes what that had redone`() throws {
        var book = Notebook()
        book.set("a", 1)
        try book.take(.undo(anything))
        try book.take(.redo(anything))
        let redo = try #require(book.history.last)

        try book.take(.entries([redo.id]))
        #expect(book.values.isEmpty)
        #expect(throws: Refusal.self) { try book.take(.undo(anything)) }
        try book.take(.redo(anything))
        #expect(book.values[changed("a")] == .integer(1))
        #expect(throws: Refusal.self) { try book.take(.redo(anything)) }
    }

    @Test func `since a time gives keys their values of then, whatever was undone meanwhile`()
        throws
    {
        var book = Notebook()
        for value in 1...3 as ClosedRange<Int64> { book.set("k", value) }
        // Then: 3, with two steps before it.
        let then = try #require(book.history.last?.id)
        try book.take(.undo(anything))
        try book.take(.undo(anything))
        book.set("k", 7)
        try book.take(.undo(anything))
        book.set("other", 1)
        #expect(book.values[changed("k")] == .integer(1))

        try book.take(.everything(anything), after: then)
        #expect(book.values == [changed("k"): .integer(3)])
        // The steps of before count as they did.
        try book.take(.undo(anything))
        #expect(book.values == [changed("k"): .integer(2)])
        try book.take(.redo(anything))
        try book.take(.redo(anything))
        #expect(book.values == [changed("k"): .integer(1), changed("other"): .integer(1)])
    }

    @Test func `since a time leaves what follows a step from before`() throws {
        var book = Notebook()
        let follower = changed("l", "b")
        for value in 1...2 as ClosedRange<Int64> {
            book.set("k", value)
            book.follow(follower, .integer(value))
        }
        let first = book.history[0].id
        try book.take(.everything(anything), after: first)
        #expect(book.values == [changed("k"): .integer(1), follower: .integer(1)])
    }

    @Test func `since a time is refused where every value is as it was`() throws {
        var book = Notebook()
        book.set("k", 1)
        let then = book.history[0].id
        book.set("k", 2)
        book.set("k", 1)
        let before = book.history

        #expect(throws: Refusal.self) { try book.take(.everything(anything), after: then) }

        #expect(book.history == before)
        try book.take(.undo(anything))
        #expect(book.values == [changed("k"): .integer(2)])
    }

    @Test func `since a time passes over what is undone, and counts a fight that was decided`()
        throws
    {
        var book = Notebook()
        book.set("k", 1)
        book.set("l", 1)
        try book.take(.undo(anything))
        var search = UndoSearch(.everything(anything))
        for entry in book.history.reversed() where entry.keyPath == "l" { search.read(entry) }
        #expect(throws: Refusal.self) { try search.checked(given: CurrentValues { _ in nil }) }

        var fight = book.history[0]
        (fight.id, fight.group) = (9, 9)
        (fight.value, fight.old, fight.kept) = (.integer(1), nil, .integer(5))
        (fight.kind, fight.reason) = (.superseded, HistoryEntry.alternating)
        search = UndoSearch(.everything(anything))
        search.read(fight)
        let found = try search.checked(given: CurrentValues { _ in .integer(5) })
        #expect(found.map(\.otherSide) == [.integer(1)])

        fight.reason = "unread"
        search = UndoSearch(.everything(anything))
        search.read(fight)
        #expect(throws: Refusal.self) {
            try search.checked(given: CurrentValues { _ in .integer(5) })
        }
    }

    @Test func `of a secret whose values are gone is refused`() throws {
        var book = Notebook()
        book.set("k", 1)
        var entry = book.history[0]
        (entry.value, entry.isSecret) = (nil, true)
        var search = UndoSearch(.undo(anything))
        search.read(entry)

        let refusal = #expect(throws: Refusal.self) {
            try search.checked(given: CurrentValues { _ in nil })
        }
        #expect(refusal?.problem.contains("kept only while the agent runs") == true)
    }
}

@Suite struct `A search for what a redo takes back` {
    @Test func `ends with the next change of the key, of the domain, or of all`() throws {
        var book = Notebook()
        book.set("a", 1)
        try book.take(.undo(anything))
        book.set("b", 1)

        let refusal = #expect(throws: Refusal.self) { try book.take(.redo(anything)) }
        #expect(refusal?.code == .notFound)
        let key = HistoryScope(domain: changed("a").domain, keyPath: "a")
        var other = book
        try other.take(.redo(key))
        #expect(other.values[changed("a")] == .integer(1))

        book.set("a", 5)
        let second = #expect(throws: Refusal.self) { try book.take(.redo(key)) }
        #expect(second?.code == .revConflict)
        #expect(second?.problem == "'a' of 'a' was changed since, by 'settingsctl'")
    }

    @Test func `A key that gave way to what an undo set is a part of that undo`() throws {
        let (font, size) = (changed("font"), changed("size"))
        var book = Notebook()
        book.set([(size, .integer(1))])
        book.set([(size, nil)])
        book.set([(font, .dictionary([]))])
        let sizes = HistoryScope(domain: size.domain, keyPath: size.keyPath)
        try book.take(.undo(sizes), displacing: "font")

        var redone = book
        try redone.take(.redo(anything))
        #expect(redone.values == [font: .dictionary([])])
        try redone.take(.undo(anything))
        #expect(redone.values.isEmpty)

        try book.take(.undo(anything))
        #expect(book.values.isEmpty)
        #expect(throws: Refusal.self) { try book.take(.undo(anything)) }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `n times after n undos gives the same values`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var book = Notebook()
        func step() -> [(key: ChangedKey, value: SettingValue?)] {
            let keys = ["k", "l", "m"].shuffled(using: &random)
                .prefix(Int.random(in: 1...3, using: &random))
            return keys.map { key in
                let value = Int64.random(in: 0...3, using: &random)
                let domain = Bool.random(using: &random) ? "a" : "b"
                return (changed(key, domain), value == 0 ? nil : .integer(value))
            }
        }
        let aims: [UndoSearch.Aim] = [.undo(anything), .redo(anything)]
        for _ in 0..<30 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0..<3: book.set(step())
            case 3..<5:
                let aim = aims.randomElement(using: &random) ?? aims[0]
                _ = try? book.take(aim)  // nothing may be left
            default:
                let id = UInt64.random(in: 0...UInt64(book.history.count), using: &random)
                _ = try? book.take(.everything(anything), after: id)  // nothing may be left
            }
        }
        // A change without effect ends no redo.
        let before = book.values
        while book.values == before { book.set(step()) }
        var states = [book.values]
        let count = Int.random(in: 1...12, using: &random)
        for _ in 0..<count where (try? book.take(.undo(anything))) != nil {
            states.append(book.values)
        }

        for state in states.dropLast().reversed() {
            try book.take(.redo(anything))
            #expect(book.values == state)
        }
        #expect(throws: Refusal.self) { try book.take(.redo(anything)) }
        for state in states.dropFirst() {
            try book.take(.undo(anything))
            #expect(book.values == state)
        }
    }
}
