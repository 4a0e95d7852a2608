// What tells, besides the text, whether all of a save was meant.

import SettingsDocument

/// What is known of a whole text that somebody saved, besides what it says.
///
/// A program that saves what it had in memory means what it changed in that and nothing else. Who puts
/// an earlier text back means all of it. The bytes of both are the same.
enum SaveEvidence: Equatable {
    /// Nothing is known; the file hasn't had the text, as far as its kept versions tell, or the agent wrote it.
    case newText
    /// An earlier text, which a program may have had in memory.
    case oldText
    /// An earlier text, written last before the newest version was: nobody saved it from memory since.
    case restored
    /// Any text in a file that was created in the place of one that was removed.
    case replaced
    /// Any text in another file, by somebody who had just read the newest version for it.
    case remade
    /// Another file that a symlink was led to, or that came with another folder.
    case led
    /// An earlier text that is saved for the second time.
    case repeated
    /// An earlier text that somebody has asked for.
    case asked

    /// The reason for the newest version as the base, whoever has read it; nil where that isn't known.
    var reason: BaseChoice.Reason? {
        switch self {
        case .newText, .oldText: nil
        case .restored: .restored
        case .replaced, .led: .replaced
        case .remade: .remade
        case .repeated, .asked: .repeated
        }
    }

    /// Whether nothing else can have been meant.
    var isCertain: Bool { self == .restored || self == .led || self == .asked }
}

/// An earlier text that is meant when it is saved.
struct MeantText: Sendable {
    /// A minute, in milliseconds: time enough to see that a text was undone, and to save it again.
    static let time: Int64 = 60_000

    var bytes: [UInt8]
    /// In monotonic milliseconds.
    var end: Int64
    /// Whether somebody has asked for it, and not only saved it.
    var isAsked: Bool

    init(_ bytes: [UInt8], from now: Instant, isAsked: Bool) {
        self.bytes = bytes
        end = now.monotonic + Self.time
        self.isAsked = isAsked
    }
}

extension ReplicaTable {
    /// What is known of a content of a file; a `limit` is the version that displaced it.
    func evidence(
        of content: FileContent,
        _ id: ReplicaID,
        before limit: UInt64?,
        at now: Instant
    ) -> SaveEvidence {
        let evidence = self[id]?.evidence(of: content, before: limit, at: now) ?? .newText
        return evidence != .newText && isOurs(content, id) ? .newText : evidence
    }
}

extension ReplicaState {
    fileprivate func evidence(
        of content: FileContent,
        before limit: UInt64?,
        at now: Instant
    ) -> SaveEvidence {
        let known = self.versions.filter { $0.version.number < limit ?? .max }
        guard let newest = limit == nil ? top : known.last, newest.bytes != content.bytes
        else { return .newText }
        let isKnown = known.contains { $0.bytes == content.bytes }
        let meant = self.meant.flatMap {
            isKnown && $0.bytes == content.bytes && now.monotonic < $0.end ? $0 : nil
        }
        if meant?.isAsked == true { return .asked }
        if isKnown, content.isOlder(than: newest.version, at: now) { return .restored }
        if content.isLedTo(since: newest.version, lastIn: lastPlace) { return .led }
        if self.activity.placing == .replaced, !content.isOpen { return .replaced }
        if self.activity.tellsMaking(of: content, from: newest.version) { return .remade }
        guard isKnown else { return .newText }
        return meant == nil ? .oldText : .repeated
    }
}

extension FileContent {
    /// Whether a content was written last before a version came, by clocks that can be believed.
    ///
    /// A clock that was set back makes all that is saved look old, until it is where it was; and where a
    /// file system keeps no times, they are 0. The kernel's times of files are behind its clock by up to
    /// a tick, 10 ms.
    fileprivate func isOlder(than version: FileVersion, at now: Instant) -> Bool {
        let tick: Int64 = 10
        return modified > 0 && modified + tick < version.recorded && version.recorded <= now.wall
    }

    /// Whether the path shows this file instead of a version's, as a symlink was led to it, or its folder, with the
    /// file as it was, was put in the place of another: whoever does that means all that it says.
    fileprivate func isLedTo(since version: FileVersion, lastIn folder: FilePlace?) -> Bool {
        guard identity != version.identity else { return false }
        if let linked, linked >= version.recorded { return true }
        return arrival < version.recorded && place.map { $0 != folder ?? $0 } ?? false
    }
}
