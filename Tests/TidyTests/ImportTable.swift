// Which module may import which: the arrows of docs/architecture.md.

/// What each module may import; a module that isn't here may not exist.
struct ImportTable {
    var allowed: [String: Set<String>]

    /// What is wrong with an import, or nil.
    func problem(of module: String, importing name: String) -> String? {
        guard let allowed = allowed[module] else {
            return "module '\(module)' isn't in the import table; add it with what it may import"
        }
        if allowed.contains(name) { return nil }
        return "'\(module)' may not import '\(name)'; move the code, "
            + "or change the table and say why in the commit"
    }

    /// The table of this package.
    static let package = ImportTable(allowed: [
        // System libraries have no Swift of ours.
        "CInotify": [], "CSQLite": [], "CYaml": [], "CLinux": [], "CNcurses": [],

        // Of use to all that start programs: the agent and the screen.
        "Programs": ["CLinux", "Glibc"],
        // Of use to all that write files which others write too: the agent and settingsctl. Here, as
        // what links the agent's watcher is under its license.
        "FileReplacing": ["CLinux", "Glibc"],

        // Pure: values in, values out.
        "SettingsModel": [],
        "SettingsDocument": ["CYaml", "SettingsModel"],
        "SettingsMapping": ["SettingsModel"],
        "SettingsSchema": ["SettingsDocument", "SettingsModel"],
        "SyncEngine": [
            "SettingsDocument", "SettingsMapping", "SettingsModel", "SettingsSchema",
        ],
        "SettingsCatalogue": ["SettingsDocument", "SettingsMapping", "SettingsModel"],
        "SettingsProtocol": ["SettingsModel"],

        // The edges: the kernel, the disk, the socket.
        "SyncPlatform": [
            "CInotify", "CLinux", "FileReplacing", "Glibc", "Programs", "SettingsModel",
            "SyncEngine", "Synchronization",
        ],
        "SyncStore": [
            "CSQLite", "Glibc", "SettingsModel", "SettingsProtocol", "SyncEngine",
            "Synchronization",
        ],
        "SettingsClient": [
            "CLinux", "Glibc", "SettingsModel", "SettingsProtocol", "Synchronization",
        ],
        // Of use to the agent and to its clients, and so free of what only one of them has.
        "SchemaFiles": ["Glibc", "SettingsDocument", "SettingsModel", "SettingsSchema"],

        // For programs that have Foundation; neither of the executables does.
        "SettingsClientFoundation": ["Foundation", "SettingsClient"],

        // The terminal.
        "SettingsUI": [
            "CLinux", "CNcurses", "Glibc", "Programs", "SchemaFiles", "SettingsClient",
            "SettingsDocument", "SettingsModel", "SettingsProtocol", "SettingsSchema",
        ],

        // Put together.
        "SyncAgent": [
            "Glibc", "SchemaFiles", "SettingsDocument", "SettingsMapping", "SettingsModel",
            "SettingsProtocol", "SettingsSchema", "SyncEngine", "SyncPlatform", "SyncStore",
        ],
        "settings-agent": ["Glibc", "SyncAgent"],
        "settingsctl": [
            "ArgumentParser", "CLinux", "FileReplacing", "Glibc", "SchemaFiles",
            "SettingsCatalogue", "SettingsClient", "SettingsDocument", "SettingsModel",
            "SettingsProtocol", "SettingsSchema", "SettingsUI",
        ],
    ])
}

extension SwiftLine {
    /// The module that the line imports, or nil: reads `import M`, `package import M`,
    /// `@testable import M` and `import struct M.T`.
    var importedModule: String? {
        let modifiers: Set<Substring> = [
            "public", "package", "internal", "private", "fileprivate", "@testable",
            "@preconcurrency", "@_exported",
        ]
        let kinds: Set<Substring> = [
            "struct", "enum", "class", "func", "protocol", "typealias", "var", "let", "actor",
        ]
        let words = code.split { $0 == " " || $0 == "." }
        guard let index = words.firstIndex(of: "import"),
            words[..<index].allSatisfy(modifiers.contains)
        else { return nil }
        return words[(index + 1)...].first { !kinds.contains($0) }.map(String.init)
    }
}
