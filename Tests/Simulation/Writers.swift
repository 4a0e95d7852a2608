// What becomes of a save that follows a `set` of one of its keys, by who saves.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// Who saves a file after a client has set one of its keys.
package enum Writer: String, CaseIterable, Sendable {
    case sed = "sed -i"
    case jq = "jq … >t && mv t"
    case git = "git checkout"
    case script = "a script that writes in place"
    case laterEditor = "an editor opened after the set"
    case laterEditorAgain = "the same, again within a minute"
    case earlierEditor = "an editor opened before the set"
    case autosaver = "the same, which saves by itself"
    case dumper = "a program that saves its state at exit"

    /// Whether what it saves for the key that was set is meant, and no old state.
    var isDeliberate: Bool {
        switch self {
        case .sed, .jq, .git, .script, .laterEditor, .laterEditorAgain: true
        case .earlierEditor, .autosaver, .dumper: false
        }
    }
}

/// Who else reads the file.
package struct Readers: Hashable, Sendable {
    /// Somebody reads each new text soon after it came.
    var indexes: Bool
    /// Editors read what they are about to replace, for a backup beside it.
    var backsUp: Bool

    package static let all = [
        Readers(indexes: false, backsUp: false), Readers(indexes: true, backsUp: false),
        Readers(indexes: false, backsUp: true), Readers(indexes: true, backsUp: true),
    ]
}

/// What became of one save.
struct WriterVerdict {
    /// Whether a meant value was reversed, or an old one believed.
    var isWrong: Bool
    /// Whether the history has an entry of the key that isn't an ordinary one, and the file a warning of what
    /// was reversed.
    var isReported: Bool
}

/// A world in which one key is set, and one writer saves the file afterwards.
final class WriterEpisode {
    private let world: World
    private let writer: Writer
    private let readers: Readers
    private let path = "/settings.toml"
    private let key: SettingKeyPath
    private var count = 0
    /// What the indexer has read.
    private var indexed: Saved?
    private var historyBefore = 0

    init(
        _ writer: Writer,
        _ readers: Readers,
        seed: UInt64,
        like beginnings: Beginnings
    ) throws {
        self.writer = writer
        self.readers = readers
        world = try World(seed: seed, mix: Mix("one writer"), like: beginnings)
        key = world.random.pick(world.keys)
        indexed = shown
    }

    /// Plays the episode; nil where it came to nothing that could be judged.
    func play() -> WriterVerdict? {
        for _ in 0..<world.random.number(in: 0...3) { happen() }
        switch writer {
        case .git: return judge(playGit())
        case .sed, .jq, .script, .laterEditor: return judge(playLater())
        case .laterEditorAgain:
            guard let meant = playLater(), value(of: key) != meant else { return nil }
            // Long enough to see it.
            pause(world.random.number(in: 1_000...20_000))
            return judge(saveEdit(meaning: meant))
        case .earlierEditor, .autosaver, .dumper: return judge(playEarlier())
        }
    }

    private func judge(_ value: SettingValue?) -> WriterVerdict? {
        guard let value, let agent = world.agent else { return nil }
        let isAsSaved = self.value(of: key) == value
        let replica = ReplicaID(domain: world.domain, path: path)
        let isTold = agent.engine.problems(of: replica).contains { $0.severity == .warning }
        let isRemembered = world.journal.history.dropFirst(historyBefore).contains {
            $0.keyPath == key && $0.kind != .set
        }
        return WriterVerdict(
            isWrong: isAsSaved != writer.isDeliberate,
            isReported: (isTold || !writer.isDeliberate) && isRemembered
        )
    }

    // MARK: What happens before

    /// Something that has nothing to do with the key.
    private func happen() {
        let other = world.random.pick(world.keys.filter { $0 != key })
        if world.random.chance(0.5) {
            set(other)
        } else if let text = read() {
            pause(world.random.number(in: 500...5_000))
            write(edited(text, [other: fresh()]), as: .rename)
        }
        pause(world.random.pick([200, 2_000, 20_000]))
    }

    private func set(_ key: SettingKeyPath) {
        world.request(key, fresh())
        world.settle(limit: 1_000)
    }

    // MARK: Who writes

