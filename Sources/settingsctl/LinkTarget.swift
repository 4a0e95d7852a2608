// What the words of 'link' name: a domain and its files, or files alone.

import Glibc
import SettingsDocument
import SettingsModel

/// A file to be linked, or a domain that gets rules alone.
struct LinkTarget {
    /// nil for a file alone, whose path tells it.
    private let domain: Domain?
    /// As it was typed.
    let file: String?

    /// Whether the domain was named.
    var isNamed: Bool { domain != nil }

    /// Reads the words.
    ///
    /// - Throws: ``ModelError`` for a name that is no domain's, ``Failure`` where a file is missing.
    static func all(of words: [String], needsFile: Bool) throws -> [LinkTarget] {
        guard let first = words.first, !isFile(first, isAlone: words.count == 1) else {
            return words.map { LinkTarget(domain: nil, file: $0) }
        }
        let domain = try Domain(first)
        guard words.count == 1 else {
            return words.dropFirst().map { LinkTarget(domain: domain, file: $0) }
        }
        guard needsFile else { return [LinkTarget(domain: domain, file: nil)] }
        throw Failure(
            .usage,
            "there is no file '\(first)'",
            advice: "Nothing was linked. Write a path with a slash, for example ./\(first), "
                + "or name the domain and the file"
        )
    }

    /// Whether the first word is a file: it has a slash, or names one that is there.
    ///
    /// Where more words follow it may be a domain that is called as some file there, so it must look like one.
    private static func isFile(_ word: String, isAlone: Bool) -> Bool {
        if word.contains("/") { return true }
        var status = stat()
        guard stat(word, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return false }
        return isAlone || Format.detect(name: word, bytes: []) != nil
    }

    /// The domain as it was named, else by the file's path.
    ///
    /// - Throws: ``Failure`` where no path tells one.
    func foundDomain() throws -> Domain {
        if let domain { return domain }
        let path = absolutePath(file ?? "")
        guard let found = KnownFile.domain(of: path) else {
            throw Failure(
                .usage,
                "the path '\(path)' doesn't tell a domain's name",
                advice: "Nothing was linked. Name it: settingsctl link DOMAIN "
                    + path.quotedForShell
            )
        }
        return found
    }

    /// The domain as it was named, else as somebody at the terminal says it.
    ///
    /// - Throws: ``Failure`` where no path tells one.
    func askedDomain() throws -> Domain {
        let found = try foundDomain()
        guard domain == nil, let file else { return found }
        let path = shownPath(absolutePath(file))
        let question = "The domain of '\(path)' (Enter for '\(found)'): "
        guard let word = ask(question), !word.isEmpty else { return found }
        return try Domain(word)
    }
}
