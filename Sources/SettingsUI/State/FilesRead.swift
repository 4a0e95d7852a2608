// What stands in the files, beside what is in use.

import SettingsModel
import SettingsProtocol

/// The files of the programs, as they were when they were read.
struct FilesRead: Equatable, Sendable {
    /// What they say, where a file says anything.
    var values: [SettingPlace: SettingValue] = [:]
    /// The settings of which they say something else than what is in use.
    var differing: Set<SettingPlace> = []
    /// The files that couldn't be read as settings.
    var unreadable: [String] = []
}

/// What files are compared with.
struct InUse: Equatable, Sendable {
    /// The values in force, the defaults included.
    var values: [SettingPlace: SettingValue] = [:]
    /// The settings that the user has a value of his own of.
    var own: Set<SettingPlace> = []
}

extension State {
    /// How long the agent has to write what has just changed.
    private static let writingTime = Duration.milliseconds(300)

    /// Asks what stands in the files where the changes are compared with those, and what is in use is
    /// another since they were asked for.
    mutating func askForFiles() -> [Effect] {
        guard comparison == .files, screen.content == .changes, link == .live,
            filesEdition != edition
        else { return [] }
        filesEdition = edition
        return inFiles == nil ? readFiles() : [.wait(.files, Self.writingTime)]
    }

    /// Has the files read now.
    func readFiles() -> [Effect] {
        guard comparison == .files else { return [] }
        var inUse = InUse()
        for place in programs.lazy.flatMap(\.places) {
            inUse.values[place] = value(place)
            if stored(place)?.layer == .user { inUse.own.insert(place) }
        }
        return [.readFiles(inUse)]
    }
}
