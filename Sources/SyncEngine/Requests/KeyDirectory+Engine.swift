// The keys that a domain has, for texts that name one.

package import SettingsDocument
package import SettingsModel
import SettingsSchema

extension KeyDirectory {
    /// The keys of a domain: those with a value in any layer, and those of its schemas' rows.
    ///
    /// Removed keys are known, too, and count where a new one is placed.
    package init(of domain: Domain, in engine: Engine) {
        let state = engine.domains[domain]
        let files = engine.files(of: domain).compactMap { engine.replicas[$0] }
            .filter { $0.configuration.layer == .user }
        // UserDefaults never looks into a dictionary for a name with dots. The settings of all programs are
        // for those of other files, too.
        let hasNoOtherFile = files.allSatisfy(\.configuration.isStore)
        let isFlat = hasNoOtherFile && domain.name != Domain.globalName
        self.init(
            placing: isFlat ? .flat : Placing(in: files.compactMap(\.knownFormat)),
            isKey: { state?.hasKey($0) ?? false },
            isTable: { state?.hasKeys(below: $0) ?? false },
            wasKey: { state?.registers.all[$0] != nil },
            names: { state?.names(in: $0) ?? [] }
        )
    }
}

extension DomainState {
    /// Whether a key has a value in any layer, or a row.
    fileprivate func hasKey(_ path: SettingKeyPath) -> Bool {
        self.registers.isLive(path) || self.layers.values.contains { $0[path] != nil }
            || self.rules?.row(of: path) != nil
    }

    /// Whether any layer has keys below a path.
    fileprivate func hasKeys(below path: SettingKeyPath) -> Bool {
        Layer.allCases.contains { !keys(below: path, in: $0).isEmpty }
    }

    /// The names in a table, or at the root, those of removed keys included.
    ///
    /// Cost: linear in the number of keys.
    fileprivate func names(in table: SettingKeyPath?) -> Set<KeyDirectory.Name> {
        let depth = table?.segments.count ?? 0
        var names: Set<KeyDirectory.Name> = []
        for key in knownKeys where key.segments.count > depth && table?.isPrefix(of: key) ?? true {
            let isTable = key.segments.count > depth + 1
            names.insert(KeyDirectory.Name(key.segments[depth], isTable: isTable))
        }
        return names
    }
}
