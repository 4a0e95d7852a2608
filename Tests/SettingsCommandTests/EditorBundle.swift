// A bundle for the commands that ask what a setting is.

import SettingsProtocol

/// The bundle of an editor: a number, a choice, a switch with words, and a secret.
enum EditorBundle {
    static let root = """
        Title = "Editor"
        SAKeyPaths = true

        [[PreferenceSpecifiers]]
        Type = "PSGroupSpecifier"
        Title = "Letters"

        [[PreferenceSpecifiers]]
        Type = "PSSliderSpecifier"
        SATitle = "Size"
        Key = "font.size"
        DefaultValue = 12
        MinimumValue = 6
        MaximumValue = 72
        SAHelp = "In points."

        [[PreferenceSpecifiers]]
        Type = "PSMultiValueSpecifier"
        Title = "Wrap"
        Key = "wrap"
        DefaultValue = "off"
        Values = ["off", "on", "column"]
        Titles = ["Never", "At the window", "At a column"]

        [[PreferenceSpecifiers]]
        Type = "PSToggleSwitchSpecifier"
        Title = "Theme"
        Key = "theme"
        DefaultValue = "light"
        TrueValue = "dark"
        FalseValue = "light"

        [[PreferenceSpecifiers]]
        Type = "PSTextFieldSpecifier"
        Title = "Token"
        Key = "account.token"
        DefaultValue = ""
        IsSecure = true

        """

    /// A terminal in whose folder the bundle is, with an agent that names it for `a.b`.
    static func terminal(
        answer: @escaping @Sendable (Call) -> Answer
    ) throws -> Terminal {
        let terminal = try Terminal(
            domains: { [domainReport("a.b", bundle: $0 + "/Editor.bundle")] },
            answer: answer
        )
        try terminal.write("Editor.bundle/Root.toml", root)
        return terminal
    }
}
