// Formats told by names and texts, and guesses that aren't made.

import SettingsDocument
import SettingsModel
import Testing

private func detected(_ path: String, _ text: String) -> Format? {
    Format.detect(name: path, bytes: Array(text.utf8))
}

private func unknown(_ path: String, _ text: String) -> UnknownFormat {
    UnknownFormat(path: path, bytes: Array(text.utf8))
}

@Suite struct `The format of a file of lines` {
    private static let named: [(String, String, Format?)] = [
        (".gitconfig", "", .gitConfig), ("/h/.git/config", "", .gitConfig),
        ("/h/.config/git/config", "", .gitConfig), ("/h/.ssh/config", "", .sshConfig),
        ("/etc/ssh/ssh_config", "", .sshConfig),
        ("/e/ssh/ssh_config.d/w.conf", "Host work\n", .sshConfig),
        ("/e/ssh/sshd_config.d/50.conf", "UsePAM yes\n", .sshConfig), ("a.service", "", .systemd),
        ("a.timer", "[Timer]\nOnBootSec=1\n", .systemd), ("a.path", "/usr/bin:/bin\n", nil),
        ("a.target", "x: y\n\tcc\n", nil), ("/e/ssh.service.d/x.conf", "[Service]\n", .systemd),
        ("/etc/systemd/logind.conf", "", .systemd), ("a.desktop", "", .desktopEntry),
        ("/c/gtk-3.0/settings.ini", "", .keyFile), ("/c/btop/btop.conf", "", .btop),
        ("/c/x/settings.ini", "", .ini),
        ("kdeglobals", "", .kconfig), ("kwinrc", "[A]\nk=a\\tb\n", .kconfig),
        (".npmrc", "", .npmrc), ("/u/php/php.ini", "", .php),
        ("/m/mpv/mpv.conf", "", .mpv), ("dunstrc", "", .dunst),
        ("/d/dunst/dunstrc.d/50-x.conf", "", .dunst), ("/f/foot/themes.ini", "", .foot),
        ("a.ini", "", .ini), ("a.ini", "a=1\n", .ini), ("a.ini", "[a\n", .ini),
        ("a.ini", "not one\n", .ini), ("a.service", "oops\n[Unit]\n", .systemd),
        ("a.mount", "", .systemd), ("a.mount", "[Mount]\noops\nWhat=x\n", .systemd),
        ("/h/.aws/config", "", .ini), ("/c/aws/config", "", .ini), ("/c/mako/config", "x\n", .ini),
        ("/c/wofi/config", "a=1\n", .ini), ("/c/ncmpcpp/config", "", .ini), (".wgetrc", "", .ini),
        ("btop.conf", "a = true\nb = \"\\t\"\n", .btop), ("MangoHud.conf", "fps\n", .ini),
        ("user-dirs.dirs", "XDG_MUSIC_DIR=\"$HOME/Music\"\n", .ini),
        (".gitconfig-work", "", .gitConfig), ("work.gitconfig", "", .gitConfig),
        ("/c/pnpm/rc", "", .npmrc), (".gemrc", "", .yaml), (".yamlfmt", "", .yaml),
        (".clang-format", "{BasedOnStyle: LLVM}", .yaml), (".prettierrc", "semi: false\n", .yaml),
        (".prettierrc", "{\"semi\": false}", .json), ("Pipfile", "", .toml),
        ("/h/.cargo/config", "", .toml), ("/c/containers/storage.conf", "", .toml),
        ("a.sublime-settings", "// c\n{}", .jsonc), ("b.sublime-keymap", "[{}]", .jsonc),
        ("/c/waybar/config", "// c\n{}", .jsonc), ("/s/konsole/New.profile", "", .kconfig),
        ("/s/color-schemes/X.colors", "", .kconfig), (".env", "", .dotenv),
        (".env.local", "", .dotenv), ("prod.env", "", .dotenv),
        ("a.properties", "", .properties), ("/h/kitty/theme.conf", "", .kitty),
        ("/h/.tmux.conf", "[a]\nb = 1\n", .tmux), ("/c/tmux/theme.conf", "", .tmux),
        ("work.tmux.conf", "", .tmux), (".tmux.conf.local", "", .tmux), (".vimrc", "{}", .vim),
        ("/h/.vim/vimrc", "", .vim), ("_gvimrc", "", .vim), ("/c/nvim/init.vim", "{}", .vim),
        (".ideavimrc", "", .vim), ("zathurarc", "", .zathura),
        (".inputrc", "", .readline), ("/h/.config/zathura/theme", "", .zathura),
        ("/c/lf/lfrc", "", .lf), ("/h/.mutt/account.work", "", .mutt), ("neomuttrc", "", .mutt),
        ("/c/mutt/gpg.rc", "", .mutt), ("/h/.mutt/mailcap", "", nil), (".nanorc", "", .nano),
        ("tridactylrc", "", .tridactyl), ("/h/.gtkrc-2.0", "", .gtkrc),
        ("/r/vim/dot-vimrc", "", .vim), ("/r/gtk/dot-gtkrc-2.0", "", .gtkrc),
        ("conky.conf", "conky.config = {\n", .lua), ("/c/xob/styles.cfg", "", .picom),
        ("/c/x11/xresources", "", .xresources), (".xscreensaver", "", .xresources),
        ("/h/Xresources.d/dark", "", .xresources), ("/c/rofi/config", "", .xresources),
        ("/c/weechat/irc.conf", "", .ini), ("/c/cmus/rc", "", .cmus),
        (".tigrc", "", .tig), ("/h/.abook/abookrc", "", .abook), (".stalonetrayrc", "", .keyValue),
        ("/c/mpv/script-opts/osc.conf", "", .scriptOptions),
        ("/c/rofi-pass/config", "", .shell),
        ("/c/mc/ini", "", .keyFile), ("/c/tmux/conf/keys.conf", "", .tmux),
        ("/c/ranger/rc.conf", "", .ranger), ("/c/i3/config", "[a]\n", .i3),
        ("/c/sway/config", "", .i3),
        ("/c/sway/config.d/a.conf", "[a]\nb = 1\n", .i3), ("/c/sway/colors.conf", "", .i3),
        (".screenrc", "", .screen),
        ("/h/.newsboat/config", "", .newsboat), ("/c/bat/config", "--theme=\"x\"\n", .args),
        (".Xresources", "[a]\n", .xresources), (".Xdefaults-host", "", .xresources),
        ("colors.xresources", "", .xresources), ("hyprland.conf", "[a]\n", .hypr),
        ("/c/hypr/env.conf", "env = A,1\n", .hypr), ("/c/hypr/conf.d/a.conf", "", .hypr),
        ("picom.conf", "[a]\n", .picom), ("/c/picom/rules.conf", "", .picom),
        ("x.rasi", "", .rasi), ("/c/mpd/mpd.conf", "", .mpd), ("/h/.mpdconf", "", .mpd),
        ("init.lua", "--- a comment\n", .lua), ("/c/wezterm/wezterm.lua", "[a]\n", .lua),
        (".bashrc", "[a]\nb=1\n", .shell), ("makepkg.conf", "A=1\n", .shell),
        ("/c/neofetch/config.conf", "", .shell), ("/c/neofetch/config", "", .shell),
        ("/c/zsh/.zshenv", "", .shell), (".envrc", "", .shell), ("/etc/conf.d/net", "", .shell),
        ("/c/yt-dlp/config", "", .args), ("yt-dlp.conf", "[a]\n", .args),
        (".ripgreprc", "", .argLines), ("/h/.ctags.d/x.ctags", "", .argLines),
        ("chromium-flags.conf", "", .flags), ("code-flags.conf", "--a\n", .flags),
        ("/h/.gnupg/gpg-agent.conf", "a b\n", .gpg), ("gpg.conf", "", .gpg),
        (".curlrc", "-k\n", .curl), ("/c/swaylock/config", "[a]\n", .swaylock),
        ("kitty.conf", "", .kitty), (".editorconfig", "root = true\n", .ini),
        ("/c/ghostty/config", "keybind = a=b\nkeybind = c=d\n", .ghostty),
        ("fuzzel.ini", "", .foot), ("/c/fuzzel/theme.ini", "", .foot),
        ("config.ghostty", "", .ghostty), ("/c/ghostty/themes/x y", "", .ghostty),
        ("pacman.conf", "", .ini), ("/c/btop/themes/x.theme", "", .ini),
        ("/c/x/themes/x.theme", "a=1\n", nil), ("x.kvconfig", "[a]\nb=1\nb=2\n", .ini),
        ("/c/spectrwm/spectrwm.conf", "bar_color[1] = x\n", .ini), ("okularpartrc", "", .kconfig),
        ("/h/.calcurse/keys", "generic-quit  q Q\n", .keyValue),
        ("a.toml", "", .toml), ("a.json", "", .json), ("A.JSON", "{} // c", .jsonc),
        ("a.jsonc", "", .jsonc), ("a.json5", "", .json5), ("a.code-workspace", "", .jsonc),
        ("a.yml", "{}", .yaml), ("a.yaml", "", .yaml), ("a.plist", "", .xmlPropertyList),
    ]

