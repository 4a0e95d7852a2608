// A program that reads its file whenever that changes, corrects a value and writes the time beside it.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// A program that lets one key have one value only, and notes in another when it has saved the file.
final class Clamper: Person {
    private static let value = SettingValue.string("clamped")

    private let path: String
    private let key: SettingKeyPath
    private let stamp: SettingKeyPath
    private let renames: Bool
    private var known: [UInt8]
    private var count = 0
    private unowned let world: World

    init(_ path: String, in world: World) {
        self.path = path
        self.world = world
        key = world.keys[1]
        stamp = world.keys[5]
        renames = world.random.chance(0.5)
        known = world.files.inode(path)?.text ?? []
    }

    /// Whether its file says what it has seen.
    var isDone: Bool { world.files.inode(path)?.text == known }

    func step(_ world: World) {
        guard world.whoSaves == nil, let inode = world.files.inode(path), inode.writers == 0,
            inode.text != known, let text = world.files.read(path),
            let document = world.parse(text, path)
        else { return }
        known = text
        let values = document.entries.reduce(into: [:]) { $0[$1.keyPath] = $1.value }
        guard let value = values[key], value != Self.value else { return }
        count += 1
        checkRest()
        let changes = [(key, Self.value), (stamp, .string("saved \(count)"))]
        let saved = document.revised(
            by: changes.map { DocumentChange(DocumentPath($0.0), $0.1) }
        ).document.bytes
        save(saved, over: text, inode)
        known = saved
    }

    private func save(_ text: [UInt8], over old: [UInt8], _ inode: Inode) {
        let number = world.nextSave()
        world.intend(all: text, over: old, at: path, by: "clamper", save: number, isPromised: false)
        var inode = inode
        if renames {
            inode = world.files.renameOver(path, text, modified: world.wall)
        } else {
            inode = world.files.truncateForWriting(path, now: world.wall)
            world.files.write(text, into: inode, path, now: world.wall)
            world.files.close(inode, path)
        }
        world.files.saves[Saved(identity: inode.identity, text: text)] = number
    }

    /// Complains when the agent and the program write in turn without end.
    private func checkRest() {
        let changes = world.requestCount + UInt64(world.editorSaves.count { $0.who != "clamper" })
        if UInt64(count) == 5 * (changes + 2) {
            world.complaints.append("the agent and a program that clamps fight")
        }
    }
}
