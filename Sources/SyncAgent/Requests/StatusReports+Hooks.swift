// What is said of programs that have to read their settings again.

import SettingsModel
import SettingsProtocol

extension StatusReports {
    /// The reload hooks of a domain, or of all (nil), in the order of their files.
    func hookReports(_ domain: Domain?) -> [HookReport] {
        let schedule = reloads.schedule
        return (domain.map { [$0] } ?? schedule.domains).flatMap { domain in
            schedule.hooks(of: domain).compactMap { id in
                schedule.description(of: id).map { report($0, id, domain) }
            }
        }
    }

    private func report(
        _ described: DescribedHook,
        _ id: HookSchedule.HookID,
        _ domain: Domain
    ) -> HookReport {
        let schedule = reloads.schedule
        let trouble = schedule.trouble(of: id)
        let state: HookState =
            switch schedule.condition(of: id) {
            case .waiting: .waiting
            case .running: .running
            case .idle: described.refusal != nil ? .refused : trouble != nil ? .failed : .ok
            }
        var report = HookReport(
            domain: domain,
            hook: described.hook.summary,
            state: state,
            file: described.file,
            seq: schedule.appliedSeq(of: id) ?? 0
        )
        report.place = described.place
        report.keys = described.hook.keys
        report.problem = trouble?.problem
        report.advice = trouble?.advice
        report.output = trouble.flatMap { $0.output.isEmpty ? nil : $0.output }
        return report
    }
}
