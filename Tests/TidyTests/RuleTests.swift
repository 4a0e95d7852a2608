// Each house rule bites where it should, and only there.

import Testing

private func problems(_ text: String, path: String = "Sources/SyncEngine/A.swift") -> [String] {
    TidyFile(path: path, text: "// A file.\n" + text).issues(
        imports: .package,
        described: ["set(_:for:)"]
    )
    .map { "\($0.line): \($0.problem)" }
}

private func lines(_ text: String, path: String = "Sources/SyncEngine/A.swift") -> [Int] {
    TidyFile(path: path, text: "// A file.\n" + text).issues(
        imports: .package,
        described: ["set(_:for:)"]
    )
    .map(\.line)
}

@Suite struct `The import rule` {
    @Test(arguments: [
        "import Glibc", "package import Foundation", "import struct Foundation.Data",
        "@testable import SyncStore", "private import SyncPlatform",
    ])
    func `catches what isn't in the table`(line: String) {
        #expect(lines(line + "\n") == [2])
    }

    @Test(arguments: [
        "package import SettingsModel", "import SettingsDocument", "// import Glibc",
        "private let important = 1", "private let text = \"import Glibc\"",
    ])
    func `lets pass what is, and what is no import`(line: String) {
        #expect(lines(line + "\n") == [])
    }

    @Test func `wants a row for each module`() {
        #expect(lines("import Glibc\n", path: "Sources/Other/A.swift") == [2])
    }

    @Test func `leaves tests alone`() {
        #expect(lines("import Foundation\n", path: "Tests/SyncEngineTests/A.swift") == [])
    }
}

@Suite struct `The length rule` {
    @Test(arguments: [
        (TidyFile.longestSource, "Sources/SyncEngine/A.swift", 0),
        (TidyFile.longestSource + 1, "Sources/SyncEngine/A.swift", 1),
        (TidyFile.longestTest, "Tests/SyncEngineTests/A.swift", 0),
        (TidyFile.longestTest + 1, "Tests/SyncEngineTests/A.swift", 1),
    ])
    func `catches a file one line too long`(count: Int, path: String, issues: Int) {
        let body = String(repeating: "// More.\n", count: count - 1)
        #expect(lines(body, path: path).count == issues)
    }

    @Test(arguments: [(TidyFile.longestFunction, 0), (TidyFile.longestFunction + 1, 1)])
    func `catches a function one line too long`(count: Int, issues: Int) {
        let body = String(repeating: "        work()\n", count: count - 2)
        #expect(lines("private func f() {\n\(body)}\n").count == issues)
    }

    @Test func `counts a signature of several lines and skips blank ones at the margin`() {
        let body = String(repeating: "        work()\n\n", count: 35)
        let text = "    private init(\n        a: Int\n    ) {\n\(body)    }\n"
        #expect(lines("private struct A {\n\(text)}\n") == [3])
    }
}

@Suite struct `The caption rule` {
    @Test(arguments: ["import SettingsModel\n", "// No period\n", "/// Documentation.\n", "\n"])
    func `catches a file without one`(text: String) {
        let file = TidyFile(path: "Sources/SyncEngine/A.swift", text: text)
        #expect(
            file.issues(imports: .package, described: ["set(_:for:)"])
                .map(\.line) == [1]
        )
    }
}

@Suite struct `The word rules` {
    @Test(arguments: [
        "private final class A: @unchecked Sendable {}", "private nonisolated(unsafe) var a = 1",
        "private let a = try! f()", "private let a = b as! C", "private func f() { fatalError() }",
        "Task.detached {}", "DispatchQueue.main", "usleep(1)", "try await Task.sleep(for: a)",
        "_ = try? f()", "do { try f() } catch {}", "private struct FileManager {}",
        "// TODO: later", "// FIXME later",
    ])
    func `catch what is out`(line: String) {
        #expect(lines(line + "\n") == [2])
    }

    @Test(arguments: [
        "private let a = \"try! as! usleep(1)\"", "// try! is out.",
        "private let a = #\"catch {} \"quoted\" try!\"#", "private struct Data2 {}",
        "_ = try? f()  // The file may be gone.",
        "// The file may be gone.\n_ = try? f()",
        "// tidy: the C library owns the lock.\nprivate final class A: @unchecked Sendable {}",
    ])
    func `let pass what is text, or excused`(line: String) {
        #expect(lines(line + "\n") == [])
    }

    @Test func `catch an empty catch over two lines`() {
        #expect(lines("do {\n    try f()\n} catch {\n}\n") == [4])
    }

