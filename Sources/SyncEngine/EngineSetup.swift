// What an engine is made of.

package import SettingsModel

/// What an engine is made of.
package struct EngineSetup: Sendable {
    package var limits: Limits
    package var timing: Timing
    /// Whether a save that takes most settings away is held until it is accepted.
    package var holdsWipes = true
    /// The journal's epoch; it marks this agent's timestamps.
    package var agent: String

    package init(
        limits: Limits = .standard,
        timing: Timing = Timing(),
        holdsWipes: Bool = true,
        agent: String
    ) {
        self.limits = limits
        self.timing = timing
        self.holdsWipes = holdsWipes
        self.agent = agent
    }
}
