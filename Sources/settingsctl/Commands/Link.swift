// settingsctl link: a file, a bundle or a schema for a domain.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Files linked to domains.
struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Keep files equal to a domain's settings from now on, in both directions.",
        usage: """
            settingsctl link [DOMAIN] FILE ... [--dry-run] [--prefer this|others|newer] [OPTIONS]
            settingsctl link DOMAIN [FILE] --bundle FOLDER
            settingsctl link DOMAIN [FILE] --schema FILE
            """,
        discussion: """
            Without DOMAIN, each file is linked to the one of its program: its name comes from a known path \
            or from the file's folder; on a terminal, link asks.

            Where the file and the domain have different values, say whose count with --prefer: \
            this (the file's), others (those that the domain has) or newer (by the file's time). \
            Without it, link asks on a terminal, and refuses elsewhere (status 3). See what would \
            change with --dry-run.

            With --bundle or --schema, the settings keep to its rules and have its defaults; then \
            the file may be left out.
            """
    )
    @Argument(
        help: "A domain, and settings files; one need not exist yet.",
        completion: .domainOrFile
    )
    var words: [String] = []
    @Flag(help: "Show what would change, and change nothing.") var dryRun = false
    @Option(help: "Whose values count where they differ.") var prefer: LinkPreference?
    @Option(help: "A settings bundle to keep to.", completion: .directory) var bundle: String?
    @Option(help: "A JSON Schema to keep to.", completion: .file()) var schema: String?
    @Option(help: "Its format, if its name doesn't tell.") var format: Format?
    @Option(help: "It holds the part of the domain below this key.") var prefix: SettingKeyPath?
    @Option(help: "Map a key of the file: 'FILE_KEY=PICTURE'; again for more.")
    var map: [String] = []
    @Option(help: "It takes on these keys only: KEY, or KEY.* for all below it.")
    var keys: [String] = []
    @Option(help: "Where it stands in the search order; all but user are only read.")
    var layer: Call.FileLayer?
    @Option(help: "Which keys it lacks are added: those no other file has, none, or all.")
    var adopt: Adoption?
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard bundle == nil || schema == nil else {
            throw ValidationError("Give either --bundle or --schema.")
        }
        guard !words.isEmpty, !words.contains("") else {
            throw ValidationError("Give FILE, --bundle or --schema.")
        }
        guard !hasRules || words.count <= 2 else {
            throw ValidationError("Give one FILE with --bundle or --schema.")
        }
        let isCompared = layer ?? .user == .user && (!hasRules || words.count > 1)
        guard isCompared || !dryRun && prefer == nil else {
            throw ValidationError("Give --dry-run and --prefer with a FILE of the layer user.")
        }
    }

    private var hasRules: Bool { bundle != nil || schema != nil }

    func run() throws {
        let targets = try LinkTarget.all(of: words, needsFile: !hasRules)
        let client = try Client()
        for target in targets { try link(target, client) }
    }

    /// Links one file, or the bundle or schema, or shows what would change.
    private func link(_ target: LinkTarget, _ client: Client) throws {
        let domain = try dryRun ? target.foundDomain() : target.askedDomain()
        // Files of other layers compete with nothing.
        let comparedFile = layer ?? .user == .user ? target.file : nil
        let comparison = try comparedFile.map { file in
            try LinkSummary(
                domain: domain,
                file: file,
                plan: compare(domain, file, client),
                known: Display.isTerminal || dryRun || canAsk
                    ? client.replicas(of: nil).replicas : []
            )
        }
        if dryRun {
            comparison?.showPreview(preferring: prefer, output)
            return
        }
        let preference = try comparison.flatMap { try $0.preference(given: prefer) }
        let linked: Linked = try client.call(.link) {
            $0.member("domain", domain.name)
            $0.member("file", target.file.map(absolutePath))
            $0.member("bundle", bundle.map(absolutePath))
            $0.member("schema", schema.map(absolutePath))
            writeKinds(to: &$0)
            $0.member("layer", layer?.rawValue)
            $0.member("prefer", preference?.rawValue)
            $0.member("plan", comparison?.plan.token)
        }
        linked.schema?.show(output)
        let isTold = Display.isTerminal && !output.json && comparison != nil
        if !isTold { linked.replica?.show(output, target.isNamed ? .alone : .withDomain) }
        // It is linked, but nothing of it is taken before it can be read.
        if let state = linked.replica?.state, [.broken, .held].contains(state) {
            if isTold { linked.replica?.show(output) }
            throw ExitStatus.replicaTrouble
        }
        guard !output.json else { return }
        if let file = target.file { reportUnreadLines(of: file) }
        guard let comparison else { return }
        comparison.showOutcome(of: linked, preferring: preference)
    }

    /// Names the lines of the file that can't be read; the file is linked all the same.
    private func reportUnreadLines(of file: String) {
        // nil: it isn't there yet, or the agent has said why it can't be read
        guard let text = try? FileText(path: file), let document = try? text.document(format) else {
            return
        }
        for line in document.unreadLines.prefix(FileProblems.most) {
            var failure = Failure(line.error, in: text, done: "The line stays as it is. ")
            // It isn't known yet whether secrets are in the file.
            failure.excerpt = ""
            failure.report()
        }
    }

    private func compare(
        _ domain: Domain,
        _ file: String,
        _ client: Client
    ) throws -> LinkPlan {
        try client.call(.compare) {
            $0.member("domain", domain.name)
            $0.member("file", absolutePath(file))
            writeKinds(to: &$0)
        }
    }

    /// Writes what is said of the file, to compare it as to link it.
    private func writeKinds(to json: inout JSONWriter) {
        json.member("format", format?.rawValue)
        json.member("prefix", prefix?.segments)
        json.member("keys", keys.isEmpty ? nil : keys)
        json.member("adopt", adopt?.rawValue)
        json.member("map", map.isEmpty ? nil : map)
    }
}

extension Call.FileLayer: WordArgument {}
extension Adoption: WordArgument {}
extension LinkPreference: WordArgument {}
