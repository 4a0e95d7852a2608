// Saves that nobody can read, and where they must stay until they are mended.

import SettingsModel
import SyncEngine

extension World {
    /// A text with a mistake in it, noted as one that somebody saved.
    func mistaken(_ text: [UInt8]) -> [UInt8] {
        let broken = text + Array("= mistake \(mistakes.count)\n".utf8)
        mistakes.insert(broken)
        return broken
    }

    /// Complains when a mistake is removed that nobody has saved over, or that no history has.
    func checkMistakes(beforeRemoving temporary: String, of target: String) {
        guard let text = files.inode(temporary)?.text, mistakes.contains(text) else { return }
        if files.savedLast[target] == text {
            complaints.append("a mistake was taken from '\(target)' that somebody saved")
        }
        let value = SettingValue.string(String(decoding: text, as: UTF8.self))
        if !journal.history.contains(where: { $0.value == value }) {
            complaints.append("a mistake in '\(target)' is gone without a trace")
        }
    }
}

/// What a name was given in an exchange.
private struct Placed {
    var identity: FileIdentity
    /// nil while somebody writes it.
    var text: [UInt8]?
    var modified: Int64

    /// nil for a name without a file.
    init?(_ inode: Inode?) {
        guard let inode else { return nil }
        identity = inode.identity
        text = inode.writers == 0 ? inode.text : nil
        modified = inode.modified
    }

    init(_ intent: PublishIntent) {
        identity = intent.staged.identity
        text = intent.new
        modified = intent.decided
    }

    func isStill(_ later: Placed?) -> Bool {
        guard let later, identity == later.identity else { return false }
        // The same text may have been saved anew.
        return text == nil || text == later.text && later.modified <= modified
    }
}

extension SimulatedAgent {
    /// Undoes an exchange, in as many steps as a disk takes, so that anything can come between.
    func takeBack(_ intent: PublishIntent, of replica: ReplicaID) {
        let staged = intent.staged
        let target = Placed(world.files.inode(staged.targetPath))
        guard weakness != .takesMistakes, Placed(intent).isStill(target) else {
            return add([.input(.tookBack(replica, false))])
        }
        exchangeAgain(staged, over: Placed(intent), 0, of: replica)
    }

    private func exchangeAgain(
        _ staged: StagedFile,
        over placed: Placed,
        _ number: Int,
        of replica: ReplicaID
    ) {
        let exchange: (SimulatedAgent) -> Void = { agent in
            let files = agent.world.files
            guard let next = Placed(files.inode(staged.temporaryPath)),
                files.inode(staged.targetPath) != nil
            else { return agent.endTakingBack(staged, isBack: false, of: replica) }
            files.exchange(staged.temporaryPath, staged.targetPath)
            files.touched(staged.targetPath)
            let see: (SimulatedAgent) -> Void = { agent in
                let out = Placed(agent.world.files.inode(staged.temporaryPath))
                if placed.isStill(out) || agent.weakness == .takesBackBlindly {
                    agent.endTakingBack(staged, isBack: number == 0, of: replica)
                } else {
                    agent.exchangeAgain(staged, over: next, number + 1, of: replica)
                }
            }
            agent.add([.step(see)])
        }
        add([.step(exchange)])
    }

    private func endTakingBack(_ staged: StagedFile, isBack: Bool, of replica: ReplicaID) {
        let files = world.files
        world.journal.perform { files.syncNames(staged.targetPath) }
        drain()
        add([.input(.tookBack(replica, isBack))])
    }

    /// Puts a save into our file at the path, if a crash came before anybody saw it there.
    func giveSaveBack(_ intent: PublishIntent) -> Bool {
        let files = world.files
        let staged = intent.staged
        guard let old = intent.old, let temporary = Placed(files.inode(staged.temporaryPath)),
            let target = Placed(files.inode(staged.targetPath)), temporary.text != intent.new,
            target.text != old.bytes
        else { return false }
        files.exchange(staged.temporaryPath, staged.targetPath)
        return true
    }

    /// Puts the later of two saves at the path, if a crash came while a mistake was put back there.
    func placeLaterSave(_ intent: PublishIntent) {
        let files = world.files
        let staged = intent.staged
        guard staged.method == .exchange,
            let temporary = Placed(files.inode(staged.temporaryPath)), temporary.text != nil,
            let target = Placed(files.inode(staged.targetPath)), target.text != nil,
            target.identity != staged.identity, temporary.modified > target.modified,
            temporary.identity != intent.old?.identity || temporary.text != intent.old?.bytes
        else { return }
        files.exchange(staged.temporaryPath, staged.targetPath)
    }
}
