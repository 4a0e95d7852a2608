// Keys that stand several times in a file, of which one counts.

import SettingsDocument
import SettingsModel

extension Engine {
    /// Keys that are told of one file; to show the line of each means to look through the text.
    package static let mostRepeatsTold = 16

    /// Says which keys of a file stand several times; one that only moved to another line is the same.
    mutating func reportRepeated(_ text: ReadText, _ id: ReplicaID) {
        let problems = repeats(in: text.document, of: id)
        for problem in problems {
            let index = replicas[id]?.told.firstIndex {
                $0.concern == .repeats && $0.problem.keyPath == problem.keyPath
            }
            if let index { replicas[id]?.told[index].problem = problem }
        }
        keepTold(problems, .repeats, id)
    }

    private func repeats(in document: any Document, of id: ReplicaID) -> [Problem] {
        guard let configuration = replicas[id]?.configuration else { return [] }
        var problems: [Problem] = []
        var excerpts = Excerpts(of: document)
        for repeated in document.repeatedKeys where problems.count < Self.mostRepeatsTold {
            let keys = repeated.keyPath.map(configuration.keys) ?? []
            guard let path = keys.first(where: configuration.owns) else { continue }
            let place = repeated.place(in: document.bytes)
            problems.append(
                Problem(
                    replica: id,
                    code: .repeated,
                    keyPath: path,
                    place: place,
                    excerpt: excerpt(at: place, in: &excerpts, of: id),
                    problem: repeated.problem(in: document.bytes),
                    consequence: repeated.consequence,
                    advice: repeated.advice
                )
            )
        }
        return problems
    }

    /// Each removal that is tried costs a reading of the file, and more are taken untried: what the
    /// file then keeps is told, as for all else that a file can't follow.
    package static let mostRemovalsTried = 16

    /// Refuses to remove what a file has several times and can't be without: a value that had no
    /// effect would come to light.
    func checkRepeats(of edits: [KeyEdit], in domain: Domain) throws(Refusal) {
        let removals = edits.filter { $0.value == nil }.map(\.keyPath)
        guard !removals.isEmpty, removals.count <= Self.mostRemovalsTried else { return }
        for file in files(of: domain).compactMap({ replicas[$0] }) {
            // To read the file anew costs much, and hardly any has such a key.
            guard file.configuration.layer == .user, file.configuration.map == nil, file.readsWell,
                file.told.contains(where: { $0.concern == .repeats }),
                let document = file.top.flatMap({ self.document(of: $0.bytes, in: file) })
            else { continue }
            let repeated = document.repeatedKeys.compactMap(\.keyPath)
            for removal in removals where file.configuration.owns(removal) {
                let path = file.configuration.filePath(removal)
                guard repeated.contains(where: { $0.isPrefix(of: path) || path.isPrefix(of: $0) }),
                    let refusal = document.revised(by: [DocumentChange(DocumentPath(path), nil)])
                        .refusals.first
                else { continue }
                throw Refusal(
                    code: .invalid,
                    problem: "'\(removal)' can't be removed from '\(file.id.path)': "
                        + refusal.error.problem,
                    advice: refusal.error.advice
                )
            }
        }
    }
}
