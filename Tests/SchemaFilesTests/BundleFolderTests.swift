// Bundles on the disk, kind ones and others.

import Foundation
import SettingsDocument
import SettingsModel
import SettingsSchema
import Testing

@testable import SchemaFiles

private let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

@Suite struct `A bundle's folder` {
    @Test(arguments: ["ShootStuffUp", "Tabs", "Specimens"])
    func `gives the panes of the example`(name: String) throws {
        let source = SchemaSource.bundle(examples.appending(path: "\(name).bundle").path)
        let schema = try source.schema(languages: ["de", "Base", "en"], idiom: .wide)
        #expect(schema.problems == [])
        #expect(schema.panes.count == ["ShootStuffUp": 1, "Tabs": 3, "Specimens": 5][name])
    }

    @Test func `names itself and the folders in it, where a change shows`() throws {
        let bundle = try BundleOnDisk([
            "Root.json": pane(), "de.lproj/Root.strings": "", "en.lproj/Root.strings": "",
            "Images/a.png": "",
        ])
        let path = bundle.folder.path
        #expect(
            try BundleFolder(path: path).folders
                == [path, path + "/Images", path + "/de.lproj", path + "/en.lproj"]
        )
    }

    @Test func `has panes in its folders`() throws {
        let bundle = try BundleOnDisk([
            "Root.json": pane(child("More/Sound"), child("More/Light")),
            "More/Sound.json": pane(child("Root"), child("Gone/Sound")), "More/Light.json": pane(),
        ])
        let schema = try bundle.schema()
        #expect(schema.panes.map(\.name) == ["Root", "More/Sound", "More/Light"])
        #expect(schema.problems.map(\.problem) == ["the pane 'Gone/Sound' has no file"])
        #expect(try !bundle.problems.contains { $0.contains("no row opens") })
    }

    @Test func `may be reached through a link`() throws {
        let bundle = try BundleOnDisk(["Root.json": pane(child("A")), "A.json": pane()])
        let link = bundle.outside.appending(path: "Linked.bundle")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: bundle.folder
        )
        let schema = try SchemaSource.bundle(link.path).schema(languages: [], idiom: .wide)
        #expect(schema.panes.map(\.name) == ["Root", "A"])
    }

    @Test func `that isn't there is said to be`() throws {
        let bundle = try BundleOnDisk(["Root.json": pane()])
        let gone = bundle.outside.path + "/Gone.bundle"
        #expect {
            try BundleFolder(path: gone)
        } throws: { error in
            "\(error)"
                == "\(gone): the bundle or schema can't be read: it isn't there. "
                + "Name the folder of a settings bundle."
        }
        #expect {
            try BundleFolder(path: bundle.folder.path + "/Root.json")
        } throws: { error in
            "\(error)".contains("it is no folder")
        }
    }

    @Test(arguments: [(2, true), (3, false)])
    func `has as many files as the limit and no more`(limit: Int, isRefused: Bool) throws {
        let bundle = try BundleOnDisk(["Root.json": pane(), "A.json": "", "de.lproj/a.strings": ""])
        var limits = SchemaLimits()
        limits.files = limit
        var refusal: SchemaProblem?
        do {
            _ = try BundleFolder(path: bundle.folder.path, limits: limits)
        } catch {
            refusal = error
        }
        #expect((refusal != nil) == isRefused)
    }

    @Test(arguments: [(100, 0), (99, 1)])
    func `has files as large as the limit and no larger`(limit: Int, problems: Int) throws {
        let text = pane()
        let padding = String(repeating: " ", count: 100 - text.utf8.count)
        let bundle = try BundleOnDisk(["Root.json": text + padding])
        var limits = SchemaLimits()
        limits.bytes = limit
        let schema = try bundle.schema(limits)
        #expect(schema.problems.map(\.code) == Array(repeating: .unreadable, count: problems))
    }
}

