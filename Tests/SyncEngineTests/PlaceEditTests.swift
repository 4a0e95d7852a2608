// Texts of mapped files that gave way to the domain's value, and how they come back.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine
import Testing

private let (terminal, other) = ("/kitty.conf", "/foot.conf")

private let ownText = """
    # mine
    font_size    11.0
    theme        'My Own'
    scrollback   9000

    """
private let followingText = ownText.replacing("'My Own'", with: "Mocha")

/// A desk with a dark look, a terminal's file with a theme of its own, and another's.
private func desk(_ otherText: String = "theme Paper\n") throws -> Desk {
    let themes = try ValueTable(
        name: "terminal",
        entries: [("dark", [.string("Mocha")]), ("light", [.string("Latte")])]
    )
    func map(_ pictures: KeyValuePairs<SettingKeyPath, String>) throws -> FileMap {
        try FileMap(
            pictures.map { key, text in
                let picture = try Picture(parsing: text, tables: ["terminal": themes])
                return FileMap.Place(fileKey: key, pictures: [picture])
            }
        )
    }
    let theme = "{appearance|terminal}"
    return try Desk(
        [
            "/look.toml": "appearance = \"dark\"\nsize = 11\n", terminal: ownText,
            other: otherText,
        ],
        replicas: [
            "/look.toml",
            ReplicaConfiguration(
                path: terminal,
                format: .kitty,
                map: try map(["font_size": "{size|number}", "theme": theme]),
                adoption: .present
            ),
            ReplicaConfiguration(
                path: other,
                format: .kitty,
                map: try map(["theme": theme]),
                adoption: .present
            ),
        ]
    )
}

extension Desk {
    @discardableResult
    fileprivate func follow(_ path: String? = nil) -> Result<EditReceipt, Refusal>? {
        pass(1_000)
        var request = RescanRequest(domain: domain)
        (request.path, request.follows, request.client) = (path, "appearance", "test")
        return ask { .rescan($0, request) }
    }

    /// Undoes the newest step, or makes again what was undone last.
    @discardableResult
    fileprivate func take(
        _ aim: UndoSearch.Aim = .undo(HistoryScope()),
        as kind: HistoryEntry.Kind = .undo
    ) -> Result<EditReceipt, Refusal>? {
        pass(1_000)
        var search = UndoSearch(aim)
        for entry in history.reversed() { search.read(entry) }
        let (engine, domain) = (engine, domain)
        let current = CurrentValues(
            value: { engine.entry($0.domain, $0.keyPath, in: .user)?.value },
            text: { $0.text(in: engine) }
        )
        do throws(Refusal) {
            let entries = try search.entries(given: current)
            try search.check(entries, given: current)
            #expect(entries.allSatisfy { $0.domain == domain })
            return ask { .undo($0, TakenBack(entries, as: kind, by: Requester(client: "test"))) }
        } catch {
            return .failure(error)
        }
    }

    @discardableResult
    fileprivate func redo() -> Result<EditReceipt, Refusal>? {
        take(.redo(HistoryScope()), as: .redo)
    }
}

extension Result where Success == EditReceipt, Failure == Refusal {
    fileprivate var group: UInt64? {
        if case .success(let receipt) = self { receipt.group } else { nil }
    }
    fileprivate var refusal: Refusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}

@Suite struct `A file that followed` {
    @Test func `gets its own text back byte for byte, and follows again`() throws {
        let desk = try desk()
        let group = desk.follow(terminal)?.group
        #expect(desk.text(terminal) == followingText)
        let entry = try #require(desk.history.last)
        #expect(group == entry.id)
        #expect(entry.kind == .follow)
        #expect(entry.place == MappedPlace(file: terminal, key: "theme"))
        #expect(entry.old == .string("'My Own'"))
        #expect(entry.value == .string("Mocha"))
        #expect(entry.origin == .client("test"))
        desk.restart()
        desk.pass(5_000)

        #expect(desk.take()?.group != nil)
        #expect(desk.text(terminal) == ownText)
        #expect(desk.value("appearance") == .string("dark"))
        #expect(desk.take()?.refusal?.code == .notFound)
        desk.restart()
        desk.pass(5_000)
        #expect(desk.text(terminal) == ownText)

        #expect(desk.redo()?.group != nil)
        #expect(desk.text(terminal) == followingText)
        #expect(desk.redo()?.refusal?.code == .notFound)
        #expect(desk.take()?.group != nil)
        #expect(desk.text(terminal) == ownText)
        #expect(desk.history.map(\.kind) == [.follow, .undo, .redo, .undo])
    }

    @Test func `goes back with all others of its step`() throws {
        let desk = try desk()
        let group = desk.follow()?.group
        #expect(desk.text(other) == "theme Mocha\n")
        #expect(desk.history.map(\.group) == [group, group])
        desk.take()
        #expect(desk.text(terminal) == ownText)
        #expect(desk.text(other) == "theme Paper\n")
        #expect(Set(desk.history.suffix(2).map(\.group)).count == 1)
        desk.redo()
        #expect(desk.text(terminal) == followingText)
        #expect(desk.text(other) == "theme Mocha\n")
    }

