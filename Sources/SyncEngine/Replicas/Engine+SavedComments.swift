// Comments, blanks and order are those of the last save: what that takes from others is reported.

import SettingsDocument
import SettingsModel

extension Engine {
    /// The comments that a save takes out of its file as its writer hadn't seen them, each with the number
    /// of the newest version that has it.
    ///
    /// Who hadn't is told by the values: the save was made from an older version than those.
    func unseenComments(
        lackedBy text: ReadText,
        _ observation: Observation,
        of id: ReplicaID
    ) -> [[UInt8]: UInt64] {
        guard let replica = replicas[id], let choice = observation.choice,
            let newest = replica.displacedSave ?? replica.top
        else { return [:] }
        let unseen = replica.versions[(choice.index + 1)...]
        guard !unseen.isEmpty else { return [:] }
        func comments(of version: KnownVersion) -> Set<[UInt8]> {
            recentDocuments.document(of: version.bytes, in: replica)?.commentTexts ?? []
        }
        let lacking = comments(of: newest)
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
    mutating func note(unseenComments comments: [[UInt8]: UInt64], _ id: ReplicaID) {
        endReports(.comments, id)
        replicas[id]?.unseenComments = comments
    }

    /// Reports the comments that the last save has taken out, but for those that came back with their keys.
    mutating func reportUnseenComments(notIn target: ReadText, _ id: ReplicaID) {
        guard let comments = replicas[id]?.unseenComments, !comments.isEmpty else { return }
        replicas[id]?.unseenComments = [:]
        let known = target.document.commentTexts
        let gone = comments.filter { !known.contains($0.key) }
        guard let version = gone.values.max() else { return }
        report(Problem(commentsDroppedOf: version, in: id), .comments)
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