    @Test(arguments: named)
    func `is told by its name`(path: String, text: String, format: Format?) {
        #expect(detected(path, text) == format)
    }

    private static let guessed: [(String, String, Format)] = [
        ("x.git/config", "# c\n[core]\n\trepositoryformatversion = 0\n", .gitConfig),
        ("foorc", "[A][B]\nk=1\n", .kconfig),
        ("foorc", "[A]\nk=1\n", .kconfig), ("foorc", "[A][B]\nk=C:\\\\x\n", .kconfig),
        ("pylintrc", "[A]\nk = 1\n", .ini),
        (".coveragerc", "[run]\nb=1\n", .ini),
        ("theme.conf", "theme = \"Default\"\nshown = True\n", .ini),
        ("geany.conf", "[geany]\nrecent_files=/a;/b;\n", .ini), ("a.cfg", "[a]\nb = 1\n", .ini),
        ("sysctl.conf", "a.b = 1\n", .ini), ("a.conf", "a 1\nb \"x y\"\n", .keyValue),
        ("a.conf", "[s]\nForeground = #fff #000\nb = #channel\n", .ini),
        ("editorconfig", "", .ini),
        ("smb.conf", "[global]\n   server string = x\n   log file = y\n", .ini),
        ("a.conf", "Vertical List=False\n", .ini),
        ("kritarc", "a=1\nb=x\n[A][B]\nc=1\n", .kconfig), ("foorc", "a=1\n[B]\nc=1\n", .kconfig),
        ("kvantum.kvconfig", "[General]\ntheme=X\n", .ini),
        ("noending", "[profile x]\na = 1\n", .ini),
        ("x.conf", "[General]\nTabs\\size=3\n%x=1\na~b,c=2\n@d=1\n", .ini),
        ("x.conf", "a = true\nb = \"x\"\nc = 3\n", .ini), ("/c/x/config", "width=600\n", .ini),
        ("somerc", "# c\nwidth = 600\nname = \"a b\"c\n", .ini),
        ("/c/git/work.inc", "[user]\n\tname = x\n", .gitConfig),
        ("noending", "// c\n{\"a\": 1}", .jsonc), ("noending", "[{\"a\": 1}]", .json),
        ("noending", "/* c */ [1,]", .jsonc), ("noending", "{ // c\n}", .jsonc),
        ("xrc", "[a] # about it\nb = 1\n", .ini),
        ("dmenu.conf", "[s]\na = -nb #282828 -nf #ebdbb2\n", .ini),
        ("/c/rg/config", "--hidden\n--engine=auto\n", .flags), ("a.conf", "--a\n--b\n", .flags),
        ("eslintrc", "# c\n--quiet\n--ext=js\n", .flags),
        ("a.conf", "a=1\nb=\"GraphicEQ: 20 1; 21 2;\"\n", .ini),
        ("w.conf", "[s]\na = \" -- \"\n", .ini),
    ]

