// Requests about the rules that a domain's settings keep to.

import SchemaFiles
import SettingsModel
import SettingsProtocol
import SettingsSchema
import SyncEngine

extension Hub {
    /// What is wrong with a domain's settings, or with changes to them.
    func validate(_ domain: Domain, _ changes: [Call.KeyChange]) throws(RPCError) -> Validation {
        guard agent.engine.configuration(of: domain) != nil else {
            throw RPCError(
                .keyNotFound,
                "no domain '\(domain)' is known",
                advice: "List the domains with: settingsctl domains"
            )
        }
        let problems =
            changes.isEmpty
            ? agent.engine.problems(in: domain)
            : agent.engine.problems(with: changes.map { KeyEdit($0.key, $0.value) }, in: domain)
        return Validation(
            problems.map { problem in
                var report = ProblemReport(problem: problem.problem, advice: problem.advice)
                report.key = problem.keyPath
                report.file = problem.path
                report.place = problem.place
                return report
            }
        )
    }

    /// The bundles and schemas of a domain, or of all.
    func schemaReports(_ domain: Domain?) -> [SchemaReport] {
        (domain.map { [$0] } ?? agent.engine.knownDomains).compactMap(schemaReport)
    }

    /// The bundle or schema of a domain; nil for one without.
    func schemaReport(_ domain: Domain) -> SchemaReport? {
        guard let source = domains.schemaSource(of: domain) else { return nil }
        let (problems, isOld) = domains.schemaProblems(of: domain)
        var state = SchemaState.ok
        switch agent.engine.configuration(of: domain)?.schema {
        case .read where isOld: state = .old
        case .read: state = problems.contains { $0.severity == .error } ? .faulty : .ok
        case .unread, .none?, nil: state = .unread
        }
        var report = SchemaReport(
            domain: domain,
            file: source.path,
            kind: source.kind.rawValue,
            state: state
        )
        report.diagnostics = problems.map {
            SchemaReport.Diagnostic(
                code: $0.code,
                severity: $0.severity.rawValue,
                file: $0.file,
                place: $0.place,
                problem: $0.problem,
                advice: $0.advice
            )
        }
        return report
    }

    /// A layer's report with the row that its default comes from.
    func located(
        _ report: LayerReport,
        _ explanation: LayerExplanation,
        _ domain: Domain,
        _ key: SettingKeyPath
    ) -> LayerReport {
        guard explanation.layer == .default, let file = explanation.path,
            let source = domains.schemaSource(ofFile: file),
            let row = agent.engine.row(of: key, in: domain), row.file == file
        else { return report }
        var report = report
        report.replica = source.path
        report.place = source.located(row.place)
        report.row = row.place.path.schemaDescription
        return report
    }
}
