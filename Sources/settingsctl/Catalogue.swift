// The catalogue's entries on this machine, and the files of those programs.

import FileReplacing
import Glibc
import SettingsCatalogue
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A program that has an entry in the catalogue, as it is on this machine.
struct FoundProgram {
    let entry: CatalogueEntry
    /// The folder of the entry.
    let folder: String
    /// Its file, with the home folder in full; nil where it has none.
    let file: String?

    /// The programs of the catalogue, in the order of their names; of two entries of a name the user's own
    /// counts, then the one of the first folder.
    ///
    /// An entry that can't be read is reported, and left out.
    static func all() -> [FoundProgram] {
        var found: [Domain: FoundProgram] = [:]
        for catalogue in catalogues {
            for name in names(in: catalogue) {
                guard let domain = try? Domain(name), found[domain] == nil else { continue }
                let folder = catalogue + "/" + name
                guard let text = try? FileText(path: folder + "/entry.toml") else { continue }
                do throws(CatalogueError) {
                    found[domain] = FoundProgram(
                        try CatalogueEntry(domain, text.bytes),
                        in: folder
                    )
                } catch {
                    Failure(
                        .fileTrouble,
                        "\(shownPath(folder))/entry.toml\(error.place.suffix): \(error.problem)",
                        advice: "The entry isn't used until it is corrected"
                    ).report()
                }
            }
        }
        return found.values.sorted { $0.entry.domain < $1.entry.domain }
    }

    /// Whether there is a catalogue, with whatever entries.
    static var hasCatalogue: Bool { catalogues.contains { access($0, F_OK) == 0 } }

    /// Whether there is an entry of this name, right or wrong.
    static func hasEntry(_ name: String) -> Bool {
        catalogues.contains { access("\($0)/\(name)/entry.toml", F_OK) == 0 }
    }

    /// The domain of the entry that names a file, with its path in full; nil for none.
    static func domain(of file: String) -> Domain? {
        all().first { $0.entry.places.contains { path(of: $0) == file } }?.entry.domain
    }

    private init(_ entry: CatalogueEntry, in folder: String) {
        self.entry = entry
        self.folder = folder
        file = entry.places.lazy.map(Self.path).first(where: isRegularFile)
    }

    /// A path of an entry in full; what is below `~/.config` lies where the user has that.
    private static func path(of place: String) -> String {
        let (configuration, variable) = ("~/.config/", Display.variable("XDG_CONFIG_HOME"))
        if place.hasPrefix(configuration), variable.hasPrefix("/") {
            return variable + "/" + place.dropFirst(configuration.count)
        }
        return place.hasPrefix("/") ? place : (Display.home ?? "/") + place.dropFirst(2)
    }

    /// The folders that may have entries, by the XDG Base Directory Specification.
    private static var catalogues: [String] {
        let own = Display.variable("XDG_DATA_HOME")
        let shared = Display.variable("XDG_DATA_DIRS")
        let home = own.hasPrefix("/") ? own : (Display.home ?? "/") + ".local/share"
        let folders = (shared.isEmpty ? "/usr/local/share:/usr/share" : shared).split(
            separator: ":"
        )
        return ([home] + folders.map(String.init)).filter { $0.hasPrefix("/") }
            .map { $0 + "/settings-agent/catalogue" }
    }

    private static func names(in folder: String) -> [String] {
        // A folder that isn't there has none.
        ((try? SystemFile.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The file's text as settings.
    ///
    /// - Throws: ``Failure`` where it can't be read as such.
    func document() throws -> any Document {
        guard let file else { throw Failure.noFile(of: entry) }
        return try FileText(path: file).document(entry.format)
    }

    /// How a running program comes to know of a change.
    var live: String {
        switch entry.reload {
        case .itself: "by itself"
        case .signal: "by a signal"
        case .command: "by a command"
        case .unit: "by its unit"
        case .touch: "by a touch"
        case .nextStart: "at its next start"
        }
    }

    /// Whether the domain that its file is linked to is one that adopting it has made.
    func isAdopted(as domain: Domain) -> Bool {
        guard domain == entry.domain, let text = try? OwnDomainFile(of: domain).bytes else {
            return false
        }
        return entry.made(text)
    }

    /// The path of the entry's bundle as a domain file has it; nil for none.
    var bundlePath: String? { entry.bundle.map { fromHome(folder + "/" + $0) } }

    /// The themes that the program has, by the name of the table of words that they are for.
    func installedThemes(in document: any Document) -> [String: Set<String>] {
        let text = ProgramText(entry: entry, document: document)
        return entry.themes.mapValues { themes in
            Set(
                themes.installed.flatMap { place in
                    place.hasPrefix("~/") || place.hasPrefix("/")
                        ? Self.stars(of: place) : text.themes(at: place)
                }
            )
        }
    }

    /// What the star of a path such as `~/themes/*.toml` stands for; nothing where there is no such file.
    private static func stars(of place: String) -> [String] {
        guard let slash = place.lastIndex(of: "/"),
            let star = place[slash...].firstIndex(of: "*")
        else { return [] }
        let (start, end) = (place[slash..<star].dropFirst(), place[star...].dropFirst())
        return names(in: path(of: String(place[...slash]))).compactMap { name in
            guard name.hasPrefix(start), name.hasSuffix(end),
                name.utf8.count > start.utf8.count + end.utf8.count
            else { return nil }
            return String(name.dropFirst(start.count).dropLast(end.count))
        }
    }

    /// The families of themes that the catalogue knows; none where it can't be read, which is reported.
    static func themeFamilies() -> ThemeFamilies {
        let paths = catalogues.lazy.map { $0 + "/\(LookFile.name)/themes.toml" }
        guard let path = paths.first(where: { access($0, F_OK) == 0 }) else {
            return ThemeFamilies()
        }
        do {
            return try ThemeFamilies(try FileText(path: path).bytes)
        } catch let error as CatalogueError {
            Failure(.fileTrouble, error.problem, advice: "See '\(path)'").report()
        } catch {
            Failure(error).report()
        }
        return ThemeFamilies()
    }

    /// The path of the bundle of the look as a domain file has it; nil where no catalogue has it.
    static var lookBundle: String? {
        catalogues.map { $0 + "/\(LookFile.name)/Settings.bundle" }.first { access($0, F_OK) == 0 }
            .map(fromHome)
    }
}

extension Failure {
    /// That there is no catalogue.
    static var noCatalogue: Failure {
        Failure(
            .notSet,
            "no catalogue is in settings-agent/catalogue of $XDG_DATA_HOME or of $XDG_DATA_DIRS",
            advice: "Install it, or link a file without it: settingsctl link FILE"
        )
    }

    /// That no file of a known program is there, or no catalogue.
    static var noPrograms: Failure {
        guard FoundProgram.hasCatalogue else { return noCatalogue }
        return Failure(
            .notSet,
            "no settings file of a known program is in your home folder",
            advice: "Link any other with: settingsctl link FILE"
        )
    }

    /// A program without a file.
    fileprivate static func noFile(of entry: CatalogueEntry) -> Failure {
        let places = entry.places.map { "'\($0)'" }.joined(separator: " or ")
        return Failure(
            .notSet,
            "\(entry.title) has no file, expected \(places)",
            advice: "Nothing was changed. Make one as its manual says"
        )
    }
}
