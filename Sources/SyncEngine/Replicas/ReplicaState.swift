// What the engine knows of one file of a domain.

import SettingsDocument
import SettingsModel

/// How a replica is, as `replicas` shows it.
package enum ReplicaCondition: Equatable, Sendable {
    case ok
    /// Not looked at yet.
    case unknown
    /// A writer has it open.
    case busy
    /// A writer has had it open for longer than files are waited for, and keeps writing.
    case beingWritten(Problem)
    /// It can't be read as settings; the last good values stay in force and nothing is written to it.
    case broken(Problem)
    /// There was a file and there is none; its values stay in force.
    case missing
    /// There is no file yet.
    case absent
    /// It is missing with the folder that it was in; changes wait until that is back.
    case away(Problem)
    /// It can be read but not written; changes wait.
    case unwritable(Problem)
}

/// One file of a domain: its ``Fields``, and what follows from them.
@dynamicMemberLookup
struct ReplicaState: Sendable {
    /// What is being done with the file now.
    enum Phase: Sendable {
        case idle
        case looking
        /// Finding out what became of a replacement that a crash interrupted.
        case resolving
        case writing(PendingWrite)
    }

    /// A writer at work, at times in monotonic milliseconds.
    struct Writer: Sendable {
        /// What it left when it was looked at last.
        var mark: UInt64
        /// Since when that is so.
        var since: Int64
        /// When it was first seen, or seen to go on after a pause.
        var begin: Int64
        /// How long the next look is put off; 0 for one that was called for.
        var delay: Int64 = 0
        /// What was taken of what it wrote.
        var part = PartialText()
    }

    /// What a deadline is for.
    enum Wait: Sendable {
        case look(Patience)
        case displaced(Patience)
        /// Say that a save is held.
        case reportHeld(Problem)
    }

    /// What is known of the file.
    struct Fields: Sendable {
        let id: ReplicaID
        var configuration: ReplicaConfiguration
        var record: ReplicaRecord
        /// Oldest first.
        var versions: [KnownVersion] = []
        var phase = Phase.idle
        /// Whether something happened that needs another look once the phase is idle.
        var needsLook = false
        var wait: (deadline: Int64, purpose: Wait)?
        var condition = ReplicaCondition.unknown
        /// The format of the last text that couldn't be read, as far as anything tells it.
        var brokenFormat: Format?
        /// Whether nobody has seen the file yet, as it is configured now.
        var isUnseen = true
        /// Whether its configuration may have given it keys since it was last read.
        var mayHaveNewKeys = true
        /// Problems already told.
        var reports: Reports
        /// Which version each file shows whose readers are noticed.
        var shownBy: [FileIdentity: UInt64] = [:]
        /// Reads of files whose version isn't recorded yet.
        var earlyReads = EarlyReads()
        /// What another domain of the agent has put at the path; nil for nothing.
        var foretold: Foretold?
        /// Who has read and saved it lately, as far as told.
        var activity = FileActivity()
        /// Values of its saves that weren't taken.
        var keptOut = KeptOut()
        /// The newest version that somebody may hold and that isn't kept any more; nil for none, since the start.
        var forgotten: UInt64?
        /// A writer at work.
        var writer: Writer?
        /// When the file was found absent; nil while it is there.
        var goneSince: Int64?
        /// When a save was first held; nil while none is.
        var heldSince: Int64?
        /// The registers' counter that it had agreed with then.
        var goneCounter: UInt64?
        /// How long to wait before the next try of a failed write.
        var retryDelay: Int64 = 0
        /// The text that its check refused last, and what stood there then.
        var refused: (text: [UInt8], over: [UInt8])?
        /// How often in a row the file had changed when it was to be written.
        var races = 0
        /// The keys that the file may not agree on; nil for any.
        var openKeys: Set<SettingKeyPath>?
        /// The registers' counter that the file last agreed with.
        var agreedCounter: UInt64?
        /// An earlier text that is meant when it's saved next.
        var meant: MeantText?
        /// Comments that the last save has taken out unseen, each with the save that has it; reported once
        /// the file is written.
        var unseenComments: [[UInt8]: UInt64] = [:]
        /// Whether the next look believes what would be held.
        var acceptsHeld = false
        /// Files published since the agent started.
        var writes = 0
        /// How the last of them was put in its place.
        var publishing: PublishMethod?
        /// Whether others may read the file; so it's taken before the first look.
        var isOpenToOthers = true
        /// What the next write of a mapped file changes beside what registers say.
        var placeEdits: [PlaceEdit] = []
        /// The keys whose values a rule refused; nil until the newest version has been read.
        var held: HeldKeys?
        /// The settings of a file that feeds a layer other than the user's.
        var layerKeys: SharedMap<SettingValue> = [:]
        /// The content that they are from.
        var layerContent: FileContent?
        /// The texts that tell its last good values, oldest first.
        var layerTexts: [FileVersion] = []
    }

