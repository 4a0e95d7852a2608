// Rules in an interleaving: values that break them, and people who mend those.

import SettingsDocument
import SettingsModel
import SettingsSchema
import SyncEngine
import TestSupport

/// The rules of a world: some keys may not have a text with an exclamation mark.
struct WorldRules {
    /// The keys that have a rule.
    let keys: Set<SettingKeyPath>
    /// Edits by hand that broke one.
    private(set) var broken: [Intent] = []

    /// Rules for some of the keys, at least one.
    init(for keys: [SettingKeyPath], using random: inout SeededRandom) {
        let first = random.pick(keys)
        self.keys = Set([first] + keys.filter { _ in random.chance(0.6) })
    }

    /// Whether a value breaks a rule.
    func refuses(_ value: SettingValue?, at key: SettingKeyPath) -> Bool {
        guard case .string(let text) = value, keys.contains(key) else { return false }
        return text.hasSuffix("!")
    }

    /// Notes an edit that broke a rule.
    mutating func note(_ intent: Intent) { broken.append(intent) }

    /// What the agent is given.
    func schema() throws -> DomainSchema {
        // Each key by itself: a pattern says nothing about values of other types.
        let rules = keys.sorted().map { key in
            var rule = #"{"pattern": "[^!]$"}"#
            for segment in key.segments.reversed() {
                rule = #"{"properties": {"\#(segment)": \#(rule)}}"#
            }
            return rule
        }
        let text = #"{"allOf": [\#(rules.joined(separator: ", "))]}"#
        return DomainSchema(
            kind: .schema,
            path: "/settings.schema.json",
            edition: 1,
            schema: Schema(jsonSchema: try Format.json.parse(Array(text.utf8)), file: "schema")
        )
    }
}

extension World {
    /// Somebody mends every value that breaks a rule, in one file after another.
    func mendAll() {
        acceptHeld()
        guard let rules else { return }
        for path in paths {
            guard let text = files.read(path), let document = parse(text, path) else { continue }
            let broken = document.entries.filter { rules.refuses($0.value, at: $0.keyPath) }
            guard !broken.isEmpty else { continue }
            settle(limit: 6_000)
            pass(1_000)
            let mended = SettingValue.string("mended \(path)")
            let changes = broken.map { DocumentChange(DocumentPath($0.keyPath), mended) }
            let number = nextSave()
            let saved = document.revised(by: changes).document
            let inode = files.renameOver(path, saved.bytes, modified: wall)
            files.saves[Saved(identity: inode.identity, text: saved.bytes)] = number
            let keys = saved.entries.reduce(into: [:]) { $0[$1.keyPath] = $1.value }
            editorSaves.append(
                EditorSave(number: number, time: now, who: "mender", path: path, keys: keys)
            )
            for entry in broken { intend(entry.keyPath, mended, by: "mender", save: number) }
            settle(limit: 6_000)
        }
    }
}

extension World {
    /// Somebody accepts the saves that are held, as all edits here are meant.
    private func acceptHeld() {
        guard agent?.engine.heldFiles(of: nil, at: nil).isEmpty == false else { return }
        ask(.acceptance, meaning: [])
        settle(limit: 6_000)
    }
}

extension Findings {
    /// Nobody was told a value that breaks a rule, and each is in the history.
    func checkRules(_ outcome: inout Outcome) {
        guard let rules = world.rules else { return }
        for (seq, told) in world.subscriber.told {
            for (key, value) in told where rules.refuses(value, at: key.keyPath) {
                outcome.violations.append("number \(seq) told '\(key.keyPath)' against its rule")
            }
        }
        for intent in rules.broken where !isDestroyed(intent) {
            let isRemembered = world.journal.history.contains {
                $0.keyPath == intent.key && $0.value == intent.value
            }
            if !isRemembered {
                outcome.violations.append(
                    "'\(intent.key)' lost \(intent.who)'s refused value without a trace"
                )
            }
        }
    }

    private func isDestroyed(_ intent: Intent) -> Bool {
        intent.save.map { world.files.destroyed.contains($0) } ?? true
    }
}
