// What the methods about a domain's files, bundles and schemas answer.

package import SettingsModel

/// How a bundle or a JSON Schema fares.
package enum SchemaState: String, CaseIterable, Sendable {
    case ok
    /// Parts of it can't be read; the rest is in force.
    case faulty
    /// It can't be read, and what it said before is in force.
    case old
    /// It has never been readable: nothing is checked.
    case unread

    /// Every state's name.
    package static let names = allCases.map(\.rawValue)
}

/// A bundle or a JSON Schema that a domain keeps to.
package struct SchemaReport: Equatable, Sendable {
    package var domain: Domain
    /// The bundle's folder, or the schema's file.
    package var file: String
    /// `bundle` or `schema`.
    package var kind: String
    package var state: SchemaState
    package var diagnostics: [Diagnostic] = []

    /// One thing that is wrong with it.
    package struct Diagnostic: Equatable, Sendable {
        /// The stable name for scripts.
        package var code: String
        /// `error`, `warning` or `note`.
        package var severity: String
        package var file: String
        package var place: SourcePlace?
        package var problem: String
        package var advice: String

        /// Creates a diagnostic.
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
    }

    /// Creates a report without any trouble.
    package init(domain: Domain, file: String, kind: String, state: SchemaState) {
        self.domain = domain
        self.file = file
        self.kind = kind
        self.state = state
    }

    /// Writes it as an object.
    package func write(to json: inout JSONWriter) {
        json.object {
            $0.member("domain", domain.name)
            $0.member("file", file)
            $0.member("kind", kind)
            $0.member("state", state.rawValue)
            $0.key("diagnostics")
            $0.array(diagnostics) { json, diagnostic in
                json.object {
                    $0.member("code", diagnostic.code)
                    $0.member("severity", diagnostic.severity)
                    $0.member("file", diagnostic.file)
                    $0.place(diagnostic.place)
                    $0.member("problem", diagnostic.problem)
                    $0.member("advice", diagnostic.advice)
                }
            }
        }
    }
}

extension SchemaReport {
    /// Reads what ``write(to:)`` wrote.
    init(json: JSONObject) throws(JSONError) {
        self.init(
            domain: try json.domain(),
            file: try json.string("file"),
            kind: try json.string("kind"),
            state: try json.choice("state")
        )
        diagnostics = try json.objects("diagnostics") { object throws(JSONError) in
            Diagnostic(
                code: try object.string("code"),
                severity: try object.string("severity"),
                file: try object.string("file"),
                place: object.place(),
                problem: try object.string("problem"),
                advice: try object.string("advice")
            )
        }
    }
}

/// The answer to `replicas`.
package struct Replicas: ReplyResult, Equatable {
    package var replicas: [ReplicaReport]
    /// The bundles and schemas that the domains keep to.
    package var schemas: [SchemaReport]
    /// What has the domains' programs read their settings again.
    package var hooks: [HookReport]
    /// What is wrong in domain files and in `agent.toml`.
    package var mistakes: [ConfigurationMistake]

    /// Creates an answer.
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

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.key("replicas")
        json.array(replicas) { $1.write(to: &$0) }
        json.key("schemas")
        json.array(schemas) { $1.write(to: &$0) }
        json.key("hooks")
        json.array(hooks) { $1.write(to: &$0) }
        json.key("mistakes")
        json.array(mistakes) { $1.write(to: &$0) }
    }
}

extension Replicas: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            try json.objects("replicas") { object throws(JSONError) in
                try ReplicaReport(json: object)
            },
            schemas: try json.objects("schemas") { object throws(JSONError) in
                try SchemaReport(json: object)
            },
            hooks: try json.objects("hooks") { object throws(JSONError) in
                try HookReport(json: object)
            },
            mistakes: try json.objects("mistakes") { object throws(JSONError) in
                try ConfigurationMistake(json: object)
            }
        )
    }
}

/// The answer to `link` and `unlink`: what was linked, a file or a schema or both.
package struct Linked: ReplyResult, Equatable {
    package var replica: ReplicaReport?
    package var schema: SchemaReport?
    /// How many settings are in the journal alone since a domain's last file was let go; nil for none.
    package var kept: Int?

    /// Creates an answer.
    package init(_ replica: ReplicaReport?, schema: SchemaReport? = nil) {
        self.replica = replica
        self.schema = schema
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        if let replica {
            json.key("replica")
            replica.write(to: &json)
        }
        if let schema {
            json.key("schema")
            schema.write(to: &json)
        }
        json.member("kept", kept)
    }
}

extension Linked: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(nil)
        if let replica = json["replica"] {
            self.replica = try ReplicaReport(json: try JSONObject(replica))
        }
        if let schema = json["schema"] {
            self.schema = try SchemaReport(json: try JSONObject(schema))
        }
        kept = json.optionalInteger("kept")
    }
}
