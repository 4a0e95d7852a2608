// What a file's name says about its format.

/// A path, as the table of names looks it up.
struct FileName {
    /// The last part of the path, the folder's name before it, and that with the one before that.
    let name: String
    let folder: String
    private let folders: String

    /// Splits a file's path, or takes its name alone.
    init(path: String) {
        let parts = path.split(separator: "/")
        let last = String(parts.last ?? "")
        // GNU Stow's option --dotfiles has these letters stand for a dot.
        name = last.hasPrefix("dot-") ? "." + last.dropFirst(4) : last
        folder = String(parts.dropLast().last ?? "")
        folders = parts.dropLast().suffix(2).joined(separator: "/")
    }

    /// What follows the name's last dot, in lower case; empty where it has none.
    var ending: String {
        name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() } ?? ""
    }

    /// What a name says.
    enum Meaning: Equatable {
        case format(Format)
        /// A language that isn't supported, as it is called in messages.
        case language(String)
    }

    /// What the name says, whatever the text looks like; nil for nothing.
    var meaning: Meaning? {
        let known = Self.known
        if let meaning = known["\(folder)/\(name)"] ?? known[name]
            ?? known["\(folders)/*"] ?? known["\(folders)/*.\(ending)"]
            ?? known["\(folder)/*.\(ending)"] ?? known["\(folder)/*"]
        {
            return meaning
        }
        if let meaning = known["*.\(ending)"] { return meaning }
        if name.hasPrefix(".env.") { return .format(.dotenv) }
        // `.gitconfig-work` and `work.gitconfig.inc` are included by others.
        if name.hasSuffix(".tmux.conf") { return .format(.tmux) }
        if name.hasPrefix(".Xdefaults-") { return .format(.xresources) }
        // Launchers of Chromium, Electron, Code and so on read such a file.
        if name.hasSuffix("-flags.conf") { return .format(.flags) }
        if name.contains("gitconfig") { return .format(.gitConfig) }
        return ending == "conf" && isDropIn ? .format(.systemd) : nil
    }

    /// Endings of units, and of files that systemd reads as units.
    static let systemdEndings: Set = [
        "service", "socket", "device", "mount", "automount", "swap", "target", "path", "timer",
        "slice", "scope", "network", "netdev", "link", "nspawn", "dnssd",
    ]

    /// Whether the file is in a folder such as `ssh.service.d`.
    private var isDropIn: Bool {
        let parts = folder.split(separator: ".")
        return parts.count > 2 && parts.last == "d"
            && Self.systemdEndings.contains(String(parts[parts.count - 2]))
    }
}

// MARK: The table

extension FileName {
    private static let known: [String: Meaning] = {
        var known: [String: Meaning] = [:]
        for (format, names) in formats {
            for name in names.split(separator: " ") { known[String(name)] = .format(format) }
        }
        for (language, names) in languages {
            for name in names.split(separator: " ") { known[String(name)] = .language(language) }
        }
        return known
    }()

