// settingsctl adopt: a program's file linked as its entry in the catalogue says.

import ArgumentParser
import Glibc
import SettingsCatalogue
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsUI

/// Programs adopted: their domain files are made of the catalogue's entries.
struct Adopt: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Link the files of programs with the help of the catalogue.",
        usage: "settingsctl adopt PROGRAM ... | --all [--dry-run] [--yes]",
        discussion: """
            It shows each program's file, what makes the program read it again and what lists its options, asks, \
            and writes a domain file with that: yours from then on. The program's file isn't changed. Without a terminal it \
            needs --yes. 'settingsctl forget' stops syncing it.
            """
    )
    @Argument(help: "Programs of 'settingsctl apps'.") var programs: [String] = []
    @Flag(help: "All that aren't linked yet.") var all = false
    @Flag(help: "Show what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Don't ask.") var yes = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all == programs.isEmpty else {
            throw ValidationError("Give PROGRAM or --all.")
        }
    }

    func run() throws {
        let client = try Client()
        let replicas = try client.replicas(of: nil).replicas
        var (plans, refusals) = try chosen(LinkedFiles(replicas), client)
        var look = try SharedLook(client, replicas)
        look.add(&plans)
        plans = plans.filter { plan in
            if plan.isDone, !output.json {
                show("'\(plan.program.entry.domain)' is adopted already.")
            }
            return !plan.isDone
        }
        for plan in plans { plan.show(output) }
        if !dryRun, !plans.isEmpty { try adopt(plans, look, client) }
        try ExitStatus.throwWorst(of: refusals)
    }

    private func adopt(_ plans: [AdoptedProgram], _ look: SharedLook, _ client: Client) throws {
        try confirm(plans)
        try write(plans, look, client)
        for plan in plans { try plan.awaitAgent(client) }
        guard Display.isTerminal, !output.json else { return }
        let name = plans.count == 1 ? plans[0].program.entry.domain.name : "PROGRAM"
        show(plans.count == 1 ? "'\(name)' is adopted." : "\(plans.count) programs are adopted.")
        show("To see and change its settings: settingsctl ui \(name)")
        show("To stop syncing it, with its file as it is: settingsctl forget \(name)")
    }

    /// Writes the domain files, and then the look's.
    private func write(
        _ plans: [AdoptedProgram],
        _ look: SharedLook,
        _ client: Client
    ) throws {
        var written: [String] = []
        do {
            for plan in plans {
                try plan.write()
                written.append(plan.program.entry.domain.name)
            }
            try look.write()
        } catch {
            guard !written.isEmpty else { throw error }
            let failure = Failure(error)
            failure.report()
            // The command that does the rest finds them linked.
            for plan in plans[..<written.count] { try plan.awaitAgent(client) }
            let names = plans.map(\.program.entry.domain.name)
            let missing = names[written.count...] + ["the look"]
            throw Failure(
                failure.status,
                "adopted: \(written.joined(separator: ", ")); "
                    + "not yet: \(missing.joined(separator: ", "))",
                advice: "Once that file can be written, do the rest: "
                    + "settingsctl adopt \(names.joined(separator: " "))"
            )
        }
    }

    /// The titles of the programs on this machine that aren't linked.
    static func titles(_ client: Client) throws -> [String] {
        let found = FoundProgram.all().filter { $0.file != nil }
        guard !found.isEmpty else { return [] }
        let linked = LinkedFiles(try client.replicas(of: nil).replicas)
        return found.filter { $0.file.flatMap(linked.domain) == nil }.map(\.entry.title)
    }

    /// What is to be done for each program; of all programs, those that can't be adopted are reported.
    private func chosen(
        _ linked: LinkedFiles,
        _ client: Client
    ) throws -> (plans: [AdoptedProgram], refusals: [ExitStatus]) {
        let known = FoundProgram.all()
        let domains = Set(try client.domains().map(\.domain))
        guard !all else {
            var refusals: [ExitStatus] = []
            let plans = known.compactMap { program -> AdoptedProgram? in
                guard let file = program.file, linked.domain(of: file) == nil else { return nil }
                do {
                    return try AdoptedProgram(of: program, besides: domains, linked)
                } catch {
                    var failure = Failure(error)
                    failure.problem = "\(program.entry.domain) isn't adopted: \(failure.problem)"
                    failure.report()
                    refusals.append(failure.status)
                    return nil
                }
            }
            if plans.isEmpty, refusals.isEmpty { try showNothingToAdopt(among: known) }
            return (plans, refusals)
        }
        var named = Set<String>()
        let plans = try programs.filter { named.insert($0).inserted }.compactMap {
            name -> AdoptedProgram? in
            guard let program = known.first(where: { $0.entry.domain.name == name }) else {
                // What is wrong with its entry is said already.
                if FoundProgram.hasEntry(name) { throw ExitStatus.fileTrouble }
                guard FoundProgram.hasCatalogue else { throw Failure.noCatalogue }
                throw Failure(noProgram: name, among: known.map(\.entry.domain.name))
            }
            return try AdoptedProgram(of: program, besides: domains, linked)
        }
        return (plans, [])
    }

    /// Says why there is nothing to adopt.
    ///
    /// - Throws: ``Failure`` where no program has a file here, which may be a mistake.
    private func showNothingToAdopt(among known: [FoundProgram]) throws {
        guard known.contains(where: { $0.file != nil }) else {
            throw Failure.noPrograms
        }
        guard !output.json else { return }
        show("Every program with a file here is linked already. See them: settingsctl apps")
    }

    private func confirm(_ plans: [AdoptedProgram]) throws {
        guard !yes else { return }
        let count = plans.count == 1 ? "this program" : "these \(plans.count) programs"
        switch settingsctl.confirm("Adopt \(count)?") {
        case true?: return
        case false?:
            throw Failure(.refused, "nothing is adopted", advice: "Nothing was changed")
        case nil:
            let names = all ? "--all" : programs.map(\.quotedForShell).joined(separator: " ")
            throw Failure(
                .refused,
                "'adopt' asks first, and there is no terminal to ask on",
                advice:
                    "Nothing was changed. To do it all the same: settingsctl adopt --yes \(names)"
            )
        }
    }
}

