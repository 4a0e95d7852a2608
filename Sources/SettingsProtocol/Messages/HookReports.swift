// What is said of a domain's reload hooks.

package import SettingsModel

/// How a reload hook fares.
package enum HookState: String, CaseIterable, WireValue {
    /// Nothing is to be done, and its last run ended well.
    case ok
    /// It waits for further changes, for the files to be written, or for other hooks.
    case waiting
    case running
    /// Its last run didn't end well.
    case failed
    /// It isn't run, as others could have written it.
    case refused
}

/// One way of having a program read its settings again.
package struct HookReport: WireObject, WireValue, Equatable {
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

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of report: Self?) {
        domain = members.required("domain", report?.domain)
        hook = members.required("hook", report?.hook)
        state = members.required("state", report?.state)
        file = members.required("file", report?.file)
        place = members.place(report?.place)
        keys = members.optional("keys", report?.keys)
        seq = members.required("seq", report?.seq)
        problem = members.optional("problem", report?.problem)
        advice = members.optional("advice", report?.advice)
        output = members.optional("output", report?.output)
    }
}
