// Tests of the search for the version that was in the writer's buffer.

import SettingsDocument
import SettingsModel
import Testing

@testable import SyncEngine

@Suite struct `The base of a save` {
    private struct Held {
        var text: String
        var holders = 0
        var possibleHolders = 0
        var author = FileVersion.Author.agent
    }

    /// The choice among versions, oldest first, the last of which the path showed.
    private func choice(
        _ versions: [Held],
        of content: String,
        before limit: UInt64? = nil,
        isWritten: Bool = true
    ) throws -> BaseChoice {
        let configuration = ReplicaConfiguration(path: "/a.toml")
        func read(_ text: String) throws -> ReadText {
            ReadText(try Format.toml.parse(Array(text.utf8)), as: configuration)
        }
        let known = try versions.enumerated().map { index, held in
            KnownVersion(
                FileVersion(
                    number: UInt64(index + 1),
                    text: Array(held.text.utf8),
                    timestamps: [:],
                    author: held.author,
                    holders: held.holders,
                    possibleHolders: held.possibleHolders,
                    identity: FileIdentity(device: 1, inode: UInt64(index)),
                    recorded: 0
                ),
                keys: try read(held.text).keys
            )
        }
        var search = BaseSearch(
            versions: known,
            top: known.count - 1,
            content: try read(content),
            before: limit,
            isWritten: isWritten,
            read: { version in try? read(String(decoding: version.bytes, as: UTF8.self)) }
        )
        return search.choice()
    }

    @Test(arguments: [
        ("a = 2\nb = 9\n", true), ("a = 1\nb = 9\n", false), ("a = 3\nb = 9\n", true),
        ("a = 2\nb = 9\n# new\n", true),
    ])
    func `is certain where each version that was read comes to the same`(
        content: String,
        isCertain: Bool
    ) throws {
        let choice = try choice(
            [
                Held(text: "a = 1\nb = 1\n", holders: 1, author: .foreign),
                Held(text: "a = 2\nb = 1\n", holders: 1),
            ],
            of: content
        )
        #expect(choice.isCertain == isCertain)
    }

    @Test(arguments: [true, false])
    func `is certain only of what the domain says as well`(isWritten: Bool) throws {
        let choice = try choice(
            [
                Held(text: "a = 1\nb = 1\n", holders: 1, author: .foreign),
                Held(text: "a = 2\nb = 1\n", holders: 1),
            ],
            of: "a = 2\nb = 9\n",
            isWritten: isWritten
        )
        #expect(choice.isCertain == isWritten)
    }

    @Test func `is the newest version when only that was read`() throws {
        let choice = try choice(
            [Held(text: "a = 1\n"), Held(text: "a = 2\n", holders: 1)],
            of: "a = 2\nb = 1\n"
        )
        #expect(choice.index == 1)
        #expect(choice.reason == .fresh)
        #expect(choice.isCertain)
    }

    @Test func `is an older one when nobody has read the newest`() throws {
        let choice = try choice(
            [Held(text: "a = 1\n", holders: 1), Held(text: "a = 2\n")],
            of: "a = 1\nb = 1\n"
        )
        #expect(choice.index == 0)
        #expect(choice.reason == .unread)
        #expect(choice.isCertain)
    }

    @Test func `is the older one when that explains the content with fewer edits`() throws {
        let choice = try choice(
            [
                Held(text: "a = 1\nb = 1\n", holders: 1),
                Held(text: "a = 2\nb = 2\n", holders: 1),
            ],
            of: "a = 1\nb = 1\nc = 3\n"
        )
        #expect(choice.index == 0)
        #expect(choice.reason == .staleLikely)
        #expect(!choice.isCertain)
    }

    @Test func `is the newest when its changes show in the content`() throws {
        let choice = try choice(
            [
                Held(text: "a = 1\nb = 1\nc = 1\n", holders: 1),
                Held(text: "a = 2\nb = 2\nc = 2\n", holders: 1),
            ],
            of: "a = 2\nb = 1\nc = 1\n"
        )
        #expect(choice.index == 1)
        #expect(choice.reason == .fresh)
    }

    @Test func `is the newest when somebody who read it goes back to an older text`() throws {
        let choice = try choice(
            [Held(text: "a = 1\n", holders: 1), Held(text: "a = 2\n", holders: 1)],
            of: "a = 1\n"
        )
        #expect(choice.index == 1)
        #expect(choice.reason == .reverted)
        #expect(!choice.isCertain)
    }

    @Test func `is the older text itself when nobody has read the newest`() throws {
        let choice = try choice(
            [Held(text: "a = 1\n", holders: 1), Held(text: "a = 2\n")],
            of: "a = 1\n"
        )
        #expect(choice.index == 0)
        #expect(choice.reason == .resaveOrRestore)
    }

    @Test func `is never a version that displaced the content`() throws {
        let choice = try choice(
            [Held(text: "a = 1\n", holders: 1), Held(text: "a = 2\n", holders: 5)],
            of: "a = 1\nb = 1\n",
            before: 2
        )
        #expect(choice.index == 0)
        #expect(choice.isCertain)
    }

    @Test func `may be a version that somebody may have read`() throws {
        let choice = try choice(
            [Held(text: "a = 1\n", holders: 1), Held(text: "a = 2\n", possibleHolders: 1)],
            of: "a = 2\nb = 1\n"
        )
        #expect(choice.index == 1)
    }

    @Test func `may be one whose reader a death kept secret, although others hold another`() throws
    {
        let choice = try choice(
            [
                Held(text: "a = 1\nb = 1\n", holders: 1),
                Held(text: "a = 3\nb = 1\n", possibleHolders: 1),
                Held(text: "a = 4\nb = 1\n", possibleHolders: 1),
            ],
            of: "a = 3\nb = 2\n"
        )
        #expect(choice.index == 1)
        #expect(!choice.isCertain)
    }

    @Test func `is what its writer read and not what others may have, when a value comes back`()
        throws
    {
        let choice = try choice(
            [
                Held(text: "a = 0\nb = 1\n"),
                Held(text: "a = 1\nb = 1\n", possibleHolders: 1),
                Held(text: "a = 2\nb = 1\n", holders: 1),
            ],
            of: "a = 1\nb = 2\n"
        )
        #expect(choice.index == 2)
        #expect(choice.reason == .fresh)
        #expect(!choice.isCertain)
    }

    @Test func `is hardly what was there before the agent, while somebody holds another`() throws {
        let choice = try choice(
            [
                Held(text: "a = 1\nb = 1\n", possibleHolders: 1),
                Held(text: "a = 2\nb = 1\n", holders: 1),
            ],
            of: "a = 1\nb = 1\nc = 1\n"
        )
        #expect(choice.index == 1)
        #expect(!choice.isCertain)
    }

    @Test func `is uncertain when another possible reader explains it as well`() throws {
        let choice = try choice(
            [
                Held(text: "a = 1\nb = 1\n", possibleHolders: 1),
                Held(text: "a = 2\nb = 2\n", holders: 1),
                Held(text: "a = 3\nb = 3\n"),
            ],
            of: "a = 1\nb = 2\n"
        )
        #expect(choice.index == 1)
        #expect(!choice.isCertain)
    }

    @Test func `is the last foreign version when nobody is known to hold any`() throws {
        let choice = try choice(
            [
                Held(text: "a = 1\n", author: .foreign), Held(text: "a = 2\n", author: .foreign),
                Held(text: "a = 3\n"),
            ],
            of: "a = 2\nb = 1\n"
        )
        #expect(choice.index == 1)
    }
}
