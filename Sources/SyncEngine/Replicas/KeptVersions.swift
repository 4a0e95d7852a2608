// The kept versions of a file, which can be restored.

import SettingsModel

/// The kept versions of a file.
package struct KeptVersions: Equatable, Sendable {
    /// Oldest first.
    package var versions: [FileVersion]
    /// The number of the one that the path showed last; nil where none is known.
    package var shown: UInt64?
    /// Whether the path shows it still, as far as is known.
    package var isWell: Bool

    /// A version by its number.
    package func version(_ number: UInt64) -> FileVersion? {
        versions.first { $0.number == number }
    }

    /// What the file was at a time, in milliseconds since 1970; nil where that isn't kept any more.
    package func version(at time: Int64) -> FileVersion? {
        guard let index = versions.lastIndex(where: { $0.recorded <= time }) else { return nil }
        let version = versions[index]
        let isNext = index + 1 == versions.count || versions[index + 1].number == version.number + 1
        return isNext ? version : nil
    }

    /// What a restored file most likely is to say: the newest text that isn't the one at the path, or
    /// the newest that could be read where the path shows something else.
    package var former: FileVersion? {
        guard let shown = shown.flatMap(version) else { return versions.last }
        return isWell ? versions.last { $0.text != shown.text } : shown
    }
}

extension KeptVersions {
    /// The kept versions of a file that the user writes; nil for any other.
    init?(of replica: ReplicaState) {
        guard replica.configuration.layer == .user else { return nil }
        versions = replica.versions.map(\.version)
        shown = replica.record.top
        isWell = replica.readsWell
    }
}
