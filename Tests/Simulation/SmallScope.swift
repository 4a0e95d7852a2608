// Every order of a few operations, with an end of the agent before every step that it does.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// All that two editors and a client can do to two keys in so many operations.
///
/// Each order is played once in peace, and then with the agent's death and with a power cut before each
/// step that it had done then; with editors who replace the file, and with editors who write into it.
/// The agent comes to rest between two operations: races among people are the campaign's.
package struct SmallScope {
    /// What somebody does.
    fileprivate enum Operation {
        /// An editor reads the file.
        case read(Int)
        /// An editor sets a key in the text that it has, and saves all of it.
        case save(Int, key: Int)
        /// A client sets a key.
        case set(key: Int)

        /// The editor who does it; nil for a client.
        var editor: Int? {
            switch self {
            case .read(let editor), .save(let editor, key: _): editor
            case .set: nil
            }
        }
    }

    /// How an agent ends.
    fileprivate enum End {
        /// The kernel has all that was written, in its order.
        case kill
        /// The disk has any of it.
        case powerCut
    }

    /// How many orders there are, and how often they were played.
    package private(set) var orders = 0
    package private(set) var runs = 0
    package private(set) var violationCount = 0
    /// The first violations, with what was done.
    package private(set) var violations: [String] = []
    private let beginnings = Beginnings()

    /// Creates a scope of which nothing was played.
    package init() {}

    /// Plays all orders of so many operations.
    ///
    /// - Throws: Only if a world can't be built.
    package mutating func play(operations count: Int) throws { try extend([], to: count) }

    private mutating func extend(_ order: [Operation], to count: Int) throws {
        guard order.count < count else { return try play(order) }
        let isLast = order.count == count - 1
        for operation in Self.operations(after: order, isLast: isLast) {
            try extend(order + [operation], to: count)
        }
    }

    /// What can come next and makes a difference: the editors are alike, and to read a text twice, or
    /// last, changes nothing.
    private static func operations(after order: [Operation], isLast: Bool) -> [Operation] {
        var operations: [Operation] = [.set(key: 0), .set(key: 1)]
        let known = Set(order.compactMap(\.editor)).count
        for editor in 0..<min(2, known + 1) {
            if editor < known { operations += [.save(editor, key: 0), .save(editor, key: 1)] }
            if isLast { continue }
            if case .read(editor)? = order.last { continue }
            operations.append(.read(editor))
        }
        return operations
    }

    private mutating func play(_ order: [Operation]) throws {
        orders += 1
        for isInPlace in [false, true] {
            let steps = try play(order, isInPlace, nil, seed: 1)
            for step in 0..<steps {
                _ = try play(order, isInPlace, (.kill, step), seed: 1)
                // What the disk has is left to chance.
                for seed in 1...3 {
                    _ = try play(order, isInPlace, (.powerCut, step), seed: UInt64(seed))
                }
            }
        }
    }

    /// Plays one order once.
    ///
    /// - Returns: How many steps the agent did.
    private mutating func play(
        _ order: [Operation],
        _ isInPlace: Bool,
        _ end: (kind: End, step: Int)?,
        seed: UInt64
    ) throws -> Int {
        runs += 1
        let world = try World(seed: seed, mix: Mix("small scope"), weakness: nil, like: beginnings)
        var day = Day(world: world, savesInPlace: isInPlace, end: end)
        let outcome = day.play(order, seed: seed)
        violationCount += outcome.violations.count
        if violations.count < 20 {
            let story = "\(order), in place: \(isInPlace), \(String(describing: end)), seed \(seed)"
            violations += outcome.violations.map { "\(story): \($0)" }
        }
        return day.steps
    }
}

/// One order of operations, played.
private struct Day {
    let world: World
    let savesInPlace: Bool
    /// How the agent ends, and before which of its steps.
    let end: (kind: SmallScope.End, step: Int)?
    private(set) var steps = 0
    private var buffers: [Int: any Document] = [:]
    /// The file that the editors have.
    private let path = "/settings.toml"

    init(world: World, savesInPlace: Bool, end: (kind: SmallScope.End, step: Int)?) {
        self.world = world
        self.savesInPlace = savesInPlace
        self.end = end
    }

    mutating func play(_ order: [SmallScope.Operation], seed: UInt64) -> Outcome {
        let writesBefore = world.writes
        for (index, operation) in order.enumerated() {
            world.pass(1_000)
            let value = SettingValue.string("value \(index)")
            switch operation {
            case .read(let editor):
                buffers[editor] = world.files.read(path).flatMap { world.parse($0, path) }
            case .save(let editor, let key): save(value, at: world.keys[key], by: editor)
            case .set(let key): world.request(world.keys[key], value)
            }
            rest()
        }
        let isCalm = world.settle(limit: 6_000)
        var outcome = Outcome(seed: seed)
        Findings(
            world: world,
            isCalm: isCalm,
            writes: world.writes - writesBefore,
            promisesComments: false
        ).check(&outcome)
        return outcome
    }

    private mutating func save(_ value: SettingValue, at key: SettingKeyPath, by editor: Int) {
        guard let buffer = buffers[editor] else { return }
        let revision = buffer.revised(by: [DocumentChange(DocumentPath(key), value)])
        guard revision.refusals.isEmpty else { return }
        let (document, name) = (revision.document, "e\(editor)")
        buffers[editor] = document
        let number = world.nextSave()
        let inode: Inode
        if savesInPlace {
            inode = world.files.truncateForWriting(path, now: world.wall)
            world.files.write(document.bytes, into: inode, path, now: world.wall)
            world.files.close(inode, path)
        } else {
            inode = world.files.renameOver(path, document.bytes, modified: world.wall)
        }
        world.files.saves[Saved(identity: inode.identity, text: document.bytes)] = number
        world.intend(key, value, by: name, save: number)
        let keys = document.entries.reduce(into: [:]) { $0[$1.keyPath] = $1.value }
        world.editorSaves.append(
            EditorSave(number: number, time: world.now, who: name, path: path, keys: keys)
        )
    }

    /// Lets the agent work until it has nothing to do, unless it ends before; then another begins.
    private mutating func rest() {
        while let agent = world.agent {
            if let end, end.step == steps {
                switch end.kind {
                case .kill: world.kill()
                case .powerCut: world.cutPower()
                }
                world.restart()
                steps += 1
                continue
            }
            steps += 1
            if agent.step() { continue }
            guard let deadline = agent.nextDeadline else { return }
            world.pass(max(0, deadline - world.now))
        }
    }
}
