// Keys that a file is given by its configuration, later than its text was read.

import SettingsModel

extension Engine {
    /// What a file says at keys that its configuration has given it since it was last read: its
    /// versions say the same, but nobody has taken it as said.
    func newKeys(in text: ReadText, of id: ReplicaID) -> [KeyEdit] {
        guard let replica = replicas[id], replica.mayHaveNewKeys, let top = replica.top,
            let registers = domains[id.domain]?.registers
        else { return [] }
        return text.keys.keyPaths.filter {
            registers.all[$0] == nil && top.version.timestamps[$0] == nil
        }.map { KeyEdit($0, text.keys[$0]) }
    }
}
