// What programs that are about to be adopted add to the look.

package import SettingsModel

/// The look, and the shares of programs that are about to be in it.
package struct LookPlan: Sendable {
    private var values: [SettingKeyPath: SettingValue]
    private var file: LookFile
    private let families: ThemeFamilies
    /// The domain file before the plan.
    private let old: [UInt8]

    /// Begins with the look as it is.
    ///
    /// - Parameters:
    ///   - values: What it says.
    ///   - domainFile: The text of its domain file; nil where there is none.
    ///   - bundle: The folder that says what its settings are, for a new domain file; nil for none.
    ///   - families: The families of themes that are known.
    package init(
        values: [SettingKeyPath: SettingValue],
        domainFile: [UInt8]?,
        bundle: String?,
        families: ThemeFamilies
    ) {
        self.values = values
        self.families = families
        file = domainFile.map { LookFile($0) } ?? LookFile(bundle: bundle)
        old = file.bytes
    }

    /// Takes what most programs say for each setting that the look lacks; of values that as many say, the first.
    ///
    /// - Parameter programs: All that are about to be added, each with the themes that it has, by the names of their
    ///   tables of words. One with a wrong entry has no say.
    package mutating func agree(
        on programs: [(text: ProgramText, installed: [String: Set<String>])]
    ) {
        var votes: [SettingKeyPath: [(value: SettingValue, count: Int)]] = [:]
        for program in programs {
            let known = KnownThemes(families, installed: program.installed, words: file.words)
            let share = try? LookShare(of: program.text, over: [:], themes: known)
            for (key, value) in share?.look ?? [:] {
                let sayings = votes[key, default: []]
                if let index = sayings.firstIndex(where: { $0.value == value }) {
                    votes[key]?[index].count += 1
                } else {
                    votes[key, default: []].append((value, 1))
                }
            }
        }
        for (key, sayings) in votes where values[key] == nil {
            let most = sayings.map(\.count).max()
            values[key] = sayings.first { $0.count == most }?.value
        }
    }

    /// Adds the lines of a program's file that are settings of the look.
    ///
    /// - Parameters:
    ///   - program: Its entry and its file.
    ///   - path: The file as a domain file has it.
    ///   - installed: The themes that it has, by the names of their tables of words.
    /// - Returns: The lines that were added, and those that weren't.
    /// - Throws: ``CatalogueError``; then nothing was added.
    package mutating func add(
        _ program: ProgramText,
        at path: String,
        installed: [String: Set<String>]
    ) throws(CatalogueError) -> LookShare {
        let known = KnownThemes(families, installed: installed, words: file.words)
        let share = try LookShare(of: program, over: values, themes: known)
        guard !share.lines.isEmpty else { return share }
        try file.add(share, of: program.entry, at: path)
        values = share.look
        return share
    }

    /// The domain file with the added lines; nil if there are none.
    package var newDomainFile: [UInt8]? { file.bytes == old ? nil : file.bytes }
}
