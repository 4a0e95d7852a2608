// Which dialect of lines a file is in, told by its name and its content.

import SettingsModel

/// The name of a file and its bytes, to tell a dialect by.
struct LineDetection {
    /// The last part of the path, and the folder's name before it.
    private let name: String
    private let folder: String
    private let bytes: [UInt8]

    /// Takes a file's path, or its name alone.
    init(path: String, bytes: [UInt8]) {
        let parts = path.split(separator: "/")
        name = String(parts.last ?? "")
        folder = String(parts.dropLast().last ?? "")
        self.bytes = bytes
    }

    /// The dialect, or nil when nothing tells.
    var format: Format? { formatByName ?? formatByContent }

    private var ending: String { name.split(separator: ".").last.map { $0.lowercased() } ?? "" }

    // MARK: By name

    private static let systemdEndings: Set = [
        "service", "socket", "device", "mount", "automount", "swap", "target", "path", "timer",
        "slice", "scope", "network", "netdev", "link", "nspawn", "dnssd",
    ]

    private static let names: [String: Format] = [
        ".gitconfig": .gitConfig, "gitconfig": .gitConfig, ".gitmodules": .gitConfig,
        "config.worktree": .gitConfig, ".lfsconfig": .gitConfig, "ssh_config": .sshConfig,
        "sshd_config": .sshConfig, "kitty.conf": .kitty, ".env": .dotenv, "kdeglobals": .kconfig,
        "mimeapps.list": .desktopEntry, ".editorconfig": .ini, "php.ini": .php,
        "php.ini-development": .php, "php.ini-production": .php, ".user.ini": .php,
        "mpv.conf": .mpv, "dunstrc": .dunst, "foot.ini": .foot, ".npmrc": .npmrc, "npmrc": .npmrc,
    ]

    /// Files that are known by the name of their folder and their ending.
    private static let folders: [String: [String: Format]] = [
        "kitty": ["conf": .kitty], "systemd": ["conf": .systemd], "foot": ["ini": .foot],
        "dunstrc.d": ["conf": .dunst], "mods-available": ["ini": .php],
    ]

    private var formatByName: Format? {
        if let format = Self.names[name] { return format }
        if name.hasPrefix(".env.") { return .dotenv }
        if name == "config" {
            if folder == ".git" || folder == "git" { return .gitConfig }
            if folder == ".ssh" { return .sshConfig }
        }
        if let format = Self.folders[folder]?[ending] { return format }
        if ending == "conf", isDropIn { return .systemd }
        switch ending {
        case "env": return .dotenv
        case "desktop", "directory": return .desktopEntry
        case "properties": return .properties
        // Other programs have endings of these names too; an empty file is taken at its word.
        case let ending where Self.systemdEndings.contains(ending):
            return bytes.isEmpty || hasSection && reads(.systemd) ? .systemd : nil
        default: return nil
        }
    }

    /// Whether the file is in a folder such as `ssh.service.d`.
    private var isDropIn: Bool {
        let parts = folder.split(separator: ".")
        return parts.count > 2 && parts.last == "d"
            && Self.systemdEndings.contains(String(parts[parts.count - 2]))
    }

    // MARK: By content

    private var formatByContent: Format? {
        if name == "config", firstLine.hasPrefix("[core]"), reads(.gitConfig) { return .gitConfig }
        switch ending {
        case "ini": return bytes.isEmpty || hasSection || reads(.ini) ? .ini : nil
        case "cfg", "conf", "cnf": return plainFormat
        default: break
        }
        guard name.hasSuffix("rc"), hasSection else { return nil }
        // KDE's files have no dot in front, and no blanks around the equal sign.
        if !name.hasPrefix("."), isWrittenByKConfig { return .kconfig }
        return plainFormat
    }

