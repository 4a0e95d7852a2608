// One number for all that the engine is given and asks for, to compare two builds of it.

import SettingsModel
import SyncEngine

/// A hash of values by what they say, the same in every process and whatever their types are called.
///
/// Order counts, but not that of sets, of maps, and of a transaction's records.
struct Digest: Equatable, Sendable {
    /// FNV-1a, of 64 bits.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a value and all that is in it.
    mutating func add(_ value: Any) {
        switch value {
        case let bytes as [UInt8]: fold(bytes)
        case let text as String: fold(text.utf8)
        case let path as SettingKeyPath: fold(path.description.utf8)
        // These two keep a hash of themselves that is another one in each process.
        case let domain as Domain: fold(domain.name.utf8)
        case let replica as ReplicaID: fold("\(replica.domain.name) \(replica.path)".utf8)
        case let map as SharedMap<Timestamp>: add(map)
        case let transaction as Transaction: addRecords(of: transaction)
        default: addParts(of: value)
        }
    }

    private mutating func addParts(of value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum:
            guard let payload = mirror.children.first else { return fold("\(value)".utf8) }
            fold((payload.label ?? "").utf8)
            add(payload.value)
        case .set, .dictionary: addUnordered(mirror.children.map(\.value))
        case nil: fold("\(value)".utf8)
        default:
            fold(UInt64(mirror.children.count))
            for child in mirror.children { add(child.value) }
        }
    }

    private mutating func addRecords(of transaction: Transaction) {
        for field in Mirror(reflecting: transaction).children {
            addUnordered(Mirror(reflecting: field.value).children.map(\.value))
        }
    }

    private mutating func add(_ map: SharedMap<Timestamp>) {
        addUnordered(map.differences(from: SharedMap()).map { ($0.keyPath, $0.new) })
    }

    private mutating func addUnordered(_ values: [Any]) {
        let parts = values.map { value in
            var part = Digest()
            part.add(value)
            return part.value
        }
        fold(UInt64(parts.count))
        for part in parts.sorted() { fold(part) }
    }

    private mutating func fold(_ bytes: some Collection<UInt8>) {
        fold(UInt64(bytes.count))
        for byte in bytes { fold(byte) }
    }

    private mutating func fold(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes in
            for byte in bytes { fold(byte) }
        }
    }

    private mutating func fold(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}

/// The digest of an interleaving: of every input of its engines and every effect, transactions among them.
///
/// Two engines that give another digest for a seed behave differently there. What comes before anybody
/// does anything is left out, as worlds that begin alike share it.
///
/// - Throws: Only if the world itself can't be built.
package func digest(seed: UInt64, like beginnings: Beginnings = Beginnings()) throws -> UInt64 {
    let mix = Mix.of(seed: seed)
    let world = try World(seed: seed, mix: mix, like: beginnings)
    world.digest = Digest()
    _ = play(world, mix)
    return world.digest?.value ?? 0
}

/// One number for the digests of consecutive seeds, played on as many cores as there are.
///
/// - Throws: Only if a world can't be built.
package func digestOnEveryCore(seeds: Range<UInt64>) async throws -> UInt64 {
    try await onEveryCore(seeds: seeds) { piece in
        let beginnings = Beginnings()
        return try piece.map { try digest(seed: $0, like: beginnings) }.reduce(0, &+)
    }.reduce(0, &+)
}