    @Test func `read strings of several lines as text`() {
        let text =
            "private let a = \"\"\"\n    try! f() // \"quoted\"\n    \"\"\"\nlet b = try! f()\n"
        #expect(lines(text) == [5])
    }

    @Test func `read block comments as comments`() {
        #expect(lines("/* try! /* as! */ try! */ let b = try! f()\n") == [2])
    }
}

@Suite struct `The documentation rule` {
    @Test(arguments: [
        "package struct A {}", "struct A {}", "public func f() {}", "func f() {}",
        "package final class A {}", "package protocol A {}", "enum A {}",
        "@discardableResult\npackage func f() {}",
        "extension A {\n    package static func make() -> A { A() }\n}",
    ])
    func `catches what other files can see`(text: String) {
        #expect(problems(text + "\n").count { $0.contains("doc comment") } == 1)
    }

    @Test(arguments: [
        "/// An A.\npackage struct A {}", "/// Makes.\n@discardableResult\npackage func f() {}",
        "private struct A {}", "fileprivate func f() {}",
        "private struct A {\n    func f() {}\n}",
        "extension A {\n    package static func < (a: A, b: A) -> Bool { true }\n}",
        "private let f = { (a: Int) in a }",
    ])
    func `lets pass what is documented, or seen only here`(text: String) {
        #expect(problems(text + "\n") == [])
    }

    @Test(arguments: [
        ("package func set(_ a: Int, for b: [Int: (x: Int, y: Int)]) {}", 0),
        (
            "package func set(\n    _ a: @escaping (Int, Int) -> Void,\n    for b: B<C, D>\n) {\n}",
            0
        ),
        ("package func set(_ a: Int) {}", 1), ("package func set(_ a: Int, to b: Int) {}", 1),
    ])
    func `takes a protocol's description for those who conform`(text: String, count: Int) {
        #expect(problems("extension A {\n" + text + "\n}\n").count == count)
    }

    @Test func `reads what a protocol asks for`() {
        let text = """
            // A file.
            package protocol A {
                func set(
                    _ a: Int,
                    for b: [Int]
                ) throws
                init(json: Int)
                subscript(path: Int) -> Int? { get }
                func close()
            }
            private func other(a: Int) {}
            """
        let requirements = TidyFile(path: "Sources/SyncEngine/A.swift", text: text).requirements
        #expect(requirements == ["set(_:for:)", "init(json:)", "subscript(path:)", "close()"])
    }

    @Test func `leaves test suites alone`() {
        #expect(lines("@Suite struct `A thing` {}\n", path: "Tests/SyncEngineTests/A.swift") == [])
    }
}

@Suite struct `The type rules` {
    private func file(_ text: String, named name: String = "A.swift") -> TidyFile {
        TidyFile(path: "Sources/SyncEngine/\(name)", text: "// A file.\n" + text)
    }

    @Test func `count a type's lines and stored properties over all of its files`() {
        let declaration = """
            struct A {
                private(set) var a: Int = 1
                let b: [Int]
                var c: Int { a + 1 }
                var d: Int {
                    a + 2
                }
                static let e = 1
                func f() {
                    let g = 1
                }
                let h = { 1 }()
            }
            """
        let others = "extension A {\n    func i() {}\n}\nextension Int {\n    func j() {}\n}\n"
        let sizes = TypeSize.sizes(of: [file(declaration), file(others, named: "A+I.swift")])
        #expect(sizes == ["A": TypeSize(lineCount: 16, storedCount: 3)])
    }

    @Test(arguments: [
        ("A+Topic.swift", false), ("A.swift", false), ("Topic.swift", true), ("B+A.swift", true),
    ])
    func `want an extension's file to carry the type's name`(name: String, isMisnamed: Bool) {
        let text = "extension A {\n    func f() {}\n}\n"
        #expect(file(text, named: name).isMisnamedExtension == isMisnamed)
    }

    @Test(arguments: [
        "struct B {\n}\nextension A {\n    func f() {}\n}\n",
        "func g() {}\nextension A {\n    fileprivate func f() {}\n}\n",
        "protocol B {\n}\n",
    ])
    func `let pass extensions beside a type, and those of one file alone`(text: String) {
        #expect(!file(text, named: "B.swift").isMisnamedExtension)
    }

    @Test func `count parameters`() {
        let text =
            "func f(_ a: Int, b: [Int: Int]) {}\nfunc g(\n    a: (Int, Int) -> Void\n) {\n}\n"
            + "func h<A>() {\n    let (a, b) = (1, 2)\n}\n"
        #expect(file(text).parameterCounts == [2, 1, 0])
    }
}