    @Test(arguments: guessed)
    func `is guessed where each line earns it`(path: String, text: String, format: Format) {
        #expect(detected(path, text) == format)
    }

    private static let doubtful: [(String, String, String)] = [
        (
            "a.conf", "--a=1\n--b=\"x y\"\n",
            "line 2: programs read an option with blanks, quotes or '#' in different ways"
        ),
        (
            "a.conf", "set -g status off\nbind-key -n C-d detach\n",
            "line 1: 'set' looks like a command"
        ),
        ("a.conf", "# c\nsource ~/x\n", "line 2: 'source' looks like a command"),
        ("a.conf", "RIGHT seek 2\nLEFT quit\n", "line 1: several words stand behind 'RIGHT'"),
        (
            "a.conf", "level -3\nmark x\n",
            "line 1: the value of 'level' looks like a part of a program"
        ),
        ("a.conf", "set a.b = 1\nset a.c = 2\n", "line 1: 'set a.b' looks like a command"),
        (
            "a.conf", "options snd power_save=0\n",
            "line 1: 'options snd power_save' looks like a command"
        ),
        ("a.conf", "[s]\nset a = 1\n", "line 2: 'set a' looks like a command"),
        (
            "a.conf", "a = 1\nsplash = false # x\n",
            "line 2: a comment may stand behind the value of 'splash'"
        ),
        (
            "a.conf", "a = 1\nb = 2   ; note\n",
            "line 2: a comment may stand behind the value of 'b'"
        ),
        ("a.conf", "a = # note\n", "line 1: a comment may stand behind the value of 'a'"),
        ("a.conf", "[s]\n\na = 1 # x\n", "line 3: a comment may stand behind the value of 'a'"),
        ("a.conf", "a 1 # x\nb 2\n", "line 1: a comment may stand behind the value of 'a'"),
        ("a.conf", "FLAGS=(a b)\n", "line 1: the value of 'FLAGS' looks like a part of a program"),
        ("a.conf", "A=\"x \\\n  y\"\n", "line 1: the value of 'A' looks like a part of a program"),
        ("a.conf", "A=\"$(x)\"\n", "line 1: the value of 'A' looks like a part of a program"),
        ("a.conf", "no-greeting\na 1\n", "line 1: 'no-greeting' has no value"),
        (
            "/c/rg/config", "--a=1\n--map-syntax \"x:y\"\n",
            "line 2: programs read an option with blanks, quotes or '#' in different ways"
        ),
        ("a.conf", "a = `x`\n", "line 1: the value of 'a' looks like a part of a program"),
        ("a.conf", "[s]\nb = \"x\ny = 1\n", "line 2: a quote in the value of 'b' isn't closed"),
        ("a.conf", "[s]\nb = 1\nb = 2\n", "line 2: 'b' is set several times"),
        ("a.conf", "[s]\nb = 1\nB = 2\n", "line 3: 'B' is set several times"),
        ("x.conf", "[options]\nColor\n", "line 2: 'Color' has no value"),
        (
            "my.cnf", "[mysqld]\nport = 3306\nskip-networking\n",
            "line 3: 'skip-networking' has no value"
        ),
        (
            "a.conf", "[s]\nb = 0x10\nc = \"a\\tb\"\n",
            "line 3: TOML reads the value of 'c' in another way"
        ),
        ("a.conf", "[s]\n// b = 1\n", "line 2: '// b' has other signs than names of settings have"),
        ("a.conf", "$x = 1\n", "line 1: '$x' has other signs than names of settings have"),
        ("a.conf", "[s]\na = 1\nb: 2\n", "line 3: ':' stands between 'b' and its value"),
        ("a.conf", "[s]\na = 1\n    b = 2\n", "line 3: it may be a setting, or a part of 'a'"),
        (
            "smb.conf", "[global]\n workgroup = W\n; c\n  max log size = 50\n",
            "line 4: it may be a setting, or a part of 'workgroup'"
        ),
        ("a.conf", "[ s ]\na = 1\n", "line 1: programs read its header in different ways"),
        ("noending", "[s]\na = \"x\"\n", "line 2: TOML reads 'a', too"),
        ("noending", "[a]\n[[b]]\nc = 1\n", "line 2: programs read its header in different ways"),
        ("foorc", "EDITOR=vim\na=1\n", "line 1: 'EDITOR' looks like a command"),
        ("/c/x/config", "a=1\nb=$(x)\n", "line 2: the value of 'b' looks like a part of a program"),
        ("/c/x/config", "a = 1\nkey b = 2\n", "line 2: 'key b' looks like a command"),
        (
            "a.conf", "[ -f x ] && . x\nA=1\n[b]\n",
            "line 1: found text behind a section's header"
        ),
        (
            "a.conf", "[core]\nname = a;b\n# x\n[c]\nb = r # 1\n",
            "line 5: a comment may stand behind the value of 'b'"
        ),
        ("a.conf", "a = 1 // c\n", "line 1: a comment may begin with '// ' behind 'a'"),
        ("a.conf", "[s]\na = 1 -- c\n", "line 2: a comment may begin with '-- ' behind 'a'"),
        ("a.conf", "a = 1 /* c */\n", "line 1: a comment may begin with '/* ' behind 'a'"),
        (
            "g.conf", "workers = cpu() * 2\n",
            "line 1: the value of 'workers' looks like a part of a program"
        ),
        ("a.conf", "a = \"x\" + b\n", "line 1: the value of 'a' looks like a part of a program"),
        ("a.conf", "a = x && y\n", "line 1: the value of 'a' looks like a part of a program"),
        (".foorc", "x=1; export x\n", "line 1: the value of 'x' looks like a part of a program"),
        ("a.conf", "x == 1\n", "line 1: the value of 'x' looks like a part of a program"),
        (
            "a.conf", "[s]\nnumpy==1.0\n",
            "line 2: the value of 'numpy' looks like a part of a program"
        ),
        ("a.conf", "[s]\nx := 2\n", "line 2: ':' stands between 'x' and its value"),
        (
            "a.conf", "[s]\nparts += x\n",
            "line 2: 'parts +' has other signs than names of settings have"
        ),
        (
            "dosbox.conf", "[autoexec]\nmount c ~/x -size=10\n",
            "line 2: 'mount c ~/x -size' has other signs than names of settings have"
        ),
        (
            "foorc", "[a]\npath=C:\\new\\temp\n",
            "line 2: '\\' begins an escape in KDE's files, and is text in others"
        ),
        (
            "team", "[s]\nhost1 user=x\n",
            "line 2: 'host1 user' has other signs than names of settings have"
        ),
    ]

