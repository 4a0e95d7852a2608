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
    private let path: String
    /// The domain file as it is; nil where there is none.
    private let old: [UInt8]?
    private var plan: LookPlan

    /// Reads what the look says.
    init(_ client: Client, _ linked: [ReplicaReport]) throws {
        let domain = try Domain(LookFile.name)
        self.linked = linked.filter { $0.domain.name == LookFile.name }
        path = AdoptedProgram.domainFile(of: domain)
        old = access(path, F_OK) == 0 ? try FileText(path: path).bytes : nil
        plan = LookPlan(
            values: try Self.values(self.linked.isEmpty ? nil : domain, client),
            domainFile: old,
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
        !adopted.program.entry.look.isEmpty
            && !linked.contains { $0.leads(to: adopted.file) }
    }

    /// Writes the domain file, where it has something new.
    func write() throws {
        guard let text = plan.newDomainFile else { return }
        AdoptedProgram.makeFolders(above: path)
        try FileReplacement(of: path, expecting: old).write(text)
    }
}
