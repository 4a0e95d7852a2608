// Saves that nobody can merge: one that a write displaces stays beside its file, and is reported.

import SettingsModel
import SyncEngine

extension World {
    /// A text with a mistake in it, noted as one that somebody saved.
    func mistaken(_ text: [UInt8]) -> [UInt8] {
        let broken = text + Array("= mistake \(mistakes.count)\n".utf8)
        mistakes.insert(broken)
        return broken
    }

    /// Complains when a mistake is removed that doesn't stand beside its file.
    func checkMistakes(beforeRemoving temporary: String, of target: String) {
        guard let inode = files.inode(temporary), mistakes.contains(inode.text) else { return }
        let isLeft = files.leftNames(of: target).contains { files.inode($0) === inode }
        if !isLeft { complaints.append("a mistake in '\(target)' is gone without a trace") }
    }
}

extension SimulatedAgent {
    /// Gives what was displaced a name beside its file.
    func leave(_ staged: StagedFile, of replica: ReplicaID) {
        let files = world.files
        let path =
            weakness == .losesMistakes
            ? staged.temporaryPath : files.leave(staged.temporaryPath, beside: staged.targetPath)
        world.journal.perform { files.syncNames(staged.targetPath) }
        add([.input(.left(replica, at: path))])
    }
}

extension Findings {
    /// Whether the save that an edit came with took five settings or more away and stands beside its file.
    ///
    /// `checkLeft` checks that such a save is reported.
    func isLeftBeside(_ intent: Intent) -> Bool {
        guard let save = world.editorSaves.first(where: { $0.number == intent.save }),
            world.keys.count - save.keys.count >= 5
        else { return false }
        return world.files.leftNames(of: save.path).contains { name in
            guard let inode = world.files.inode(name) else { return false }
            let saved = Saved(identity: inode.identity, text: inode.text)
            return world.files.saves[saved] == save.number
        }
    }

    /// Each save that stands beside a file is among the file's problems.
    func checkLeft(_ engine: Engine, _ outcome: inout Outcome) {
        for (path, replicas) in world.files.replicas {
            let problems = replicas.flatMap { engine.problems(of: $0) }.filter {
                $0.code == .displaced
            }
            for name in world.files.leftNames(of: path)
            where !problems.contains(where: { $0.consequence.contains("'\(name)'") }) {
                outcome.violations.append("'\(name)' was never reported")
            }
        }
    }
}
