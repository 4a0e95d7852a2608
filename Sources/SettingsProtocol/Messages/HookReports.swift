// What is said of a domain's reload hooks.

package import SettingsModel

/// How a reload hook fares.
package enum HookState: String, CaseIterable, Sendable {
    /// Nothing is to be done, and its last run ended well.
    case ok
    /// It waits for further changes, for the files to be written, or for other hooks.
    case waiting
    case running
    /// Its last run didn't end well.
    case failed
    /// It isn't run, as others could have written it.
    case refused

    /// Every state's name.
    package static let names = allCases.map(\.rawValue)
}

/// One way of having a program read its settings again.
package struct HookReport: Equatable, Sendable {
    package var domain: Domain
    /// What it does, for people.
    package var hook: String
    package var state: HookState
    /// The domain file, and the place in it.
    package var file: String
    package var place: SourcePlace?
    /// The keys whose changes it is for; nil for all.
    package var keys: [KeyPattern]?
    /// The number up to which its program has the settings.
    package var seq: UInt64
    package var problem: String?
    package var advice: String?
    /// What a command that failed wrote last.
    package var output: String?

    /// Creates a report without any trouble.
    package init(domain: Domain, hook: String, state: HookState, file: String, seq: UInt64) {
        self.domain = domain
        self.hook = hook
        self.state = state
        self.file = file
        self.seq = seq
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("domain", domain.name)
            $0.member("hook", hook)
            $0.member("state", state.rawValue)
            $0.member("file", file)
            $0.member("line", place?.line)
            $0.member("column", place?.column)
            $0.member("keys", keys.map { $0.map(\.description) })
            $0.member("seq", seq)
            $0.member("problem", problem)
            $0.member("advice", advice)
            $0.member("output", output)
        }
    }
}

extension HookReport {
    /// Reads what ``write(to:)`` wrote.
    init(json: JSONObject) throws(JSONError) {
        self.init(
            domain: try json.domain(),
            hook: try json.string("hook"),
            state: try json.choice("state"),
            file: try json.string("file"),
            seq: try json.integer("seq")
        )
        place = json.place()
        keys = json.strings("keys")?.compactMap {
            try? KeyPattern(parsing: $0, limits: .standard)  // left out rather than guessed
        }
        problem = json["problem"]?.string
        advice = json["advice"]?.string
        output = json["output"]?.string
    }
}
