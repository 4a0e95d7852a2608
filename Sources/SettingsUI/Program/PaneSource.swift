// Where a program's panes come from: its bundle, or a file of its own.

import SchemaFiles
package import SettingsModel
import SettingsSchema

/// A program whose panes can be read.
package struct PaneSource: Sendable {
    /// What describes the settings.
    package enum Description: Equatable, Sendable {
        /// The folder of a settings bundle.
        case bundle(String)
        /// A settings file, whose values tell what can be set.
        case file(String)
        case nothing
    }
    package var domain: Domain
    package var title: String
    package var description: Description

    /// Creates a source.
    package init(domain: Domain, title: String, description: Description) {
        self.domain = domain
        self.title = title
        self.description = description
    }

    /// Reads the panes; without any where there is nothing to read them from.
    func program(_ idiom: Idiom) -> Program {
        let source: SchemaSource? =
            switch description {
            case .bundle(let folder): .bundle(folder)
            case .file(let path): .settings(path)
            case .nothing: nil
            }
        // A broken file has no panes now; the agent tells where it is broken.
        let schema = try? source?.schema(languages: Languages.ofThisProcess, idiom: idiom)
        var panes = schema?.panes ?? []
        if panes.isEmpty { panes = [Pane(name: "Root", file: "")] }
        return Program(domain: domain, title: title, panes: panes, root: panes[0].name)
    }
}
