// What a write in place leaves that ends early.

import SyncEngine
import TestSupport

/// A file that a write in place left half done.
struct TornFile {
    var inode: Inode
    var text: [UInt8]
    /// What the disk may still have of it, and its time then.
    var before: [UInt8]
    var modifiedBefore: Int64
}

extension World {
    /// How an agent ends.
    enum End {
        /// The kernel has all that was written, in its order.
        case kill
        /// The disk has any of it.
        case powerCut
    }

    /// Whether a file is half-written, and nobody has put that right.
    func isTorn(_ inode: Inode) -> Bool {
        torn.map { $0.inode === inode && $0.text == inode.text } ?? false
    }

    /// Ends a write in place in its middle, or loses what the kernel had of one.
    func tearPerhaps(by end: End) {
        if let write = agent?.nextWriteInPlace, random.chance(0.5) {
            tear(write.staged.targetPath, write.expected?.bytes, write.bytes, by: end)
        } else if end == .powerCut, let torn, isTorn(torn.inode), torn.text != torn.before,
            tearing.chance(0.5)
        {
            tear(torn.inode, among: [torn.before, torn.text], torn.modifiedBefore)
        }
    }

    private func tear(_ path: String, _ old: [UInt8]?, _ new: [UInt8], by end: End) {
        guard let target = files.inode(path), target.writers == 0, let old, target.text == old
        else { return }
        let count = random.number(in: 0...new.count)
        switch end {
        case .powerCut:
            let former = isTorn(target) ? torn : nil
            let texts = [former?.before, old, new].compactMap { $0 }
            tear(target, among: texts, former?.modifiedBefore ?? target.modified)
        case .kill:
            let text = Array(new[..<count] + old.dropFirst(count))
            note(text, in: target, instead: old, wall, target.modified)
        }
        tell("'\(path)' is torn: \(String(legibly: target.text))")
    }

    /// Leaves any of several texts' sectors in a file, oldest text first.
    private func tear(_ inode: Inode, among texts: [[UInt8]], _ modifiedBefore: Int64) {
        let sector = 512
        let (shortest, longest) = (texts[0].count, texts[texts.count - 1].count)
        var length = tearing.pick(texts).count
        // A file grows as its pages are written, and shrinks at once.
        if longest > shortest, tearing.chance(0.3) {
            length = min(longest, (tearing.number(in: shortest...longest) / sector + 1) * sector)
        }
        var text: [UInt8] = []
        for start in stride(from: 0, to: length, by: sector) {
            let source = tearing.pick(texts).dropFirst(start).prefix(sector)
            // Behind the end of a file its last sector has zeros.
            text += source + Array(repeating: 0, count: sector - source.count)
        }
        let modified = tearing.chance(0.5) ? wall : modifiedBefore
        // The disk has just this now: as long as nobody writes it, another power cut changes nothing.
        text = Array(text.prefix(length))
        note(text, in: inode, instead: text, modified, modified)
    }

    private func note(
        _ text: [UInt8],
        in inode: Inode,
        instead before: [UInt8],
        _ modified: Int64,
        _ modifiedBefore: Int64
    ) {
        inode.text = text
        inode.modified = modified
        torn = TornFile(inode: inode, text: text, before: before, modifiedBefore: modifiedBefore)
    }
}
