// What describes a domain's settings, as the agent names it and this process reads it.

import SchemaFiles
import SettingsClient
import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Client {
    /// The bundle or schema that the agent has for a domain; nil for none.
    func schemaSource(of domain: Domain) throws(ClientError) -> SchemaSource? {
        try domains().first { $0.domain == domain }?.schemaSource
    }

    /// The schema of a domain in the user's language; nil for a domain without one.
    ///
    /// - Throws: ``Failure`` where it can't be read, ``ClientError``.
    func schema(of domain: Domain) throws -> Schema? {
        try schemaSource(of: domain)?.schemaForUser()
    }
}

extension SchemaSource {
    /// What the source says, in the user's language.
    ///
    /// - Throws: ``Failure`` where it can't be read.
    func schemaForUser() throws -> Schema {
        do throws(SchemaProblem) {
            return try schema(languages: Languages.ofThisProcess, idiom: .wide)
        } catch {
            throw Failure(error)
        }
    }
}

extension DomainReport {
    /// Where the domain's schema is read from; nil where it has none.
    var schemaSource: SchemaSource? {
        if let bundle { return .bundle(bundle, options: options) }
        return schema.map { .schema($0) }
    }
}
