// What a start and one client's edit cost the engine, with files of any size and number.

import Glibc
import SettingsDocument
import SettingsModel
import SyncEngine

/// An engine with files in memory, each of a domain of its own, whose effects are carried out at once, and
/// timed.
package final class EngineCost {
    private var engine: Engine
    private let domains: [Domain]
    private var files: [ReplicaID: FileContent] = [:]
    /// What each file is to say next.
    private var staged: [ReplicaID: [UInt8]] = [:]
    private var now: Int64 = 1_000_000
    private var nextInode: UInt64 = 100_000
    /// The processor's milliseconds until all files were read.
    package private(set) var start = 0.0

    /// Creates an engine that has read so many TOML files, each with so many keys.
    package init(fileCount: Int, keyCount: Int) throws {
        domains = try (0..<fileCount).map { try Domain("org.example.file\($0)") }
        var text = "number = 0\n"
        for index in 1..<keyCount {
            if index % 100 == 1 { text += "\n[table\(index / 100)]\n" }
            text += "key\(index % 100) = \"value \(index)\"  # about it\n"
        }
        engine = Engine(EngineSetup(agent: "cost"), from: RecoveredState())
        var configurations: [DomainConfiguration] = []
        for (index, domain) in domains.enumerated() {
            let replica = ReplicaConfiguration(path: "/\(domain).toml")
            files[ReplicaID(domain: domain, path: replica.path)] = FileContent(
                bytes: Array(text.utf8),
                identity: FileIdentity(device: 1, inode: UInt64(index)),
                modified: now
            )
            configurations.append(DomainConfiguration(domain: domain, replicas: [replica]))
        }
        let before = Self.processorTime
        take(.configure(configurations))
        start = Self.processorTime - before
        precondition(domains.allSatisfy { engine.keyCount(of: $0) > 0 }, "a file isn't read")
    }

    /// The processor's milliseconds for one edit, until the file says it: the median of several.
    package func measure(edits count: Int) -> Double {
        var times: [Double] = []
        for number in 1...count {
            now += 1_000
            let edit = KeyEdit(SettingKeyPath(segments: ["number"]), .integer(Int64(number)))
            let request = EditRequest(domain: domains[0], edits: [edit], client: "cost")
            let start = Self.processorTime
            take(.edit(AnswerID(UInt64(number)), request))
            times.append(Self.processorTime - start)
            let isWritten = file.bytes.starts(with: "number = \(number)\n".utf8)
            precondition(isWritten, "the file is late")
        }
        return times.sorted()[count / 2]
    }

    /// The processor's milliseconds for a look at every file, in which nothing has changed.
    package func measureRescan() -> Double {
        let start = Self.processorTime
        take(.rescan(AnswerID(0), RescanRequest(domain: nil)))
        return Self.processorTime - start
    }

    /// The first domain's file.
    private var file: FileContent {
        let id = ReplicaID(domain: domains[0], path: "/\(domains[0]).toml")
        // Made by the start, and nothing removes it.
        guard let file = files[id] else { fatalError("the first domain's file is gone") }
        return file
    }

    /// The processor's milliseconds for reading the file, without making values of it: the median.
    package func measureParse(times count: Int) throws -> Double {
        var times: [Double] = []
        for _ in 0..<count {
            let start = Self.processorTime
            _ = try Format.toml.parse(file.bytes)
            times.append(Self.processorTime - start)
        }
        return times.sorted()[count / 2]
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }

    private func take(_ input: Input) {
        let effects = engine.step(input, at: Instant(wall: now, monotonic: now))
        // The agent sets its timer after each.
        _ = engine.nextDeadline
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .commit(_, let written, let synced):
            for effect in written + synced { carryOut(effect) }
        case .announce(let seq): engine.announce(upTo: seq)
        case .look(let id, _):
            guard var file = files[id] else { return }
            // As read from a disk: equal bytes in a buffer of their own.
            file.bytes.withUnsafeBufferPointer { file.bytes = Array($0) }
            take(.sighted(id, .content(file)))
        case .stage(let id, let bytes, _, _, _):
            nextInode += 1
            staged[id] = bytes
            let file = StagedFile(
                temporaryPath: id.path + ".tmp",
                targetPath: id.path,
                identity: FileIdentity(device: 1, inode: nextInode),
                method: .exchange
            )
            take(.staged(id, file))
        case .publish(let id, let file, _):
            guard let displaced = files[id], let bytes = staged[id] else { return }
            files[id] = FileContent(bytes: bytes, identity: file.identity, modified: now)
            take(.published(id))
            take(.displaced(id, .content(displaced)))
        default: break
        }
    }
}
