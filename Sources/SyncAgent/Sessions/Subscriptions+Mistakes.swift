// What is wrong in the agent's own files, told to clients, as its standard error may have no reader.

import SettingsModel
import SettingsProtocol
import SyncEngine

extension Subscriptions {
    /// Tells subscribers of mistakes that are new, and of domain files that have none any more.
    func tell(_ mistakes: [ConfigurationProblem], before: [ConfigurationProblem]) {
        for problem in mistakes where !before.contains(problem) {
            guard let domain = problem.domain else { continue }
            notifier?.began(problem)
            let mistake = ReplicaReport.Diagnostic(
                code: "configuration",
                key: nil,
                place: problem.place,
                problem: problem.problem,
                advice: problem.advice
            )
            tell(
                domain,
                .problem(domain: domain, file: problem.path, state: .differs, mistake)
            )
        }
        let faulty = Set(mistakes.map(\.path))
        let mended = Set(before.map(\.path)).subtracting(faulty)
        for path in mended.sorted() {
            guard let domain = before.first(where: { $0.path == path })?.domain else { continue }
            notifier?.ended(ReplicaID(domain: domain, path: path), nil)
            tell(domain, .recovered(domain: domain, file: path, key: nil))
        }
    }
}

extension ConfigurationMistake {
    /// A mistake as clients are told of it.
    init(_ problem: ConfigurationProblem) {
        self.init(
            file: problem.path,
            problem: problem.problem,
            consequence: problem.consequence,
            advice: problem.advice
        )
        domain = problem.domain
        place = problem.place
    }
}
