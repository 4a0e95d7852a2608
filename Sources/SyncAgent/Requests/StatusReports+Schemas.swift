// What is said of bundles and schemas.

import SchemaFiles
import SettingsModel
import SettingsProtocol
import SettingsSchema
import SyncEngine

extension StatusReports {
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
}
