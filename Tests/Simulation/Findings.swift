// What must hold when everybody is done.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// The checks at the end of an interleaving.
struct Findings {
    let world: World
    let isCalm: Bool
    let writes: Int
    /// Whether what an editor writes beside the values stays: one alone saves, and nobody places another text.
    let promisesComments: Bool
    /// Edits this close together, in milliseconds, may win in either order: nobody can tell.
    private let tie: Int64 = 60

    func check(_ outcome: inout Outcome) {
        guard let engine = world.agent?.engine else { return }
        if !isCalm { outcome.violations.append("it never comes to rest") }
        outcome.violations += world.complaints
        checkConvergence(engine, &outcome)
        checkMapped(engine, &outcome)
        checkEdits(engine, &outcome)
        checkComments(&outcome)
        checkWrites(&outcome)
        checkSubscriber(engine, &outcome)
        checkRules(&outcome)
        checkTimestamps(engine, &outcome)
        checkPromised(&outcome)
        checkInvented(engine, &outcome)
        checkLeft(engine, &outcome)
    }

    /// Every file says what the registers say.
    private func checkConvergence(_ engine: Engine, _ outcome: inout Outcome) {
        for configuration in world.configuration {
            checkConvergence(of: configuration, engine, &outcome)
        }
    }

    private func checkConvergence(
        of configuration: DomainConfiguration,
        _ engine: Engine,
        _ outcome: inout Outcome
    ) {
        let expected = Dictionary(
            uniqueKeysWithValues: engine.entries(configuration.domain, below: nil, in: .user).map {
                ($0.keyPath, $0.value)
            }
        )
        for replica in configuration.replicas where replica.map == nil {
            guard let inode = world.files.inode(replica.path) else {
                outcome.violations.append("'\(replica.path)' is gone")
                continue
            }
            guard let document = world.parse(inode.text, replica.path) else {
                outcome.violations.append("'\(replica.path)' can't be read")
                continue
            }
            var keys: [SettingKeyPath: SettingValue] = [:]
            for entry in document.entries where replica.owns(entry.keyPath) {
                // A table that a removal emptied may stay as a pair of braces.
                let isLeftOver = entry.value == .dictionary([]) && expected[entry.keyPath] == nil
                if !isLeftOver { keys[entry.keyPath] = entry.value }
            }
            if keys != expected {
                outcome.violations.append(
                    "'\(replica.path)' says \(keys), the registers say \(expected)"
                )
            }
            if !world.files.temporaryNames(of: replica.path).isEmpty {
                outcome.violations.append("a temporary file was left behind")
            }
        }
    }

    /// Each key holds its last edit, or history has what was lost.
    private func checkEdits(_ engine: Engine, _ outcome: inout Outcome) {
        let byKey = Dictionary(grouping: world.intents + carried, by: \.key)
        for (key, intents) in byKey.sorted(by: { $0.key < $1.key }) {
            let current = engine.entry(world.owner(of: key), key, in: .user)?.value
            let sorted = intents.enumerated().sorted {
                ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
            }.map(\.element)
            let (accepted, last) = acceptable(sorted)
            if accepted.contains(where: { isMeant(current, by: $0) }) { continue }
            guard let last else { continue }
            let isRemembered =
                isLeftBeside(last)
                || world.journal.history.contains { entry in
                    entry.keyPath == key
                        && (entry.value == last.value || entry.old == last.value
                            || entry.kept == last.value)
                }
            let loss = "'\(key)' lost \(last.who)'s \(last.value.shown) to \(current.shown)"
            if isRemembered {
                outcome.losses.append(loss)
            } else {
                outcome.violations.append(loss + " without a trace")
            }
        }
    }

    /// Edits of saves that nobody could see before the same editor saved again: the next save has
    /// them still, and all that can be known is that one's time.
    private var carried: [Intent] {
        world.intents.compactMap { intent in
            guard let save = intent.save, world.files.destroyed.contains(save),
                let next = world.editorSaves.first(where: {
                    $0.number > save && $0.who == intent.who
                        && !world.files.destroyed.contains($0.number)
                }), next.keys[intent.key] == intent.value
            else { return nil }
            var later = intent
            later.time = next.time
            later.save = next.number
            return later
        }
    }

    /// The edits that may be in force, and the last one that anybody could have seen.
    private func acceptable(_ intents: [Intent]) -> (accepted: [Intent], last: Intent?) {
        var accepted: [Intent] = []
        var last: Intent?
        for intent in intents.reversed() {
            if let last, last.time - intent.time > tie { break }
            accepted.append(intent)
            guard intent.isPromised else { continue }
            if let save = intent.save, world.files.destroyed.contains(save) { continue }
            if last == nil { last = intent }
        }
        return (accepted, last)
    }

