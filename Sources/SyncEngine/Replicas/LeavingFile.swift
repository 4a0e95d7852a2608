// What is done with the settings and the text of a file that is unlinked.

import SettingsModel

/// A file that is about to be unlinked.
package struct LeavingFile {
    private let id: ReplicaID
    private let engine: Engine

    /// Looks at a file of an engine as it is now.
    package init(_ id: ReplicaID, of engine: Engine) {
        self.id = id
        self.engine = engine
    }

    private var replica: ReplicaState? { engine.replicas[id] }
    private var registers: Registers { engine.domains[id.domain]?.registers ?? Registers() }

    /// Whether the file is there and says all that the registers of its domain do.
    package var isWhole: Bool {
        guard let replica, let top = replica.top, canBeRead, case .idle = replica.phase,
            !replica.needsLook, !engine.turns.contains(id)
        else { return false }
        let keys = top.keys ?? replica.read(top)?.keys ?? [:]
        return engine.differences(of: id).isEmpty
            && registers.visible.keys.allSatisfy { keys[$0] != nil }
    }

    /// How many settings the user's files of its domain are to have.
    package var settingCount: Int { registers.visible.count }

    /// Whether its domain has another file of the user's that is there.
    package var hasCompanion: Bool { !otherSettings.isEmpty }

    /// The settings that it has and no other file; none where it is gone or can't be read.
    package var own: OwnSettings {
        guard let replica, replica.configuration.layer == .user, canBeRead else {
            return OwnSettings(file: id, values: [:])
        }
        let differing = Set(engine.differences(of: id).map(\.keyPath))
        let others = otherSettings
        var values: [SettingKeyPath: SettingValue] = [:]
        for path in replica.newestKeys.keyPaths
        where !differing.contains(path) && !others.contains(where: { $0[path] != nil }) {
            values[path] = registers.value(at: path)
        }
        return OwnSettings(file: id, values: values)
    }

    /// What the other files of the user's have, those of its domain that are there.
    var otherSettings: [SharedMap<SettingValue>] {
        engine.replicas.userFiles(of: id.domain).filter { $0.id != id && $0.top != nil }
            .map(\.newestKeys)
    }

    private var canBeRead: Bool {
        guard let replica, replica.goneSince == nil else { return false }
        return switch replica.condition {
        case .ok, .unwritable: true
        case .unknown, .busy, .beingWritten, .broken, .missing, .absent, .away: false
        }
    }

    /// The text that the file had before it was linked, and the one that it has; nil for a file that is
    /// only read, which has its text.
    ///
    /// - Throws: ``Refusal`` where the text isn't kept, or somebody has saved another one since.
    package func texts() throws(Refusal) -> (before: [UInt8], now: [UInt8])? {
        guard let replica, replica.configuration.layer == .user else { return nil }
        var problem = "'\(id.path)' had no text that could be read before it was linked"
        if let first = replica.versions.first?.version, let top = replica.top {
            if first.number == 1, first.author == .foreign {
                let isSaved = replica.versions.lazy.map(\.version)
                    .contains { $0.author == .foreign && $0.text != first.text }
                guard !isSaved else { throw Refusal(savedSinceLink: id) }
                return (first.text, top.bytes)
            }
            problem =
                first.number == 1
                ? "'\(id.path)' wasn't there before it was linked"
                : "the text that '\(id.path)' had before it was linked isn't kept any more"
        }
        throw Refusal(
            code: .invalid,
            problem: problem,
            advice: "Unlink it without --revert: its text stays as it is"
        )
    }
}

extension Refusal {
    /// Somebody's save would be lost with the text of before the link.
    fileprivate init(savedSinceLink id: ReplicaID) {
        self.init(
            code: .invalid,
            problem: "'\(id.path)' was saved by another program since it was linked",
            advice: "Unlink it without --revert: its text stays as it is. To see what the old text "
                + "would undo: settingsctl restore \(id.path.quotedForShell) --version 1 --dry-run"
        )
    }
}

extension ReplicaState {
    /// What the newest text that could be read says.
    fileprivate var newestKeys: SharedMap<SettingValue> {
        top.flatMap { $0.keys ?? read($0)?.keys } ?? [:]
    }
}