    @Test func `goes back after what was set since has gone back`() throws {
        let desk = try desk()
        desk.follow(terminal)
        desk.set("appearance", .string("light"))
        #expect(desk.text(terminal)?.contains("theme        Latte") == true)
        let follow = desk.history[0].id
        #expect(desk.take(.entries([follow]))?.refusal?.code == .revConflict)
        desk.take()
        #expect(desk.text(terminal) == followingText)
        desk.take()
        #expect(desk.text(terminal) == ownText)
        desk.redo()
        desk.redo()
        #expect(desk.text(terminal)?.contains("theme        Latte") == true)

        // Both at once, as one step.
        let ids = desk.history.suffix(2).map(\.id)
        #expect(desk.take(.entries(Set(ids)), as: .undo)?.group != nil)
        #expect(desk.text(terminal) == ownText)
        #expect(desk.value("appearance") == .string("dark"))
    }

    @Test func `keeps what was saved beside its text`() throws {
        let desk = try desk()
        desk.follow(terminal)
        desk.save(terminal, followingText.replacing("9000", with: "10"))
        #expect(desk.take()?.group != nil)
        #expect(desk.text(terminal) == ownText.replacing("9000", with: "10"))
    }

    @Test(arguments: ["Latte", "Paper"])
    func `doesn't go back where somebody has changed its text`(text: String) throws {
        let desk = try desk()
        desk.follow(terminal)
        let saved = followingText.replacing("Mocha", with: text)
        desk.save(terminal, saved)
        let refusal = desk.take(.entries([desk.history[0].id]))?.refusal
        #expect(refusal?.problem == "the text of 'theme' in '/kitty.conf' was changed since")
        #expect(refusal?.advice.contains("settingsctl versions") == true)
        #expect(desk.text(terminal) == saved)
    }

    @Test func `doesn't go back in one file where the other can't`() throws {
        let desk = try desk()
        desk.follow()
        desk.save(other, "theme Own\n")
        #expect(desk.take()?.refusal?.code == .revConflict)
        #expect(desk.text(terminal) == followingText)
    }

    @Test func `goes back once where two ask for it at once`() throws {
        let desk = try desk()
        desk.follow(terminal)
        let entries = desk.history
        desk.isHoldingCommits = true
        desk.undo(entries)
        desk.undo(entries)
        desk.isHoldingCommits = false
        desk.flush()
        desk.pass(5_000)
        #expect(desk.text(terminal) == ownText)
        #expect(desk.history.map(\.kind) == [.follow, .undo])
    }

    @Test func `doesn't go back later where it can't be written now`() throws {
        let desk = try desk()
        desk.follow(terminal)
        desk.stagingErrors[terminal] = .onDesk(.readOnly, terminal)
        let refusal = desk.take()?.refusal
        #expect(refusal?.code == .unwritten)
        #expect(desk.history.map(\.kind) == [.follow])
        desk.stagingErrors = [:]
        desk.pass(600_000)
        #expect(desk.text(terminal) == followingText)
        desk.take()
        #expect(desk.text(terminal) == ownText)
    }
}

@Suite struct `A file that is asked to follow` {
    @Test func `does so though it has changed when it was to be written`() throws {
        let desk = try desk()
        desk.publishingErrors[terminal] = .onDesk(.raced, terminal)
        var isRaced = false
        desk.before = { [unowned desk] effect in
            if case .publish = effect { isRaced = true }
            if case .look = effect, isRaced { desk.publishingErrors = [:] }
        }
        desk.follow(terminal)
        desk.pass(5_000)
        #expect(desk.text(terminal) == followingText)
        #expect(desk.history.map(\.kind) == [.follow])
    }

    @Test func `keeps the text that was saved as it was to be written`() throws {
        let desk = try desk()
        let saved = ownText.replacing("My Own", with: "Paper")
        desk.beforePublishing { desk.put(saved, at: terminal) }
        desk.follow(terminal)
        desk.pass(5_000)
        #expect(desk.text(terminal) == saved)
        let follow = desk.history.first { $0.kind == .follow }
        #expect(desk.take(.entries(Set([follow?.id].compactMap(\.self))))?.refusal != nil)
        #expect(desk.text(terminal) == saved)
    }

    @Test func `notes nothing where nothing was written`() throws {
        let desk = try desk()
        desk.stagingErrors[terminal] = .onDesk(.readOnly, terminal)
        let answer = desk.follow(terminal)
        #expect(answer?.refusal == nil)
        #expect(answer?.group == nil)
        desk.stagingErrors = [:]
        desk.pass(600_000)
        #expect(desk.text(terminal) == ownText)
        #expect(desk.history.isEmpty)
    }
}
