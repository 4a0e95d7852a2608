// A program as tests adopt it.

import SettingsCatalogue
import SettingsDocument
import SettingsModel

/// A program whose file may say a size and a theme of the look.
func program(_ name: String, _ file: String) throws -> ProgramText {
    let text = """
        title = "\(name)"
        found = ["~/.\(name)"]

        [themes.\(name)-theme]

        [[file]]
        format = "toml"

        [file.look]
        size = "{mono.size|number}"
        theme = "{appearance|\(name)-theme}"

        """
    return try ProgramText(
        entry: CatalogueEntry(Domain(name), Array(text.utf8)),
        document: Format.toml.parse(Array(file.utf8))
    )
}
