// A bundle or a JSON Schema as the engine is given it.

import SettingsModel
package import SettingsSchema

/// A bundle or a JSON Schema as it was read.
package struct DomainSchema: Equatable, Sendable {
    /// What the rules were read from.
    package enum Kind: String, Sendable {
        /// A folder of pane files.
        case bundle
        /// A file with a JSON Schema.
        case schema
    }
    package var kind: Kind
    /// The folder or the file.
    package var path: String
    /// Another one whenever the contents are; whoever reads them counts it up.
    package var edition: UInt64
    package let schema: Schema
    /// Whether what it was read from has changed since, and can't be read in full any more.
    package var isOutdated = false
    /// The defaults that it has for each domain; nil is the one that has it.
    private(set) var defaults: [Domain?: KeyMap<LayerValue>] = [:]

    /// Creates a schema that was read.
    ///
    /// Gathered here, once, as whoever reads a schema may do it on another thread. Cost: linear in its rows.
    package init(kind: Kind, path: String, edition: UInt64, schema: Schema) {
        self.kind = kind
        self.path = path
        self.edition = edition
        self.schema = schema
        for found in schema.defaults {
            // A default that its own row refuses was told when the schema was read.
            guard schema.refusal(of: found.value, at: found.keyPath, in: found.domain) == nil,
                let row = schema.specifier(at: found.keyPath, in: found.domain)
            else { continue }
            let value = LayerValue(value: found.value, origin: .file(file(of: row.place)))
            defaults[found.domain, default: KeyMap()].overlay(value, at: found.keyPath)
        }
    }

    /// What was read is told by its edition: comparing thousands of rows would be no faster than reading.
    package static func == (a: DomainSchema, b: DomainSchema) -> Bool {
        a.kind == b.kind && a.path.isSame(as: b.path) && a.edition == b.edition
            && a.isOutdated == b.isOutdated
    }

    /// The file that a place of the schema is in.
    package func file(of place: SchemaPlace) -> String {
        guard kind == .bundle else { return path }
        return place.file.begins(with: "/") ? place.file : "\(path)/\(place.file)"
    }
}

/// What a domain file says of the domain's rules, as far as it could be read.
package enum ConfiguredSchema: Equatable, Sendable {
    /// The domain has none.
    case none
    /// It has some that have never been readable: nobody knows what breaks them.
    case unread
    case read(DomainSchema)
}
