// Which documents of files are kept, and for how long.

import SettingsDocument
import SettingsModel
import Testing

@testable import SyncEngine

@Suite struct `Recent documents` {
    private let domain: Domain

    init() throws { domain = try Domain("org.example.editor") }

    private func file(_ number: Int) -> ReplicaID {
        ReplicaID(domain: domain, path: "/home/user/\(number).toml")
    }

    private func text(_ number: Int, bytes: Int = 0) -> [UInt8] {
        Array("number = \(number)\n".utf8) + Array(repeating: 0x0A, count: bytes)
    }

    private func document(_ text: [UInt8]) throws -> any Document {
        try Format.toml.parse(text)
    }

    @Test func `are kept for each of a few files`() throws {
        var recent = RecentDocuments()
        for number in 0..<3 { recent.keep(try document(text(number)), of: file(number)) }
        for number in 0..<3 {
            #expect(recent.document(of: file(number), saying: text(number))?.bytes == text(number))
        }
    }

    @Test func `are given for just the text that they say`() throws {
        var recent = RecentDocuments()
        recent.keep(try document(text(1)), of: file(1))
        #expect(recent.document(of: file(1), saying: text(2)) == nil)
        #expect(recent.document(of: file(2), saying: text(1)) == nil)
        recent.keep(try document(text(2)), of: file(1))
        #expect(recent.document(of: file(1), saying: text(1)) == nil)
        #expect(recent.document(of: file(1), saying: text(2)) != nil)
        recent.forget(file(1))
        #expect(recent.document(of: file(1), saying: text(2)) == nil)
    }

    @Test func `are what stands in a file and what its next text is made from`() throws {
        var recent = RecentDocuments()
        recent.keep(try document(text(1)), of: file(1), as: .template)
        for number in 2...3 { recent.keep(try document(text(number)), of: file(1)) }
        #expect(recent.document(of: file(1), saying: text(1)) != nil)
        #expect(recent.document(of: file(1), saying: text(2)) == nil)
        recent.keep(try document(text(4)), of: file(1), as: .template)
        #expect(recent.document(of: file(1), saying: text(1)) == nil)
        #expect(recent.document(of: file(1), saying: text(3)) != nil)
        recent.forget(file(1))
        #expect(recent.document(of: file(1), saying: text(4)) == nil)
    }

    @Test func `of files that weren't read for longest are let go where there are many`() throws {
        var recent = RecentDocuments()
        for number in 0..<RecentDocuments.countLimit {
            recent.keep(try document(text(number)), of: file(number))
        }
        recent.keep(try document(text(0)), of: file(0))
        recent.keep(try document(text(99)), of: file(99))
        #expect(recent.document(of: file(0), saying: text(0)) != nil)
        #expect(recent.document(of: file(1), saying: text(1)) == nil)
        #expect(recent.document(of: file(2), saying: text(2)) != nil)
        #expect(recent.document(of: file(99), saying: text(99)) != nil)
    }

    @Test func `are let go where they are large, but for the newest`() throws {
        var recent = RecentDocuments()
        let large = (1...3).map { text($0, bytes: RecentDocuments.byteLimit / 3) }
        recent.keep(try document(text(0)), of: file(0))
        for (number, text) in large.enumerated() {
            recent.keep(try document(text), of: file(number + 1))
        }
        #expect(recent.document(of: file(0), saying: text(0)) == nil)
        #expect(recent.document(of: file(3), saying: large[2]) != nil)
    }
}
