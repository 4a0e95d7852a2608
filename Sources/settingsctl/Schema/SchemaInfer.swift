// settingsctl schema infer: a bundle to go on from, made of a settings file.

import ArgumentParser
import SchemaFiles
import SettingsDocument
import SettingsModel
import SettingsSchema

/// A bundle begun from a file.
struct SchemaInfer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "infer",
        abstract: "Begin a settings bundle from a settings file: types, comments, tables.",
        discussion: """
            Switches, numbers, texts, lists and a pane for each table. A comment directly above a key, or \
            at the end of its line, is its help, and a heading among the comments a group's title. Its value \
            is the default, unless it may be a secret: that is marked as one, and isn't copied. Limits and \
            choices are for you to add. The folder's name is printed. A folder that is there is never \
            written to.
            """
    )
    @Argument(help: "A settings file.", completion: .file()) var file: String
    @Option(help: "The bundle's folder; without it, FILE's name with .bundle in this folder.")
    var output: String?
    @Option(help: "The format of FILE, if its name and content don't tell.") var from: Format?
    @Option(help: "The format of the pane files: toml, json, yaml or xml-plist.")
    var format: PaneFormat = .toml

    /// The formats that panes are written in.
    enum PaneFormat: String, CaseIterable, WordArgument {
        case toml
        case json
        case yaml
        case xmlPropertyList = "xml-plist"

        var format: Format {
            switch self {
            case .toml: .toml
            case .json: .json
            case .yaml: .yaml
            case .xmlPropertyList: .xmlPropertyList
            }
        }
    }

    func run() throws {
        let text = try FileText(path: file)
        guard let source = from ?? Format.detect(name: file, bytes: text.bytes) else {
            throw text.unknownFormat(option: "--from")
        }
        let document = try text.document(source)
        let schema = Schema(inferredFrom: document, file: file)
        if let problem = schema.problems.first(where: { $0.severity == .error }) {
            throw Failure(problem)
        }
        for problem in schema.problems { Failure(problem).report() }
        let folder = output ?? defaultFolder
        let files: [String: [UInt8]]
        do {
            files = try schema.bundleFiles(in: format.format, of: document)
        } catch {
            throw Failure(file, .root, error)
        }
        try NewFolder(folder, asOpenAs: file).write(files)
        show(folder)
    }

    private var defaultFolder: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        // The dot that a hidden file begins with has no ending after it.
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        return name[..<dot].drop { $0 == "." } + ".bundle"
    }
}
