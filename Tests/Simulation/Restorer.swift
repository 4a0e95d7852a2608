// Who keeps copies of a file and puts them back.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// Somebody who copies a file, and later has the copy in its place.
final class Restorer: Person {
    private enum Way: CaseIterable {
        /// As `cp` does it: into the file, with the time of now.
        case copy
        /// As `cp -p` does it: into the file, with the copy's time.
        case preservingCopy
        /// As `mv` does it.
        case move
    }

    private let path: String
    private let isPromised: Bool
    private var left: Int
    private var copies: [(text: [UInt8], modified: Int64)] = []

    /// What is restored must stay only where the agent is given time before and after it.
    init(_ path: String, times: Int, isUnhurried: Bool) {
        self.path = path
        left = times
        isPromised = isUnhurried
    }

    var isDone: Bool { left == 0 }

    func step(_ world: World) {
        // Half a save is nobody's copy.
        guard world.whoSaves == nil, let inode = world.files.inode(path), inode.writers == 0
        else { return }
        guard !copies.isEmpty, world.random.chance(0.5) else {
            let isKnown = copies.contains { $0.text == inode.text }
            if !isKnown, let text = world.files.read(path), world.parse(text, path) != nil {
                copies.append((text, inode.modified))
            }
            return
        }
        left -= 1
        let copy = world.random.pick(copies)
        guard copy.text != inode.text else { return }
        restore(copy.text, from: copy.modified, over: inode, world)
    }

    private func restore(
        _ text: [UInt8],
        from time: Int64,
        over old: Inode,
        _ world: World
    ) {
        let way = world.random.pick(Way.allCases)
        let number = world.nextSave()
        // By the files' times, as precise as the kernel's are.
        let isTold = way != .copy && time + 10 < old.modified
        world.intend(
            all: text,
            over: old.text,
            at: path,
            by: "restorer",
            save: number,
            isPromised: isPromised && isTold
        )
        let inode: Inode
        if way == .move {
            inode = world.files.renameOver(path, text, modified: time)
        } else {
            inode = world.files.truncateForWriting(path, now: world.wall)
            world.files.write(text, into: inode, path, now: world.wall)
            if way == .preservingCopy { inode.modified = time }
            world.files.close(inode, path)
        }
        world.files.saves[Saved(identity: inode.identity, text: text)] = number
    }
}

extension World {
    /// Notes that somebody means all in which a text differs from the one that it replaces.
    func intend(
        all text: [UInt8],
        over old: [UInt8],
        at path: String,
        by who: String,
        save number: Int,
        isPromised: Bool
    ) {
        func keys(_ text: [UInt8]) -> [SettingKeyPath: SettingValue] {
            let entries = parse(text, path)?.entries ?? []
            return entries.reduce(into: [:]) { $0[$1.keyPath] = $1.value }
        }
        let (before, after) = (keys(old), keys(text))
        editorSaves.append(
            EditorSave(number: number, time: now, who: who, path: path, keys: after)
        )
        for key in Set(before.keys).union(after.keys).sorted() where before[key] != after[key] {
            // What comes to a text that hadn't it comes without the comment that it had elsewhere.
            if before[key] == nil { removedKeys.insert(key) }
            intend(key, after[key], by: who, save: number, isPromised: isPromised)
        }
    }
}