    /// Commits the file, sets keys, and checks the file out.
    private func playGit() -> SettingValue? {
        guard let committed = read(), let old = value(of: key) else { return nil }
        pause(world.random.number(in: 200...20_000))
        for _ in 0..<world.random.pick([0, 1, 3, 20]) {
            set(world.random.pick(world.keys.filter { $0 != key }))
            pause(world.random.pick([20, 200, 2_000]))
        }
        set(key)
        pauseBeforeWriter()
        begin()
        write(committed, as: .replace)
        return old
    }

    /// Reads the file after the set, and saves the value of before it.
    private func playLater() -> SettingValue? {
        guard let old = value(of: key) else { return nil }
        set(key)
        pauseBeforeWriter()
        begin()
        return saveEdit(meaning: old)
    }

    private func saveEdit(meaning value: SettingValue) -> SettingValue? {
        guard let text = read() else { return nil }
        pause(timeInHand)
        var changes: [SettingKeyPath: SettingValue] = [key: value]
        for other in others() { changes[other] = fresh() }
        save(edited(text, changes))
        return value
    }

    /// Has read the file before the set, and saves that.
    private func playEarlier() -> SettingValue? {
        guard let text = read(), let old = value(of: key) else { return nil }
        pause(world.random.number(in: 200...20_000))
        if world.random.chance(0.3) { happen() }
        set(key)
        // It knows nothing of the set.
        pause(world.random.number(in: 0...world.random.pick([1_000, 60_000, 600_000])))
        begin()
        var buffer = text
        for _ in 0..<(writer == .autosaver ? world.random.number(in: 3...6) : 1) {
            for other in others() { buffer = edited(buffer, [other: fresh()]) }
            save(buffer)
            pause(world.random.number(in: 500...5_000))
        }
        return old
    }

    /// From here on counts what is told.
    private func begin() { historyBefore = world.journal.history.count }

    private func pauseBeforeWriter() {
        pause(world.random.pick([30, 200, 600, 2_000, 30_000, 600_000]))
    }

    /// How long a writer works on what it has read, in milliseconds.
    private var timeInHand: Int {
        switch writer {
        case .sed, .script: world.random.number(in: 0...2)
        case .jq: world.random.number(in: 5...50)
        case .laterEditorAgain: world.random.number(in: 1_000...40_000)
        default: world.random.number(in: 1_000...60_000)
        }
    }

    /// Keys that a save changes, too.
    private func others() -> [SettingKeyPath] {
        let others = world.keys.filter { $0 != key }
        return (0..<world.random.number(in: 0...2)).map { _ in world.random.pick(others) }
    }

    // MARK: Saving

    private enum Way: CaseIterable {
        /// A new file is renamed over the old one.
        case rename
        case inPlace
        /// The old file gets another name, and a new one is created.
        case renameAway
        /// The old file is removed, and a new one is created.
        case replace
    }

    /// Whether it is an editor, which may make a backup of what it replaces.
    private var isEditor: Bool {
        switch writer {
        case .sed, .jq, .git, .script: false
        default: true
        }
    }

    private func save(_ text: [UInt8]) {
        let way: Way =
            switch writer {
            case .sed, .jq: .rename
            case .script: .inPlace
            case .git: .replace
            case .dumper: world.random.pick([.rename, .inPlace])
            default: world.random.pick([.rename, .inPlace, .renameAway])
            }
        // Who renames the old file away has its backup.
        let hasBackup = readers.backsUp && isEditor && way != .renameAway
        if hasBackup {
            _ = world.files.read(path)
            work(for: world.random.number(in: 0...4))
        }
        write(text, as: way, hasBackup: hasBackup)
    }

    private func write(_ text: [UInt8], as way: Way, hasBackup: Bool = false) {
        let files = world.files
        switch way {
        case .rename:
            _ = files.renameOver(path, text, modified: world.wall, hasBackup: hasBackup)
        case .inPlace: fill(files.truncateForWriting(path, now: world.wall), text)
        case .renameAway:
            files.unlink(path)
            work(for: 1)
            fill(files.truncateForWriting(path, now: world.wall), text)
        case .replace:
            files.unlink(path)
            work(for: 1)
            fill(files.create(path, now: world.wall), text)
        }
        world.settle(limit: 1_000)
    }

    private func fill(_ inode: Inode, _ text: [UInt8]) {
        work(for: world.random.number(in: 0...1))
        world.files.write(text, into: inode, path, now: world.wall)
        work(for: world.random.number(in: 0...1))
        world.files.close(inode, path)
    }

    // MARK: Time

