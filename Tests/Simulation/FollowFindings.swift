// What must hold of files that follow, where nobody else is at work.

import SettingsDocument
import SettingsMapping
import SettingsModel
import SyncEngine
import TestSupport

/// Follows, undos and redos one after the other, of which each must change what it is about and no more.
struct FollowFindings {
    /// What all files say, and the first domain's values.
    private struct State: Equatable {
        var texts: [String: [UInt8]]
        var values: [SettingKeyPath: SettingValue]
    }

    /// A step that was done: a value that was set, or the places whose texts gave way.
    private struct Step {
        var places: Set<MappedPlace>
        var before: State
        var after: State
    }

    /// What happens while a request is carried out.
    private enum Meanwhile {
        case nothing
        /// No file can be written until it's answered.
        case refusal
        /// The agent ends, or what it commits is lost.
        case end
    }

    private let world: World
    private let mapping: Mapping
    private let mix: Mix
    private var violations: [String] = []

    /// Creates the check for a world at rest; nil for one without mapped files.
    init?(_ world: World, _ mix: Mix) {
        guard let mapping = world.mapping else { return nil }
        (self.world, self.mapping, self.mix) = (world, mapping, mix)
    }

    /// Has files follow and values set, undoes all of it, redoes it, and has somebody save over it.
    mutating func check(_ outcome: inout Outcome) {
        for _ in 0..<world.random.number(in: 1...3) { saveOwnText(at: anyPlace) }
        checkSteps()
        outcome.violations += violations
    }

    private mutating func checkSteps() {
        var steps: [Step] = []
        for _ in 0..<world.random.number(in: 1...4) {
            let (known, before) = (stepCount, state)
            let places = world.random.chance(0.3) ? set() : follow()
            // Without a step, nothing was done, or the agent has ended before it had the record.
            if stepCount == known {
                steps = []
            } else {
                steps.append(Step(places: places, before: before, after: state))
            }
        }
        for step in steps.reversed() {
            guard take(.undo(scope), from: step.after, to: step.before, step.places) else { return }
        }
        for step in steps {
            guard take(.redo(scope), from: step.before, to: step.after, step.places) else { return }
        }
        checkChanged()
    }

    // MARK: What is there

    private var state: State {
        let entries = world.agent?.engine.entries(world.domain, below: nil, in: .user) ?? []
        return State(
            texts: world.paths.reduce(into: [:]) { $0[$1] = world.files.inode($1)?.text },
            values: entries.reduce(into: [:]) { $0[$1.keyPath] = $1.value }
        )
    }

    private var scope: HistoryScope { HistoryScope(domain: world.domain) }

    /// How many steps the first domain's history has that changed anything.
    private var stepCount: Int {
        let entries = world.journal.history.filter { $0.domain == world.domain && $0.isChange }
        return Set(entries.map(\.group)).count
    }

    /// The first domain's registers, in order.
    private var registers: [RegisterRecord] {
        world.journal.registers.filter { $0.domain == world.domain }
            .sorted { $0.keyPath < $1.keyPath }
    }

    private var anyPlace: MappedPlace {
        MappedPlace(
            file: world.random.pick(mapping.paths),
            key: world.random.pick(mapping.map.fileKeys)
        )
    }

    private func document(_ path: String, in state: State) -> (any Document)? {
        state.texts[path].flatMap { world.parse($0, path) }
    }

    /// Whether a place says the values of all of its keys.
    private func follows(_ place: MappedPlace, in state: State) -> Bool {
        guard let document = document(place.file, in: state) else { return false }
        let isOwn = mapping.reading(document).own.contains { $0.fileKey == place.key }
        return !isOwn
            && mapping.map.keys(at: place.key).allSatisfy { key in
                state.values[key].map { mapping.says($0, for: key, in: document) } ?? false
            }
    }

    private func text(_ place: MappedPlace, in state: State) -> String? {
        document(place.file, in: state)?.written(at: place.key)
    }

