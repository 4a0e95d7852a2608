// settingsctl schema export: a bundle as a JSON Schema, for editors.

import ArgumentParser
import SchemaFiles
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A JSON Schema of a domain's settings.
struct SchemaExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a JSON Schema (2020-12) with which editors complete and check the file.",
        discussion: """
            Titles and help are in the language of LC_ALL, LC_MESSAGES or LANG. What JSON Schema \
            has no word for is left out, or stands in members that begin with x-sa-. Secrets have \
            no default there.
            """
    )
    @Argument(help: "A domain, a settings bundle or a JSON Schema.", completion: .domainOrFile)
    var source: String
    @Option(help: "A new file; without it, the schema is printed.", completion: .file())
    var output: String?
    @Option(help: "Only the part below this key, for a file that is linked with it as its prefix.")
    var prefix: SettingKeyPath?
    @Flag(help: "Replace the file where it is there.") var force = false

    func run() throws {
        let schema = try Schema(naming: source, done: "Nothing was written. ")
        guard let value = schema.jsonSchema(below: prefix) else {
            throw Failure(
                .notSet,
                "\(source): no setting is below '\(prefix.map(\.description) ?? "")'",
                advice: "Nothing was written. Name a table of it"
            )
        }
        let text = Array((value.indentedJSON() + "\n").utf8)
        try FileText.write(text, to: output ?? "-", force ? .replace : .refuse)
    }
}
