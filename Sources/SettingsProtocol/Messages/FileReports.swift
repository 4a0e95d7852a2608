// What the methods about a domain's files, bundles and schemas answer.

package import SettingsModel

/// How a bundle or a JSON Schema fares.
package enum SchemaState: String, CaseIterable, WireValue {
    case ok
    /// Parts of it can't be read; the rest is in force.
    case faulty
    /// It can't be read, and what it said before is in force.
    case old
    /// It has never been readable: nothing is checked.
    case unread
}

/// A bundle or a JSON Schema that a domain keeps to.
package struct SchemaReport: WireObject, WireValue, Equatable {
    package var domain: Domain
    /// The bundle's folder, or the schema's file.
    package var file: String
    /// `bundle` or `schema`.
    package var kind: String
    package var state: SchemaState
    package var diagnostics: [Diagnostic] = []

    /// One thing that is wrong with it.
    package struct Diagnostic: WireObject, WireValue, Equatable {
        /// The stable name for scripts.
        package var code: String
        /// `error`, `warning` or `note`.
        package var severity: String
        package var file: String
        package var place: SourcePlace?
        package var problem: String
        package var advice: String

        package init(
            code: String,
            severity: String,
            file: String,
            place: SourcePlace?,
            problem: String,
            advice: String
        ) {
            self.code = code
            self.severity = severity
            self.file = file
            self.place = place
            self.problem = problem
            self.advice = advice
        }

        /// Passes the members on, in their order.
        package init(_ members: inout some WireMembers, of diagnostic: Self?) {
            code = members.required("code", diagnostic?.code)
            severity = members.required("severity", diagnostic?.severity)
            file = members.required("file", diagnostic?.file)
            place = members.place(diagnostic?.place)
            problem = members.required("problem", diagnostic?.problem)
            advice = members.required("advice", diagnostic?.advice)
        }
    }

    /// Creates a report without any trouble.
    package init(domain: Domain, file: String, kind: String, state: SchemaState) {
        self.domain = domain
        self.file = file
        self.kind = kind
        self.state = state
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of report: Self?) {
        domain = members.required("domain", report?.domain)
        file = members.required("file", report?.file)
        kind = members.required("kind", report?.kind)
        state = members.required("state", report?.state)
        diagnostics = members.required("diagnostics", report?.diagnostics, or: [])
    }
}

/// The answer to `replicas`.
package struct Replicas: ReadableResult, WireObject, Equatable {
    package var replicas: [ReplicaReport]
    /// The bundles and schemas that the domains keep to.
    package var schemas: [SchemaReport]
    /// What has the domains' programs read their settings again.
    package var hooks: [HookReport]
    /// What is wrong in domain files and in `agent.toml`.
    package var mistakes: [ConfigurationMistake]

    package init(
        _ replicas: [ReplicaReport],
        schemas: [SchemaReport] = [],
        hooks: [HookReport] = [],
        mistakes: [ConfigurationMistake] = []
    ) {
        self.replicas = replicas
        self.schemas = schemas
        self.hooks = hooks
        self.mistakes = mistakes
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of answer: Self?) {
        replicas = members.required("replicas", answer?.replicas, or: [])
        schemas = members.optional("schemas", answer?.schemas) ?? []
        hooks = members.optional("hooks", answer?.hooks) ?? []
        mistakes = members.optional("mistakes", answer?.mistakes) ?? []
    }
}

/// The answer to `link` and `unlink`: what was linked, a file or a schema or both.
package struct Linked: ReadableResult, WireObject, Equatable {
    package var replica: ReplicaReport?
    package var schema: SchemaReport?
    /// How many settings are in the journal alone since a domain's last file was let go; nil for none.
    package var kept: Int?
    /// How many settings only the file had that was let go, which are forgotten; nil for none.
    package var forgotten: Int?
    /// The keys that stay secrets though the bundle or schema that made them so was unlinked; nil for none.
    package var secrets: [String]?
    /// The number of the change by which the link changed what the domain said; nil where it didn't.
    package var seq: UInt64?

    package init(_ replica: ReplicaReport?, schema: SchemaReport? = nil) {
        self.replica = replica
        self.schema = schema
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of linked: Self?) {
        replica = members.optional("replica", linked?.replica)
        schema = members.optional("schema", linked?.schema)
        kept = members.optional("kept", linked?.kept)
        forgotten = members.optional("forgotten", linked?.forgotten)
        secrets = members.optional("secrets", linked?.secrets)
        seq = members.optional("seq", linked?.seq)
    }
}