    /// The names of each format: a file's name, `FOLDER/NAME`, `FOLDER/FOLDER/*` or `FOLDER/*` for all files there,
    /// `FOLDER/FOLDER/*.ENDING`, `FOLDER/*.ENDING`, or `*.ENDING`.
    private static let formats: [(Format, String)] = [
        (
            .toml,
            """
            *.toml Pipfile Cargo.lock poetry.lock uv.lock cargo/config .cargo/config \
            cargo/credentials .cargo/credentials containers.conf containers/*.conf spotifyd.conf spotify-launcher.conf
            """
        ),
        (
            .jsonc,
            """
            *.jsonc *.code-workspace *.sublime-settings *.sublime-keymap *.sublime-mousemap \
            *.sublime-commands *.sublime-menu *.sublime-build *.sublime-project *.code-snippets waybar/config .babelrc .jshintrc .swcrc
            """
        ),
        (.json, "*.json"),
        (.json5, "*.json5"),
        (.xmlPropertyList, "*.plist"),
        (
            .yaml,
            """
            *.yaml *.yml .gemrc gemrc .yamlfmt .yamllint yamllint/config .clang-format \
            clang-format _clang-format .clang-tidy .clangd .condarc condarc .ansible-lint .kube/config .prettierrc .stylelintrc .eslintrc \
            .lintstagedrc .commitlintrc .liftoffrc
            """
        ),
        (
            .gitConfig,
            ".gitconfig gitconfig .gitmodules config.worktree .lfsconfig .git/config git/config"
        ),
        (
            .sshConfig,
            "ssh_config sshd_config .ssh/config ssh_config.d/*.conf sshd_config.d/*.conf"
        ),
        (.kitty, "kitty.conf kitty/*.conf"),
        (.ghostty, "ghostty/config *.ghostty ghostty/themes/*"),
        (.dotenv, ".env *.env"),
        (
            .kconfig,
            """
            kdeglobals konsole/*.profile konsole/*.colorscheme color-schemes/*.colors \
            kwinrc kwinrulesrc plasmarc plasmashellrc kglobalshortcutsrc khotkeysrc kcminputrc kxkbrc \
            ksmserverrc kscreenlockerrc krunnerrc dolphinrc konsolerc katerc kwriterc okularrc \
            okularpartrc gwenviewrc spectaclerc baloofilerc breezerc
            """
        ),
        (.desktopEntry, "mimeapps.list *.desktop *.directory"),
        (
            .keyFile,
            """
            gtk-2.0/settings.ini gtk-3.0/settings.ini gtk-4.0/settings.ini libfm/libfm.conf \
            lxterminal/lxterminal.conf mc/ini
            """
        ),
        (
            .systemd,
            """
            systemd/*.conf *.service *.socket *.timer *.automount *.slice *.scope *.network *.netdev \
            *.nspawn *.dnssd
            """
        ),
        (.properties, "*.properties"),
        (
            .ini,
            """
            *.ini .editorconfig editorconfig aws/config .aws/config aws/credentials .aws/credentials .pylintrc \
            pylintrc .flake8 flake8 pycodestyle .pypirc .coveragerc setup.cfg .wgetrc wgetrc \
            mako/config wofi/config ncmpcpp/config .ncmpcpp/config cava/config termite/config \
            polybar/config fcitx5/config fcitx5/profile aerc.conf rootbar/config MangoHud.conf \
            retroarch.cfg bpytop.conf user-dirs.dirs labwc/environment btop/themes/* \
            bashtop/themes/* bpytop/themes/* *.kvconfig copyq.conf pacman.conf paru.conf \
            calcurse/conf .calcurse/conf spectrwm/*.conf .spectrwm.conf imv/config vimiv/keys.conf \
            shellcheckrc .shellcheckrc weechat/*.conf .weechat/*.conf pgcli/config \
            .mlterm/main .mlterm/color .mlterm/font .mlterm/aafont
            """
        ),
        (.php, "php.ini php.ini-development php.ini-production .user.ini mods-available/*.ini"),
        (.mpv, "mpv.conf"),
        (.dunst, "dunstrc dunstrc.d/*.conf"),
        (.foot, "foot.ini foot/*.ini fuzzel.ini fuzzel/*.ini"),
        (.btop, "btop.conf"),
        (.npmrc, ".npmrc npmrc pnpm/rc"),
        (
            .tmux,
            """
            tmux.conf .tmux.conf .tmux.conf.local tmux.conf.local tmux/*.conf .tmux/*.conf tmux/conf/*.conf
            """
        ),
        (
            .vim,
            """
            .vimrc vimrc _vimrc .gvimrc gvimrc _gvimrc *.vim *.vimrc nvimrc .exrc .ideavimrc ideavimrc .vsvimrc
            """
        ),
        (.zathura, "zathurarc .config/zathura/*"),
        (.readline, ".inputrc inputrc"),
        (.ranger, "ranger/rc.conf"),
        (
            .i3,
            """
            i3/config .i3/config i3/config.d/* sway/config .sway/config sway/config.d/* sway/*.conf
            """
        ),
        (
            .hypr,
            """
            hyprland.conf hyprlock.conf hypridle.conf hyprpaper.conf hypr/*.conf hypr/conf/*.conf \
            hypr/conf.d/*.conf hypr/config/*.conf hypr/configs/*.conf hypr/hyprland/*.conf \
            hypr/modules/*.conf hypr/plugins/*.conf hypr/theme/*.conf hypr/themes/*.conf
            """
        ),
        (.picom, "picom.conf compton.conf picom/*.conf compton/*.conf xob/styles.cfg yabar.conf"),
        (.rasi, "*.rasi *.rasinc"),
        (.mpd, "mpd.conf .mpdconf mpd/*.conf"),
        (.lua, "*.lua conky.conf conky/*.conf"),
        (
            .shell,
            """
            .profile .xprofile xprofile .bashrc bashrc bash.bashrc .bash_profile .bash_login .bash_logout \
            .zshenv .zprofile zshenv zprofile .zshrc zshrc .zlogin .zlogout .kshrc .mkshrc .xinitrc xinitrc .xsession \
            .xsessionrc .envrc makepkg.conf .makepkg.conf psd.conf neofetch/config neofetch/*.conf rofi-pass/config \
            etc/conf.d/*
            """
        ),
        (.screen, ".screenrc screenrc"),
        (.newsboat, "newsboat/config .newsboat/config"),
        (.lf, "lfrc"),
        (
            .mutt,
            """
            .muttrc muttrc .neomuttrc neomuttrc *.muttrc mutt/*.rc neomutt/*.rc .mutt/* mutt/accounts/* \
            neomutt/accounts/*
            """
        ),
        (.nano, ".nanorc nanorc"),
        (.abook, "abookrc"),
        (.tig, ".tigrc tigrc tig/config"),
        (.scriptOptions, "script-opts/*.conf lua-settings/*.conf"),
        (.cmus, "cmus/rc cmus/autosave cmus/*.theme"),
        (.tridactyl, "tridactylrc .tridactylrc"),
        (.gtkrc, ".gtkrc-2.0 gtkrc-2.0 .gtkrc gtk-2.0/gtkrc .gtkrc-2.0.mine"),
        (
            .xresources,
            """
            .Xresources Xresources .xresources xresources .Xdefaults Xdefaults *.xresources \
            *.Xresources Xresources.d/* .xscreensaver xscreensaver/xscreensaver rofi/config
            """
        ),
        (.args, "bat/config yt-dlp/config yt-dlp.conf youtube-dl/config youtube-dl.conf"),
        (.argLines, "ripgreprc .ripgreprc .ripgrep ripgrep/config .ctags *.ctags"),
        (.gpg, "gpg.conf gpg-agent.conf gpgsm.conf scdaemon.conf dirmngr.conf"),
        (.curl, ".curlrc curlrc _curlrc"),
        (.swaylock, "swaylock/config .swaylock/config"),
        (
            .keyValue,
            "calcurse/keys .calcurse/keys w3m/config .w3m/config .stalonetrayrc stalonetrayrc"
        ),
    ]

