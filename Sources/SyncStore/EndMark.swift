// A word beside the journal that an older copy of it doesn't match.

import Glibc

/// The file that says with which word the journal ended last.
///
/// While an agent has the journal, it says no word. It names its own inode, too, as a copy of both files
/// has another one.
struct EndMark {
    private let path: String
    private static let mostBytes = 64

    /// The mark of a journal.
    init(of journal: String) { path = journal + "-end" }

    /// A word that no other end has.
    static func newWord() -> Int64? {
        var word: UInt64 = 0
        guard getentropy(&word, MemoryLayout<UInt64>.size) == 0 else { return nil }
        // As all numbers of the journal, below 2^53; 0 and 1 say something else.
        return Int64(word >> 11) | 2
    }

    /// Whether the journal ended with a word, as far as this file knows.
    func says(_ word: Int64) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, let text = Self.text(word, descriptor) else { return false }
        return bytes[..<count].elementsEqual(text.utf8)
    }

    /// Has it say no word, before the journal is in use.
    ///
    /// In place, as to free a file's blocks takes some disks a millisecond, which a start would wait for.
    func clear() {
        if !write({ _ in "in use\n" }, to: path, O_WRONLY) { unlink(path) }
    }

    /// Has it say a word; where that fails, the next start only thinks worse of the journal.
    ///
    /// In a new file, which has another inode than the one before.
    func say(_ word: Int64) {
        let new = path + "-new"
        unlink(new)
        guard write({ Self.text(word, $0) }, to: new, O_WRONLY | O_CREAT | O_EXCL) else { return }
        rename(new, path)
    }

    private func write(_ text: (Int32) -> String?, to path: String, _ flags: Int32) -> Bool {
        let flags = flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard let bytes = text(descriptor).map({ Array($0.utf8) }) else { return false }
        return pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
            && ftruncate(descriptor, off_t(bytes.count)) == 0 && fdatasync(descriptor) == 0
    }

    private static func text(_ word: Int64, _ descriptor: Int32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return "\(word) \(status.st_ino)\n"
    }
}