@Suite struct `A hostile bundle's folder` {
    @Test(arguments: [
        "../secret", "../Settings.bundle/Root", "/x/secret", "x/../x/secret", "x/", ".secret",
    ])
    func `leads to no file outside of it`(file: String) throws {
        let bundle = try BundleOnDisk([
            "Root.json": pane(child(file)), "../secret.json": pane(child("Root")),
            "x/secret.json": pane(), ".secret.json": pane(),
        ])
        let schema = try bundle.schema()
        #expect(schema.panes.map(\.name) == ["Root"])
        #expect(schema.problems.map(\.code) == [.fileName])
    }

    @Test(arguments: ["../secret.json", "/etc/passwd", "Root.json", "Loop.json", "gone.json"])
    func `has links that aren't followed`(target: String) throws {
        let bundle = try BundleOnDisk([
            "Root.json": pane(child("Loop")), "../secret.json": pane(),
        ])
        try bundle.link("Loop.json", to: target)
        #expect(
            try bundle.schema().problems.map(\.description) == [
                "Loop.json: the file can't be read: it is a link, and links in a bundle aren't "
                    + "followed. Put the file itself there."
            ]
        )
    }

    @Test func `with a link for a pane's folder has no pane from there`() throws {
        let bundle = try BundleOnDisk([
            "Root.json": pane(child("More/Sound")), "../More/Sound.json": pane(),
        ])
        try bundle.link("More", to: "../More")
        #expect(try bundle.schema().problems.map(\.code) == [.missingFile])
    }

    @Test func `with a link for a language's folder has no texts from there`() throws {
        let bundle = try BundleOnDisk([
            "Root.json": #"{"StringsTable":"Root","Title":"T","PreferenceSpecifiers":[]}"#,
            "../de.lproj/Root.strings": #""T" = "secret";"#,
        ])
        try bundle.link("de.lproj", to: "../de.lproj")
        #expect(try bundle.schema().panes.first?.title == "T")
        #expect(
            try bundle.problems.contains(
                "de.lproj: the translations can't be read: it is a link, and links in a bundle "
                    + "aren't followed. Put the folder itself there."
            )
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func `with a pipe or a folder for a pane is read without waiting`() throws {
        let bundle = try BundleOnDisk([
            "Root.json": pane(child("Pipe"), child("Folder")), "Folder.json/x": "",
        ])
        try bundle.makePipe("Pipe.json")
        let problems = try bundle.schema().problems.map(\.problem)
        #expect(
            problems == [
                "the file can't be read: it is no ordinary file",
                "the file can't be read: it is a folder",
            ]
        )
    }

    @Test func `with panes that open each other ends`() throws {
        let bundle = try BundleOnDisk([
            "Root.json": pane(child("A")), "A.json": pane(child("B"), child("A")),
            "B.json": pane(child("Root"), child("A")),
        ])
        #expect(try bundle.schema().panes.map(\.name) == ["Root", "A", "B"])
    }

    @Test(arguments: ["Root.plist", "Texts.plist"])
    func `of property lists that were cut off gives problems`(name: String) throws {
        let file = examples.appending(path: "Specimens.bundle/\(name)")
        let bytes = try Data(contentsOf: file)
        let bundle = try BundleOnDisk()
        for count in stride(from: 0, to: bytes.count - 10, by: 499) {
            try bytes.prefix(count).write(to: bundle.folder.appending(path: "Root.plist"))
            #expect(try !bundle.schema().problems.isEmpty, "\(count) bytes")
        }
    }

    @Test(arguments: [
        "3", "[]", #"{"PreferenceSpecifiers":{"Type":[]}}"#,
        #"{"PreferenceSpecifiers":[{"Type":{},"Key":[],"DefaultValue":{}}],"StringsTable":[]}"#,
        #"{"PreferenceSpecifiers":[{"Type":"PSChildPaneSpecifier","File":[1]}],"SATabs":"x"}"#,
        "\u{FEFF}", "null", "{", #"{"PreferenceSpecifiers":[[[[[[[[]]]]]]]]}"#,
    ])
    func `of wrong types gives problems`(text: String) throws {
        let problems = try BundleOnDisk(["Root.json": text]).schema().problems
        #expect(problems.contains { $0.severity == .error })
    }
}
