// Reports of saves that could be read in another way.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Reports which values were kept out or replaced without certainty, until the file's next save.
    mutating func report(_ doubt: SaveDoubt?, of text: ReadText, _ id: ReplicaID) {
        endReports(.doubts, id)
        guard let registers = domains[id.domain]?.registers else { return }
        let problems = replicas[id]?.note(doubt, of: text, registers, at: now) ?? []
        for problem in problems { report(problem, .doubts) }
    }
}