    /// A file's bytes but for the texts at some places.
    private func bytes(
        _ path: String,
        but places: some Sequence<MappedPlace>,
        in state: State
    ) -> [UInt8] {
        guard let document = document(path, in: state) else { return [] }
        var bytes = document.bytes
        let spans = places.filter { $0.file == path }.compactMap {
            document.span(of: DocumentPath($0.key))
        }
        for span in spans.sorted(by: { $0.lowerBound > $1.lowerBound }) {
            bytes.removeSubrange(span)
        }
        return bytes
    }

    /// What differs between what is and what should be, in a few words.
    private func difference(_ found: State, _ expected: State) -> String {
        let texts = world.paths.filter { found.texts[$0] != expected.texts[$0] }.map { path in
            "'\(path)' \(String(legibly: [expected.texts[path], found.texts[path]]))"
        }
        let keys = Set(expected.values.keys).union(found.values.keys).sorted()
        let values = keys.filter { found.values[$0] != expected.values[$0] }.map { key in
            "'\(key)' \(expected.values[key].shown) now \(found.values[key].shown)"
        }
        return (values + texts).joined(separator: ", ")
    }

    // MARK: What is done

    /// Somebody gives a place a text that no picture reads.
    private func saveOwnText(at place: MappedPlace) {
        world.pass(1_000)
        guard let text = world.files.read(place.file), let old = world.parse(text, place.file)
        else { return }
        let own = SettingValue.string("own \(world.nextNumber())")
        let new = old.revised(by: [DocumentChange(DocumentPath(place.key), own)]).document
        let number = world.nextSave()
        let inode = world.files.renameOver(place.file, new.bytes, modified: world.wall)
        world.files.saves[Saved(identity: inode.identity, text: new.bytes)] = number
        world.intend(mapping.meaning(of: new, over: old), by: "owner", save: number)
        world.editorSaves.append(
            EditorSave(
                number: number,
                time: world.now,
                who: "owner",
                path: place.file,
                keys: mapping.settings(in: new),
                text: new.bytes
            )
        )
        world.settle(limit: 6_000)
    }

    /// Sets a value, which gives way to no text of a file.
    private func set() -> Set<MappedPlace> {
        world.pass(1_000)
        let key = world.random.pick(mapping.map.keys.sorted())
        world.request(key, world.value("set-\(world.nextNumber())", for: key))
        world.settle(limit: 6_000)
        return []
    }

    /// Asks for something, and gives the answer once all is quiet; nil where there was none.
    private func ask(
        _ request: Pending.Request,
        _ meanwhile: Meanwhile
    ) -> Result<EditReceipt, Refusal>? {
        world.pass(1_000)
        let id = world.ask(request, meaning: [])
        world.isRefusing = meanwhile == .refusal
        if meanwhile == .end { endSoon() }
        world.settle(limit: 6_000)
        if world.isRefusing {
            world.isRefusing = false
            world.pass(600_000)
            world.settle(limit: 6_000)
        }
        return world.answers[id]
    }

    private var anything: Meanwhile {
        if world.random.chance(0.1) { return .refusal }
        let canEnd = mix.kills > 0 || mix.powerCuts > 0 || mix.failures > 0
        return canEnd && world.random.chance(0.2) ? .end : .nothing
    }

    private func endSoon() {
        for _ in 0..<world.random.number(in: 0...60) {
            world.pass(1)
            _ = world.agent?.step()
        }
        if mix.powerCuts > 0, world.random.chance(0.5) {
            world.cutPower()
        } else if mix.failures > 0, world.random.chance(0.5) {
            return world.failCommit()
        } else {
            world.kill()
        }
        world.restart()
    }

    // MARK: What must be so

