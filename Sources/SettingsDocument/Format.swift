// Which language a settings file is written in.

/// The language of a settings file; the raw value is what `format =` in a domain file says.
package enum Format: String, CaseIterable, Sendable {
    case toml
    case json
    /// JSON with comments and trailing commas, as VS Code writes it.
    case jsonc
    case json5
    case yaml
    case xmlPropertyList = "xml-plist"
    case binaryPropertyList = "binary-plist"
    case gitConfig = "git-config"
    case systemd
    case desktopEntry = "desktop-entry"
    /// As GLib reads them, for GTK and others.
    case keyFile = "key-file"
    case kconfig
    case ini
    /// PHP's php.ini.
    case php = "php-ini"
    /// mpv.conf, dunstrc, foot.ini, btop.conf and .npmrc, each with its own quotes and comments.
    case mpv
    case dunst
    case foot
    case btop
    case npmrc
    case dotenv = "env"
    case properties
    case kitty
    case ghostty
    /// A key, blanks and its value in each line.
    case keyValue = "key-value"
    /// Programs' files in which settings are commands, and other lines are none.
    case tmux
    case vim
    case zathura
    case readline
    case ranger
    case i3
    case screen
    case newsboat
    case lf
    case mutt
    case nano
    case cmus
    case tig
    case abook
    /// Of mpv's scripts.
    case scriptOptions = "script-opts"
    case tridactyl
    case gtkrc
    case xresources
    /// Hyprland's, with blocks: a key has the path of its blocks.
    case hypr
    /// Statements in blocks: libconfig's as picom reads it, rofi's, and MPD's.
    case picom
    case rasi
    case mpd
    /// Literals that a program in Lua assigns.
    case lua
    /// Literals that a file for a shell assigns.
    case shell
    /// Options of a command line, one in each line: in words of a shell, to the end of the line, or without signs
    /// that programs read in different ways.
    case args
    case argLines = "arg-lines"
    case flags
    case gpg
    case curl
    case swaylock
    /// Only read: which line counts depends on the host.
    case sshConfig = "ssh-config"
}