    private var fields: CopyOnWrite<Fields>

    init(id: ReplicaID, configuration: ReplicaConfiguration) {
        fields = CopyOnWrite(
            Fields(
                id: id,
                configuration: configuration,
                record: ReplicaRecord(replica: id),
                reports: Reports(of: id)
            )
        )
    }

    subscript<T>(dynamicMember field: KeyPath<Fields, T>) -> T { fields.value[keyPath: field] }

    subscript<T>(dynamicMember field: WritableKeyPath<Fields, T>) -> T {
        get { fields.value[keyPath: field] }
        _modify { yield &fields.value[keyPath: field] }
    }

    /// The index of the version that the path shows, as far as known.
    var topIndex: Int? {
        self.record.top.flatMap { top in self.versions.lastIndex { $0.version.number == top } }
    }

    var top: KnownVersion? { topIndex.map { self.versions[$0] } }

    /// Reads a text in the replica's format; what it says is shared with one that is much like it.
    func read(_ bytes: [UInt8], like known: ReadText? = nil) throws(DocumentError) -> ReadText {
        guard let format = knownFormat(of: bytes) else {
            throw .unknownFormat(of: bytes, at: self.id.path)
        }
        return ReadText(try parsed(bytes, as: format), like: known, as: self.configuration)
    }

    /// Parses a text; one with nothing in it is a file that nobody has begun yet.
    func parsed(_ bytes: [UInt8], as format: Format) throws(DocumentError) -> any Document {
        do {
            return try format.parse(bytes)
        } catch {
            guard bytes.isBlankText else { throw error }
            return try format.parse(format.emptyFile)
        }
    }

    /// A text's document alone; nil when the format in force can't read it.
    func document(of bytes: [UInt8]) -> (any Document)? {
        // An old text that can't be read has no comments.
        try? knownFormat(of: bytes).map { try parsed(bytes, as: $0) }
    }

    /// Reads a version's text; nil when the format in force can't read it any more.
    func read(_ version: KnownVersion, like known: ReadText? = nil) -> ReadText? {
        // An old text that the format can't read is no base.
        try? read(version.bytes, like: known)
    }

    /// The format the domain file names, or that name and content tell; nil when nothing does.
    ///
    /// A text that tells less than those before it, for a key that stands twice now, say, is in the
    /// format of the newest that told.
    func knownFormat(of bytes: [UInt8]) -> Format? {
        if let format = self.configuration.format { return format }
        if let format = Format.detect(name: self.id.path, bytes: bytes) { return format }
        return self.versions.reversed().lazy
            .compactMap { Format.detect(name: self.id.path, bytes: $0.bytes) }
            .first
    }

    /// The format of the file's last good text; nil when nothing tells it.
    var knownFormat: Format? { knownFormat(of: (top?.bytes ?? self.layerContent?.bytes) ?? []) }

    /// The format of the file as it was seen last, also where it couldn't be read.
    var seenFormat: Format? {
        if case .broken = self.condition, let format = self.brokenFormat { return format }
        return knownFormat
    }
}

extension ReplicaState {
    /// Whether nothing is under way and nothing is expected to happen by itself.
    var isSettled: Bool {
        guard case .idle = self.phase, !self.needsLook else { return false }
        switch self.wait?.purpose {
        case nil, .reportHeld: return true
        case .look, .displaced:
            switch self.condition {
            case .unwritable, .beingWritten, .away: return true
            // It is tried again, but nothing is known to be on its way.
            case .broken: return self.writer == nil && self.goneSince == nil
            case .ok, .unknown, .busy, .missing, .absent: return false
            }
        }
    }

    /// Whether the file is being replaced: what it is must not be changed under that.
    var isBeingWritten: Bool {
        switch self.phase {
        case .idle, .looking: false
        case .resolving, .writing: true
        }
    }

