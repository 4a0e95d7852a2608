// What is wrong in the agent's own files, for clients to show.

package import SettingsModel

/// A mistake in a domain file or in `agent.toml`.
package struct ConfigurationMistake: Equatable, Sendable {
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

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("file", file)
            $0.member("domain", domain?.name)
            $0.member("line", place?.line)
            $0.member("column", place?.column)
            $0.member("problem", problem)
            $0.member("consequence", consequence)
            $0.member("advice", advice)
        }
    }

    /// Reads what ``write(to:)`` wrote.
    init(json: JSONObject) throws(JSONError) {
        self.init(
            file: try json.string("file"),
            problem: try json.string("problem"),
            consequence: try json.string("consequence"),
            advice: try json.string("advice")
        )
        domain = json["domain"] == nil ? nil : try json.domain()
        place = json.place()
    }
}
