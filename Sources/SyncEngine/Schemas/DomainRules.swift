// What all schemas together say of one domain.

import SettingsModel
import SettingsSchema

/// The rules and defaults of one domain: its own schema's, and those of schemas with rows for it.
struct DomainRules: Equatable, Sendable {
    /// A schema that speaks of the domain.
    struct Source: Equatable, Sendable {
        var schema: DomainSchema
        /// What the schema calls the domain; nil for its own.
        var name: Domain?
    }
    /// The domain's own schema first.
    let sources: [Source]
    /// Whether a schema that may speak of the domain can't be read.
    let isUnread: Bool
    /// What is in force while nothing is stored; of several schemas', the first one's.
    let defaults: KeyMap<LayerValue>
    /// Whether a value must not be shown, of a row or of an element of a list.
    let hasSecrets: Bool
    /// Whether a part of them can't be read, so that what no row speaks of may be a secret.
    let isIncomplete: Bool

    /// Gathers what schemas say of a domain; nil if they say nothing.
    init?(sources: [Source], isUnread: Bool) {
        guard !sources.isEmpty || isUnread else { return nil }
        self.sources = sources
        self.isUnread = isUnread
        var defaults = KeyMap<LayerValue>()
        for offered in sources.reversed().compactMap({ $0.schema.defaults[$0.name] }) {
            if defaults.values.isEmpty {
                defaults = offered
            } else {
                for (path, value) in offered.values { defaults.overlay(value, at: path) }
            }
        }
        self.defaults = defaults
        hasSecrets = sources.contains { $0.schema.schema.hasSecrets(in: $0.name) }
        isIncomplete =
            isUnread || sources.contains { $0.name == nil && $0.schema.schema.isIncomplete }
    }

    static func == (a: DomainRules, b: DomainRules) -> Bool {
        // All else is made of these.
        a.sources == b.sources && a.isUnread == b.isUnread
    }

    /// Why a key can't have a value, and whose rule that is; nil if it can, or if the steps that are
    /// left don't suffice to know.
    func refusal(
        of value: SettingValue,
        at path: SettingKeyPath,
        within checks: CheckBudget
    ) -> (refusal: RuleRefusal, source: Source)? {
        for source in sources {
            let budget = CheckBudget(for: value, within: checks)
            let schema = source.schema.schema
            if let refusal = schema.refusal(of: value, at: path, in: source.name, within: budget) {
                return (refusal, source)
            }
        }
        return nil
    }

    /// Whether a key's value may be shown.
    func secrecy(of path: SettingKeyPath) -> Secrecy {
        let isSecret = sources.contains {
            $0.schema.schema.secrecy(of: path, in: $0.name) == .secret
        }
        return isSecret ? .secret : .open
    }

    /// The keys of all secrets.
    var secretKeys: SecretKeys {
        sources.reduce(into: SecretKeys()) {
            $0.formUnion($1.schema.schema.secretKeys(in: $1.name))
        }
    }

    /// Whether a key's value is kept from those who didn't ask for it: it's a secret, or may be one.
    func hides(_ path: SettingKeyPath) -> Bool {
        secrecy(of: path) == .secret || mayHaveMoreSecrets && !isKnown(path)
    }

    /// Whether what no row speaks of may be a secret now.
    var mayHaveMoreSecrets: Bool {
        isIncomplete || sources.contains { $0.name == nil && $0.schema.isOutdated }
    }

    /// Whether a row says all that there is to say of a key.
    func isKnown(_ path: SettingKeyPath) -> Bool {
        sources.contains { $0.schema.schema.isKnown(path, in: $0.name) }
    }

    /// The row of a key and its file; nil if no pane has one.
    func row(of path: SettingKeyPath) -> (file: String, place: SchemaPlace)? {
        for source in sources {
            if let row = source.schema.schema.specifier(at: path, in: source.name) {
                return (source.schema.file(of: row.place), row.place)
            }
        }
        return nil
    }
}

extension DomainRules {
    /// The rules of every domain that some schema speaks of.
    static func all(of configurations: [DomainConfiguration]) -> [Domain: DomainRules] {
        var own: [Domain: [Source]] = [:]
        var foreign: [Domain: [Source]] = [:]
        var unread: Set<Domain> = []
        for configuration in configurations.sorted(by: { $0.domain < $1.domain }) {
            switch configuration.schema {
            case .none: continue
            case .unread: unread.insert(configuration.domain)
            case .read(let schema):
                // A schema may be empty yet, or all wrong: its domain has rules all the same.
                own[configuration.domain] = [Source(schema: schema, name: nil)]
                for name in schema.schema.rules.keys.compactMap({ $0 }) {
                    foreign[name, default: []].append(Source(schema: schema, name: name))
                }
            }
        }
        var rules: [Domain: DomainRules] = [:]
        for domain in Set(own.keys).union(foreign.keys).union(unread) {
            rules[domain] = DomainRules(
                sources: (own[domain] ?? []) + (foreign[domain] ?? []),
                isUnread: unread.contains(domain)
            )
        }
        return rules
    }
}
