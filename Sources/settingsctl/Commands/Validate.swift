// settingsctl validate: what of a domain's settings breaks a rule.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Everything that breaks a rule.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print which settings break a rule of the domain's bundle or schema.",
        discussion: """
            First values in files that aren't effective, then effective values that break a newer \
            rule. Status 1 if there is any.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @OptionGroup var output: OutputOptions

    func run() throws {
        let found: Validation = try Client().call(.validate) { $0.member("domain", domain.name) }
        for problem in found.problems {
            if output.json {
                showObject(writtenBy: problem.write(to:))
            } else {
                let place = problem.place.suffix
                let file = problem.file.map { "\($0)\(place): " } ?? ""
                show("\(file)\(problem.problem)")
                show("    " + problem.advice.asSentence)
            }
        }
        if !found.problems.isEmpty { throw ExitStatus.notSet }
    }
}
