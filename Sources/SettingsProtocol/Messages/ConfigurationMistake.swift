// What is wrong in the agent's own files, for clients to show.

package import SettingsModel

/// A mistake in a domain file or in `agent.toml`.
package struct ConfigurationMistake: WireObject, WireValue, Equatable {
    package var file: String
    /// nil for a file that is no domain's.
    package var domain: Domain?
    package var place: SourcePlace?
    package var problem: String
    /// What the agent did about it, as a sentence without its period.
    package var consequence: String
    package var advice: String

    /// Creates a mistake without a place.
    package init(file: String, problem: String, consequence: String, advice: String) {
        self.file = file
        self.problem = problem
        self.consequence = consequence
        self.advice = advice
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of mistake: Self?) {
        file = members.required("file", mistake?.file)
        domain = members.optional("domain", mistake?.domain)
        place = members.place(mistake?.place)
        problem = members.required("problem", mistake?.problem)
        consequence = members.required("consequence", mistake?.consequence)
        advice = members.required("advice", mistake?.advice)
    }
}
