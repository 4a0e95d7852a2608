// Which version this is.

/// The version of the agent and its tools, as `hello` and `--version` say it.
package enum SoftwareVersion {
    package static let current = "0.1.0"
}
