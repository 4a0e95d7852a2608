// The house rules hold for every file of the repository.

import Foundation
import Testing

/// The repository's files, by their paths from its root.
private struct Repository {
    /// All Swift files of the sources, read once.
    static let sources = Result { try Repository().swiftFiles(under: "Sources") }

    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The files in a folder, sorted; build products and the like left out.
    func files(under folder: String) throws -> [String] {
        let skipped: Set = [".build", ".git", "__pycache__", ".swiftpm"]
        let names = try FileManager.default.subpathsOfDirectory(
            atPath: root.appending(path: folder).path
        )
        return names.filter { name in
            !name.split(separator: "/").contains { skipped.contains(String($0)) }
        }.map { folder + "/" + $0 }.sorted()
    }

    /// The Swift files in a folder.
    func swiftFiles(under folder: String) throws -> [TidyFile] {
        try files(under: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
            text(of: path).map { TidyFile(path: path, text: $0) }
        }
    }

    /// The Swift files of one module.
    func sources(of module: String) throws -> [TidyFile] {
        try Self.sources.get().filter { $0.path.hasPrefix("Sources/\(module)/") }
    }

    /// A text file's content; nil for folders and what isn't text.
    func text(of path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

@Suite struct `The house rules` {
    private let repository = Repository()

    @Test(arguments: ["Sources", "Tests"])
    func `hold for every Swift file`(folder: String) throws {
        let described = try Repository.sources.get()
            .reduce(into: Set<String>()) { $0.formUnion($1.requirements) }
        let files = try repository.swiftFiles(under: folder)
        #expect(!files.isEmpty)
        for issue in files.flatMap({ $0.issues(imports: .package, described: described) }) {
            Issue.record("\(issue)")
        }
    }

    @Test(arguments: [
        "Sources", "Tests", "docs", "scripts", ".ci", "systemd", "Examples", "Benchmarks",
        "Integrations",
    ])
    func `let no file name a place of one machine`(folder: String) throws {
        for path in try repository.files(under: folder) {
            for found in machinePaths where repository.text(of: path)?.contains(found) == true {
                Issue.record("\(path): names '\(found)', a place of one machine")
            }
        }
    }

    @Test(arguments: [
        "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "NOTICE", "Makefile",
        "Package.swift",
    ])
    func `let no file at the root name a place of one machine`(path: String) throws {
        let text = try #require(repository.text(of: path))
        #expect(machinePaths.filter(text.contains) == [])
    }

    @Test func `give every module a row in the import table`() throws {
        let modules = try FileManager.default.contentsOfDirectory(
            atPath: repository.root.appending(path: "Sources").path
        )
        #expect(Set(modules).isSubset(of: Set(ImportTable.package.allowed.keys)))
    }

    @Test func `keep Foundation and Dispatch out of every module but the one that is for it`() {
        var modules = ImportTable.package.allowed
        #expect(modules.removeValue(forKey: "SettingsClientFoundation") != nil)
        let all = modules.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(all.isDisjoint(with: ["Foundation", "FoundationEssentials", "Dispatch"]))
    }
}

@Suite struct `The size of types` {
    private static let modules = ImportTable.package.allowed.keys.sorted()
    private let repository = Repository()

    @Test(arguments: modules)
    func `stays within the limits`(module: String) throws {
        for (name, size) in TypeSize.sizes(of: try repository.sources(of: module)) {
            let type = "\(module).\(name)"
            let limit = TypeLimits.excused[type] ?? TypeLimits.each
            if let problem = size.problem(of: type, within: limit) { Issue.record("\(problem)") }
        }
    }

    @Test func `has no limit that is no longer needed`() throws {
        for (type, limit) in TypeLimits.excused {
            let names = type.split(separator: ".", maxSplits: 1).map(String.init)
            let files = try repository.sources(of: names[0])
            let size = try #require(TypeSize.sizes(of: files)[names[1]], "there is no '\(type)'")
            #expect(
                size.problem(of: type, within: TypeLimits.each) != nil,
                "'\(type)' is small enough: remove its row"
            )
            // Within a tenth, so that a type that has become smaller can't grow back.
            #expect(
                limit.lineCount <= size.lineCount * 11 / 10 + 1
                    && limit.storedCount <= size.storedCount,
                "'\(type)' has \(size.lineCount) lines and \(size.storedCount) stored properties: lower its row"
            )
        }
    }

    @Test(arguments: modules)
    func `doesn't hide in files that don't carry the type's name`(module: String) throws {
        let misnamed = try repository.sources(of: module)
            .filter(\.isMisnamedExtension).map(\.path)
        let limit = TypeLimits.misnamedExtensions[module] ?? 0
        #expect(misnamed.count == limit, "\(misnamed)")
    }

    @Test(arguments: modules)
    func `isn't made up for by long signatures`(module: String) throws {
        let count = try repository.sources(of: module).flatMap(\.parameterCounts)
            .count { $0 > TypeLimits.parameters }
        #expect(count == TypeLimits.longSignatures[module] ?? 0)
    }
}
