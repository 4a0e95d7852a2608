// What is wrong in the agent's own files, told to clients, as its standard error may have no reader.

import SettingsModel
import SettingsProtocol

extension Hub {
    /// The mistakes in a domain's file, or in all of the agent's own files.
    func mistakes(of domain: Domain?) -> [ConfigurationMistake] {
        let all = (agentFileMistakes + domains.mistakes).map(ConfigurationMistake.init)
        guard let domain else { return all }
        return all.filter { $0.domain == domain }
    }

    /// Tells subscribers of mistakes that are new, and of domain files that have none any more.
    func tellMistakes(before: [ConfigurationProblem]) {
        for problem in domains.mistakes where !before.contains(problem) {
            guard let domain = problem.domain else { continue }
            tell(
                domain,
                .problem(
                    domain: domain,
                    file: problem.path,
                    code: "configuration",
                    severity: .error,
                    state: .differs,
                    key: nil,
                    value: nil,
                    place: problem.place,
                    problem: problem.problem,
                    advice: problem.advice
                )
            )
        }
        let faulty = Set(domains.mistakes.map(\.path))
        let mended = Set(before.map(\.path)).subtracting(faulty)
        for path in mended.sorted() {
            guard let domain = before.first(where: { $0.path == path })?.domain else { continue }
            tell(domain, .recovered(domain: domain, file: path, key: nil))
        }
    }
}

extension ConfigurationProblem {
    /// The domain whose file it is in; nil for `agent.toml`, and for a name that is no domain's.
    var domain: Domain? {
        guard path.hasSuffix(".toml"), path.contains("/domains/"),
            let name = path.split(separator: "/").last?.dropLast(5)
        else { return nil }
        return try? Domain(String(name))
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
