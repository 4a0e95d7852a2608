// Comments, blanks and order are those of the last save: what that takes from others is reported.

import SettingsDocument
import SettingsModel

extension Engine {
    /// The comments that a save takes out of its file as its writer hadn't seen them, each with the number
    /// of the newest save that has it.
    ///
    /// Who hadn't is told by the values: the save was made from an older version than those.
    func unseenComments(
        lackedBy text: ReadText,
        _ observation: Observation,
        of id: ReplicaID
    ) -> [[UInt8]: UInt64] {
        guard let replica = replicas[id], let choice = observation.choice, let top = replica.top,
            let registers = domains[id.domain]?.registers
        else { return [:] }
        let unseen = replica.versions[(choice.index + 1)...].filter {
            $0.version.author == .foreign
        }
        guard !unseen.isEmpty, let newest = replica.read(top) else { return [:] }
        let adopts = adoption(of: replica)
        let current =
            newest.arranged(asDisplacedBy: replica, saying: registers, adopts: adopts) ?? newest
        func comments(of version: KnownVersion) -> Set<[UInt8]> {
            document(of: version.bytes, in: replica)?.commentTexts ?? []
        }
        let lacking = current.document.commentTexts
            .subtracting(text.document.commentTexts)
            .subtracting(comments(of: replica.versions[choice.index]))
        guard !lacking.isEmpty else { return [:] }
        var numbers: [[UInt8]: UInt64] = [:]
        for version in unseen {
            for comment in comments(of: version).intersection(lacking) {
                numbers[comment] = version.version.number
            }
        }
        return numbers
    }

    /// Remembers what a save takes out, until its file is written; what one before it did is told no more.
    mutating func note(
        unseenComments comments: [[UInt8]: UInt64],
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        endReports(.comments, id, &step)
        replicas[id]?.unseenComments = comments
    }

    /// Reports the comments that the last save has taken out, but for those that came back with their keys.
    mutating func reportUnseenComments(
        notIn target: ReadText,
        _ id: ReplicaID,
        _ step: inout Step
    ) {
        guard let comments = replicas[id]?.unseenComments, !comments.isEmpty else { return }
        replicas[id]?.unseenComments = [:]
        let known = target.document.commentTexts
        let gone = comments.filter { !known.contains($0.key) }
        guard let version = gone.values.max() else { return }
        report(Problem(commentsDroppedOf: version, in: id), .comments, &step)
    }
}

extension ReplicaState {
    /// The save that the agent's newest text displaced, and after which nobody has saved; nil for none.
    fileprivate var displacedSave: KnownVersion? {
        guard let top, top.version.author == .agent, let last = self.versions.last,
            last.version.number > top.version.number, last.version.author == .foreign
        else { return nil }
        return last
    }
}

extension ReadText {
    /// A text that displaced somebody's save as that save has it.
    ///
    /// It has the save's comments, blanks and order, its spelling of what is in force, and its settings that
    /// aren't the domain's; what it says else is as before. Keys that the save lacks and the file `adopts`
    /// are left out: they return to their lines later.
    ///
    /// - Returns: nil where nothing was displaced, or the values have no place there.
    func arranged(
        asDisplacedBy replica: ReplicaState,
        saying registers: Registers,
        adopts: (SettingKeyPath) -> Bool
    ) -> ReadText? {
        let configuration = replica.configuration
        guard let save = replica.displacedSave.flatMap({ replica.read($0) }) else { return nil }
        let needed = save.document.leafChanges(to: document).filter { change in
            let path = configuration.domainPath(change.keyPath)
            let isHeld = replica.held?.covers(path, newerThan: registers.all[path]) == true
            // Only the save can have changed what isn't the domain's; another domain writes its own keys anew.
            guard configuration.owns(path) else { return false }
            guard !isHeld else { return true }
            let saved = save.keys[path]
            guard let value = registers.value(at: path) else {
                return saved.map { !registers.isLeftOver($0, at: path) } ?? false
            }
            if saved == nil, replica.openKeys?.contains(path) != false, adopts(path) {
                return false
            }
            return save.document.stored(value, at: DocumentPath(change.keyPath)) != saved
        }
        let revision = save.document.revised(
            by: needed.sorted { $0.keyPath < $1.keyPath }.map {
                DocumentChange(DocumentPath($0.keyPath), $0.value)
            },
            inFile: configuration.format == nil ? configuration.path : nil
        )
        guard revision.refusals.isEmpty else { return nil }
        return ReadText(revision.document, as: configuration)
    }
}

extension Document {
    /// The texts of its comments.
    fileprivate var commentTexts: Set<[UInt8]> { Set(comments.map { Array(bytes[$0]) }) }
}

extension Problem {
    /// A save that drops comments of another one.
    fileprivate init(commentsDroppedOf version: UInt64, in replica: ReplicaID) {
        self.init(
            replica: replica,
            code: .droppedComments,
            problem: "it was saved from an older text, without the comments of version \(version)",
            consequence: "Kept the settings of both, and the comments of the last save",
            advice: "Compare the two: settingsctl restore \(replica.path.quotedForShell) "
                + "--version \(version) --dry-run"
        )
    }
}
