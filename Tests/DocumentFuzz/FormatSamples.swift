// Files as programs and people write them, in every format, for the fuzzer to spoil.

package import SettingsDocument
import SettingsModel

extension Format {
    /// Files in this format: written by hand where we have some, and one that we make.
    package var samples: [[UInt8]] {
        (texts[rawValue] ?? []).map { Array($0.utf8) } + [made].compactMap(\.self)
    }

    /// A file that edits have made of an empty one; nil where not even that can be read.
    private var made: [UInt8]? {
        guard let empty = try? parse(emptyFile) else { return nil }
        let values: [(String, SettingValue)] = [
            ("flag", .boolean(true)), ("size", .integer(14)), ("ratio", .real(1.5)),
            ("name", .string("a \"quoted\" # name\\")), ("empty", .string("")),
            ("list", .array([.integer(1), .string("two")])),
            ("when", .date(SettingDate(seconds: 0))),
            ("bytes", .data([1, 2, 255])),
        ]
        let paths = [["general"], ["a.b", "c d"], ["deep", "er", "still"]]
        let changes = paths.flatMap { path in
            values.map { DocumentChange(DocumentPath((path + [$0.0]).map(PathElement.key)), $0.1) }
        }
        return empty.revised(by: changes).document.bytes
    }
}

