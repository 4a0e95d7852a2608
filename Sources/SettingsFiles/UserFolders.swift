// Where a user's files are, after the XDG Base Directory Specification, and reading them.

import Glibc
import SettingsClient
import SettingsModel

/// The folders of one user, as the agent has them.
///
/// https://specifications.freedesktop.org/basedir-spec/latest/ : a variable that isn't an absolute
/// path counts as unset.
struct UserFolders {
    var home: String
    var configHome: String
    var dataFolders: [String]
    var configFolders: [String]

    /// The folders that the environment names.
    static var current: UserFolders {
        func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        func folder(_ name: String, _ other: String) -> String {
            variable(name).hasPrefix("/") ? variable(name) : other
        }
        func list(_ name: String, _ others: [String]) -> [String] {
            let paths = variable(name).split(separator: ":").map(String.init)
                .filter { $0.hasPrefix("/") }
            return paths.isEmpty ? others : paths
        }
        let home = folder("HOME", "/")
        return UserFolders(
            home: home,
            configHome: folder("XDG_CONFIG_HOME", home + "/.config"),
            dataFolders: [folder("XDG_DATA_HOME", home + "/.local/share")]
                + list("XDG_DATA_DIRS", ["/usr/local/share", "/usr/share"]),
            configFolders: list("XDG_CONFIG_DIRS", ["/etc/xdg"])
        )
    }

    /// Where a domain may be described; the first file that is there decides.
    func domainFiles(of domain: Domain) -> [String] {
        ([configHome] + dataFolders).map { $0 + "/settings-agent/domains/\(domain).toml" }
    }

    /// The folders of files that add to a domain's file, the least important first.
    func additionFolders(of domain: Domain) -> [String] {
        let own = configHome + "/settings-agent/domains"
        let roots = configFolders.reversed().map { $0 + "/settings-agent/domains" }
        return (roots.filter { $0 != own } + [own]).map { $0 + "/\(domain).d" }
    }

    /// The paths of what is in a folder, in the order of their names; none where it can't be read.
    static func paths(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
            )
        }
        return names.sorted().map { folder + "/" + $0 }
    }

    /// Where Foundation keeps a domain's settings.
    func defaultsStore(of domain: String) -> String {
        configHome + "/\(domain == Self.globalDomain ? ".GlobalPreferences" : domain).plist"
    }

    /// The domain whose settings are those of every program that has none of its own.
    static let globalDomain = "NSGlobalDomain"

    /// The administrator's files, the least important first.
    func managedFiles(of domain: Domain) -> [String] {
        configFolders.reversed().map { $0 + "/settings-agent/managed/\(domain).toml" }
    }

    /// A path as a domain file writes it.
    func expanded(_ path: String) -> String {
        if path == "~" { return home }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : home + "/" + path
    }

    /// A file's bytes; nil where there is no file.
    ///
    /// - Throws: `ClientError` with code `.malformed` for one that can't be read, or is too large.
    static func read(_ path: String) throws(ClientError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw ClientError(unreadable: path, String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ClientError(unreadable: path, "it is no regular file")
        }
        let most = Limits.standard.fileBytes
        guard status.st_size <= most else {
            throw ClientError(unreadable: path, "it has more than \(most) bytes")
        }
        return try all(of: descriptor, at: path, most)
    }

    private static func all(
        of descriptor: Int32,
        at path: String,
        _ most: Int
    ) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ClientError(unreadable: path, String(cString: strerror(errno)))
            }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
        throw ClientError(unreadable: path, "it has more than \(most) bytes")
    }
}
