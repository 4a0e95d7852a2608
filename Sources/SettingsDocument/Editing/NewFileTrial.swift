// Whether files of a format can have some values, tried in a new one.

import SettingsModel

extension Format {
    /// How many changes are tried together: one that is refused has only so many others tried again.
    private static let trialSize = 64

    /// Which changes a new file of the format refuses, by their index; each is asked by itself.
    ///
    /// Cost: small for what every such format has, a plain value at a plain key; else that of the
    /// changes, however large the file is that they are meant for.
    package func refusalsInNewFile(of changes: [DocumentChange]) -> [Int: EditError] {
        let doubtful = changes.indices.filter { !isPlain(changes[$0]) }
        guard !doubtful.isEmpty, let file = try? parse(emptyFile) else { return [:] }
        return file.refusals(of: changes, at: doubtful, atOnce: Self.trialSize)
    }

    /// Whether a change is one that each file of the format takes, as far as its key and value go.
    private func isPlain(_ change: DocumentChange) -> Bool {
        let isTree =
            switch self {
            case .toml, .json, .jsonc, .json5, .yaml, .xmlPropertyList, .binaryPropertyList:
                true
            default: false
            }
        guard isTree, change.path.elements.count <= 8, change.path.elements.allSatisfy(\.isPlain)
        else { return false }
        switch change.value {
        case nil, .boolean?, .integer?: return true
        case .string(let text)?: return text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        default: return false
        }
    }
}

extension Document {
    fileprivate func refusals(
        of changes: [DocumentChange],
        at indices: [Int],
        atOnce count: Int
    ) -> [Int: EditError] {
        var refusals: [Int: EditError] = [:]
        for start in stride(from: 0, to: indices.count, by: count) {
            let some = indices[start..<min(start + count, indices.count)]
            if revised(by: some.map { changes[$0] }).refusals.isEmpty { continue }
            for index in some {
                refusals[index] = revised(by: [changes[index]]).refusals.first?.error
            }
        }
        return refusals
    }
}

extension PathElement {
    /// Whether it is a key of letters, digits, `-` and `_`.
    fileprivate var isPlain: Bool {
        guard case .key(let key) = self, !key.isEmpty else { return false }
        return key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
