// Who edits a file with programs that read it and save it at once: sed, and git.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// Somebody who changes a file with sed, commits it and checks it out.
final class Toolsmith: Person {
    private let path: String
    private let isPromised: Bool
    private var left: Int
    private var count = 0
    private var committed: [UInt8]?
    /// What is left to do of a save.
    private var saving: [(World) -> Void] = []

    /// What is saved must stay only where the agent is given time before and after it.
    init(_ path: String, times: Int, isUnhurried: Bool) {
        self.path = path
        left = times
        isPromised = isUnhurried
    }

    var isDone: Bool { left == 0 && saving.isEmpty }
    var isSaving: Bool { !saving.isEmpty }

    func step(_ world: World) {
        if isSaving {
            saving.removeFirst()(world)
            if saving.isEmpty { world.whoSaves = nil }
            return
        }
        guard world.whoSaves == nil, let inode = world.files.inode(path), inode.writers == 0,
            let text = world.files.read(path), let document = world.parse(text, path)
        else { return }
        if world.random.chance(0.3) {
            committed = text
            return
        }
        left -= 1
        // Long enough after what others did that nobody could take them for one.
        if isPromised { world.pass(1_000) }
        world.whoSaves = "tools"
        if let committed, world.random.chance(0.5) {
            saving = checkout(of: committed)
        } else {
            saving = edit(of: document, world)
        }
    }

    func finish(_ world: World) { while isSaving { step(world) } }

    /// As sed and jq do it: a new file is renamed over the one that was read, perhaps with values from
    /// before.
    private func edit(of document: any Document, _ world: World) -> [(World) -> Void] {
        count += 1
        let keys = world.keys(in: path)
        var changes: [SettingKeyPath: SettingValue] = [:]
        let key = world.random.pick(keys)
        let values = world.intents.filter { $0.key == key }.compactMap(\.value)
        if !values.isEmpty { changes[key] = world.random.pick(values) }
        for _ in 0..<world.random.number(in: 1...2) {
            changes[world.random.pick(keys)] = .string("sed-\(count)")
        }
        let present = Set(document.entries.map(\.keyPath))
        let list = changes.filter { present.contains($0.key) }.sorted { $0.key < $1.key }
        let text = document.revised(
            by: list.map { DocumentChange(DocumentPath($0.key), $0.value) }
        ).document.bytes
        return [
            { [self] world in
                let number = mean(text, over: document.bytes, world)
                let inode = world.files.renameOver(path, text, modified: world.wall)
                world.files.saves[Saved(identity: inode.identity, text: text)] = number
            }
        ]
    }

    /// As git does it: the file is removed and created anew.
    private func checkout(of text: [UInt8]) -> [(World) -> Void] {
        var inode: Inode?
        var old: [UInt8] = []
        return [
            { [path] world in
                old = world.files.inode(path)?.text ?? []
                world.files.unlink(path)
            },
            { [path] in inode = $0.files.create(path, now: $0.wall) },
            { [self] world in
                guard let inode else { return }
                world.files.write(text, into: inode, path, now: world.wall)
                let number = mean(text, over: old, world)
                world.files.saves[Saved(identity: inode.identity, text: text)] = number
            },
            { [path] in if let inode { $0.files.close(inode, path) } },
        ]
    }

    private func mean(_ text: [UInt8], over old: [UInt8], _ world: World) -> Int {
        let number = world.nextSave()
        world.intend(
            all: text,
            over: old,
            at: path,
            by: "tools",
            save: number,
            isPromised: isPromised
        )
        return number
    }
}
