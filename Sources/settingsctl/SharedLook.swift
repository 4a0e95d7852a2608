// The domain that has the look of all programs, as programs are adopted.

import Glibc
import SettingsCatalogue
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// The look, and the shares of programs that are about to be in it.
struct SharedLook {
    private let domain: Domain
    private let linked: [ReplicaReport]
    private var values: [SettingKeyPath: SettingValue]
    private let path: String
    /// The domain file as it is; nil where there is none.
    private let old: [UInt8]?
    private var file: LookFile
    private let families: ThemeFamilies

    /// Reads what the look says.
    init(_ client: Client, _ linked: [ReplicaReport]) throws {
        domain = try Domain(LookFile.name)
        self.linked = linked.filter { $0.domain.name == LookFile.name }
        if self.linked.isEmpty {
            // Of a look that was forgotten, the file may be left.
            let own = (Display.home ?? "/") + LookFile.ownFile
            let left = access(own, F_OK) == 0 ? try FileText(path: own).document(.toml).entries : []
            values = Dictionary(left.map { ($0.keyPath, $0.value) }) { $1 }
        } else {
            let entries = try client.entries(of: domain, layer: .user)
            let known = entries.compactMap { entry in entry.value.map { (entry.key, $0) } }
            values = Dictionary(known) { $1 }
        }
        path = AdoptedProgram.domainFile(of: domain)
        old = access(path, F_OK) == 0 ? try FileText(path: path).bytes : nil
        file = old.map { LookFile($0) } ?? LookFile(bundle: FoundProgram.lookBundle)
        families = FoundProgram.themeFamilies()
    }

    /// Adds what a program's file says of the look, if anything can be had of that.
    mutating func add(_ plan: inout AdoptedProgram) throws {
        let entry = plan.program.entry
        guard !entry.look.isEmpty, !linked.contains(where: { $0.leads(to: plan.file) }) else {
            return
        }
        do throws(CatalogueError) {
            let known = KnownThemes(
                families,
                installed: plan.program.installedThemes(in: plan.document),
                words: file.words
            )
            let share = try LookShare(of: entry, in: plan.document, over: values, themes: known)
            plan.share = share
            guard !share.lines.isEmpty else { return }
            try file.add(share, of: entry, at: plan.path)
            values = share.look
        } catch {
            plan.share = nil
            // The program can be adopted without it.
            Failure(.fileTrouble, error.problem, advice: "It stays out of the look").report()
        }
    }

    /// Writes the domain file, where it has something new.
    func write() throws {
        guard file.bytes != old, file.bytes != LookFile(bundle: FoundProgram.lookBundle).bytes
        else {
            return
        }
        AdoptedProgram.makeFolders(above: path)
        try FileReplacement(of: path, expecting: old).write(file.bytes)
    }
}
