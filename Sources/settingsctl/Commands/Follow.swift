// settingsctl follow: a mapped file gives up its own text.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol

/// A setting written where a mapped file has a text of its own.
struct Follow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Write a setting where a mapped file has its own text.",
        discussion: """
            A text that no picture of the file's map reads is the file's own, and isn't written over. With this, \
            it gives way to the domain's value once; 'undo' restores it. With --as-is the text stays: [values] of \
            the domain file gets it as the word for the present value, so that the file follows from then on.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingText
    @Argument(help: "The file alone; without it, every mapped file.", completion: .file())
    var file: String?
    @Flag(help: "Keep the file's text, as its word for the present value.") var asIs = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        try client.requireKnown(domain)
        let key = try client.key(key, in: domain)
        let before = try client.explanation(of: key, in: domain)
        let answer: BatchAcceptance = try client.call(.follow) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
            $0.member("file", file.map(absolutePath))
            if asIs { $0.member("asIs", true) }
        }
        guard !output.json else {
            return showJSON {
                $0.member("domain", domain.name)
                $0.member("seq", answer.seq)
                $0.member("group", answer.group)
            }
        }
        let after = try client.explanation(of: key, in: domain)
        let visibility = Visibility(isSecret: after.isSecret)
        for old in before.layers where old.isOwn {
            guard let new = after.layers.first(where: { $0.file == old.file && $0.at == old.at }),
                !new.isOwn, let file = old.file
            else { continue }
            let (was, says) = (old.says ?? .null, new.says ?? .null)
            let change =
                asIs
                ? "means \(new.value.shownJSON(visibility))" : "→ \(says.shownJSON(visibility))"
            show("\(shownPath(file)): \(was.shownJSON(visibility)) \(change)")
        }
        if answer.group != nil, Display.isTerminal { show("To undo: settingsctl undo") }
        let path = file.map(absolutePath)
        let left = after.layers.filter { $0.isOwn && (path == nil || $0.file == path) }
        guard let first = left.first else { return }
        let reason = first.problem.map { ": \($0)" } ?? ""
        throw Failure(
            .replicaTrouble,
            "'\(shownPath(first.file ?? ""))' keeps its own text for '\(key)'\(reason)",
            advice: "See what it can't say: settingsctl map test \(domain)"
        )
    }
}