    /// Lets time pass, in which the agent may do something.
    private func work(for milliseconds: Int) {
        world.pass(Int64(milliseconds))
        for _ in 0..<world.random.number(in: 0...3) { _ = world.agent?.step() }
    }

    /// Lets time pass, in which everybody does what is to be done; in milliseconds.
    private func pause(_ milliseconds: Int) {
        world.settle(limit: 1_000)
        var left = milliseconds
        if readers.indexes, left >= 20, shown != indexed {
            let delay = world.random.number(in: 20...min(500, left))
            left -= delay
            world.pass(Int64(delay))
            _ = world.files.read(path)
            indexed = shown
            world.settle(limit: 1_000)
        }
        world.pass(Int64(left))
        world.settle(limit: 1_000)
    }

    // MARK: Texts

    private func read() -> [UInt8]? { world.files.read(path) }

    /// What the path shows now.
    private var shown: Saved? {
        world.files.inode(path).map { Saved(identity: $0.identity, text: $0.text) }
    }

    private func value(of key: SettingKeyPath) -> SettingValue? {
        world.agent?.engine.entry(world.domain, key, in: .user)?.value
    }

    private func fresh() -> SettingValue {
        count += 1
        return .string("v\(count)")
    }

    private func edited(
        _ text: [UInt8],
        _ changes: [SettingKeyPath: SettingValue]
    ) -> [UInt8] {
        guard let document = world.parse(text, path) else { return text }
        let list = changes.sorted { $0.key < $1.key }.map {
            DocumentChange(DocumentPath($0.key), $0.value)
        }
        return document.revised(by: list).document.bytes
    }
}

/// How often saves after a `set` came to what nobody meant, by writer and by who else reads.
package struct WriterTable: Sendable {
    private struct Cell: Hashable {
        var writer: Writer
        var readers: Readers
    }
    private struct Sum {
        var count = 0
        var wrong = 0
        var unreported = 0
    }
    private var sums: [Cell: Sum] = [:]

    /// Plays consecutive seeds on as many cores as there are, each with every writer and reader.
    ///
    /// - Throws: Only if a world can't be built.
    package static func playing(seeds: Range<UInt64>) async throws -> WriterTable {
        try await onEveryCore(seeds: seeds) { try WriterTable(seeds: $0) }
            .reduce(into: WriterTable()) { $0.add($1) }
    }

    private init() {}

    private init(seeds: Range<UInt64>) throws {
        let beginnings = Beginnings()
        for seed in seeds {
            for writer in Writer.allCases {
                for readers in Readers.all {
                    let cell = Cell(writer: writer, readers: readers)
                    let episode = try WriterEpisode(writer, readers, seed: seed, like: beginnings)
                    if let verdict = episode.play() { note(verdict, in: cell) }
                }
            }
        }
    }

    private mutating func note(_ verdict: WriterVerdict, in cell: Cell) {
        sums[cell, default: Sum()].count += 1
        if verdict.isWrong {
            sums[cell]?.wrong += 1
            if !verdict.isReported { sums[cell]?.unreported += 1 }
        }
    }

    private mutating func add(_ other: WriterTable) {
        for (cell, sum) in other.sums {
            sums[cell, default: Sum()].count += sum.count
            sums[cell]?.wrong += sum.wrong
            sums[cell]?.unreported += sum.unreported
        }
    }

    /// The table per 10,000 saves; behind a slash those of which nobody was told.
    package var report: String {
        var lines = [
            "per 10,000 saves after a set, in brackets without a report",
            Self.row("", ["alone", "an indexer", "backups", "both"]),
            "deliberate edits reversed",
        ]
        lines += Writer.allCases.filter(\.isDeliberate).map(row)
        lines.append("old states believed")
        lines += Writer.allCases.filter { !$0.isDeliberate }.map(row)
        return lines.joined(separator: "\n")
    }

    private func row(_ writer: Writer) -> String {
        let figures = Readers.all.map { readers in
            let sum = sums[Cell(writer: writer, readers: readers)] ?? Sum()
            guard sum.count > 0 else { return "-" }
            func share(_ count: Int) -> Int { (count * 10_000 + sum.count / 2) / sum.count }
            return "\(share(sum.wrong)) (\(share(sum.unreported)))"
        }
        return Self.row(writer.rawValue, figures)
    }

    private static func row(_ name: String, _ columns: [String]) -> String {
        let cells = columns.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }
        return "  " + name + String(repeating: " ", count: max(1, 40 - name.count))
            + cells.joined()
    }
}
