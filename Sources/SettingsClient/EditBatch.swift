// Many changes as requests that are each short enough for one line.

import SettingsModel
import SettingsProtocol

/// Changes that one request makes, all or none.
struct EditBatch {
    /// Which of the edits these are.
    var range: Range<Int>
    /// The changes as a JSON array.
    var json: [UInt8]

    /// All edits in their order, in as few batches as take them.
    static func batches(of edits: [SettingEdit]) -> [EditBatch] {
        let changes = edits.map(\.json)
        let runs = changes.runs(atMost: Client.batchBytes) { $0.count + 1 }
        return (edits.isEmpty ? [0..<0] : runs).map { run in
            var json = [UInt8(ascii: "[")]
            json += changes[run].joined(separator: [UInt8(ascii: ",")])
            json.append(UInt8(ascii: "]"))
            return EditBatch(range: run, json: json)
        }
    }
}

extension Client {
    /// What one request says of many settings, in bytes: about half of what the agent takes as a line.
    package static let batchBytes = 500 << 10

    /// Whether changes are made by one request, all or none.
    package static func areOneBatch(_ edits: [SettingEdit]) -> Bool {
        EditBatch.batches(of: edits).count == 1
    }
}

extension Array {
    /// The elements as runs of so many bytes together at most; one that has more is alone.
    package func runs(atMost bytes: Int, _ size: (Element) -> Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var (start, total) = (0, 0)
        for index in indices {
            let more = size(self[index])
            if index > start, total + more > bytes {
                runs.append(start..<index)
                (start, total) = (index, 0)
            }
            total += more
        }
        return isEmpty ? [] : runs + [start..<count]
    }
}

extension ClientRequest<BatchAcceptance> {
    /// A batch of changes, which may make the domain.
    static func apply(
        _ domain: Domain,
        _ batch: EditBatch,
        mayCreate: Bool = true
    ) -> ClientRequest {
        ClientRequest(method: .apply) {
            $0.member("domain", domain.name)
            if !mayCreate { $0.member("create", false) }
            $0.key("changes")
            $0.json(batch.json)
        }
    }
}

extension BatchAcceptance {
    /// Adds what a later batch came to.
    mutating func add(_ next: BatchAcceptance) {
        // Several batches are several steps.
        group = revs?.isEmpty ?? true ? next.group : nil
        seq = next.seq
        revs = (revs ?? []) + (next.revs ?? [])
        let others = next.warnings.filter { !warnings.contains($0) }
        warnings += others
    }
}

extension ClientError {
    /// The same error, which ended a batch of several, with what became of all edits.
    func ending(_ batch: EditBatch, of edits: [SettingEdit]) -> ClientError {
        let made = batch.range.lowerBound
        guard made > 0 else { return self }
        // Only a refusal says that the batch itself wasn't made.
        let others = if case .refused = code { "none" } else { "perhaps some" }
        var error = self
        error.problem =
            "changed \(made) of \(edits.count) settings, and \(others) from '\(edits[made].key)' on: "
            + problem.without("nothing was changed: ")
        error.advice = advice.without("Nothing was changed. ")
        return error
    }
}

extension String {
    /// The text without a beginning, where it has it.
    fileprivate func without(_ beginning: String) -> String {
        hasPrefix(beginning) ? String(dropFirst(beginning.count)) : self
    }
}

extension SettingEdit {
    fileprivate var json: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("key", key.segments)
            $0.member("value", value)
            if value == nil { $0.member("unset", true) }
        }
        return json.bytes
    }
}
