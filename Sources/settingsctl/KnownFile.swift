// The domain that a settings file belongs to, by its path.

import Glibc
import SettingsModel

/// A settings file whose program is known by its path.
struct KnownFile {
    let domain: String
    /// Below the home folder.
    let path: String

    /// Where the folder doesn't have the program's name, and other files that many people have.
    private static let all = [
        KnownFile("git", ".gitconfig"), KnownFile("git", ".config/git/config"),
        KnownFile("kitty", ".config/kitty/kitty.conf"),
        KnownFile("alacritty", ".config/alacritty/alacritty.toml"),
        KnownFile("vscode", ".config/Code/User/settings.json"),
        KnownFile("vscodium", ".config/VSCodium/User/settings.json"),
        KnownFile("tmux", ".tmux.conf"), KnownFile("vim", ".vimrc"),
        KnownFile("nvim", ".config/nvim/init.lua"), KnownFile("nvim", ".config/nvim/init.vim"),
        KnownFile("readline", ".inputrc"), KnownFile("screen", ".screenrc"),
        KnownFile("npm", ".npmrc"), KnownFile("cargo", ".cargo/config.toml"),
        KnownFile("gtk3", ".config/gtk-3.0/settings.ini"),
        KnownFile("gtk4", ".config/gtk-4.0/settings.ini"),
        KnownFile("kde", ".config/kdeglobals"),
    ]

    private init(_ domain: String, _ path: String) {
        self.domain = domain
        self.path = path
    }

    /// Those that are there, in the order in which they are proposed.
    static var present: [KnownFile] {
        all.filter { access(home + $0.path, R_OK) == 0 }
    }

    /// The path as a shell reads it.
    var shellPath: String { "~/" + path }

    /// The name of the domain that a file belongs to: that of its program in the catalogue, else by a known path, by
    /// the folder, or by its own name.
    ///
    /// - Returns: nil where none of them can be a domain's name.
    static func domain(of path: String) -> Domain? {
        if let domain = FoundProgram.domain(of: path) { return domain }
        if path.hasPrefix(home), let known = all.first(where: { home + $0.path == path }) {
            return try? Domain(known.domain)
        }
        var folders = path.split(separator: "/").map(String.init)
        let name = folders.popLast() ?? ""
        let stem = bare(name).prefix { $0 != "." }
        let folder = String(bare(folders.last ?? ""))
        // Such a folder has the files of many programs.
        let isGeneral =
            path.dropLast(name.count) == home
            || ["", "config", "etc", "settings", "user", "tmp"].contains(folder.lowercased())
        return try? Domain(isGeneral ? String(stem) : folder)
    }

    /// A name without its leading dot, also as GNU Stow writes one.
    private static func bare(_ name: String) -> Substring {
        (name.hasPrefix("dot-") ? name.dropFirst(4) : name[...]).drop { $0 == "." }
    }

    private static var home: String { Display.home ?? "/" }
}