    /// Begins a look, now or once what is being done is done.
    ///
    /// - Returns: Whether it is now.
    mutating func beginLook() -> Bool {
        guard case .idle = self.phase else {
            self.needsLook = true
            return false
        }
        self.phase = .looking
        self.needsLook = false
        if case .look = self.wait?.purpose { self.wait = nil }
        return true
    }

    /// Counts a reader of what one of its files shows.
    ///
    /// - Returns: The version's number; nil where that isn't recorded yet.
    mutating func noteReader(of identity: FileIdentity) -> UInt64? {
        guard let number = self.shownBy[identity],
            let index = self.versions.lastIndex(where: { $0.version.number == number })
        else {
            self.earlyReads.note(identity)
            return nil
        }
        self.versions[index].version.holders += 1
        return number
    }
}

extension DocumentError {
    /// A file in none of the formats, or in one that can't be told.
    static func unknownFormat(of bytes: [UInt8], at path: String) -> DocumentError {
        let unknown = UnknownFormat(path: path, bytes: bytes)
        return DocumentError(
            code: .unknownFormat,
            at: 0,
            in: [],
            problem: unknown.reason ?? "can't detect the file's format",
            advice: unknown.advice(
                naming: { "format = \"\($0.rawValue)\"" },
                or: bytes.isBlankText
                    ? "Set the format in the domain file, for example: format = \"toml\""
                    : "Edit the file by hand, and unlink it"
            )
        )
    }
}

/// A replacement that is under way.
struct PendingWrite: Sendable {
    /// What the target held when it was read; nil for no file.
    var expected: FileContent?
    /// What it will hold.
    var bytes: [UInt8]
    /// The same, read; nil after a crash.
    var document: (any Document)?
    /// The settings in it; nil after a crash.
    var keys: SharedMap<SettingValue>?
    /// The timestamps that it shows.
    var timestamps: SharedMap<Timestamp>
    /// Whether the texts after it are made from it.
    var isTemplate = false
    /// The texts that give way in it.
    var placeEdits: [PlaceEdit] = []
    /// nil until it's written beside the target.
    var staged: StagedFile?
    /// Whether a crash interrupted it: readers may have been missed.
    var isRecovery = false
    /// The registers' counter that it says; nil after a crash.
    var counter: UInt64?
    /// When waiting for a displaced file's writer began, in monotonic milliseconds.
    var busySince: Int64?
    /// When a displaced file couldn't be read for the first time, in monotonic milliseconds.
    var unreadableSince: Int64?
}

extension PendingWrite {
    /// The write that a journal remembers.
    init(recovering intent: PublishIntent) {
        self.init(
            expected: intent.old,
            bytes: intent.new,
            keys: nil,
            timestamps: intent.timestamps,
            staged: intent.staged,
            isRecovery: true
        )
    }
}

extension ReplicaState {
    /// The look at its file, or first at what became of a replacement of it.
    func look(_ patience: Patience) -> Effect {
        self.record.intent.map { .resolve(self.id, $0.staged) } ?? .look(self.id, patience)
    }
}

extension ReplicaState {
    /// Remembers the text that its check has refused.
    mutating func noteRefusal(_ error: StorageError) {
        guard error.code == .failedCheck, case .writing(let pending) = self.phase else { return }
        self.refused = pending.expected.map { (pending.bytes, $0.bytes) }
    }

    /// Whether its check has refused to have a text in the place of another, and would again.
    func refuses(_ text: [UInt8], over content: FileContent?) -> Bool {
        guard let refused = self.refused, self.configuration.check != nil else { return false }
        return refused.text == text && refused.over == content?.bytes
    }

    /// Whether the file says what was read of it last, as far as is known.
    var readsWell: Bool {
        switch self.condition {
        case .ok, .busy: true
        // None may have taken the place of one that is gone.
        case .unwritable: self.record.missingSince == nil
        case .unknown, .beingWritten, .broken, .missing, .absent, .away: false
        }
    }

    /// What is wrong now: first what the file as a whole suffers from, then what was told of its keys.
    var problems: [Problem] {
        let told = self.reports.told.filter { told in
            (readsWell || told.concern != .repeats)
                && (self.configuration.check != nil || told.concern != .check)
        }
        let whole: Problem? =
            switch self.condition {
            case .broken(let problem), .unwritable(let problem), .beingWritten(let problem),
                .away(let problem):
                problem
            default: told.first { $0.concern == .reading }?.problem
            }
        guard let whole else { return told.map(\.problem) }
        return [whole] + told.map(\.problem).filter { $0 != whole }
    }
}
