// Who edits settings: editors of every habit, and clients of the socket.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// Somebody who does one thing at a time.
protocol Person: AnyObject {
    var isDone: Bool { get }
    /// Whether a save is under way.
    var isSaving: Bool { get }
    func step(_ world: World)
    /// Finishes a save that is under way.
    func finish(_ world: World)
}

extension Person {
    var isSaving: Bool { false }
    func finish(_ world: World) {}
}

/// How an editor saves.
enum SaveMode: CaseIterable {
    case rename
    case inPlace
    case replace
}

/// How an editor treats a file that changes under it.
enum Habit: CaseIterable {
    /// Never reads it again.
    case stale
    /// Reads it again while nothing is typed.
    case autoread
    /// Reads it again but keeps its own text.
    case peek
    /// Opens it anew before each edit.
    case reopen
}

/// What a person means to do next.
enum Act {
    case load
    case edit
    case comment
    case delete
    /// Sets a key back to what it once was.
    case revert
    /// Takes back everything typed since the last save.
    case undo
    case save
}

/// Somebody with a text editor.
final class Editor: Person {
    private let name: String
    private let path: String
    private let mode: SaveMode
    private let habit: Habit
    private let isSlow: Bool
    private var plan: [Act]
    private var buffer: (any Document)?
    private var loaded: (any Document)?
    private var typed: [SettingKeyPath: SettingValue?] = [:]
    private var comments: [String] = []
    private var count = 0
    private var isFresh = false
    /// Whether it has looked at the file, and keeps its own text.
    private var hasPeeked = false
    /// What is left to do of a save.
    private var saving: [(World) -> Void] = []
    /// How long a save waits at most for a moment in which the agent replaces a file.
    private var patience = 0

    init(
        name: String,
        _ path: String,
        _ plan: [Act],
        picking habits: [Habit],
        using random: inout SeededRandom
    ) {
        self.name = name
        self.path = path
        self.plan = plan
        mode = random.pick(SaveMode.allCases + [.inPlace])
        habit = random.pick(habits)
        isSlow = random.chance(0.2)
    }

    var isDone: Bool { plan.isEmpty && saving.isEmpty }

    func step(_ world: World) {
        if !saving.isEmpty {
            if patience > 0, world.agent?.isReplacing == false {
                patience -= 1
                return
            }
            patience = 0
            saving.removeFirst()(world)
            if saving.isEmpty { world.whoSaves = nil }
            return
        }
        guard let act = plan.first else { return }
        if hasPeeked {
            // Nobody reads, types and saves within half a second.
            world.pass(600)
            hasPeeked = false
        }
        guard prepare(for: act, world) else { return }
        if act == .save, world.whoSaves != nil || world.files.isAway(path) { return }
        plan.removeFirst()
        switch act {
        case .load: break
        case .save: save(world)
        case .comment: writeComment()
        case .undo: undo()
        case .edit, .delete, .revert: change(act, world)
        }
    }

    func finish(_ world: World) {
        while !saving.isEmpty { step(world) }
    }

    var isSaving: Bool { !saving.isEmpty }

    // MARK: Reading

    private func prepare(for act: Act, _ world: World) -> Bool {
        let isClean = typed.isEmpty && comments.isEmpty
        if buffer == nil || (habit == .reopen && !isFresh && isClean && act != .save) {
            guard load(world) else { return false }
            isFresh = true
            return true
        }
        isFresh = false
        let current = world.files.inode(path)
        if habit == .autoread, isClean, let current, current.writers == 0,
            current.text != loaded?.bytes
        {
            guard load(world) else { return false }
        }
        if habit == .peek, isClean {
            _ = world.files.read(path)
            hasPeeked = true
        }
        return true
    }

    private func load(_ world: World) -> Bool {
        // Nobody could work with half a file; what they would save of it isn't for us to judge.
        guard let inode = world.files.inode(path), inode.writers == 0,
            let text = world.files.read(path), !text.isEmpty, let document = world.parse(text, path)
        else { return false }
        buffer = document
        loaded = document
        typed = [:]
        comments = []
        return true
    }

    // MARK: Typing

    private func writeComment() {
        guard let document = buffer else { return }
        count += 1
        let isBraced = document.format == .jsonc
        let marker = isBraced ? "//" : "#"
        let comment = "\(marker) note \(name)-\(count)"
        var text = document.bytes
        // A brace language keeps its comments inside.
        let end = isBraced ? (text.firstIndex(of: 0x0A) ?? -1) + 1 : text.count
        text.insert(contentsOf: Array((comment + "\n").utf8), at: end)
        guard let written = try? document.format.parse(text) else { return }
        buffer = written
        comments.append(comment)
    }

    private func change(_ act: Act, _ world: World) {
        guard let document = buffer else { return }
        count += 1
        if let mapping = world.mapping(of: path) {
            let key = world.random.pick(mapping.fileKeys)
            let text = "\(name)-\(count)"
            return type(world.mappedText(for: key, text, over: document, mapping), at: key)
        }
        let key = world.random.pick(world.keys(in: path))
        let present = document.entries.first { $0.keyPath == key }?.value
        switch act {
        case .edit:
            if present == nil { world.removedKeys.insert(key) }
            let isBad = world.rules != nil && world.random.chance(0.3)
            let text = "\(name)-\(count)" + (isBad ? "!" : "")
            type(world.value(text, for: key), at: key)
        case .delete where present != nil:
            world.removedKeys.insert(key)
            type(nil, at: key)
        case .revert:
            let first = world.intents.first { $0.key == key && $0.value != nil }?.value
            if let first, present != nil, first != present { type(first, at: key) }
        default: break
        }
    }