/// One program that is about to be adopted.
struct AdoptedProgram {
    let program: FoundProgram
    let file: String
    /// The file as a domain file has it.
    let path: String
    let document: any Document
    private let domainFile: OwnDomainFile
    /// The domain file; nil for a program that is adopted already, which may lack its share in the look.
    private let text: [UInt8]?
    private let includes: [IncludedFile]
    /// What its file says of the look; nil for nothing.
    var share: LookShare?

    /// Whether there is nothing left to do.
    var isDone: Bool { text == nil && share?.lines.isEmpty ?? true }

    /// - Throws: ``Failure`` where the program has no file or one that can't be read, or where its domain or
    ///   another one with its file is there already, and adopting hasn't made it.
    init(
        of program: FoundProgram,
        besides domains: Set<Domain>,
        _ linked: LinkedFiles
    ) throws {
        document = try program.document()
        self.program = program
        file = program.file ?? ""
        path = fromHome(file)
        domainFile = try OwnDomainFile(of: program.entry.domain)
        if let domain = linked.domain(of: file) {
            guard program.isAdopted(as: domain) else { throw Failure(program, linkedTo: domain) }
            (includes, text) = ([], nil)
            return
        }
        includes = IncludedFile.all(of: program, in: document, besides: linked)
        do {
            text = try program.entry.domainFile(
                for: path,
                bundle: program.bundlePath,
                including: includes.compactMap(\.link).map { (fromHome($0.path), $0.keys) }
            )
        } catch {
            throw Failure(.fileTrouble, error.problem, advice: "See '\(program.folder)'")
        }
        try requireNew(besides: domains)
    }

    /// Adopting makes a domain: one that is there may have other values, which would go into the file.
    private func requireNew(besides domains: Set<Domain>) throws {
        let domain = program.entry.domain
        let hasDomainFile = domainFile.bytes != nil
        guard hasDomainFile || domains.contains(domain) else { return }
        throw Failure(
            .refused,
            hasDomainFile
                ? "there is a domain file '\(domainFile.path)' already"
                : "there is a domain '\(domain)' already",
            advice: "Nothing of it was changed. Add the program's file to it: settingsctl link "
                + "\(domain) \(file.quotedForShell)"
        )
    }

