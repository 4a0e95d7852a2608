// The files that a program's file includes, on this machine.

import Glibc
import SettingsCatalogue
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A file that a program's file includes, and what becomes of it.
struct IncludedFile {
    /// As it stands in the including file.
    let name: String
    /// Where it is; nil where that can't be told.
    let path: String?
    let inclusion: Inclusion?
    /// Why it's left alone; nil where it isn't.
    let problem: String?
    /// What somebody can do to have it linked; nil for nothing.
    let advice: String?

    /// Those of a program, in the order of its file.
    static func all(
        of program: FoundProgram,
        in document: any Document,
        besides linked: LinkedFiles
    ) -> [IncludedFile] {
        let names = program.entry.includes(among: document.entries)
        let found = names.map { Finding($0, of: program, besides: linked) }
        let documents = found.compactMap(\.document)
        var inclusions = program.entry.inclusions(of: documents, in: document).makeIterator()
        return found.map { finding in
            let inclusion = finding.document == nil ? nil : inclusions.next()
            return IncludedFile(
                name: finding.name,
                path: finding.path,
                inclusion: inclusion,
                problem: finding.problem ?? inclusion?.problem,
                advice: inclusion?.advice(in: document, named: shownPath(program.file ?? ""))
            )
        }
    }

    /// Where it is and the keys that it's linked with, nil for all; nil where it's left alone.
    var link: (path: String, keys: [SettingKeyPath]?)? {
        guard case .linked(let keys)? = inclusion, let path else { return nil }
        return (path, keys)
    }
}

/// An included file that was looked for.
private struct Finding {
    let name: String
    private(set) var path: String?
    private(set) var document: (any Document)?
    private(set) var problem: String?

    init(_ included: IncludedName, of program: FoundProgram, besides linked: LinkedFiles) {
        name = included.name
        let (file, home) = (program.file ?? "", Display.home ?? "/")
        guard included.isPath,
            let path = CatalogueEntry.path(ofIncluded: name, in: file, home: home)
        else {
            problem = "it isn't a plain path"
            return
        }
        self.path = path
        guard let target = realpath(of: path) else {
            problem = "it isn't there"
            return
        }
        guard let home = realpath(of: home), target.hasPrefix(home + "/") else {
            problem = "it's outside your home folder"
            return
        }
        guard !target.hasPrefix(home + "/.cache/") else {
            problem = "it's in ~/.cache"
            return
        }
        if let domain = linked.domain(of: path) {
            problem = "it's linked to '\(domain)'"
            return
        }
        guard target != realpath(of: file), isRegularFile(path),
            let document = try? FileText(path: path).document(program.entry.format)
        else {
            problem = "it can't be read"
            return
        }
        self.document = document
    }
}

extension Inclusion {
    /// Why it's left alone; nil where it isn't.
    fileprivate var problem: String? {
        switch self {
        case .linked: nil
        case .leftAlone(.includesOthers): "it includes others itself"
        case .leftAlone(.counts(let keys)):
            "it has \(keys.map { "'\($0)'" }.joined(separator: ", ")), too, and its lines count"
        case .leftAlone(.unclear(let key)): "'\(key)' is in more than one of the files"
        case .leftAlone(.hasNoSay): "it has no setting that counts"
        }
    }

    /// What somebody can do in the including file to have it linked; nil for nothing.
    fileprivate func advice(in document: any Document, named file: String) -> String? {
        switch self {
        case .leftAlone(.counts(let keys)):
            let lines = CatalogueEntry.lines(of: keys, in: document).map(String.init)
            let them = lines.count == 1 ? "line" : "lines"
            let verb = lines.count == 1 ? "has" : "have"
            return
                "remove \(them) \(lines.joined(separator: ", ")) of \(file), which \(verb) no effect"
        case .leftAlone(.unclear(let key)): return "have '\(key)' in one of them only"
        default: return nil
        }
    }
}