    private func undo() {
        buffer = loaded
        typed = [:]
        comments = []
    }

    private func type(_ value: SettingValue?, at key: SettingKeyPath) {
        guard let document = buffer else { return }
        let revision = document.revised(by: [DocumentChange(DocumentPath(key), value)])
        guard revision.refusals.isEmpty else { return }
        buffer = revision.document
        typed[key] = .some(value)
    }

    // MARK: Saving

    private func save(_ world: World) {
        guard let document = buffer else { return }
        let before = loaded?.entries.reduce(into: [:]) { $0[$1.keyPath] = $1.value } ?? [:]
        // Set and set back is no edit.
        let meant = typed.filter { before[$0.key] != $0.value }
        if meant.isEmpty, comments.isEmpty, world.random.chance(0.8) { return }
        world.whoSaves = name
        let number = world.nextSave()
        let text = document.bytes
        let notes = comments
        var keys = Mapping.values(in: document)
        let mapping = world.mapping(of: path)
        if let mapping { keys = mapping.settings(in: document) }
        let old = loaded ?? document
        let new = EditorSave(
            number: number,
            time: 0,
            who: name,
            path: path,
            keys: keys,
            text: mapping == nil ? [] : text
        )
        let done: (World) -> Void = { [self] world in
            if let mapping {
                world.intend(mapping.meaning(of: document, over: old), by: name, save: number)
            } else {
                for (key, value) in meant { world.intend(key, value, by: name, save: number) }
            }
            var save = new
            save.time = world.now
            world.editorSaves.append(save)
            for note in notes { world.savedComments.append((note, path, number)) }
        }
        loaded = document
        typed = [:]
        comments = []
        saving = steps(saving: text, as: mode, number, done)
        if world.sharing != .none { patience = 30 }
        if world.mistakeRate > 0, world.random.chance(world.mistakeRate) {
            // Long enough that somebody may see it.
            let pause = Array(repeating: { (_: World) in }, count: world.random.number(in: 0...30))
            let mode = world.random.pick(SaveMode.allCases)
            patience = 30
            saving = steps(saving: world.mistaken(text), as: mode, nil, { _ in }) + pause + saving
        }
        step(world)
    }

    /// The steps of one save; a text with a mistake has no number.
    private func steps(
        saving text: [UInt8],
        as mode: SaveMode,
        _ number: Int?,
        _ done: @escaping (World) -> Void
    ) -> [(World) -> Void] {
        switch mode {
        case .rename:
            [
                { [path] world in
                    let time = world.timeOfSave()
                    let inode = world.files.renameOver(path, text, modified: time)
                    world.files.saves[Saved(identity: inode.identity, text: text)] = number
                    done(world)
                }
            ]
        case .inPlace: inPlace(text, number, done)
        case .replace: [{ [path] in $0.files.unlink(path) }] + inPlace(text, number, done)
        }
    }

    private func inPlace(
        _ text: [UInt8],
        _ number: Int?,
        _ done: @escaping (World) -> Void
    ) -> [(World) -> Void] {
        var inode: Inode?
        let path = path
        var steps: [(World) -> Void] = [
            { world in inode = world.files.truncateForWriting(path, now: world.wall) }
        ]
        let pieces = isSlow ? 4 : 2
        for piece in 1...pieces {
            steps.append { world in
                guard let inode else { return }
                let end = text.count * piece / pieces
                world.files.write(Array(text[..<end]), into: inode, path, now: world.wall)
                guard piece == pieces else { return }
                world.files.saves[Saved(identity: inode.identity, text: text)] = number
                done(world)
            }
        }
        steps.append { world in if let inode { world.files.close(inode, path) } }
        return steps
    }
}

/// Somebody at the socket.
final class Client: Person {
    private var left: Int
    private let total: Int
    private let mix: Mix

    init(edits: Int, _ mix: Mix) {
        left = edits
        total = edits
        self.mix = mix
    }

    var isDone: Bool { left == 0 }

    func step(_ world: World) {
        guard world.agent != nil else { return }
        left -= 1
        if mix.follows, world.random.chance(0.4) { return world.requestFollow() }
        if mix.undoes, world.random.chance(0.6) { return world.requestUndo() }
        if mix.undoesSteps, world.random.chance(0.6) { return world.requestStep() }
        let key = world.random.pick(world.keys)
        let end = world.rules != nil && world.random.chance(0.2) ? "!" : ""
        let text = "client-\(total - left)-\(world.now)" + end
        let value = world.random.chance(0.1) ? nil : world.value(text, for: key)
        world.request(key, value)
    }
}

extension SeededRandom {
    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int(next() % UInt64(choices.count))]
    }

    mutating func chance(_ probability: Double) -> Bool {
        Double(next() >> 11) / Double(1 << 53) < probability
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}
