// When others have begun to read the file that a path shows, and when somebody has begun to save it.

/// Who reads and saves one file: what can be known of a writer besides the text.
///
/// All limits are in milliseconds.
struct FileActivity: Equatable, Sendable {
    /// A program that works on a file and saves it has read it no longer than this before.
    private static let work: Int64 = 500
    /// Who reads or saves no later than this after a text came may do so because of it.
    private static let reaction: Int64 = 1_000
    /// Who reads no longer than this before a save does it for the save, be it for a backup.
    private static let moment: Int64 = 100
    /// Two parts of one reading are no further apart than this.
    private static let pause: Int64 = 50
    /// More readings of one text than these tell nothing more.
    private static let limit = 16
    /// So many texts in a row that were read at once are read so by habit.
    private static let habit = 2

    /// The file that they are of.
    private var identity: FileIdentity?
    /// When readings of it began, oldest first.
    private var readings: [Instant] = []
    /// When it was read last.
    private var last: Instant?
    /// When the newest text came; nil since the start.
    private var written: Instant?
    /// Whether the text was read as soon as it was there.
    private var isReadAtOnce = false
    /// How many texts before it, of those that were read at all, were so in a row.
    private var textsReadAtOnce = 0
    /// How the file came to the path's name; nil where nothing has told.
    private(set) var placing: Placing?
    /// Since when it is being saved.
    private var saveBegan: Instant?

    /// Notes that somebody is reading a file.
    mutating func noteReading(of file: FileIdentity, at now: Instant) {
        if file != identity {
            if identity != nil { beginText() }
            identity = file
        }
        let isNew = last.map { now.monotonic - $0.monotonic > Self.pause } ?? true
        last = now
        guard isNew else { return }
        if readings.isEmpty { isReadAtOnce = isReaction(now) }
        if readings.count == Self.limit { readings.removeFirst() }
        readings.append(now)
    }

    /// Notes that the agent has put a text into the place.
    mutating func notePublishing(at now: Instant) { written = now }

    /// Notes that the path shows a text of somebody else, perhaps in the same file.
    mutating func noteSave(at now: Instant) {
        beginText()
        written = now
    }

    private mutating func beginText() {
        if !readings.isEmpty { textsReadAtOnce = isReadAtOnce ? textsReadAtOnce + 1 : 0 }
        readings = []
        last = nil
    }

    /// Notes that somebody writes into the file.
    mutating func noteWriting(at now: Instant) {
        if saveBegan == nil { saveBegan = now }
    }

    /// Notes that a file has come to the path's name.
    mutating func notePlacing(_ placing: Placing, at now: Instant) {
        self.placing = placing
        saveBegan = now
    }

    /// Notes that the path's text was taken: what is told from now on is of the next save.
    mutating func noteTaking() {
        placing = nil
        saveBegan = nil
    }

    /// Whether another file, in the place of a version's, was made by somebody who had read that version for it.
    ///
    /// A save in place tells nothing: many editors read the file for their backup a moment before they write.
    func tellsMaking(of content: FileContent, from version: FileVersion) -> Bool {
        guard placing == .renamed, identity == version.identity,
            content.identity != version.identity, let saveBegan
        else { return false }
        return readings.contains { reading in
            let time = saveBegan.monotonic - reading.monotonic
            let isForSave = (0...Self.moment).contains(time)
            // What was written before that is no work on what was read.
            return (isForSave || (0...Self.work).contains(time) && !isReaction(reading))
                && content.modified >= reading.wall - Self.reaction
        }
    }

    /// Whether somebody has read a version, and not only for the save that came now.
    ///
    /// Where somebody reads each text at once, only those count who read it later.
    func tellsReading(of version: FileVersion, at now: Instant) -> Bool {
        let isByHabit = textsReadAtOnce >= Self.habit
        return identity == version.identity
            && readings.contains { reading in
                (saveBegan ?? now).monotonic - reading.monotonic > Self.moment
                    && !(isByHabit && isReaction(reading))
            }
    }

    /// Whether the save comes as an answer to a version, by somebody who has read it.
    func tellsAnswer(to version: FileVersion, at now: Instant) -> Bool {
        identity == version.identity && isReadAtOnce && isReaction(saveBegan ?? now)
    }

    private func isReaction(_ time: Instant) -> Bool {
        written.map { time.monotonic - $0.monotonic <= Self.reaction } ?? false
    }
}
