// How a program that knows nothing of the agent is made to read its settings again.

package import SettingsMapping
package import SettingsModel
import SettingsProtocol

/// One `[[reload]]` of a domain file.
package struct ReloadHook: Equatable, Sendable {
    /// What is done.
    package enum Action: Equatable, Sendable {
        case signal(Signal, Recipient)
        /// A program and its arguments, which may have holes for settings; no shell reads them.
        case command([String])
        case unit(String, UnitChange)
        case touch(path: String)
    }
    /// Which program a signal is for.
    package enum Recipient: Equatable, Sendable {
        case pidFile(String)
        /// Every process whose program has one of these names.
        case processes(names: [String])
        case unit(String)
    }
    /// What happens to a unit of the user's service manager.
    package enum UnitChange: String, CaseIterable, Sendable {
        case reload
        case restart
        /// Reloaded if it can be, else restarted; what the file means that says nothing.
        case either = "reload-or-restart"
    }

    package var action: Action
    /// Which keys' changes it is for; nil for all.
    package var keys: [KeyPattern]?
    /// What the words of a command are filled with, by their index; of those without braces nothing.
    package var holes: [Int: FilledText] = [:]
    /// The names of the program for which a command is run, only while one of them runs; nil for whatever runs.
    package var programs: [String]?
    /// The values that settings must have for it to run.
    package var conditions: [SettingKeyPath: SettingValue] = [:]
    /// How long to wait for further changes, in milliseconds.
    package var settle: Int64
    /// How long a command may run, in milliseconds.
    package var timeout: Int64

    /// How long to wait where the file doesn't say it, in milliseconds.
    package static let usualSettle: Int64 = 100
    /// How long a command may run where the file doesn't say it, in milliseconds.
    package static let usualTimeout: Int64 = 10_000
    /// The most that one domain has.
    package static let perDomain = 64

    /// Creates a hook with the usual times.
    package init(_ action: Action, keys: [KeyPattern]? = nil) {
        self.action = action
        self.keys = keys
        settle = Self.usualSettle
        timeout = Self.usualTimeout
    }

    /// Whether a change of a key is one of those it is for.
    package func isFor(_ key: SettingKeyPath) -> Bool {
        keys?.contains { $0.matches(key) } ?? true
    }

    /// What tells it from the domain's other hooks in the journal, whatever its times.
    package var record: String {
        let words = if case .command(let words) = action { words } else { [summary] }
        var texts = [words] + (keys.map { [$0.map(\.description)] } ?? [])
        if !conditions.isEmpty {
            texts.append(conditions.map { "\($0)=\($1.json)" }.sorted())
        }
        return SettingValue.array(texts.map { .array($0.map(SettingValue.string)) }).json
    }

    /// What it does, for people.
    package var summary: String {
        switch action {
        case .signal(let signal, .pidFile(let path)): "\(signal) to the process in '\(path)'"
        case .signal(let signal, .processes(let names)):
            "\(signal) to \(names.map { "'\($0)'" }.joined(separator: ", "))"
        case .signal(let signal, .unit(let name)): "\(signal) to \(name)"
        case .command(let words): words.map(\.quotedForShell).joined(separator: " ")
        case .unit(let name, let change): "\(change.rawValue) \(name)"
        case .touch(let path): "touch \(path)"
        }
    }
}

/// A hook as a domain file describes it.
package struct DescribedHook: Equatable, Sendable {
    package var hook: ReloadHook
    /// The domain file.
    package var file: String
    package var place: SourcePlace?
    /// Why it isn't run; nil if it may be.
    package var refusal: CommandTrouble?

    package init(_ hook: ReloadHook, file: String, place: SourcePlace?) {
        self.hook = hook
        self.file = file
        self.place = place
    }
}

/// Why a command isn't run, or what became of its last run.
package struct CommandTrouble: Error, Equatable, Sendable {
    /// What was wrong, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String
    /// What the command wrote last.
    package var output = ""

    package init(_ problem: String, advice: String) {
        self.problem = problem
        self.advice = advice
    }
}
