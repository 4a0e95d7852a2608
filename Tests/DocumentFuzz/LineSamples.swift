// Files of lines made at random, with every habit of their dialect.

package import SettingsDocument
package import TestSupport

/// Makes files of one format.
package struct LineSamples {
    private let format: Format

    /// Creates a maker.
    package init(format: Format) { self.format = format }

    /// Whether a format's files are of lines.
    static func isMade(of format: Format) -> Bool {
        switch format {
        case .toml, .json, .jsonc, .json5, .yaml, .xmlPropertyList, .binaryPropertyList: false
        default: true
        }
    }

    private var hasSections: Bool {
        switch format {
        case .gitConfig, .systemd, .desktopEntry, .keyFile, .kconfig, .ini, .php, .mpv, .dunst,
            .foot,
            .npmrc:
            true
        default: false
        }
    }

    /// Headers as they may stand.
    private var headers: [String] {
        switch format {
        case .gitConfig:
            ["[core]", "[Core]  # c", "[remote \"o\"]", "[remote \"O p\"] ; c", "[a.b]", "\t[x]"]
        case .kconfig: ["[A]", "[A][B]", "[A][B][C d]", "[x\\x5dy]", "[D]"]
        case .ini, .php, .dunst: ["[A]", "[B c]", "[A] ; c", "[d.e]", "[DEFAULT]"]
        case .mpv, .foot: ["[A]", "[B c]", "[A] # c", "[d.e]", "[DEFAULT]"]
        case .npmrc: ["[A]", "[B c]", "[d.e]", "[DEFAULT]"]
        default: ["[A]", "[B c]", "[D-E]", "[F]"]
        }
    }

    private var keys: [String] {
        format == .vim
            ? ["nu", "number", "ts", "shiftwidth", "stl", "foo", "list", "titlestring"]
            : ["k", "Key", "long-key", "x1", "other", "Z", "n", "mm"]
    }

    /// Lines of one key, which stands for `K`.
    private var entries: [String] {
        switch format {
        case .gitConfig:
            [
                "\tK = v", "K=1", "\tK = a b # c", "\tK = \"a # b\" c;x", "\tK",
                "K = one \\\n  two # c",
                "\tK = \"\"", "\tK = x\\\\y\\\"z", "\t\tK =",
            ]
        case .systemd:
            [
                "K=v", "K = a b", "K=", "K=one \\\n  two", "K=one \\\n# c\n; d\n  two \\\n three",
                "K=%h \"x y\" z", "  K=#no", "K=\\\\", "K stray",
            ]
        case .desktopEntry, .keyFile:
            ["K=v", "K = a b ", "K=", "K[de]=x", "K=a;b\\;c;", "K=\\sx\\n\\\\", "K=a # b"]
        case .kconfig:
            ["K=v", "K=a,b", "K=", "K[de]=x", "K[$e]=$HOME/x", "K=\\sx\\x41", "K = 1", "K stray"]
        case .ini:
            [
                "K = v", "K=1", "K: x", "K =", "K = one\n  two\n\n   three", "K = a ; b", "  K = i",
                "K = [x]", "K = one\n# c\n  two",
                "K = \"q r\"", "K='q'", "K = \"q\" # c", "K = 'a', 'b'", "K = \"a\"b\"", "K = it's",
                "K = \"q\n  r\"", "q:K=1",
            ]
        case .php:
            [
                "K = v", "K=1;c", "K = \"a;b\" ; c", "K = 'x \\ y'", "K = \"q\\\"r\\\\\"", "K =",
                "K = E_ALL & ~E_NOTICE ; c", "K = \"one\ntwo\" ; c", "K[] = a", "K ; c",
            ]
        case .mpv:
            [
                "K=v", "K", "K # c", "K=\"a # b\" # c", "K='x' ", "K = a#c", "K=%3%a b", "--K=1",
                "K=a \"b", "K=\"a\" # c",
            ]
        case .dunst:
            [
                "K = v", "    K = \"#fff\"", "K = \"a;b\" # c", "K = a # c", "K = # c",
                "K = <b>\"#\"</b> ; c", "K = 'x'", "K = \"a \"b\" c\"",
            ]
        case .foot:
            [
                "K=v", "K=#abc", "K=a # c", "K=\"a \\\"b\\\\\" # c", "K='it'", "K=\"a # b\"",
                "K = x:size=9",
                "K=\"\"",
            ]
        case .npmrc:
            [
                "K=v", "//r.example.org/:K=a=b", "K = a\\;b\\#c ; d", "K=\"a;b\"", "K='x y'", "K",
                "K[]=a",
                "K=\"a\\u00e9\"", "K=\"a\\q\"", "@K:registry=https://x/",
            ]
        case .dotenv:
            [
                "K=v", "export K=1 # c", "K = x", "K='a b' # c", "K=\"one\ntwo\\\"\"", "K=",
                "K=a#b",
                "K=$(x)", "K= # c",
            ]
        case .properties:
            [
                "K=v", "K : x", "K y", "K", "K=one\\\n    two", "K=\\u00e9\\\\", "  K=z ",
                "K\\ \\=s=1",
                "K=\\ x",
            ]
        case .btop:
            [
                "K = v", "K=True", "K = \"a b\" c", "K = a b", "K = \"\"", "K=\"a\"b", "K=x\"y",
                "K =",
                "  K\t=  1 # c", "K",
            ]
        case .kitty:
            ["K v", "K    a b", "K #fff", "K one\n  \\two\n\\ three", "map f1 K", "  K 1", "K"]
        case .tmux:
            [
                "set -g K v", "set -g K \"a b\" # c", "set  -g K 'x'", "  setw -g K 1 ",
                "set -gq K \"\\$x\"", "set -g K a\\ b", "set -g @plugin K", "bind K set -g K v",
                "set -ga K z", "set -g K \"#(x)\"", "set -gu K", "set -g K \\\n  v", "set K v",
                "if x {\nset -g K v\n}", "%if 1\nset -g K v\n%endif", "set -g K a ; set -g K b",
                "set -g K a b", "set -g K \"one\n  two\"",
            ]
        case .vim:
            [
                "set K", "set noK", "set K=4", "set K=a\\ b \" c", "set noet K=4 list", ":set K:4",
                "  set K=x noK", "let g:K = 1", "nmap K :set K<CR>", "set K+=x", "set K&",
                "set K=a\n  \\,b", "set K=4 | echo 1", "if x\nset K\nendif",
                "augroup K\n  au!\naugroup END", "fu! K()\n  set K\nendf",
            ]
        case .zathura:
            [
                "set K v", "set  K \"a b\" # c", "set K 'x'", "  set K a\\ b", "map K x",
                "set K a b",
                "set K", "\" set K v", "set K \"#fff\"", "set K \"open", "include K",
            ]
        case .readline:
            [
                "set K on", "set K Off", "\"\\C-a\": K", "$if K\nset K on\n$endif", "  set K a b",
                "set K",
            ]
        case .ranger:
            [
                "set K true", "set K=False", "set K a, b", "map K x", "setlocal K 1", "set K",
                "set K!",
            ]
        case .i3:
            [
                "font pango:K 9", "default_border pixel 2", "set $K x", "set $K $x", "bindsym K x",
                "bar {\n  font K\n}", "mode \"K\" {\n}", "client.focused #aaa #bbb",
                "font K \\\n b",
            ]
        case .screen:
            ["vbell off", "shell \"K\"", "term 'K x' # c", "bind K x", "shell $K", "term a b"]
        case .lf:
            [
                "set K", "set noK", "set K!", "set K v", "set K 'a b' # c", "set K \"a \\\"b\\\"\"",
                "  set K a:b#c", "set K \"\\n\"", "set K a b", "set K a; set K b", "map x set K!",
                "cmd x ${{\n  set K\n}}", "cmd x %{{ K }}", "setlocal ~/K K v", "set K \"open",
            ]
        case .mutt:
            [
                "set K", "set noK", "unset K", "toggle K", "reset K", "set K = v",
                "set K=\"a b\" # c",
                "set K='x' L=y", "  set K =~/x#c", "set invK", "set ?K", "set K=`x`",
                "set K=\"$L\"",
                "set K = \\\n  v", "color index K red", "set K=a;set L=b", "set K=\"^\\\\[a\"",
                "folder-hook . set K=v", "set K v",
            ]
        case .nano:
            [
                "set K", "unset K", "SET k", "set K 8", "set K \"a b\"", "  set K \"(<[{\"",
                "set K a b",
                "set K \"a\" # c", "bind ^K x main", "set K a\"b", "include \"K\"", "set K # c",
            ]
        case .tridactyl:
            [
                "set K v", "set K.L a b", "\" set K v", "# K", "bind K x", "set K \\\n  v", "set K",
                "seturl x K v", "  set K \"a\"",
            ]
        case .tig:
            [
                "set K = v", "set K = \"a b\" # c", "set K = 'x'", "set K = a b", "set K = \"a#b\"",
                "color K a b",
                "bind K x y", "set K += v", "set K", "  set K = v#c",
            ]
        case .abook:
            [
                "set K=v", "set K = \"a b\"", "field K = L", "view K = a, b", "set K=a b", "set K",
                "set K=\"a",
            ]
        case .scriptOptions: ["K=v", "K=a b", "K= a", "K=a ", "# K=v", "K", "K = v", "K=#a"]
        case .cmus:
            [
                "set K=v", "set K= v", "set K=a b ", "bind common x K", "set K", "# set K=v",
                "set K = v", "  set K=#a",
            ]
        case .gtkrc:
            [
                "K=\"v\"", "K = 1 # c", "  K=GTK_A", "include \"K\"", "style \"K\" {\n  K = 1\n}",
                "K",
                "style \"x\"\n{\n  engine \"y\" {\n    K=1\n  }\n}", "K = \"a \\\"b\\\"\"",
                "K = { 1, 2 }",
                "K=\"\\n\"", "widget_class \"*\" style \"K\"",
            ]
        case .newsboat:
            [
                "K v", "K \"a b\" # c", "K a#c", "bind-key K x", "K a b", "color K x y",
                "K \"a\\\"b\"", "K `x`",
            ]
        case .ghostty:
            [
                "K = v", "K=\"a b \"", "K", "K =", "K = \"a\"b\"", "keybind = K=x", "keybind =",
                "  K = #fff # c",
                "font-family = \"\"", "font-family = K", "K = \"", "K x",
            ]
        case .xresources:
            [
                "*K: v", "X*K:\tv w ", "K.b: \\ a\\nb\\\\c", "  *K : 1", "*K:", "*K: a\\\n b",
                "*K: a//b", "#define red x", "*K: red", "#ifdef K\n*K: v\n#endif",
                "/* K: v\n*K: w */", "K",
                "*K: it's",
                "! K \\\n*K: v", "*K: \\101 \\9", "*K: unix",
            ]
        case .hypr:
            [
                "K = v", "K=a b # c", "K =", "  K:b = 1", "K {\n  k = v\n}", "K:x{", "}", "$K = x",
                "x1 = $K", "bind = K, x", "K = a##b", "K = {{K + 1}}", "source = K",
                "label {\n  K = v\n}", "# hyprlang if K", "# hyprlang endif", "K = a \\\n  b",
                "misc {\n  K = 1\n  K {\n    k = 2\n  }\n  other = on\n}", "misc:K = 2",
            ]
        case .picom:
            [
                "K = 1;", "K: \"a\\\"b\" # c", "  K=0x1F, // c", "K = true", "K = [ \"x\",\n  1 ];",
                "K: {\n  k = 1;\n  x1 = \"v\"; /* c */\n};", "K =\n{\n  n = .5\n}",
                "wintypes: {\n  K = { k = 1; };\n  Z: {\n    K = 2;\n  };\n};", "K = 1; Z = 2;",
                "/* K = 1;\n*/", "@include \"K\"", "K = \"a\"\n  \"b\";", "}", "K", "K = (",
                "K = \"",
            ]
        case .rasi:
            [
                "* {\n  K: 1;\n}", "a {\n  K: \"v\"; // c\n  x1 : 0px 1em;\n}",
                "#a.b {\n  K: @n;\n}",
                "a b {\n  K: 'x y';\n}", "configuration {\n  K: true;\n  Z {\n    n: #fff;\n  }\n}",
                "a, b {\n  K: 1;\n}", "a { K: 1; }", "@theme \"K\"", "@import \"K\"",
                "/* /* K */ */",
                "@media ( min-width: 5 ) {\n  a {\n    K: 1;\n  }\n}", "a {\n  K: [ x,\n y ];\n}",
                "a {\n  color: Red;\n}", "}", "K: 1;", "a {", "a {\n  K: \"x\" \"y\";\n  n: 5px\n}",
            ]
        case .mpd:
            [
                "K \"v\"", "K\t\"a \\\"b\\\\\" # c",
                "audio_output {\n  K \"v\"\n  type \"x\" # c\n}",
                "input {\n  K \"v\"\n}", "K v", "include \"K\"", "K \"\"", "password \"K\"", "}",
                "K \"v",
                "input {", "K {\n}", "  x1   \"v\" ",
            ]
        case .lua:
            [
                "c.K = 1", "c.K = \"a\\\"b\" -- c", "local K = 'v'", "c[\"K\"] = true;",
                "K = -0x1F",
                "c.K = f()", "c.K = {\n  k = 1,\n  x1 = 'v', -- c\n}",
                "c.n = {\n  K = [[v]],\n  Z = {\n    K = 2\n  },\n}",
                "c.K = { k = 1 }", "if x then\n  c.K = 2\nend", "function f(k)\n  c[k] = 1\nend",
                "c = f()", "local c = {}",
                "--[[ c.K = 1\n]]", "c.K = 1 c.Z = 2", "return c",
                "return {\n  K = 1,\n  Z = \"x\"\n}", "c.K:append('x')",
                "end", "c.K = \"", "c.K = {", "vim.opt.K = 'v'", "c.K = \"a\" ..\n  b",
                "local n = c", "n.K = true", "local m, n = c.n, vim.o", "m.K = 2", "vim.o.K = 3",
                "do\n  c.K = 1\n  local c = n\n  c.Z = 2\nend", "do",
            ]
        case .shell:
            [
                "K=v", "export K=\"a \\\"b\" # c", "K='v'", "  K=a\\ b", "K=$HOME/x", "K=(a b)",
                "K=",
                "export K=\"$(f \"K\")\"", "if x; then\n  K=2\nfi", "f() {\n  K=1\n}",
                "f() { K=1 }",
                "case x in\n  K) Z=1 ;;\n  *) ;;\nesac", "for K in a b; do\n  x1=$K\ndone",
                "unset K",
                "cat <<EOF\nK=1\nEOF", "[ -n \"$K\" ] && K=1", "K=1; Z=2", "K=a\\\n  b", "K='a\nb'",
                ": ${K:=1}", "((K++))", "[[ K == v ]]", "export K", "return", "fi", "}", "K=\"",
                "if",
                "K+=v", "K=~/x", "K={a,b}", "alias K='v'", "if [[ K ]] {\n  K=1\n}",
            ]
        case .args:
            [
                "--K=v", "--K \"a b\" # c", "--K", "--K='x'", "  --K=a\\ b ", "--K\nv", "-K x",
                "--K --other=1", "\"--K=x\"", "--K=", "--K=\"x\"'y'", "K", "--K=a#b",
                "--K \"\\$x\"",
                "--K #c", "--K=true",
            ]
        case .argLines:
            [
                "--K=v", "--K", "--K=a b", "  --K=x ", "--K\nv w", "-K", "--K x", "--K=", "K",
                "--K=true", "--K=\"x\"",
            ]
        case .flags:
            ["--K=v", "--K", "--K=a,b", "--K=\"x y\"", "--K x", "--K=", "K", " --K=false"]
        case .gpg:
            [
                "K v", "K", "K  \"a b\" ", "  K a b", "--K v", "[if x]\nK v\n[fi]", "K \"x",
                "K true", "K \"\"",
            ]
        case .curl:
            [
                "K = v", "K", "--K v", "--K", "K: \"a \\\"b\\n\" # c", "K=\"\"", "-K x", "K v w",
                "--K \"x y\"", "K = 'x'", "K == v", "K = #fff",
            ]
        case .swaylock: ["K=v", "K", "K=a b ", " K=v", "K=", "K = x", "K=true"]
        default: ["K v", "K    a b", "K #fff", "  K 1"]
        }
    }

    private var comment: String {
        switch format {
        case .gitConfig, .systemd, .ini, .php, .dunst, .npmrc: "; c"
        case .properties: "! c"
        case .vim: "\" c"
        case .xresources: "! c"
        case .rasi: "// c"
        case .lua: "-- c"
        default: "# c"
        }
    }

    /// One file.
    package func file(using random: inout SeededRandom) -> [UInt8] {
        var lines: [String] = []
        // Formats that refuse keys and sections that stand again get each but once.
        let isStrict = format == .desktopEntry || format == .keyValue
        var headers = headers.shuffled(using: &random)
        for number in 0..<Int.random(in: 1...4, using: &random) {
            let hasHeader =
                hasSections
                && (number > 0
                    || ![.ini, .kconfig, .php, .mpv, .dunst, .foot, .npmrc].contains(format))
            if hasHeader {
                guard
                    let header = isStrict
                        ? headers.popLast() : headers.randomElement(using: &random)
                else { break }
                lines.append(header)
            }
            if isStrict, !hasHeader, number > 0 { break }
            add(to: &lines, isStrict: isStrict, using: &random)
        }
        let ending = Bool.random(using: &random) ? "\n" : "\r\n"
        var text =
            lines.joined(separator: "\n") + (Int.random(in: 0...3, using: &random) > 0 ? "\n" : "")
        if Int.random(in: 0...5, using: &random) == 0 { text = "\u{FEFF}" + text }
        let bytes = Array(text.utf8)
        return ending == "\n" ? bytes : bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
    }

    private func add(to lines: inout [String], isStrict: Bool, using random: inout SeededRandom) {
        var keys = keys.shuffled(using: &random)
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            switch Int.random(in: 0...7, using: &random) {
            case 0: lines.append("")
            case 1: lines.append(comment)
            default:
                let key = isStrict ? keys.removeLast() : keys.randomElement(using: &random) ?? "k"
                let entry = entries.randomElement(using: &random) ?? ""
                // `K` is in no other word of the entries.
                lines.append(entry.replacing("K", with: key))
            }
        }
    }

    /// Texts that need care in some dialect.
    package static let texts: [String] = [
        "plain", "", "a b", "x # y", "x;y", " edge ", "back\\slash", "end\\", "q\"'", "$x", "l\nm",
        "t\tt", "é 😀", "=", "[x]", "#", ";x", "a;b\\;c;", "\\;", "\\\\;", "yes", "\u{A0}x", "a\rb",
    ]
}