    @Test(arguments: doubtful)
    func `isn't guessed where a line is doubtful`(path: String, text: String, line: String) {
        #expect(detected(path, text) == nil)
        #expect(
            unknown(path, text).reason
                == "its format isn't certain, because of \(line)"
        )
    }

    @Test(arguments: [
        ("x.sh", "A=1\n", "a shell script"), ("PKGBUILD", "A=1\n", "a shell script"),
        ("x.py", "[a]\nb = 1\n", "Python"),
        ("x.el", "---\na: 1\n", "Lisp"), ("Makefile", "A = 1\n", "a makefile"),
        ("flake.nix", "{ a = 1; }", "Nix"),
        ("x.kdl", "a 1\n", "KDL"), ("main.tf", "a = 1\n", "HCL"), ("x.sql", "a = 1\n", "SQL"),
        ("dot_gitconfig.tmpl", "[user]\n email = {{ .email }}\n", "a template"),
        ("gitconfig.md", "[user]\na = 1\n", "a document"),
        ("install-gitconfig.sh", "a = 1\n", "a shell script"),
        ("/e/modprobe.d/b.conf", "blacklist nouveau\n", "a list of commands"),
        ("/c/i3/i3status.conf", "a {\n}\n", "the language of i3status"),
        ("/c/hypr/modules/a.sh", "A=1\n", "a shell script"),
        ("elinks.conf", "a = 1\n", "a list of commands"),
        ("/c/mpv/input.conf", "a b\n", "a list of key bindings"),
        ("README.md", "---\ntitle: x\n---\n", "a document"), ("x.svg", "<svg/>", "XML"),
        ("/c/kitty/open-actions.conf", "", "a list of kitty's actions"),
        ("/c/kitty/launch-actions.conf", "a b\n", "a list of kitty's actions"),
    ])
    func `isn't guessed where the name tells another language`(
        path: String,
        text: String,
        language: String
    ) {
        #expect(detected(path, text) == nil)
        let unknown = unknown(path, text)
        #expect(unknown.reason == "by its name it is \(language), which isn't supported")
        #expect(unknown.candidates == [])
    }

    @Test(
        arguments: [
            ("noending", "--- a comment\nvim.o.number = true\n"),
            ("noending", "--- a/x\n+++ b/x\n"),
            ("install.snap", "---\nsource: tests/install.rs\n---\nDefault shell\nSystem units\n"),
            ("noending", "{{ template }}"), ("noending", "{% if x %}"), ("noending", "{ a = 1; }"),
            ("noending", "<?xml version=\"1.0\"?>\n<!-- c -->\n<fontconfig/>"),
            ("x.conf", "<svg/>"),
            ("config", "[other]\na\n"), ("x.conf", ""), ("x.conf", "# c\n"),
            ("noending", "a = 1\n"), ("noending", "/bin/sh\n"),
            ("noending", "[]"), ("network", "NETWORKING=yes\n"), ("lua", "a = 1\n"), ("in", "a\n"),
            ("noending", "// c\n"), ("noending", "[a]"), ("foorc", "set a\n"),
            ("json", "a = 1\n"), ("toml", "a = 1\n"), ("yaml", "a: 1\n"), ("plist", "a\n"),
            ("grc", "--colors\nmatch:bg:black\n"), ("noending", "--a\n"),
        ] as [(String, String)]
    )
    func `isn't guessed by its first signs alone`(path: String, text: String) {
        #expect(detected(path, text) == nil)
    }

    @Test func `isn't guessed for XML`() {
        let reason = unknown("noending", "<?xml version=\"1.0\"?>\n<fontconfig/>").reason
        #expect(reason == "it is XML, which isn't supported but for property lists")
    }

    @Test func `isn't guessed for libconfig's language`() {
        let text = "# c\nshadow-radius = 7;\nwintypes:\n{\n  tooltip = { fade = true; };\n};\n"
        for path in ["x.conf", "noending"] {
            #expect(detected(path, text) == nil)
            #expect(
                unknown(path, text).reason
                    == "most of its lines end in ';' or braces: it looks like libconfig's format"
            )
            #expect(unknown(path, text).candidates == [.picom])
        }
        #expect(detected("x.conf", "shadow-radius = 7;\n") == nil)
        #expect(detected("x.conf", "blur = {\nmethod = \"dual\"\n}\n") == nil)
    }
}
