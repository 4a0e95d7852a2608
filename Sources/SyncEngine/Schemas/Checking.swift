// What clients may set, and what is wrong with what is set.

import SettingsDocument
package import SettingsModel
package import SettingsSchema

extension Engine {
    /// Refuses a table with a key in it that no client could name: its leaves are settings, too.
    ///
    /// The path that the edit itself names was checked where it was read, or came from a file.
    func checkKeys(
        of leaves: [(SettingKeyPath, SettingValue)],
        in edit: KeyEdit
    ) throws(Refusal) {
        for (path, _) in leaves where path.segments.count > edit.keyPath.segments.count {
            do {
                _ = try SettingKeyPath(
                    checking: Array(path.segments.dropFirst(edit.keyPath.segments.count)),
                    limits: limits
                )
            } catch {
                throw Refusal(
                    code: .invalid,
                    problem: "'\(edit.keyPath)' can't be set: \(error.problem)",
                    advice: error.advice
                )
            }
        }
    }

    /// Refuses a value that breaks a rule of its domain.
    func checkRules(
        for value: SettingValue,
        at path: SettingKeyPath,
        in state: DomainState,
        within checks: CheckBudget
    ) throws(Refusal) {
        guard let (refusal, source) = state.rules?.refusal(of: value, at: path, within: checks)
        else { return }
        let message = refusal.message(
            at: path,
            inForce: state.effective(path)?.value,
            secrecy: state.secrecy(of: path)
        )
        let file = state.rules?.row(of: path)?.file ?? source.schema.path
        throw Refusal(
            code: .invalid,
            problem: String(message.dropLast()),
            advice: "Set another value; the rule is in '\(file)'"
        )
    }
}

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
        var texts: [(ReplicaState, ReadText)] = []
        for configuration in state.configuration.replicas where configuration.layer == .user {
            guard let replica = replicas[ReplicaID(domain: domain, path: configuration.path)],
                let top = replica.top, let text = replica.read(top)
            else { continue }
            texts.append((replica, text))
        }
        let held = texts.flatMap { replica, text in
            heldProblems(text, replica.id, checks).map { keyPath, problem in
                SettingProblem(
                    keyPath: keyPath,
                    path: replica.id.path,
                    place: problem.place,
                    problem: problem.problem,
                    advice: problem.advice
                )
            }
        }
        let layers = statuses(of: domain).filter { $0.configuration.layer != .user }.flatMap {
            status in
            status.problems.filter { $0.code == .invalid }.map { problem in
                SettingProblem(
                    path: status.id.path,
                    place: problem.place,
                    problem: problem.problem,
                    advice: problem.advice
                )
            }
        }
        let values = entries(domain, below: nil).map { ($0.keyPath, $0.value) }
        // What a file says against a rule isn't in force, and isn't missing for that.
        let heldKeys = Set(held.compactMap(\.keyPath))
        let findings = state.findings(in: SettingValue(leaves: values), within: checks)
        let inForce = findings.refusals.filter { refusal in
            guard let keyPath = refusal.keyPath else { return true }
            return state.effective(keyPath) != nil || !heldKeys.contains(keyPath)
        }.map { refusal in
            let keyPath = refusal.keyPath
            let problem = SettingProblem(
                keyPath: keyPath,
                problem: refusal.problem,
                advice: "Set another value: settingsctl set \(domain) "
                    + (keyPath?.description.quotedForShell ?? "KEY") + " VALUE"
            )
            return place(problem, in: texts)
        }
        return held + layers + inForce
            + findings.unchecked.map { keyPath, schema in
                place(
                    SettingProblem(
                        keyPath: keyPath,
                        problem: "'\(keyPath)' was taken unchecked: by '\(schema)', its check "
                            + "takes more steps than are made",
                        advice: "Make the schema simpler there"
                    ),
                    in: texts
                )
            }
    }

    /// A problem with where the first file that says the value has it.
    private func place(
        _ problem: SettingProblem,
        in texts: [(ReplicaState, ReadText)]
    ) -> SettingProblem {
        var problem = problem
        for (replica, text) in texts {
            guard let keyPath = problem.keyPath, problem.path == nil, text.keys[keyPath] != nil
            else { continue }
            problem.path = replica.id.path
            problem.place = replica.configuration.place(of: keyPath, in: text.document)
        }
        return problem
    }

    /// What would be wrong with some edits, in their order; nothing is changed.
    package func problems(
        with edits: [KeyEdit],
        in domain: Domain
    ) -> [SettingProblem] {
        guard let state = domains[domain] else { return [] }
        var problems: [SettingProblem] = []
        let checks = CheckBudget(steps: CheckBudget.stepsPerTurn)
        for edit in edits {
            func check(_ path: SettingKeyPath, _ body: () throws(Refusal) -> Void) {
                do throws(Refusal) { try body() } catch {
                    problems.append(
                        SettingProblem(
                            keyPath: path,
                            problem: error.problem,
                            advice: error.advice
                        )
                    )
                }
            }
            let leaves = edit.value?.leaves(at: edit.keyPath, limits: limits) ?? []
            check(edit.keyPath) { () throws(Refusal) in try checkKeys(of: leaves, in: edit) }
            for (path, value) in leaves {
                check(path) { () throws(Refusal) in
                    try checkRules(for: value, at: path, in: state, within: checks)
                }
            }
        }
        return problems
    }

    /// The row that a setting's default comes from, and its file; nil without one.
    package func row(
        of path: SettingKeyPath,
        in domain: Domain
    ) -> (file: String, place: SchemaPlace)? {
        domains[domain]?.rules?.row(of: path)
    }
}

extension DomainState {
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
