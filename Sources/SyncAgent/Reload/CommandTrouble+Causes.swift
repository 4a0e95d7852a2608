// What goes wrong with a hook's run, in words.

import SettingsMapping
import SettingsModel
import SyncPlatform

extension CommandTrouble {
    /// A word of a command that can't be filled.
    init(_ lack: FilledText.Lack) {
        switch lack {
        case .value(let key):
            self.init(
                "'\(key)' has no value for the command",
                advice: "Set it, or give it a default"
            )
        case .text(let key):
            self.init(
                "the value of '\(key)' has no text in the command",
                advice: "Add a step to the hole that has one, for example |number or |on/off"
            )
        }
    }

    static func noUnit(_ name: String) -> CommandTrouble {
        CommandTrouble(
            "there is no unit '\(name)'",
            advice: "Correct the name, or run: systemctl --user daemon-reload"
        )
    }

    /// What was wrong with a signal; nil when it was sent, or nobody was there to need it.
    init?(_ outcome: Signalling.Outcome, of signal: Signal) {
        switch outcome {
        case .sent, .notRunning, .starting: return nil
        case .refused(let reason):
            self.init(reason, advice: "Correct the hook, or start the program again")
        case .notTaken(let process, let name):
            self.init(
                "'\(name.escapedForDisplay)', process \(process), doesn't catch \(signal), so it "
                    + "wasn't sent",
                advice: "Write the signal at which the program reloads, as its manual has it, or a "
                    + "'command' that reloads it; start it again to have it read its settings now"
            )
        }
    }

    /// What was wrong with a command's end; nil when it ended well.
    init?(
        _ end: ChildProcess.End,
        of words: [String],
        timeout: Int64,
        _ output: String
    ) {
        let name = words[0].split(separator: "/").last.map(String.init) ?? words[0]
        let advice = "Try it by hand; it is run again with the next change"
        switch end {
        case .exited(0): return nil
        case .exited(let status): self.init("'\(name)' ended with status \(status)", advice: advice)
        case .signalled(let signal):
            self.init("'\(name)' was ended by signal \(signal)", advice: advice)
        case .wroteTooMuch: self.init("'\(name)' wrote too much and was killed", advice: advice)
        case .unknown: self.init("nobody knows how '\(name)' ended", advice: advice)
        case .timedOut:
            self.init(
                "'\(name)' took more than \(timeout) ms and was killed",
                advice: "Have it end sooner, or give it more time with timeout = \"…\""
            )
        }
        self.output = output
    }
}