    private func checkComments(_ outcome: inout Outcome) {
        func text(_ path: String) -> [UInt8] { world.files.inode(path)?.text ?? [] }
        for comment in ["# my settings", "# look"] where !text("/settings.toml").has(comment) {
            outcome.violations.append("the comment '\(comment)' is gone")
        }
        checkUntouchedLines(text("/settings.toml"), &outcome)
        guard promisesComments else { return }
        for (comment, path, save) in world.savedComments
        where !text(path).has(comment) && !world.files.destroyed.contains(save) {
            outcome.lostComments.append("'\(comment)' of '\(path)'")
        }
    }

    /// The lines of the first text that nobody meant to change, byte for byte.
    private func checkUntouchedLines(_ text: [UInt8], _ outcome: inout Outcome) {
        let edited = Set(
            (world.intents.filter { $0.who != "file" } + (world.rules?.broken ?? []))
                .map(\.key.description)
        )
        let removed = Set(world.removedKeys.map(\.description))
        let removedByClients = Set(world.intents.filter { $0.value == nil }.map(\.key.description))
        let saves = world.editorSaves.filter { $0.path == "/settings.toml" }
            .map { Set($0.keys.keys.map(\.description)) }
        let lines = text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        for line in World.firstText.split(separator: "\n").map({ String($0) }) {
            let name = line.prefix { $0 != " " }
            let isEdited = edited.contains(String(name))
            if !isEdited, !lines.contains(line) {
                outcome.violations.append("the line '\(line)' is gone")
            }
            guard isEdited, !removed.contains(String(name)), let mark = line.firstIndex(of: "#"),
                let now = lines.first(where: { $0.hasPrefix(name + " =") })
            else { continue }
            // A client may have removed the key and set it again: its comment came back with it, unless
            // somebody has saved the file without the key in between, perhaps for another reason
            // (docs/decisions/064).
            if saves.contains(where: { !$0.contains(String(name)) }) { continue }
            let comment = line[mark...]
            if now.hasSuffix(comment) { continue }
            // Another domain's text may have cost the comment (docs/decisions/065).
            if world.sharing != .none, removedByClients.contains(String(name)) {
                outcome.lostComments.append("'\(comment)' behind '\(name)'")
                continue
            }
            outcome.violations.append("'\(comment)' behind '\(name)' is gone")
        }
    }

    /// No write without a change: each change or foreign save may move all files, not more.
    private func checkWrites(_ outcome: inout Outcome) {
        let changes =
            world.journal.changeCount + world.intents.count + world.mistakes.count
            + world.following.count
        let limit = world.paths.count * changes + 8
        if writes > limit {
            outcome.violations.append("\(writes) writes for \(changes) changes")
        }
    }

    private func checkSubscriber(_ engine: Engine, _ outcome: inout Outcome) {
        outcome.violations += world.subscriber.complaints
        for (seq, told) in world.subscriber.told {
            for (key, value) in told {
                guard let kept = world.journal.told[seq]?[key] else {
                    outcome.violations.append("number \(seq) was told but never committed")
                    continue
                }
                if kept != value { outcome.violations.append("number \(seq) changed its meaning") }
            }
        }
        let numbers = world.journal.told.keys.sorted()
        if let last = numbers.last, numbers != Array(1...last) {
            outcome.violations.append("the numbers have gaps: \(numbers)")
        }
        for domain in world.domains {
            for entry in engine.entries(domain, below: nil)
            where world.subscriber.values[ChangedKey(domain, entry.keyPath)] != entry.value {
                outcome.violations.append("the subscriber has an old '\(entry.keyPath)'")
            }
        }
    }

    private func checkTimestamps(_ engine: Engine, _ outcome: inout Outcome) {
        guard !world.clockWasStepped else { return }
        for record in world.journal.registers
        where record.register.timestamp.wallTime > world.wall {
            outcome.violations.append("'\(record.keyPath)' has a timestamp from the future")
        }
    }
}

extension [UInt8] {
    /// Whether a text's bytes stand anywhere among these.
    fileprivate func has(_ text: String) -> Bool {
        let part = Array(text.utf8)
        guard let first = part.first, count >= part.count else { return part.isEmpty }
        return (0...count - part.count).contains { start in
            self[start] == first && self[start..<start + part.count].elementsEqual(part)
        }
    }
}

extension SettingValue? {
    /// The value in a few words.
    var shown: String { map { String(legibly: $0) } ?? "nothing" }
}
