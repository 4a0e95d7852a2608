// Lines of a file's text as they may be shown.

import SettingsDocument
import SettingsModel

/// The lines of a text: empty where a secret is on one, of whichever domain the file has.
struct ShownLines {
    private let path: String
    private let files: ReplicaTable
    private let domains: [Domain: DomainState]
    private var excerpts: Excerpts
    /// The file as each domain has it that may have a secret.
    private lazy var owners: [(configuration: ReplicaConfiguration, state: DomainState)] =
        files.values.filter { $0.id.path == path }.compactMap { file in
            domains[file.id.domain].flatMap {
                $0.mayHaveSecrets ? (file.configuration, $0) : nil
            }
        }

    /// Shows the lines of a text at a path.
    init(
        of document: any Document,
        at path: String,
        _ files: ReplicaTable,
        _ domains: [Domain: DomainState]
    ) {
        self.path = path
        self.files = files
        self.domains = domains
        excerpts = Excerpts(of: document)
    }

    /// The line of a place; empty without one.
    mutating func line(at place: SourcePlace?) -> String {
        guard let place else { return "" }
        let owners = self.owners
        guard !owners.isEmpty else { return excerpts.excerpt(at: place) }
        return excerpts.excerpt(at: place) { path in
            owners.contains { owner in
                owner.configuration.keys(at: path).contains { owner.state.hides($0) }
            }
        }
    }
}
