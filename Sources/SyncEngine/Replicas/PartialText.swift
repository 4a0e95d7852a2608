// What counts of a text while its writer has the file open.

import SettingsDocument
import SettingsModel

/// What was taken of a text that may be half written.
///
/// It's no version of the file: the whole text is compared with what its writer had in hand before.
struct PartialText: Sendable {
    /// When its writer was first seen to pause with the file open, in monotonic milliseconds.
    fileprivate var begin: Int64?
    /// Whether its writer has written nothing since it was seen to pause last.
    fileprivate var isAtRest = false
    private var bytes: [UInt8]?
    private var taken: [SettingKeyPath: SettingValue] = [:]

    /// Notes a text that was seen.
    ///
    /// - Returns: Whether it's another one than the last.
    mutating func see(_ bytes: [UInt8]) -> Bool {
        guard self.bytes != bytes else { return false }
        self.bytes = bytes
        return true
    }

    /// Notes what counts from now on.
    mutating func note(_ edits: [KeyEdit]) {
        for edit in edits { taken[edit.keyPath] = edit.value }
    }

    /// Whether an edit of the writer has counted before, so that what a client has set since is newer.
    func hasTaken(_ edit: KeyEdit) -> Bool {
        edit.value != nil && taken[edit.keyPath] == edit.value
    }

    /// The edits back from what was taken and the whole text doesn't say, where nothing newer is set.
    func retractions(
        by text: ReadText,
        besides edits: [KeyEdit],
        _ registers: Registers
    ) -> [KeyEdit] {
        let known = Set(edits.map(\.keyPath))
        return taken.filter { key, value in
            !known.contains(key) && text.keys[key] != value && registers.value(at: key) == value
        }.map { KeyEdit($0.key, text.keys[$0.key]) }.sorted { $0.keyPath < $1.keyPath }
    }
}

extension Observation {
    /// Leaves out what has counted before, and takes back what the whole text doesn't say any more; of a text
    /// that may be half written leaves out what it lacks, and its last setting where that may be cut.
    mutating func omitRest(
        of text: ReadText,
        _ content: FileContent,
        _ replica: ReplicaState,
        _ registers: Registers
    ) {
        if let part = replica.writer?.part {
            edits.removeAll(where: part.hasTaken)
            let back = part.retractions(by: text, besides: edits, registers)
            if !content.isOpen { edits += back }
        }
        guard content.isOpen else { return }
        let last = text.cutEntry.map { replica.configuration.keys(at: $0.keyPath) } ?? []
        edits.removeAll { edit in
            // An empty table may be one whose settings are to come.
            edit.value == nil || edit.value == .dictionary([]) || last.contains(edit.keyPath)
        }
    }
}

extension ReadText {
    /// The last entry, where more of its value may follow.
    fileprivate var cutEntry: DocumentEntry? {
        guard let last = document.entries.max(by: { $0.offset < $1.offset }) else { return nil }
        let isLineWhole = bytes.last == UInt8(ascii: "\n")
        return isLineWhole && last.value.isOnOneLine ? nil : last
    }
}

extension SettingValue {
    fileprivate var isOnOneLine: Bool {
        switch self {
        case .null, .array, .dictionary, .data: false
        case .string(let text), .raw(let text): !text.utf8.contains(UInt8(ascii: "\n"))
        case .boolean, .integer, .real, .date: true
        }
    }
}

extension ReplicaState.Writer {
    /// Notes what it has left, and whether it writes on and on.
    mutating func note(_ mark: UInt64, at now: Int64) {
        guard self.mark != mark else { return }
        self.mark = mark
        since = now
        if part.isAtRest { begin = now }
        part.isAtRest = false
    }
}

extension ReplicaState {
    /// Whether more is to come of what a look saw: somebody writes the file, or has had it open for
    /// writing for no longer than writers are waited for.
    func isPart(_ sighting: Sighting, at now: Int64, _ timing: Timing) -> Bool {
        switch sighting {
        case .busy: true
        case .content(let content):
            content.isOpen && now - (self.writer?.part.begin ?? now) < timing.openPatience
        case .absent, .unreadable: false
        }
    }

    /// Puts off the next look at a file that its writer has open, and notes its text.
    ///
    /// - Returns: Whether there is something to take in it: it's no version of the file, and wasn't seen yet.
    mutating func waitForWriter(
        of content: FileContent,
        at now: Int64,
        _ timing: Timing
    ) -> Bool {
        var writer = self.writer ?? Writer(mark: 0, since: now, begin: now)
        writer.part.begin = writer.part.begin ?? now
        writer.part.isAtRest = true
        // The end of it is told.
        writer.delay = min(max(2, writer.delay * 2), timing.writerPatience)
        let isNew = writer.part.see(content.bytes)
        self.writer = writer
        self.wait = (now + writer.delay, .look(.untilStill))
        return isNew && self.configuration.layer == .user && self.top != nil
            && self.top?.bytes != content.bytes && !isReturned(content)
    }
}
