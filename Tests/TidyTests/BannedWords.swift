// Words that the house rules keep out of code, with what to do instead.

/// A text that must not stand in code.
struct BannedWord {
    var text: String
    var advice: String
    /// Where it's out.
    var kinds: Set<TidyFile.Kind>
    /// Whether `// tidy: why it is safe` on the line above lets it stand.
    var mayBeExcused = false
}

/// Every banned word.
let bannedWords: [BannedWord] = [
    BannedWord(
        text: "@unchecked Sendable",
        advice: "use Mutex or an actor, or say why it's safe on the line above with 'tidy: '",
        kinds: [.source, .test],
        mayBeExcused: true
    ),
    BannedWord(
        text: "nonisolated(unsafe)",
        advice: "use Mutex or an actor, or say why it's safe on the line above with 'tidy: '",
        kinds: [.source, .test],
        mayBeExcused: true
    ),
    BannedWord(text: "try!", advice: "throw, or handle the error", kinds: [.source, .test]),
    BannedWord(text: "as!", advice: "use 'as?' and handle nil", kinds: [.source, .test]),
    BannedWord(
        text: "fatalError(",
        advice: "'precondition' with a message, or throw",
        kinds: [.source]
    ),
    BannedWord(
        text: "Task.detached",
        advice: "every task has an owner that waits for it",
        kinds: [.source]
    ),
    BannedWord(
        text: "DispatchQueue",
        advice: "Dispatch wakes the machine once a second; use the event loop",
        kinds: [.source, .test]
    ),
    BannedWord(text: "sleep(", advice: "wait for the event itself", kinds: [.source, .test]),
    BannedWord(text: ".disabled(", advice: "mend the test or remove it", kinds: [.test]),
]

/// Ends of type names that say nothing.
let vagueSuffixes = ["Manager", "Helper", "Helpers", "Util", "Utils", "Data", "Info"]

/// Members that a protocol of the standard library describes.
let describedElsewhere: Set = [
    "==", "<", "hash", "next", "makeIterator", "encode", "deinit", "advanced", "duration", "sleep",
    "enqueue",
]

/// Places of one machine or one person, which have no business in the repository.
let machinePaths = [
    "/wo" + "rk/", "/ro" + "ot/", "/Us" + "ers/", "/opt/sw" + "ift", "/tmp/ba" + "sh",
]
