// Who is heard first where keys and the agent's messages are at hand at once.

/// Keys are drawn before the agent's messages are read, which take milliseconds while many come; but
/// keys without an end, as of a long paste, leave the agent every other turn.
struct Turns {
    private var agentWaited = false

    /// Whether the agent is heard in the turn that began with these events of the terminal.
    mutating func hearAgent(after typed: [Event]) -> Bool {
        agentWaited = !typed.isEmpty && !agentWaited
        return !agentWaited
    }
}