    /// INI where sections or equal signs stand, keys and values otherwise; nil for all that is doubtful.
    private var plainFormat: Format? {
        if let ini = document(.ini), !ini.lineEntries.isEmpty {
            // A key that stands again, or alone, means something of its own to its program.
            let isPlain =
                ini.outline.leaves.allSatisfy { $0.count == 1 }
                && ini.lineEntries.allSatisfy { entry in
                    // A key has ':' only where all lines divide at '='.
                    let parts = ini.bytes[entry.key].split(separator: UInt8(ascii: ":"))
                    return entry.hasSeparator && parts.allSatisfy(isPlainKey)
                }
            return isPlain && !isLikelyTOML(ini) && (hasSection || !isLikelyC(ini)) ? .ini : nil
        }
        guard !hasSection, let lines = document(.keyValue), !lines.lineEntries.isEmpty else {
            return nil
        }
        let isPlain = lines.lineEntries.allSatisfy { entry in
            let value = lines.bytes[entry.value]
            return isPlainKey(lines.bytes[entry.key]) && !"{};=\\".utf8.contains(value.last ?? 0)
                && !value.contains(UInt8(ascii: "="))
        }
        return isPlain ? .keyValue : nil
    }

    /// Whether a file of sections can be read as INI, though some of its lines may mean something of their
    /// own to its program: a key alone, or one that stands again.
    var isPerhapsINI: Bool {
        // nil: it can't be
        let ini = try? LineDocument(bytes, as: .ini, limits: .standard)
        return hasSection && ini?.lineEntries.contains(where: \.hasSeparator) == true
    }

    /// Whether values stand in quotes or brackets, and TOML can read them all.
    private func isLikelyTOML(_ ini: LineDocument) -> Bool {
        let hasSigns = ini.lineEntries.contains {
            "\"'[{".utf8.contains(ini.bytes[$0.value].first ?? 0)
        }
        return hasSigns && (try? Format.toml.parse(bytes)) != nil  // nil: it isn't TOML
    }

    /// Whether values end in semicolons or hold braces, as in libconfig's language, which has no sections.
    private func isLikelyC(_ ini: LineDocument) -> Bool {
        ini.lineEntries.contains { entry in
            let value = ini.bytes[entry.value]
            return value.last == UInt8(ascii: ";") || "{([".utf8.contains(value.last ?? 0)
                || value.first == UInt8(ascii: "{")
        }
    }

    /// Whether a key has no signs that speak of another language.
    private func isPlainKey(_ key: ArraySlice<UInt8>) -> Bool {
        key.allSatisfy { $0 >= 0x80 || LineText.isLetterOrDigit($0) || "_-. /".utf8.contains($0) }
    }

    private var isWrittenByKConfig: Bool {
        guard let document = document(.kconfig) else { return false }
        let isNested = document.sections.contains { ($0.path?.count ?? 0) > 1 || $0.isImmutable }
        return isNested
            || !document.lineEntries.isEmpty
                && document.lineEntries.allSatisfy { entry in
                    let separator = document.bytes[entry.key.upperBound..<entry.value.lowerBound]
                    return !separator.contains(where: LineText.isBlank)
                        && isFirstInLine(entry, document)
                }
    }

    private func isFirstInLine(_ entry: LineEntry, _ document: LineDocument) -> Bool {
        let start = entry.range.lowerBound
        return start == 0 || document.bytes[start - 1] == 0x0A
    }

    private func document(_ format: Format) -> LineDocument? {
        // nil: it's something else
        let document = try? LineDocument(bytes, as: format, limits: .standard)
        return document?.unread.isEmpty == true ? document : nil
    }

    private func reads(_ format: Format) -> Bool { document(format) != nil }

    private var hasSection: Bool { firstLine.hasPrefix("[") }

    /// The first line that is neither blank nor a comment.
    private var firstLine: String {
        let text = bytes[bytes.byteOrderMarkEnd...]
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = LineText.trimmed(line)
            if let first = line.first, !"#;".utf8.contains(first) {
                return String(decoding: line, as: UTF8.self)
            }
        }
        return ""
    }
}