    func show(_ output: OutputOptions) {
        let settings = document.entries.count
        let shared = share?.lines.map(\.fileKey.description) ?? []
        guard !output.json else {
            return showJSON {
                $0.member("domain", program.entry.domain.name)
                $0.member("file", file)
                $0.member("settings", UInt64(settings))
                $0.member("included", includes.map(\.name))
                $0.member("linked", includes.compactMap(\.link?.path))
                $0.member("hooks", program.entry.hooks)
                $0.member("describe", program.entry.describe)
                $0.member("look", shared)
            }
        }
        let count = settings == 1 ? "1 setting" : "\(settings) settings"
        let state = text == nil ? "adopted already" : count
        settingsctl.show("\(program.entry.domain): \(shownPath(file)), \(state)")
        for include in includes { show(include) }
        if text != nil {
            for hook in program.entry.hooks {
                settingsctl.show("  after a change, the agent \(hook)")
            }
            if let command = program.entry.describe {
                // The domain file and `--json` have it whole.
                let shown = command.escapedForDisplay.cut(to: 70, mark: "…")
                settingsctl.show("  to learn its options, the agent runs: \(shown)")
            }
        }
        if !shared.isEmpty {
            settingsctl.show(
                "  shared with other programs, in 'look': " + shared.joined(separator: ", ")
            )
        }
        for (_, pair) in share?.themes ?? [] {
            let (dark, light) = (shown(.string(pair.dark)), shown(.string(pair.light)))
            settingsctl.show("  appearance: \(dark) is its dark theme, \(light) its light one")
        }
        for omission in share?.omissions ?? [] { show(omission) }
    }

    private func show(_ include: IncludedFile) {
        let name = "\(include.name.escapedForDisplay), which it includes"
        guard case .linked(let keys)? = include.inclusion else {
            settingsctl.show("  left alone: \(name): \(include.problem ?? "")")
            guard let advice = include.advice else { return }
            let domain = program.entry.domain
            settingsctl.show("    To have it linked, too, \(advice.escapedForDisplay).")
            return settingsctl.show(
                "    Once \(domain) is adopted, run then: settingsctl forget \(domain) && "
                    + "settingsctl adopt \(domain)"
            )
        }
        let part = keys.map { ", for \($0.count == 1 ? "1 setting" : "\($0.count) settings")" }
        settingsctl.show("  with \(name)\(part ?? "")")
    }

    private func show(_ omission: LookShare.Omission) {
        let line = "  not in the look: \(omission.fileKey), which says \(shown(omission.value))"
        switch omission.reason {
        case .differs(let key): settingsctl.show(line + ": the look's \(key) is another")
        case .unreadable: settingsctl.show(line + ": how it's written isn't known")
        case .otherWords(let table):
            settingsctl.show(line + ": look.toml has other words in [values.\(table)]")
        case .followsDesktop: settingsctl.show(line + ": it follows the desktop")
        case .noPartner(let side, let words, let picture):
            let theme = side.map { "\($0.other.rawValue) theme" } ?? "other theme"
            settingsctl.show(
                line + ": no \(theme) for it is known. To add it, write into look.toml"
            )
            settingsctl.show("    in [values]: \(words)")
            settingsctl.show("    in [[file]] of \(path): \(picture)")
        }
    }

    private func shown(_ value: SettingValue) -> String {
        value.shownJSON(Visibility(isSecret: false))
    }

    /// Makes the domain file.
    func write() throws {
        if let text { try domainFile.write(text) }
    }

    /// Waits until the agent has read the file, and says how it is.
    func awaitAgent(_ client: Client) throws {
        let isRead = try client.waits {
            let replicas = try client.replicas(of: program.entry.domain).replicas
            return replicas.contains { $0.file == file && $0.state != .busy }
        }
        guard !isRead else { return }
        throw Failure(
            .replicaTrouble,
            "'\(program.entry.domain)' is adopted, and the agent has not read its file yet",
            advice: "See: settingsctl status \(program.entry.domain)"
        )
    }
}

extension Failure {
    /// A program whose file belongs to a domain that isn't made by adopting it.
    fileprivate init(_ program: FoundProgram, linkedTo domain: Domain) {
        let (name, file) = (program.entry.domain, program.file ?? "")
        self.init(
            .refused,
            "'\(shownPath(file))' is linked to '\(domain)' already, without the catalogue",
            advice: "Nothing was changed, and it works as it is. To adopt it, "
                + (domain == name
                    ? "forget the domain first, with its domain file and history; the program's file stays: "
                        + "settingsctl forget \(name) && settingsctl adopt \(name)"
                    : "unlink it there first; the file stays as it is: settingsctl unlink \(domain) "
                        + "\(file.quotedForShell) && settingsctl adopt \(name)")
        )
    }

    /// A program that has no entry.
    fileprivate init(noProgram name: String, among names: [String]) {
        // Neovim isn't what who names it has mistyped 'vim' for.
        let file = KnownFile.present.first { $0.domain == name }
        let advice =
            file.map { "Link its file: settingsctl link \(name) \($0.shellPath)" }
            ?? didYouMean(name.meantWord(among: names))
            + "Link any file with: settingsctl link FILE"
        self.init(
            .usage,
            "the catalogue has no '\(name)'",
            advice: "Nothing was changed. " + advice
        )
    }
}
