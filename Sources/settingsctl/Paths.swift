// Paths: as people and domain files have them, and what is there.

import Glibc
import SettingsCatalogue
import SettingsModel
import SettingsProtocol

/// A path as people read it: with `~` for the home folder on a terminal.
func shownPath(_ path: String) -> String { Display.isTerminal ? fromHome(path) : path }

/// A path with `~/` for the home folder, as domain files have it.
func fromHome(_ path: String) -> String {
    guard let home = Display.home, path.hasPrefix(home) else { return path }
    return "~/" + path.dropFirst(home.count)
}

/// Whether a path leads to a file that can be read to its end.
func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// A path without links; nil where nothing is there.
func realpath(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The files that are linked, by whatever path leads to them.
struct LinkedFiles {
    private let domains: [String: Domain]

    /// Those of the user's settings; the look is no program's.
    init(_ replicas: [ReplicaReport]) {
        let files = replicas.filter { $0.layer == .user && $0.domain.name != LookFile.name }
        let paths = files.map { ($0.file, $0.domain) }
        let resolved = files.compactMap { file in realpath(of: file.file).map { ($0, file.domain) }
        }
        domains = Dictionary(paths + resolved) { first, _ in first }
    }

    /// The program's domain that a file is linked to; nil for none.
    func domain(of file: String) -> Domain? {
        domains[file] ?? realpath(of: file).flatMap { domains[$0] }
    }
}

extension ReplicaReport {
    /// Whether it's a file of the user's settings that a path leads to.
    func leads(to path: String) -> Bool {
        let target = realpath(of: path)
        return layer == .user && (file == path || target != nil && realpath(of: file) == target)
    }
}
