// The words for true and false that a file of lines uses.

import SettingsModel

extension LineDocument {
    /// More values than these, the last of a file, aren't looked at.
    private static let mostSamples = 200

    /// A word for true or false, of the pair that most values of the file are of; nil where none is.
    ///
    /// Some programs of a family take one pair alone, as ncmpcpp does of INI's. Numbers show nothing.
    var usualTruth: SettingValue? {
        guard dialect.commands == nil else { return nil }
        let pairs = dialect.truths.filter { $0.0 != "1" }
        var samples = pairs.map { _ in (count: 0, text: "") }
        for entry in effective.suffix(Self.mostSamples).map(Int.init) {
            guard lineEntries[entry].value.count < 8, case .string(let text) = value(ofEntry: entry)
            else { continue }
            let word = LineText.folded(text)
            guard let pair = pairs.firstIndex(where: { $0.0 == word || $0.1 == word }) else {
                continue
            }
            samples[pair] = (samples[pair].count + 1, text)
        }
        let most = samples.map(\.count).max() ?? 0
        return most == 0 ? nil : samples.first { $0.count == most }.map { .string($0.text) }
    }
}