    /// The names of files in languages that aren't supported: programs, commands, pages.
    ///
    /// Their text may look like settings, so it is never looked at.
    private static let languages: [(String, String)] = [
        (
            "a shell script",
            """
            *.sh *.bash *.zsh *.fish *.ksh *.csh *.nu *.elv .bash_aliases .cshrc .tcshrc .login bspwmrc \
            PKGBUILD *.ebuild
            """
        ),
        ("Python", "*.py *.pyi *.pyw .pythonrc .pdbrc SConstruct"),
        ("Perl", "*.pl *.pm latexmkrc .latexmkrc"),
        ("Ruby", "*.rb *.rake .irbrc .pryrc Gemfile Rakefile Vagrantfile Brewfile Podfile"),
        ("JavaScript", "*.js *.mjs *.cjs *.jsx *.ts *.tsx"),
        (
            "a program",
            """
            *.c *.h *.cc *.cpp *.hpp *.cs *.rs *.go *.java *.kt *.kts *.scala *.swift *.m *.mm *.php \
            *.r .Rprofile *.jl *.hs .ghci *.ml *.fs *.ex *.exs *.erl *.dart *.zig *.nim *.pas \
            *.groovy *.gradle *.tcl *.awk *.ps1 *.psm1 *.bat *.cmd *.vbs *.ahk
            """
        ),
        ("SQL", "*.sql"),
        ("KDL", "*.kdl"),
        ("HCL", "*.hcl *.tf"),
        ("Nix", "*.nix"),
        ("Dhall", "*.dhall"),
        ("Pkl", "*.pkl"),
        ("RON", "*.ron"),
        (
            "Lisp",
            "*.el *.lisp *.cl *.scm *.rkt *.clj *.cljs *.edn *.fnl *.yuck .emacs .spacemacs .sbclrc"
        ),
        ("a makefile", "Makefile makefile GNUmakefile *.mk *.mak Justfile justfile *.just"),
        ("CMake's language", "CMakeLists.txt *.cmake"),
        ("a Dockerfile", "Dockerfile Containerfile *.dockerfile"),
        ("CSS", "*.css *.scss *.sass *.less *.styl"),
        ("XML", "*.xml *.svg *.html *.htm *.xhtml *.xsl *.xsd *.ui *.glade *.xspf fonts.conf"),
        (
            "a document",
            "*.md *.markdown *.rst *.org *.adoc *.tex *.bib *.po *.diff *.patch *.csv *.tsv"
        ),
        ("a template", "*.j2 *.jinja *.jinja2 *.tmpl *.tpl *.erb *.mustache *.hbs *.liquid *.in"),
        ("a list of programs for files", ".mailcap mailcap"),
        (
            "a list of commands",
            """
            elinks.conf rifle.conf ranger/*.conf modprobe.d/*.conf \
            modules-load.d/*.conf tmpfiles.d/*.conf sysusers.d/*.conf syslinux.cfg extlinux.conf
            """
        ),
        (
            "a list of key bindings",
            "mpv/input.conf .mpv/input.conf aerc/binds.conf sxhkdrc skhdrc .xbindkeysrc"
        ),
        ("a list of kitty's actions", "open-actions.conf launch-actions.conf kitty/ssh.conf"),
        ("the language of i3status", "i3status.conf i3status/config"),
        ("a dump of dconf", "*.dconf"),
        ("xmodmap's language", ".Xmodmap"),
    ]
}
