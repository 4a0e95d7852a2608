// Which version this is.

/// The agent's version, as `hello` and `--version` say it.
package enum AgentVersion {
    package static let current = "0.1.0"
}
