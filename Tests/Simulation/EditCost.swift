// What one client's edit costs the engine, in a domain of any size.

import Glibc
import SettingsDocument
import SettingsModel
import SyncEngine

/// An engine with one file in memory, whose effects are carried out at once, and timed.
package final class EditCost {
    private var engine: Engine
    private let domain: Domain
    private var file: FileContent
    private var now: Int64 = 1_000_000
    private var nextInode: UInt64 = 100

    /// Creates an engine that has read a TOML file with so many keys.
    package init(keyCount: Int) throws {
        domain = try Domain("org.example.large")
        var text = "number = 0\n"
        for index in 1..<keyCount {
            if index % 100 == 1 { text += "\n[table\(index / 100)]\n" }
            text += "key\(index % 100) = \"value \(index)\"  # about it\n"
        }
        file = FileContent(
            bytes: Array(text.utf8),
            identity: FileIdentity(device: 1, inode: 1),
            modified: now
        )
        engine = Engine(EngineSetup(agent: "cost"), from: RecoveredState())
        let replica = ReplicaConfiguration(path: "/large.toml")
        take(.configure([DomainConfiguration(domain: domain, replicas: [replica])]))
    }

    /// The processor's milliseconds for one edit, until the file says it: the median of several.
    package func measure(edits count: Int) -> Double {
        var times: [Double] = []
        for number in 1...count {
            now += 1_000
            let edit = KeyEdit(SettingKeyPath(segments: ["number"]), .integer(Int64(number)))
            let request = EditRequest(domain: domain, edits: [edit], client: "cost")
            let start = Self.processorTime
            take(.edit(AnswerID(UInt64(number)), request))
            times.append(Self.processorTime - start)
            precondition(file.bytes.starts(with: "number = \(number)\n".utf8), "the file is late")
        }
        return times.sorted()[count / 2]
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
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .commit(_, let written, let synced):
            for effect in written + synced { carryOut(effect) }
        case .announce(let seq): engine.announce(upTo: seq)
        case .look(let id, _):
            // As read from a disk: equal bytes in a buffer of their own.
            file.bytes.withUnsafeBufferPointer { file.bytes = Array($0) }
            take(.sighted(id, .content(file)))
        case .stage(let id, _, _, _):
            nextInode += 1
            let staged = StagedFile(
                temporaryPath: "/large.toml.tmp",
                targetPath: "/large.toml",
                identity: FileIdentity(device: 1, inode: nextInode),
                method: .exchange
            )
            take(.staged(id, staged))
        case .publish(let id, let staged, let bytes, _):
            let displaced = file
            file = FileContent(bytes: bytes, identity: staged.identity, modified: now)
            take(.published(id))
            take(.displaced(id, .content(displaced)))
        default: break
        }
    }
}