    /// Has a key followed; gives the places of which the history has that.
    private mutating func follow() -> Set<MappedPlace> {
        guard let engine = world.agent?.engine else { return [] }
        let keys = mapping.map.keys.sorted()
        let own = keys.filter { !engine.ownTexts(of: $0, in: world.domain).isEmpty }
        let key = world.random.pick(own.isEmpty ? keys : own)
        let path = world.random.chance(0.5) ? nil : world.random.pick(mapping.paths)
        let texts = engine.ownTexts(of: key, in: world.domain, at: path)
        let (before, known, records) = (state, world.journal.history.count, registers)
        let meanwhile = anything
        let answer = ask(.follow(key, in: path), meanwhile)
        let after = state
        let made = Set(world.journal.history.dropFirst(known).compactMap(\.place))
        let sayable = Set(texts.filter { $0.value.written != nil }.keys)
        let name = "follow \(key) in \(path ?? "all files"), \(meanwhile) meanwhile,"
        func complain(_ problem: String) { violations.append("\(name) \(problem)") }

        if registers != records { complain("changed a register") }
        for path in world.paths
        where bytes(path, but: sayable, in: before) != bytes(path, but: sayable, in: after) {
            complain("changed more of '\(path)'")
        }
        let isDone = made == sayable
        switch (answer, meanwhile) {
        case (nil, .end): if !made.isSubset(of: sayable) { complain("did more") }
        case (nil, _): complain("wasn't answered")
        case (.failure, _): if !texts.isEmpty || before != after { complain("was refused") }
        case (.success(let receipt), .refusal):
            if receipt.group != nil || before != after { complain("was done later") }
        case (.success(let receipt), _):
            if !isDone || (receipt.group == nil) != made.isEmpty { complain("did \(made)") }
        }
        for place in texts.keys.sorted(by: { ($0.file, $0.key) < ($1.file, $1.key) }) {
            let isKept = text(place, in: before) == text(place, in: after)
            // Between the write and its record the agent may end.
            let mayBeEither = meanwhile == .end && !made.contains(place)
            if made.contains(place) ? !follows(place, in: after) : !isKept && !mayBeEither {
                complain("left '\(place.key)' of '\(place.file)' as it shouldn't be")
            }
        }
        return made
    }

    /// Undoes or redoes a step, unless one of its places has another text than it left there.
    ///
    /// - Returns: Whether the next step can be told.
    private mutating func take(
        _ aim: UndoSearch.Aim,
        from left: State,
        to expected: State,
        _ places: Set<MappedPlace>
    ) -> Bool {
        let before = state
        let meanwhile = anything
        let answer = ask(.step(aim), meanwhile)
        let after = state
        let isAsLeft = places.allSatisfy { text($0, in: before) == text($0, in: left) }
        func isOne(of states: State...) -> Bool {
            guard !places.isEmpty else { return states.contains { $0.values == after.values } }
            let isKept = world.paths.allSatisfy {
                bytes($0, but: places, in: before) == bytes($0, but: places, in: after)
            }
            return isKept && after.values == before.values
                && places.allSatisfy { place in
                    states.contains { text(place, in: $0) == text(place, in: after) }
                }
        }
        switch (answer, meanwhile) {
        case (.success, .nothing), (.success, .end):
            if isAsLeft, isOne(of: expected) { return true }
        case (.success, .refusal): if places.isEmpty, isOne(of: expected) { return true }
        case (.failure, .refusal) where after == before && isAsLeft && !places.isEmpty:
            return take(aim, from: left, to: expected, places)
        case (.failure, _): if after == before, !isAsLeft { return false }
        case (nil, .end): if isOne(of: before, expected) { return false }
        case (nil, _): break
        }
        violations.append(
            "\(aim.isRedo ? "redo" : "undo"), \(meanwhile) meanwhile, was \(answer.shown): "
                + difference(after, expected)
        )
        return false
    }

    /// A step isn't taken back where somebody has changed one of its texts since.
    private mutating func checkChanged() {
        let history = world.journal.history
        guard let follow = history.last(where: { $0.kind == .follow }), let place = follow.place
        else { return }
        saveOwnText(at: place)
        let before = state
        let ids = history.filter { $0.group == follow.group }.map(\.id)
        let answer = ask(.step(.entries(Set(ids))), .nothing)
        guard case .failure = answer, state == before else {
            violations.append("an undo of '\(place.key)' that was changed was \(answer.shown)")
            return
        }
    }
}

extension Result<EditReceipt, Refusal>? {
    /// The answer in a few words.
    fileprivate var shown: String {
        switch self {
        case .success: "granted"
        case .failure(let refusal): "refused (\(refusal.problem))"
        case nil: "not answered"
        }
    }
}
