// What the agent's own file has in force while it runs.

package import SettingsModel

/// What `agent.toml` says now, for all who are held to it.
package final class AgentSettings {
    /// What clients are held to; a change is for sessions and requests that come after it.
    package var limits: Limits
    /// Which notices are shown from now on.
    package var notices = NoticeSettings()
    /// What is wrong in the file.
    package var mistakes: [ConfigurationProblem] = []

    /// Creates the settings of a file without mistakes.
    package init(limits: Limits) { self.limits = limits }
}
