// What holds for every picture and any text.

import SettingsMapping
import SettingsModel
import TestSupport
import Testing

/// A random file, with values to set.
private struct Trial {
    var picture: LawPicture
    var file: MappedFile
    var values: [SettingKeyPath: SettingValue]
    var others: [SettingKeyPath: SettingValue]

    private static let rounds = LongRun.isOn ? 200 : 6

    /// Trials of one picture.
    static func each(
        of picture: LawPicture,
        seed: UInt64,
        _ check: (Trial) throws -> Void
    ) throws {
        let files = try LawFiles(picture)
        for format in [MappedFormat.typed, .lines] {
            var random = SeededRandom(seed: seed)
            for _ in 0..<rounds {
                let trial = Trial(
                    picture: picture,
                    file: files.file(as: format, using: &random),
                    values: picture.values(using: &random),
                    others: picture.values(using: &random)
                )
                try check(trial)
            }
        }
    }

    /// What the trial was.
    var comment: Comment {
        "\(file.format), \(String(describing: file.values["line"])), \(values), \(others)"
    }

    /// The kind of a key's values.
    func kind(of key: SettingKeyPath) -> ValueKind {
        picture.kinds.first { $0.key == key }?.value ?? .any
    }

    /// The file after some settings were said; nil where one of them was refused.
    func file(saying settings: [SettingKeyPath: SettingValue]) -> MappedFile? {
        var file = file
        return file.set(settings).isEmpty ? file : nil
    }
}

private let seeds: [UInt64] = [1, 2]

@Suite struct `A map` {
    @Test(arguments: LawPicture.all)
    func `is tried with texts that it reads, and with values that it writes`(
        picture: LawPicture
    ) throws {
        var counts = (read: 0, written: 0)
        for seed in seeds {
            try Trial.each(of: picture, seed: seed) { trial in
                guard !trial.file.settings.isEmpty else { return }
                counts.read += 1
                let written = trial.file(saying: trial.values)
                counts.written += written?.values == trial.file.values ? 0 : 1
            }
        }
        #expect(counts.read > 0 && counts.written > 0, "\(counts)")
    }

    @Test(arguments: LawPicture.all, seeds)
    func `changes nothing where what was read is written`(
        picture: LawPicture,
        seed: UInt64
    ) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            let settings = trial.file.settings
            let changes = trial.file.changes(to: settings)
            #expect(changes.edits.isEmpty && changes.refusals.isEmpty, trial.comment)
            for (key, value) in settings {
                #expect(trial.file.says(value, for: key), trial.comment)
            }
        }
    }

    @Test(arguments: LawPicture.all, seeds)
    func `writes nothing twice, and reads what it wrote`(
        picture: LawPicture,
        seed: UInt64
    ) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            guard !trial.file.settings.isEmpty, let written = trial.file(saying: trial.values)
            else { return }
            let settings = written.settings
            #expect(!settings.isEmpty, trial.comment)
            #expect(written.changes(to: settings).edits.isEmpty, trial.comment)
            #expect(written.changes(to: trial.values).edits.isEmpty, trial.comment)
            for (key, value) in settings {
                let wanted = trial.values[key] ?? value
                #expect(written.says(wanted, for: key), trial.comment)
                #expect(
                    trial.kind(of: key).areSame(value, wanted, within: picture.tolerance),
                    trial.comment
                )
            }
        }
    }

    @Test(arguments: LawPicture.all, seeds)
    func `leaves the file's own texts alone`(picture: LawPicture, seed: UInt64) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            guard trial.file.settings.isEmpty, let text = trial.file.values["line"] else { return }
            let changes = trial.file.changes(to: trial.values, adding: true)
            #expect(changes.edits.isEmpty && changes.refusals.isEmpty, trial.comment)
            #expect(trial.file.reading.own.allSatisfy { $0.value == text }, trial.comment)
            #expect(trial.file.reading.ownKeys == trial.file.map.keys, trial.comment)
            for (key, value) in trial.values {
                #expect(!trial.file.says(value, for: key), trial.comment)
            }
        }
    }

    @Test(arguments: LawPicture.all, seeds)
    func `changes one setting without the others`(picture: LawPicture, seed: UInt64) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            let before = trial.file.settings
            for (key, value) in trial.values where before[key] != nil {
                let stored = trial.file.map.stored(
                    value,
                    for: key,
                    as: trial.file.format,
                    over: { trial.file.values[$0] }
                )
                let after = trial.file(saying: [key: value])?.settings
                #expect(stored == after?[key], trial.comment)
                let others = after?.filter { $0.key != key && before[$0.key] != nil }
                #expect(others?.allSatisfy { $0.value == before[$0.key] } ?? true, trial.comment)
            }
        }
    }

    @Test(arguments: LawPicture.all, seeds)
    func `says what was set last, whatever was set before`(
        picture: LawPicture,
        seed: UInt64
    ) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            guard !trial.file.settings.isEmpty, let direct = trial.file(saying: trial.values),
                var other = trial.file(saying: trial.others)
            else { return }
            guard other.set(trial.values).isEmpty else {
                // The other text may be in a picture that can't say this.
                #expect(picture.pictures.count > 1, trial.comment)
                return
            }
            for (key, value) in direct.settings {
                #expect(other.settings[key] == value, trial.comment)
            }
        }
    }

    @Test(arguments: LawPicture.all, seeds)
    func `gives the very text back where a setting goes back`(
        picture: LawPicture,
        seed: UInt64
    ) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            let settings = trial.file.settings
            guard !settings.isEmpty, var written = trial.file(saying: trial.values) else { return }
            written.older = trial.file.values
            #expect(written.set(settings).isEmpty, trial.comment)
            #expect(written.values == trial.file.values, trial.comment)
        }
    }

    @Test(arguments: LawPicture.all, seeds)
    func `changes nothing where it refuses`(picture: LawPicture, seed: UInt64) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            for (key, value) in trial.values {
                let changes = trial.file.changes(to: [key: value])
                guard !changes.refusals.isEmpty else { continue }
                #expect(changes.edits.isEmpty, trial.comment)
                #expect(changes.refusals.map(\.key) == [key], trial.comment)
                #expect(!trial.file.says(value, for: key), trial.comment)
            }
        }
    }

    @Test(arguments: LawPicture.all, seeds)
    func `makes a line that it reads`(picture: LawPicture, seed: UInt64) throws {
        try Trial.each(of: picture, seed: seed) { trial in
            var file = MappedFile(map: trial.file.map, format: trial.file.format, values: [:])
            guard file.set(trial.values, adding: true).isEmpty else {
                #expect(file.values.isEmpty, trial.comment)
                return
            }
            #expect(Set(file.settings.keys).isSubset(of: Set(trial.values.keys)), trial.comment)
            #expect(!file.settings.isEmpty, trial.comment)
            for key in file.settings.keys {
                #expect(trial.values[key].map { file.says($0, for: key) } == true, trial.comment)
            }
        }
    }
}
