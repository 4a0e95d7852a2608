// settingsctl link: a file, a bundle or a schema for a domain.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A file linked to a domain.
struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keep a file equal to a domain's settings from now on, in both directions.",
        discussion: """
            Where the file and the domain have different values, say whose count with --prefer: \
            this (the file's), others (those that the domain has) or newer (by the file's time). \
            Without it, link asks on a terminal, and refuses elsewhere (status 3). See what would \
            change with --dry-run.

            With --bundle or --schema, the settings keep to its rules and have its defaults; then \
            the file may be left out.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: "A settings file; it need not exist yet.", completion: .file())
    var file: String?
    @Flag(help: "Show what would change, and change nothing.") var dryRun = false
    @Option(help: "Whose values count where they differ.") var prefer: LinkPreference?
    @Option(help: "A settings bundle to keep to.", completion: .directory) var bundle: String?
    @Option(help: "A JSON Schema to keep to.", completion: .file()) var schema: String?
    @Option(help: "Its format, if its name doesn't tell.") var format: Format?
    @Option(help: "It holds the part of the domain below this key.") var prefix: SettingKeyPath?
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
        guard file != nil || bundle != nil || schema != nil else {
            throw ValidationError("Give FILE, --bundle or --schema.")
        }
        guard comparedFile != nil || !dryRun && prefer == nil else {
            throw ValidationError("Give --dry-run and --prefer with a FILE of the layer user.")
        }
    }

    /// The file whose values compete with the domain's; those of other layers don't.
    private var comparedFile: String? { layer ?? .user == .user ? file : nil }

    func run() throws {
        let client = try Client()
        let comparison = try comparedFile.map { file in
            LinkSummary(domain: domain, file: file, plan: try compare(client))
        }
        if dryRun {
            comparison?.showPreview(preferring: prefer, output)
            return
        }
        let preference = try comparison.flatMap { try $0.preference(given: prefer) }
        let linked: Linked = try client.call(.link) {
            $0.member("domain", domain.name)
            $0.member("file", file.map(absolutePath))
            $0.member("bundle", bundle.map(absolutePath))
            $0.member("schema", schema.map(absolutePath))
            writeKinds(to: &$0)
            $0.member("layer", layer?.rawValue)
            $0.member("prefer", preference?.rawValue)
            $0.member("plan", comparison?.plan.token)
        }
        linked.schema?.show(output)
        linked.replica?.show(output)
        if !output.json, let file { reportUnreadLines(of: file) }
        // It is linked, but nothing of it is taken before it can be read.
        if let state = linked.replica?.state, [.broken, .held].contains(state) {
            throw ExitStatus.replicaTrouble
        }
        if !output.json, let preference {
            comparison?.showOutcome(of: linked, preferring: preference)
        }
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

    private func compare(_ client: Client) throws -> LinkPlan {
        try client.call(.compare) {
            $0.member("domain", domain.name)
            $0.member("file", file.map(absolutePath))
            writeKinds(to: &$0)
        }
    }

    /// Writes what is said of the file, to compare it as to link it.
    private func writeKinds(to json: inout JSONWriter) {
        json.member("format", format?.rawValue)
        json.member("prefix", prefix?.segments)
        json.member("keys", keys.isEmpty ? nil : keys)
        json.member("adopt", adopt?.rawValue)
    }
}

extension Call.FileLayer: ExpressibleByArgument {}
extension Adoption: ExpressibleByArgument {}
extension LinkPreference: ExpressibleByArgument {}
