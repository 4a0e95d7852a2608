// What clients may set, and what is wrong with what is set.

import SettingsDocument
package import SettingsModel
package import SettingsSchema

/// One thing that is wrong with a domain's settings.
package struct SettingProblem: Equatable, Sendable {
    /// nil for what several settings together are.
    package var keyPath: SettingKeyPath?
    /// The file that says it; nil for a value that is in no file.
    package var path: String?
    package var place: SourcePlace?
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String
}

extension Engine {
    /// What is wrong with a domain's settings: first what files say without being in force, then
    /// what is in force.
    ///
    /// Cost: linear in the domain, and each of its files is read once more.
    package func problems(in domain: Domain) -> [SettingProblem] {
        guard let state = domains[domain] else { return [] }
        let checks = CheckBudget(steps: CheckBudget.stepsPerTurn)
        let files = replicas.configured(in: state.configuration)
        let texts = files.compactMap { file -> (file: ReplicaState, text: ReadText)? in
            guard file.configuration.layer == .user, let top = file.top else { return nil }
            return file.read(top).map { (file, $0) }
        }
        let held = texts.flatMap { file, text -> [SettingProblem] in
            var found = textProblems(in: text, of: file, state, within: checks)
            return found.held.map { SettingProblem($0.problem, of: $0.keyPath) }
        }
        let layers = files.filter { $0.configuration.layer != .user }.flatMap { file in
            file.problems.filter { $0.code == .invalid }.map { SettingProblem($0, of: nil) }
        }
        // What a file says against a rule isn't in force, and isn't missing for that.
        let heldKeys = Set(held.compactMap(\.keyPath))
        let inForce = state.problemsInForce(besides: heldKeys, within: checks)
        return held + layers + inForce.map { $0.placed(in: texts) }
    }

    /// What would be wrong with some edits, in their order; nothing is changed.
    package func problems(
        with edits: [KeyEdit],
        in domain: Domain
    ) -> [SettingProblem] {
        let checks = CheckBudget(steps: CheckBudget.stepsPerTurn)
        return editCheck(of: domain, within: checks)?.problems(with: edits) ?? []
    }

    /// The row that a setting's default comes from, and its file; nil without one.
    package func row(
        of path: SettingKeyPath,
        in domain: Domain
    ) -> (file: String, place: SchemaPlace)? {
        domains[domain]?.rules?.row(of: path)
    }
}

extension SettingProblem {
    /// What was found in a file.
    fileprivate init(_ problem: Problem, of keyPath: SettingKeyPath?) {
        self.init(
            keyPath: keyPath,
            path: problem.replica.path,
            place: problem.place,
            problem: problem.problem,
            advice: problem.advice
        )
    }

    /// The problem with where the first file that says the value has it.
    fileprivate func placed(
        in texts: [(file: ReplicaState, text: ReadText)]
    ) -> SettingProblem {
        guard let keyPath,
            let (file, text) = texts.first(where: { $0.text.keys[keyPath] != nil })
        else { return self }
        var problem = self
        problem.path = file.id.path
        problem.place = file.configuration.place(of: keyPath, in: text.document)
        return problem
    }
}

extension DomainState {
    /// What is wrong with the values in force together, but for keys that have none and that a file has.
    fileprivate func problemsInForce(
        besides heldKeys: Set<SettingKeyPath>,
        within checks: CheckBudget
    ) -> [SettingProblem] {
        let values = effectiveKeys.sorted().compactMap { path in
            effective(path).map { (path, $0.value) }
        }
        let findings = findings(in: SettingValue(leaves: values), within: checks)
        let refused = findings.refusals.filter { refusal in
            guard let keyPath = refusal.keyPath else { return true }
            return effective(keyPath) != nil || !heldKeys.contains(keyPath)
        }.map { refusal in
            SettingProblem(
                keyPath: refusal.keyPath,
                problem: refusal.problem,
                advice: "Set another value: settingsctl set \(self.configuration.domain) "
                    + (refusal.keyPath?.description.quotedForShell ?? "KEY") + " VALUE"
            )
        }
        let unchecked = findings.unchecked.map { keyPath, schema in
            SettingProblem(
                keyPath: keyPath,
                problem: "'\(keyPath)' was taken unchecked: by '\(schema)', its check "
                    + "takes more steps than are made",
                advice: "Make the schema simpler there"
            )
        }
        return refused + unchecked
    }

    /// What the rules have against all values together, those alone first; and the settings that a
    /// schema's rules can't be asked of in as many steps as there are, with the schema's file.
    fileprivate func findings(
        in root: SettingValue,
        within checks: CheckBudget
    ) -> (refusals: [RuleRefusal], unchecked: [(keyPath: SettingKeyPath, schema: String)]) {
        var refusals: [RuleRefusal] = []
        var unchecked: [(keyPath: SettingKeyPath, schema: String)] = []
        for source in self.rules?.sources ?? [] {
            let schema = source.schema.schema
            let found = schema.findings(in: root, of: source.name, within: checks)
            // Another schema than the one that refuses it may call it a secret.
            refusals += found.refusals.map { refusal in
                let isSecret = refusal.keyPath.map { secrecy(of: $0) == .secret } ?? false
                return isSecret ? refusal.hidingValue() : refusal
            }
            unchecked += found.unchecked.map { ($0, source.schema.path) }
        }
        return (refusals, unchecked)
    }
}

extension RuleRefusal {
    /// The setting that it's about: the path as far as it leads through dictionaries.
    fileprivate var keyPath: SettingKeyPath? {
        let keys = path.elements.prefix { if case .key = $0 { true } else { false } }
        return DocumentPath(Array(keys)).keyPath
    }
}

extension SettingValue {
    /// A dictionary with these leaves, none of which leads through another.
    fileprivate init(leaves: [(SettingKeyPath, SettingValue)]) {
        self = .dictionary(
            Self.entries(leaves.map { (path: $0.0.segments[...], value: $0.1) }[...])
        )
    }

    /// The entries of leaves in key order, so that those below one key stand together.
    private static func entries(
        _ leaves: ArraySlice<(path: ArraySlice<String>, value: SettingValue)>
    ) -> [Entry] {
        var entries: [Entry] = []
        var rest = leaves
        while let (path, value) = rest.first, let name = path.first {
            let group = rest.prefix { $0.path.first.map { $0.isSame(as: name) } ?? false }
            rest = rest.dropFirst(group.count)
            if path.count == 1 {
                entries.append(Entry(name, value))
            } else {
                let below = group.map { (path: $0.path.dropFirst(), value: $0.value) }
                entries.append(Entry(name, .dictionary(Self.entries(below[...]))))
            }
        }
        return entries
    }
}
