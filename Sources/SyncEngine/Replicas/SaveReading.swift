// What the writer of a whole file changed, as far as its versions and its domain tell.

import SettingsDocument
import SettingsModel

/// A file that was saved, its domain, and the domain's other files.
///
/// It only looks: what was read of versions on the way is returned, to be kept.
struct SaveReading {
    /// The file as it was before.
    let replica: ReplicaState
    let state: DomainState
    let others: [ReplicaState]
    /// Documents that needn't be read again.
    let documents: RecentDocuments

    /// What the writer of a content meant, which is what differs from the text in hand.
    ///
    /// - Parameters:
    ///   - text: The content, read.
    ///   - content: The content.
    ///   - limit: The version that displaced it; nil for none.
    ///   - evidence: What is known of it besides what it says.
    /// - Returns: Also the file's versions with what was read of them.
    func observation(
        of text: ReadText,
        _ content: FileContent,
        before limit: UInt64?,
        _ evidence: SaveEvidence
    ) -> (observation: Observation, versions: [KnownVersion]) {
        guard let topIndex = replica.topIndex, !replica.versions.isEmpty else {
            var observation = Observation(first: text)
            observation.edits = withoutEmptyTables(observation.edits)
            return (observation, replica.versions)
        }
        var search = baseSearch(for: text, top: topIndex, before: limit)
        let choice =
            replica.foretoldBase(of: content)
            ?? (limit == nil ? replacedBase(of: content) : nil)
            ?? search.choice(evidence, forgotten: replica.forgotten ?? 0)
        let base = search.versions[choice.index]
        var observation = observation(of: text, since: base)
        observation.choice = choice
        if choice == replica.foretoldBase(of: content), let step = replica.foretold?.step,
            step == state.lastStep
        {
            omitOwnStep(from: &observation)
        }
        if choice.index != topIndex {
            observation.keepValues(of: search.versions[topIndex])
        } else if isWritten {
            // A mapped file's text may say a value that came since then, too.
            for path in observation.edits.map(\.keyPath) {
                observation.baseTimestamps[path] = state.registers.all[path]?.timestamp
            }
        }
        if !choice.isCertain { observation.disputed = search.disputedKeys(by: choice) }
        return (observation, search.versions)
    }

    /// Leaves out what the domain itself has changed since the base, in the same step: an undo that both
    /// domains of a file take part in doesn't contradict itself.
    private func omitOwnStep(from observation: inout Observation) {
        observation.edits.removeAll { [base = observation.baseTimestamps] edit in
            state.registers.all[edit.keyPath]?.timestamp != base[edit.keyPath]
        }
    }

    /// The base of a content that came back as it was where others had been put in its place: the last of those.
    ///
    /// So it takes back what they said, and nothing that was set since.
    private func replacedBase(of content: FileContent) -> BaseChoice? {
        replica.index(ofUnwritten: content).flatMap(replica.versions.lastPlaced).map {
            BaseChoice(index: $0, reason: .restored, isCertain: true, isUnique: false)
        }
    }

    /// Whether the newest version says all that the domain does, as far as looked.
    private var isWritten: Bool {
        replica.agreedCounter == state.changedCounter && replica.openKeys?.isEmpty == true
    }

    private func baseSearch(
        for text: ReadText,
        top topIndex: Int,
        before limit: UInt64?
    ) -> BaseSearch {
        BaseSearch(
            versions: replica.versions,
            top: topIndex,
            content: text,
            before: limit,
            isWritten: limit == nil && isWritten,
            read: { [documents, replica] version in
                if let keys = version.keys,
                    let document = documents.document(of: replica.id, saying: version.bytes)
                {
                    return ReadText(document, knowing: keys)
                }
                return replica.read(version, like: text)
            }
        )
    }

    /// What a content says that its base doesn't.
    private func observation(of text: ReadText, since base: KnownVersion) -> Observation {
        let baseKeys = base.keys ?? replica.read(base, like: text)?.keys ?? [:]
        let differences =
            keyEdits(from: baseKeys, to: text.keys)
            + state.registers.newKeys(in: text, of: replica)
            .filter { baseKeys[$0.keyPath] == $0.value }
            + quotedWords(in: text, since: base)
        let edits = differences.filter { $0.value != nil || !hasOtherHome($0.keyPath) }
        return Observation(
            baseKeys: baseKeys,
            baseTimestamps: base.version.timestamps,
            differences: differences,
            edits: withoutEmptyTables(edits),
            kept: keptElsewhere(differences, besides: edits)
        )
    }

    /// Edits without those that only say that this file has nothing in a table of which the domain has
    /// more: another file's settings aren't removed by an empty table here.
    private func withoutEmptyTables(_ edits: [KeyEdit]) -> [KeyEdit] {
        guard edits.contains(where: { $0.value?.isNothing == true }) else { return edits }
        let removed = Set(edits.filter { $0.value == nil }.map(\.keyPath))
        return edits.filter { edit in
            edit.value?.isNothing != true
                || state.registers.liveKeys(below: edit.keyPath).allSatisfy(removed.contains)
        }
    }

    /// Whether another file of the domain is a key's home, so that a line gone here removes nothing.
    ///
    /// A mirror is nobody's home, and what goes from a mirror is meant to go; what goes from a mapped
    /// file is never known to be meant for the others.
    private func hasOtherHome(_ path: SettingKeyPath) -> Bool {
        if replica.configuration.map != nil { return true }
        return replica.configuration.adoption != .all && others.contains { $0.isHome(of: path) }
    }

    /// The lines gone from a file that remove nothing, as another file is their home, with the values
    /// that stay.
    private func keptElsewhere(
        _ differences: [KeyEdit],
        besides edits: [KeyEdit]
    ) -> [KeyEdit] {
        guard differences.count > edits.count else { return [] }
        let made = Set(edits.map(\.keyPath))
        return differences.compactMap { difference in
            guard difference.value == nil, !made.contains(difference.keyPath) else { return nil }
            return state.registers.value(at: difference.keyPath).map {
                KeyEdit(difference.keyPath, $0)
            }
        }
    }

    /// The words for true and false that a save has put into quotes, so that they are text now.
    private func quotedWords(in text: ReadText, since base: KnownVersion) -> [KeyEdit] {
        guard text.document.format == .yaml else { return [] }
        let registers = state.registers
        let candidates = text.keys.filter { path, value in
            guard case .string = value, case .boolean? = registers.value(at: path) else {
                return false
            }
            return true
        }
        guard !candidates.isEmpty, let old = replica.read(base, like: text) else { return [] }
        return candidates.compactMap { path, value in
            let known = registers.value(at: path)
            func isWord(in document: any Document) -> Bool {
                replica.configuration.restored(value, at: path, like: known, in: document) != value
            }
            guard old.keys[path] == value, isWord(in: old.document), !isWord(in: text.document)
            else { return nil }
            return KeyEdit(path, value)
        }
    }
}
