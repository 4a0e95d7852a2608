// How big bundles and schemas may get.

package import SettingsModel

/// The limits of one bundle or schema; the defaults are those of a plain installation.
package struct SchemaLimits: Equatable, Sendable {
    /// Panes; more than anybody draws, few enough to read in a second.
    package var panes = 4_096
    /// Files of a bundle: each pane for two screens, and translations, several times over.
    package var files = 65_536
    /// Bytes of all files of a bundle together.
    package var bytes = 16 << 20
    /// Rows of all panes together.
    package var rows = 200_000
    /// How deep child panes may open one from another; a screen's stack ends somewhere.
    package var paneDepth = 64
    /// Options of one choice.
    package var options = 100_000
    /// Schemas that apply to one value of a JSON Schema together: a program's modules may each add theirs,
    /// and every row looks through all of its own.
    package var parts = 1_024
    /// Problems reported; a file that is all wrong says so often enough.
    package var problems = 1_000
    /// Depth of a schema's or a condition's nesting.
    package var nesting = 64
    /// What each file keeps to: it says more of a setting than its value, so it may be larger than a file
    /// with all of them.
    package var file: Limits

    /// The limits of a plain installation.
    package static let standard = SchemaLimits()

    package init() {
        file = .standard
        (file.fileBytes, file.keysPerDomain) = (bytes, rows)
    }
}
