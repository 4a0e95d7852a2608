// What a file should say, and what it can't.

import SettingsDocument
import SettingsModel

extension Engine {
    /// What the file should say; nil when that would not read back as it was meant.
    mutating func target(
        of replica: ReplicaState,
        from text: ReadText,
        _ step: inout Step
    ) -> ReadText? {
        guard let registers = domains[replica.id.domain]?.registers else { return nil }
        var start = text
        if let carried = replica.record.carried, let base = try? replica.read(carried.base),
            let merged = try? replica.read(carried.merged)
        {
            let document = mergedComments(
                base: base.document,
                ours: merged.document,
                theirs: text.document
            )
            start = ReadText(document, as: replica.configuration)
        }
        let adopts = adoption(of: replica)
        let first = Projection(
            of: registers,
            onto: start,
            as: replica.configuration,
            adopts: adopts
        )
        reportRefusals(first.refusals, replica.id, &step)
        if first.document.bytes == start.bytes { return start }
        let target = ReadText(first.document, as: replica.configuration)
        // Storm guard: what is written, read back, must ask for no further write.
        let again = Projection(
            of: registers,
            onto: target,
            as: replica.configuration,
            adopts: adopts
        )
        guard again.document.bytes == target.bytes else {
            let problem = Problem(
                replica: replica.id,
                code: "no-fixpoint",
                problem: "writing the settings would not read back as they are",
                consequence: "The file was left alone",
                advice: "Report this with the file; edit it by hand meanwhile"
            )
            report(problem, .writing, &step)
            return nil
        }
        return target
    }

    private func adoption(of replica: ReplicaState) -> (SettingKeyPath) -> Bool {
        switch replica.configuration.adoption {
        case .all: return { _ in true }
        case .present: return { _ in false }
        case .primary:
            let others = replicas.values.filter {
                $0.id.domain == replica.id.domain && $0.id != replica.id
                    && $0.configuration.layer == .user && $0.configuration.adoption != .all
            }
            let keys = others.compactMap { $0.top?.keys }
            return { path in !keys.contains { $0[path] != nil } }
        }
    }

    private mutating func reportRefusals(
        _ refusals: [(keyPath: SettingKeyPath, error: EditError)],
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        let problems = refusals.map { refusal in
            Problem(
                replica: id,
                code: refusal.error.code.rawValue,
                problem: "'\(refusal.keyPath)' can't be written here: \(refusal.error.problem)",
                consequence: "The value is kept elsewhere and this file is left as it is",
                advice: refusal.error.advice
            )
        }
        reportValues(problems, id, &step)
    }
}
