// settingsctl validate: what of a domain's settings breaks a rule.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// Everything that breaks a rule.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Print which settings break a rule, as 'status' does.",
        shouldDisplay: false
    )
    @Argument(help: .domain) var domain: Domain
    @OptionGroup var output: OutputOptions

    func run() throws {
        let found: Validation = try Client().call(.validate) { $0.member("domain", domain.name) }
        for problem in found.problems { problem.show(output) }
        if !found.problems.isEmpty { throw ExitStatus.notSet }
    }
}

extension ProblemReport {
    /// Prints the problem and what to do, or it as an object.
    func show(_ output: OutputOptions) {
        guard !output.json else { return showObject(writtenBy: write(to:)) }
        let file = file.map { "\(shownPath($0))\(place.suffix): " } ?? ""
        settingsctl.show("\(file)\(problem)")
        settingsctl.show("    " + advice.asSentence)
    }
}