/// Texts by the format's name; a binary property list has the file that we make alone.
private let texts: [String: [String]] = [
    "toml": [
        """
        # An editor's settings.
        theme = "dark"   # or "light"
        "quoted key" = 'C:\\path'

        [font]
        family = "Fira Code"
        size = 14.5
        features.liga = true
        features."s.s" = 0x1F

        [[server]]
        name = "é 😀"
        ports = [
          8_001, # first
          8_002,
        ]
        [[server]]
        name = \"\"\"
        two
        lines\"\"\"
        since = 1979-05-27T07:32:00Z
        at = 07:32:00
        point = { x = 1, y = { z = [] } }

        """, "a = 1\r\n\r\n[t]\r\nb = [1,2]\r\n[t.u]\r\nc = inf",
    ],
    "json": [
        """
        {
          "theme": "dark",
          "font": { "size": 14.5, "family": "Fira \\u00e9" },
          "list": [1, -2.5e10, null, true, [], {}, 12345678901234567890],
          "": {
            "a.b": "x\\ny"
          }
        }

        """, "{\"a\":[1,{\"b\":2}],\"a\":3}", "[1,\r\n\t{\"a\": \"b\"}]",
    ],
    "jsonc": [
        """
        // Settings of an editor.
        {
            "a": 1, // one
            /* two */ "b": [
                1, 2 // end
            ],
            "c": { "d": "http://x" /* d */ },
            // "e": 5,
        }
        // end
        """, "{\"a\":1,/**/\"b\":2,}",
    ],
    "json5": [
        "{\n  // c\n  a: 'x', $b: +1, 'c d': .5,\n  e: [0x10, Infinity, -NaN,],\n  f: 'l\\\n2', é: 5.,\n}\n"
    ],
    "xml-plist": [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <!-- top -->
        <dict>
        \t<key>a&amp;b</key> <!-- k -->
        \t<integer>0x1F</integer>
        \t<key>list</key>
        \t<array>
        \t\t<string><![CDATA[<x>]]></string>
        \t\t<true/>
        \t\t<real>1.5</real>
        \t\t<data>
        \t\tAQID
        \t\t</data>
        \t</array>
        \t<key>d</key>
        \t<dict/>
        \t<key>when</key><date>2001-09-09T01:46:40Z</date>
        </dict>
        </plist>

        """
    ],
    "yaml": [
        """
        # Settings.
        theme: dark   # or light
        font: &font
          family: 'Fira Code'
          size: 14.5
        list:
        - 1
        - {a: [x, "y"], b: ~}
        - - nested
          - yes
        text: |
          two
          lines
        folded: >-
          more
          of it
        other: *font
        ? complex
        : value
        empty:

        """, "---\r\na: 1\r\nb:\r\n    c: \"x\\ty\"\r\n...\r\n",
    ],
    "git-config": [
        "[r \"o\"]\r\n\tfetch = a # 1\r\n\tfetch = b ; 2\r\n[core] bare\r\n\tx=y",
        "# mine\n[user]\n\tname = A B ; c\n\tmail = \"a # b\" c\n[remote \"or\\\"igin\"]\n\turl = x \\\n  y\n\tfetch\n[a.b] k = v\n",
    ],
    "ini": [
        "; c\ntop = 1\n\n[section one]\nkey = value\nKey2: v2\n  more\nempty =\n# c\n[two]\nx=1\n"
    ],
    "php-ini": [
        "; c\n[PHP]\nmemory_limit = 128M ; max\nerror_reporting = E_ALL & ~E_NOTICE\ndoc = \"a;\nb\" ; c\nx[] = 'q'\n"
    ],
    "mpv": ["# c\nfs\nvolume=50 # c\nuser-agent=\"Mozilla/5.0 # x\"\n[hq]\nscale='ewa'\n"],
    "dunst": ["[global]\n    # c\n    font = Mono 8 # c\n    format = \"<b>%s;</b>\"\n"],
    "foot": ["# c\nfont=mono:size=9 # c\n[colors]\nbackground=#112233\nword='a \\'b'\n"],
    "npmrc": [
        "; c\n//r.example.org/:_authToken=abc==\nca[]=\"a\\nb\"\nca[]=b ; c\ninit.author = A \\# B\n"
    ],
    "systemd": [
        "[Unit]\nDescription=A b\nAfter=x \\\n  y\n\n[Service]\nEnvironment=\"A=b c\" D=e\nExecStart=\nExecStart=/bin/x %i\n"
    ],
    "btop": [
        "#? Config file for btop v. 1.4.0\n\n#* A theme.\ncolor_theme = \"tokyo-night\"\ntheme_background = False\n"
            + "update_ms = 2000\nshown_boxes = \"cpu mem\" net\nnet_iface = \"\"\nclock_format = %X %Y\n"
    ],
    "key-file": [
        "# c\n[Settings]\ngtk-theme-name=Adwaita\ngtk-font-name = Cantarell 11\ngtk-dialogs-use-header=1\n"
            + "gtk-modules=a:b \n\n[Other]\ntext=a\\sb\\n\\\\\nlist=x;y\\;z;\n[Settings]\ngtk-theme-name=B\n"
    ],
    "desktop-entry": [
        "[Desktop Entry]\nName=Editor\nName[de]=Texter\nCategories=A;b\\;c;\n# c\n[Desktop Action New]\nExec=x %U\n"
    ],
    "kconfig": ["[General]\nName[$e]=$HOME/x\n[A][B]\nk=\\x41\\s\nList=a,b\n"],
    "env": ["# c\nexport A=1\nB='x $y' # c\nC=\"a\\n\n b\"\nD=a#b\nE\n"],
    "properties": ["# c\n! d\na=1\nb.c : two \\\n   lines\nk\\ ey\\u00e9 v\nempty\n"],
    "key-value": [
        "# c\nname  a b # c\n\nalone\nsize 14\nflag yes",
        "# c\nmargin   14\nname A b\n\n# d\nlast x\n",
    ],
    "ssh-config": [
        "User all\nHost a b*\n    HostName=one\n    IdentityFile ~/.ssh/x # c\nMatch user root\n  Port 22\n"
    ],
    "tmux": [
        "# c\nset -g mouse on\nset -ga terminal-overrides \",x:Tc\"\nsetw -g mode-keys vi # d\nset -g @plugin 'a/b'\n"
            + "set -g @plugin 'c/d'\nbind r source-file ~/.tmux.conf \\; display \"x\"\nif-shell 'x' {\n  set -g status off\n}\n"
            + "set -s escape-time 0\nset -g status-left \"#[fg=red]#S \"\nset -g status-right '#(date)'\nset -g prefix2 \\\n C-a\nrun '~/x'\n",
        "set -g a 'b'\r\n%if #{==:#{host},x}\r\nset -g c d\r\n%endif\r\nset -g e \"\\u00e9 \\$x\"",
    ],
    "vim": [
        "\" c\nset nocompatible\nset ts=4 sw=4 et \" d\nset listchars=tab:>-,eol:$ statusline=%f\\ \\|\\ %l\n"
            + "let g:x = 1\nif has('gui')\n  set guifont=Mono\\ 9\nendif\nfunction! F()\n  set nu\nendfunction\n"
            + "augroup a\n  au! FileType c setlocal ts=8\naugroup END\nset wildignore+=*.o\nset bs=2|syntax on\n"
            + "set title\n   \\ ruler\n",
        "set nu\r\nlet x =<< END\r\nset rnu\r\nEND\r\n:se noic scs list!",
    ],
    "zathura": [
        "# c\nset font \"monospace 9\"\nset recolor true # d\nset default-bg '#000'\nmap i recolor\nset x\n",
        "set a b\r\nset c d",
    ],
    "readline": [
        "# c\nset editing-mode vi\nset Bell-Style none\n\"\\e[A\": history-search-backward\n$if mode=vi\nset keymap vi\n$endif\n"
    ],
    "ranger": [
        "# c\nset viewmode miller\nset column_ratios=1,3,4\nmap q quit\nset a b # c\nset show_hidden!\n"
    ],
    "i3": [
        "# c\nset $mod Mod4\nfont pango:Mono 9\nbindsym $mod+q kill\nbar {\n    font x\n}\nset $ws $mod\n"
            + "default_border pixel 2\nclient.focused #111111 #222222\nhide_edge_borders \\\n  both\n"
    ],
    "screen": [
        "# c\nstartup_message off\nescape ^Aa\nhardstatus string '%H'\nshell \"/bin/sh\" # d\nterm $TERM\n"
    ],
    "newsboat": [
        "# c\nauto-reload yes\nbrowser \"x %u\" # d\nbind-key j down\nreload-time 5#c\nplayer `x`\n"
    ],
    "lf": [
        "# c\nset hidden\nset nowrap # d\nset ratios 1:2:3\nset shellopts '-eu'\nset ifs \"\\n\"\nset icons true\n"
            + "cmd open ${{\n    set -f\n    case $f in\n        *) vi \"$f\";;\n    esac\n}}\nmap zh set hidden!\nset previewer \"~/a b\"\n"
    ],
    "mutt": [
        "# c\nset realname = \"A B\" # d\nset sort=threads sort_aux=date\nset nomark_old\nunset wait_key\nset folder=~/Mail\n"
            + "set from='a@b.c'\nsource ~/.mutt/x\nset pgp = \"x %f \\\"y\\\"\"\nset editor=`echo vi`\ncolor index red blue\nset a = \\\n  b\nset help\n"
    ],
    "nano": [
        "## c\nset autoindent\nunset mouse\nset tabsize 4\nset matchbrackets \"(<[{)>]}\"\nset titlecolor bold,white,blue\n"
            + "bind ^S savefile main\ninclude \"/usr/share/nano/*.nanorc\"\nset fill -8\n"
    ],
    "tridactyl": [
        "\" c\nset smoothscroll true\nset editorcmd nvim -f\nbind j scrollline 10\n# d\nset hintchars \\\nabc\nset newtab about:blank\n"
    ],
    "tig": [
        "# c\nset tab-size = 4 # d\nset line-graphics = utf-8\nset main-view = date:relative id:yes\nset x = \"a b\"\ncolor cursor 15 black\n"
            + "bind generic g move-first-line\nset y = 'z#'\n"
    ],
    "abook": [
        "# c\nfield pager = Pager\nview X = name, email\nset autosave=true\nset index_format=\" {name:25}\"\nset sort_field = nick\n"
    ],
    "script-opts": ["# c\nscale=1\nfont=Mono 9\ncolour=#ff0000\npad= x\nempty=\nvisible=yes\n"],
    "cmus": [
        "set aaa_mode=all\nset format= %F \nset color_statusline_bg=235\nset softvol=false\n# c\nbind common q quit -i\nset x=\n"
    ],
    "gtkrc": [
        "# c\ninclude \"~/x\"\ngtk-theme-name=\"A\"\ngtk-font-name = \"Sans 10\" # d\ngtk-icon-sizes=GTK_A\ngtk-menu-images=1\n"
            + "style \"x\"\n{\n  font_name = \"y\"\n  engine \"z\" {\n    a = 1\n  }\n}\nwidget \"*\" style \"x\"\nb = { 1, 2 }\n"
    ],
    "ghostty": [
        "# c\nfont-family = \"\"\nfont-family = \"Fira Code\"\nfont-size=14\nkeybind = ctrl+a=x\nkeybind = ctrl+b=y # no\n"
            + "  window-decoration\ntitle = \"a \"b\" \"\npalette = 0=#112233\nconfig-file = ?other\ntheme =\nno value\n"
    ],
    "xresources": [
        "! c\n#include \"x\"\n#define red #f00\nXTerm*faceName: Mono 9\n*.color1:\tred\nXTerm*loginShell: on\n"
            + "#ifdef COLOR\n*a: b\n#endif\nXTerm.vt100.translations: #override \\n\\\n  a\nx.y: \\ a\\101 \n/* d */\n*w: a\\\\\n*v: b\nno\n*u: a//b\n",
        "*a: b\r\n! c\r\n*d:e",
    ],
    "hypr": [
        "# c\n$mod = SUPER\nsource = ~/a.conf\nmonitor = ,preferred,auto,1\nexec-once = waybar & x\ngeneral {\n    gaps_in = 5 # d\n"
            + "    col.active_border = rgba(33ccffee) $mod\n\n    snap {\n        enabled=yes\n    }\n    layout = dwindle\n}\n"
            + "bind = $mod, Q, exec, x ## y\ndecoration:blur:size = {{mod + 1}}\ndevice {\n    name = a\n}\n# hyprlang if X\ninput:a = 1\n"
            + "# hyprlang endif\nlabel {\n    text = x \\\n  y\n}\nlabel {\n}\nno\n}\nmisc:vrr =\n",
        "a {\r\n\tb = ##c\r\n\td {\r\n\t\te=1#f\r\n\t}\r\n}\r\n$x = 1",
    ],
    "picom": [
        "# c\nshadow = true;\nbackend = \"glx\" # d\nfade-delta: 5, // e\nopacity-rule = [\n  \"90:x\",\n  \"80:y\"\n];\nblur:\n{\n"
            + "  method = \"a \\\"b\\\"\"; /* f */\n  strength=0x1F;\n};\nwintypes: {\n  dock = { shadow = false; };\n  menu: {\n\topacity = .8\n  }\n};\n"
            + "a = 1; b = 2;\n@include \"x\"\nrules = ({ match = \"y\"; });\nc = 1\nc = 2\nno\n/* d = 1;\n*/\nlog = \"x\" \"y\";\n",
        "a: {\r\n\tb = \"c\";\r\n};\r\nd = 1",
    ],
    "rasi": [
        "/* c /* d */ */\nconfiguration {\n    font: \"Mono 12\"; // e\n    show-icons: true;\n    timeout {\n        delay: 10;\n    }\n}\n@theme \"x\"\n"
            + "* {\n    bg: #00000080;\n    fg: @bg;\n}\nwindow, mainbox {\n    width: 50%;\n}\n#element.selected {\n    padding: 0px 2px;\n    color: red;\n"
            + "    children: [ a,\n      b ];\n    border-color: rgba(1, 2, 3, 50%); sep: '*';\n}\nprompt { enabled: false; }\nentry {\n    placeholder: \"\\\"a\\\"\";\n}\n"
            + "@media (enabled: true) {\n    entry {\n        width: 1px;\n    }\n}\nno\n",
        "a {\r\n\tb : \"c\";\r\n}\r\nd\r\n{\r\n}",
    ],
    "mpd": [
        "# c\nmusic_directory\t\"~/Music\"\nport \"6600\" # d\ninclude \"x\"\nresampler {\n    plugin \"soxr\"\n    quality \"a \\\"b\\\\\" # e\n}\n"
            + "audio_output {\n\ttype \"a\"\n}\naudio_output {\n\ttype \"b\"\n}\nno\npassword \"a\"\npassword \"b\"\n",
        "a \"b\"\r\nc {\r\n  d \"e\"\r\n}\r\nf \"\"",
    ],
    "lua": [
        "-- c\nlocal w = require 'w'\nlocal config = {}\nif w.builder then\n  config = w.builder()\nend\nconfig.font_size = 12.5 -- d\n"
            + "config.color_scheme = 'a \\'b\\''\nconfig[\"x\"] = true;\nconfig.font = w.font('y')\nconfig.padding = {\n  left = 1,\n  top = 0x1F\n}\n"
            + "config.keys = {\n  { key = 'a', mods = 'b' },\n}\nlocal mod = [[Mod4]]\nfor _, k in ipairs({ 1 }) do\n  config.z = k .. mod\nend\n"
            + "vim.opt.number = false\nvim.g['my-x'] = -1\nfunction f() config.y = 1 end --[==[ e\n]==]\nconfig.colors = {\n\ttab = {\n\t\tbg = \"#fff\", -- f\n\t},\n}\nreturn config\n",
        "return {\r\n\ta = 'b',\r\n\tc = {\r\n\t\td = 1;\r\n\t}\r\n}",
        "local opt = vim.opt -- c\nlocal g, o = vim.g, vim.o\n\ng.a = ' '\nopt.b = true -- d\nopt.l = {\n  x = '-',\n}\nvim.o.b = false\n"
            + "o.e = 4;\nopt.f:append('x')\nlocal function h(k)\n  o.i = k\nend\nfor k, v in pairs({ opt = 1 }) do\n  opt[k] = v\nend\nopt.j = 'y'\n",
    ],
    "shell": [
        "#!/bin/sh\n# c\nexport EDITOR=nvim # d\nHISTSIZE=5000\nHISTCONTROL='a:b'\nexport PATH=\"$HOME/bin:$PATH\"\n"
            + "PS1=\"\\u \\$ \"\nif [ -n \"$x\" ]; then\n  . ./y\n  z=1\nfi\nf() {\n  local a=\"$(g \"b)\" | h)\"\n  case $a in\n    (i) j ;;\n    *) k ;;\n  esac\n}\n"
            + "l=(m n\n  o)\ncat <<EOF > p\nq=1\nEOF\nwhile read -r r; do ((s++)); done < t\nu='' v\nw=a\\ b\"c\"\n[[ -z $x ]] && return\n  y=\n",
        "A=\"b\"\nexport C='d e'",
    ],
    "args": [
        "# c\n--theme=\"Solarized (dark)\"\n--style numbers,changes # d\n--plain\n-f x\n--map-syntax '*.conf:INI'\n"
            + "--map-syntax\n\"a b:C\"\n--paging=never --color=always\n\"--tabs=4\"\n",
        "--a=b\r\n--c\r\n--d 'e'",
    ],
    "arg-lines": [
        "# c\n--smart-case\n--glob=!.git/*\n--glob\n!tags\n-i\n--colors=line:fg:blue\n  --max-columns=150  \n",
        "--f\r\n--a=b c\r\n--d={{\r\nx\r\n}}\r\n--e",
    ],
    "flags": [
        "# c\n--ozone-platform=wayland\n--dark\n--x=\"a b\"\n--enable-features=A,B\nhttps://x/\n"
    ],
    "gpg": [
        "# c\nuse-agent\nkeyserver hkps://keys.example.org\ndefault-key  \"A B\"\n[if $x = y]\nquiet\n[fi]\n"
            + "group a = b c\ngroup d = e\n--no-tty\n"
    ],
    "curl": [
        "# c\nuser-agent = \"a \\\"b\\\" c\" # d\n--silent\n-k\nproxy: http://x:1\nheader = \"A: b\"\n"
            + "--header \"C: d\"\nmax-time 5\nurl = a b\nnext\nurl = x\n"
    ],
    "swaylock": [
        "# c\ncolor=112233\nignore-empty-password\nfont=Mono 9 \n daemonize\nindicator-radius=60\n"
    ],
    "kitty": [
        "# c\nfont_size 14.0\nmap ctrl+a  launch \\\n\\ --x\ninclude other.conf\nmap ctrl+b x\n"
    ],
]
