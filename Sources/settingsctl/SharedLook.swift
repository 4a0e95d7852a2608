// The domain that has the look of all programs, as programs are adopted.

import Glibc
import SettingsCatalogue
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// The look, and the shares of programs that are about to be in it.
struct SharedLook {
    private let linked: [ReplicaReport]
    private let domainFile: OwnDomainFile
    private var plan: LookPlan

    /// Reads what the look says.
    init(_ client: Client, _ linked: [ReplicaReport]) throws {
        let domain = try Domain(LookFile.name)
        self.linked = linked.filter { $0.domain.name == LookFile.name }
        domainFile = try OwnDomainFile(of: domain)
        plan = LookPlan(
            values: try Self.values(self.linked.isEmpty ? nil : domain, client),
            domainFile: domainFile.bytes,
            bundle: FoundProgram.lookBundle,
            families: FoundProgram.themeFamilies()
        )
    }

    /// What the look says; of one that was forgotten, the file may be left.
    private static func values(
        _ domain: Domain?,
        _ client: Client
    ) throws -> [SettingKeyPath: SettingValue] {
        guard let domain else {
            let own = (Display.home ?? "/") + LookFile.ownFile
            let left = access(own, F_OK) == 0 ? try FileText(path: own).document(.toml).entries : []
            return Dictionary(left.map { ($0.keyPath, $0.value) }) { $1 }
        }
        let entries = try client.entries(of: domain, layer: .user)
        let known = entries.compactMap { entry in entry.value.map { (entry.key, $0) } }
        return Dictionary(known) { $1 }
    }

    /// Adds what the files of programs say of the look, if anything can be had of that.
    mutating func add(_ programs: inout [AdoptedProgram]) {
        let indices = programs.indices.filter { isNew(programs[$0]) }
        let texts = indices.map { index in
            let (program, document) = (programs[index].program, programs[index].document)
            return (
                text: ProgramText(entry: program.entry, document: document),
                installed: program.installedThemes(in: document)
            )
        }
        plan.agree(on: texts)
        for (index, (text, installed)) in zip(indices, texts) {
            do throws(CatalogueError) {
                let path = programs[index].path
                programs[index].share = try plan.add(text, at: path, installed: installed)
            } catch {
                // The program can be adopted without it.
                Failure(.fileTrouble, error.problem, advice: "It stays out of the look").report()
            }
        }
    }

    /// Whether a program may say something of the look, and its file isn't in it yet.
    private func isNew(_ adopted: AdoptedProgram) -> Bool {
        // The agent may not have read yet what the domain file says.
        let file = LookFile(domainFile.bytes ?? [])
        return !adopted.program.entry.look.isEmpty
            && !file.hasFile(at: [adopted.file, adopted.path])
            && !linked.contains { $0.leads(to: adopted.file) }
    }

    /// Writes the domain file, where it has something new.
    func write() throws {
        if let text = plan.newDomainFile { try domainFile.write(text) }
    }
}

/// The look without the share of a domain that is about to be forgotten.
struct LookWithout {
    /// The domain's files that are in the look.
    private let shares: [ReplicaReport]
    /// Those of them that are written in another way than adopting does it.
    private var others: [ReplicaReport] = []
    private let domainFile: OwnDomainFile
    private var left: LookFile
    /// Whether nothing but its beginning is left of the look.
    let isEmpty: Bool

    /// What is left; nil for a domain that isn't in the look.
    init?(_ domain: Domain, _ client: Client) throws {
        guard domain.name != LookFile.name else { return nil }
        let linked = try client.replicas(of: nil).replicas.filter { $0.layer == .user }
        let files = linked.filter { $0.domain == domain }.map(\.file)
        shares = linked.filter { $0.domain.name == LookFile.name && files.contains($0.file) }
        guard let look = shares.first?.domain else { return nil }
        domainFile = try OwnDomainFile(of: look)
        left = LookFile(domainFile.bytes ?? [])
        let title = FoundProgram.all().first { $0.entry.domain == domain }?.entry.title
        for share in shares
        where !left.remove([share.file, fromHome(share.file)], title: title) {
            others.append(share)
        }
        isEmpty = left.bytes == LookFile(bundle: FoundProgram.lookBundle).bytes
    }

    /// Takes the share out of the look, once the domain is forgotten.
    func write(_ client: Client) throws {
        guard let share = shares.first else { return }
        do {
            try write(look: share.domain, client)
        } catch {
            var failure = Failure(error)
            failure.problem =
                "the domain is forgotten, but its file is in the look: \(failure.problem)"
            failure.advice =
                failure.advice.asSentence + " Take it out with: settingsctl unlink "
                + "\(share.domain) \(share.file.quotedForShell)"
            throw failure
        }
    }

    private func write(look: Domain, _ client: Client) throws {
        if isEmpty {
            guard try OwnDomainFile(of: look).bytes == domainFile.bytes else {
                throw Failure(
                    .fileTrouble,
                    "'\(domainFile.path)' was changed meanwhile",
                    advice: "The look stays as it is now"
                )
            }
            let _: Position = try client.call(.forget) { $0.member("domain", look.name) }
            return
        }
        if left.bytes != domainFile.bytes ?? [] { try domainFile.write(left.bytes) }
        for share in others {
            let _: Linked = try client.call(.unlink) {
                $0.member("domain", look.name)
                $0.member("file", share.file)
            }
        }
        let files = Set(shares.map(\.file))
        let isOut = try client.waits {
            try !client.replicas(of: look).replicas.contains { files.contains($0.file) }
        }
        guard !isOut else { return }
        throw Failure(
            .replicaTrouble,
            "the agent has not let go of it yet",
            advice: "The look's domain file no longer has it, so look again in a moment"
        )
    }
}
