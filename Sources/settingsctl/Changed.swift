// What a change came to, for programs.

import SettingsClient
import SettingsModel
import SettingsProtocol

extension Acceptance {
    /// Prints what the change of a key came to as a line of JSON.
    ///
    /// - Parameters:
    ///   - key: What was changed.
    ///   - domain: Its domain.
    ///   - value: What it is now, where that isn't what was given.
    ///   - warnings: All that keeps files from having it.
    func show(
        of key: SettingKeyPath,
        in domain: Domain,
        value: SettingValue? = nil,
        with warnings: [Warning]
    ) {
        var whole = self
        whole.warnings = warnings
        showJSON {
            $0.member("domain", domain.name)
            $0.keyPath(key)
            $0.member("value", value)
            whole.write(to: &$0)
        }
    }
}

extension BatchAcceptance {
    /// Prints what several changes came to as a line of JSON, with the keys where they are known.
    func show(of keys: [SettingKeyPath]? = nil, with warnings: [Warning]) {
        var whole = self
        whole.warnings = warnings
        showJSON {
            $0.member("keys", keys?.map(\.description))
            whole.write(to: &$0)
        }
    }
}

extension Client {
    /// Makes several changes, each batch of them whole or not at all; then waits for the files, and
    /// tells of those that can't have them.
    ///
    /// - Parameters:
    ///   - changes: The keys with their values, nil for a removal.
    ///   - domain: The domain.
    ///   - creation: What makes a domain that isn't known; nil where it needs no asking.
    ///   - output: How it's told.
    /// - Throws: ``ClientError``, or ``ExitStatus/replicaTrouble``.
    func make(
        _ changes: [(key: SettingKeyPath, value: SettingValue?)],
        in domain: Domain,
        creating creation: DomainCreation? = nil,
        _ output: OutputOptions
    ) throws {
        var acceptance = BatchAcceptance(seq: 0, revs: [], warnings: [])
        let edits = changes.map { SettingEdit(key: $0.key, value: $0.value) }
        let isOneStep = Self.areOneBatch(edits)
        // No request for no change.
        if !changes.isEmpty {
            acceptance = try change(domain, creating: creation) {
                mayCreate throws(ClientError) in
                try self.acceptance(of: edits, to: domain, mayCreate: mayCreate)
            }
        }
        acceptance.domain = domain
        let keys = changes.map(\.key)
        try report(acceptance.warnings, of: keys, in: domain) { [acceptance] warnings in
            guard output.json else {
                guard !isOneStep, Display.isTerminal else {
                    return showChange(acceptance.group)
                }
                let advice = "To see what changed: settingsctl log \(domain)"
                return show("\(keys.count) settings were set, in several steps. \(advice)")
            }
            guard !changes.isEmpty else { return }
            acceptance.show(of: keys, with: warnings)
        }
    }
}
