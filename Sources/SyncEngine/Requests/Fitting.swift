// Which values a file can have, by what its format and its text have room for.

import SettingsDocument
import SettingsModel

/// Some leaves beside one file, which may have no way to write some of them.
struct Fitting {
    let file: ReplicaState
    private let leaves: [(path: SettingKeyPath, value: SettingValue)]
    /// What a new file of the format says of those that may not fit, by the leaf's index; nil where it has them.
    private let doubts: [Int: EditError?]
    /// The file's text and the one that its next is made from, which decide on them.
    private let documents: [any Document]

    /// Asks a new file of the format first, as a large text takes long to read; nil where nothing
    /// tells the format.
    init?(_ leaves: [(path: SettingKeyPath, value: SettingValue)], in file: ReplicaState) {
        guard let format = file.knownFormat else { return nil }
        self.file = file
        self.leaves = leaves
        let configuration = file.configuration
        let owned = leaves.indices.filter { configuration.owns(leaves[$0].path) }
        if let map = configuration.map {
            let text = file.top.flatMap { file.document(of: $0.bytes) }
                .map { MappedText(map, $0) }
            let refusals = owned.compactMap { index in
                text?.refusal(of: leaves[index].value, at: leaves[index].path).map { (index, $0) }
            }
            doubts = Dictionary(uniqueKeysWithValues: refusals)
            documents = []
            return
        }
        let changes = owned.map { configuration.change(of: leaves[$0].path, to: leaves[$0].value) }
        let refusals = format.refusalsInNewFile(of: changes).map { (owned[$0.key], $0.value) }
        var doubts: [Int: EditError?] = Dictionary(uniqueKeysWithValues: refusals)
        if format.linesDecide {
            for index in owned where file.top?.keys?[leaves[index].path] != nil {
                doubts[index] = .some(doubts[index] ?? nil)
            }
        }
        let versions = doubts.isEmpty ? [] : [file.top, file.templateVersion]
        documents = versions.compactMap { $0.flatMap { file.document(of: $0.bytes) } }
        // To try each alone reads the text again as often as there are values.
        let doubtful = doubts.keys.sorted().map { index in
            configuration.change(of: leaves[index].path, to: leaves[index].value)
        }
        self.doubts = documents.contains { $0.takes(doubtful) } ? [:] : doubts
    }

    /// Why the file can't have a leaf that it owns; nil if it can, as far as that is known before
    /// it is written.
    func refusal(ofLeafAt index: Int) -> EditError? {
        guard let doubt = doubts[index] else { return nil }
        let change = file.configuration.change(of: leaves[index].path, to: leaves[index].value)
        var reasons: [EditError] = []
        for document in documents {
            if document.root.value(at: change.path.elements[...]) == change.value { return nil }
            guard let error = document.revised(by: [change]).refusals.first?.error else {
                return nil
            }
            reasons.append(error)
        }
        return reasons.first ?? doubt
    }
}

extension EditCheck {
    /// Refuses a value that none of the domain's files can hold: it would live in the journal alone.
    func checkRoom(for values: [SettingKeyPath: SettingValue]) throws(Refusal) {
        let leaves = values.filter { state.registers.value(at: $0.key) != $0.value }
            .map { (path: $0.key, value: $0.value) }.sorted { $0.path < $1.path }
        guard !leaves.isEmpty else { return }
        let fittings = files.filter(\.isToHoldSettings).compactMap { Fitting(leaves, in: $0) }
        for (index, leaf) in leaves.enumerated() {
            let owners = fittings.filter { $0.file.configuration.owns(leaf.path) }
            var reasons: [String] = []
            var advices: [String] = []
            for owner in owners {
                guard let refusal = owner.refusal(ofLeafAt: index) else { break }
                let reason =
                    state.isSecret(leaf.path)
                    ? "the file's format can't hold its value" : refusal.problem
                reasons.append("in '\(owner.file.id.path)': \(reason)")
                if !advices.contains(refusal.advice) { advices.append(refusal.advice) }
            }
            guard !owners.isEmpty, reasons.count == owners.count else { continue }
            throw Refusal(
                code: .invalid,
                problem: "'\(leaf.path)' can't be set " + reasons.joined(separator: "; "),
                advice: state.isSecret(leaf.path)
                    ? "Set another value" : advices.joined(separator: ". ")
            )
        }
    }
}

extension ReplicaState {
    /// Why the file can't tell which of its lines a wish is about; nil where it can.
    func ambiguity(of wish: ValueWish, at path: SettingKeyPath) -> Refusal? {
        guard case .text(let typed, _) = wish.content, wish.place.isEmpty, let plain = typed.plain,
            self.configuration.map == nil,
            let document = self.top.flatMap({ document(of: $0.bytes) })
        else { return nil }
        let change = self.configuration.change(of: path, to: plain)
        let refusals = document.revised(by: [change]).refusals
        guard let error = refusals.first?.error, error.code == .ambiguous else { return nil }
        return Refusal(
            code: .invalid,
            problem: "'\(path)' can't be set in '\(self.id.path)': \(error.problem)",
            advice: error.advice
        )
    }

    /// Whether it is one of the user's files that is there, or is going to be made.
    var isToHoldSettings: Bool {
        self.configuration.layer == .user
            && (self.top != nil || self.configuration.creation != .never)
    }
}
