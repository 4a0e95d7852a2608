// Paths whose folders and links move, appear and vanish.

import Foundation
import Glibc
import SyncEngine
import Testing

@testable import SyncPlatform

/// One way to change what a path shows.
struct StructuralCase: Sendable, CustomTestStringConvertible {
    var name: String
    /// Shell commands, run in a folder of the test's own, before the path is watched.
    var before: String
    /// What happens then; each line must be noticed before the next one runs.
    var steps: [String]
    var path = "d/s.conf"
    /// What the path shows at the end; nil for nothing.
    var shows: String?

    var testDescription: String { name }
}

private let cases: [StructuralCase] = [
    .init(
        name: "in place",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["echo 2 > d/s.conf"],
        shows: "2"
    ),
    .init(
        name: "rename over",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["echo 2 > d/t; mv d/t d/s.conf", "echo 3 > d/t; mv d/t d/s.conf"],
        shows: "3"
    ),
    .init(
        name: "backup and new",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["mv d/s.conf d/s.conf~; echo 2 > d/s.conf"],
        shows: "2"
    ),
    .init(
        name: "unlink and new, twice",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["rm d/s.conf; echo 2 > d/s.conf", "rm d/s.conf; echo 3 > d/s.conf"],
        shows: "3"
    ),
    .init(name: "deleted", before: "mkdir d; echo 1 > d/s.conf", steps: ["rm d/s.conf"]),
    .init(name: "absent file appears", before: "mkdir d", steps: ["echo 1 > d/s.conf"], shows: "1"),
    .init(
        name: "absent folder appears with its file",
        before: "true",
        steps: ["mkdir d; echo 1 > d/s.conf"],
        shows: "1"
    ),
    .init(
        name: "deep absent folders appear one by one",
        before: "true",
        steps: ["mkdir a", "mkdir a/b", "mkdir a/b/c", "echo 1 > a/b/c/s.conf"],
        path: "a/b/c/s.conf",
        shows: "1"
    ),
    .init(
        name: "deep absent folders appear at once",
        before: "true",
        steps: ["mkdir -p a/b/c && echo 1 > a/b/c/s.conf", "echo 2 > a/b/c/s.conf"],
        path: "a/b/c/s.conf",
        shows: "2"
    ),
    .init(
        name: "rm -r and all anew",
        before: "mkdir -p a/b; echo 1 > a/b/s.conf",
        steps: ["rm -r a", "mkdir -p a/b; echo 2 > a/b/s.conf", "echo 3 > a/b/s.conf"],
        path: "a/b/s.conf",
        shows: "3"
    ),
    .init(
        name: "folder moved away and back",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["mv d e", "mv e d", "echo 2 > d/s.conf"],
        shows: "2"
    ),
    .init(
        name: "folder replaced by another",
        before: "mkdir d e; echo 1 > d/s.conf; echo 2 > e/s.conf",
        steps: ["mv d old; mv e d", "echo 3 > d/s.conf"],
        shows: "3"
    ),
    .init(
        name: "grandparent renamed",
        before: "mkdir -p a/b/c; echo 1 > a/b/c/s.conf",
        steps: ["mv a z"],
        path: "a/b/c/s.conf"
    ),
    .init(
        name: "grandparent replaced",
        before: "mkdir -p a/b/c z/b/c; echo 1 > a/b/c/s.conf; echo 2 > z/b/c/s.conf",
        steps: ["mv a old; mv z a", "echo 3 > a/b/c/s.conf"],
        path: "a/b/c/s.conf",
        shows: "3"
    ),
    .init(
        name: "file link retargeted",
        before: "mkdir d x y; echo 1 > x/f; echo 2 > y/f; ln -s ../x/f d/s.conf",
        steps: ["ln -sfn ../y/f d/s.conf", "echo 3 > y/f"],
        shows: "3"
    ),
    .init(
        name: "target of a link saved in place and by rename",
        before: "mkdir d x; echo 1 > x/f; ln -s ../x/f d/s.conf",
        steps: ["echo 2 > x/f", "echo 3 > x/g; mv x/g x/f"],
        shows: "3"
    ),
    .init(
        name: "folder link retargeted",
        before: "mkdir x y; echo 1 > x/s.conf; echo 2 > y/s.conf; ln -s x d",
        steps: ["ln -sfn y d", "echo 3 > y/s.conf"],
        shows: "3"
    ),
    .init(
        name: "k8s ..data",
        before: """
            mkdir -p d/..v1; echo 1 > d/..v1/s.conf; ln -s ..v1 d/..data; ln -s ..data/s.conf d/s.conf
            """,
        steps: [
            "mkdir d/..v2; echo 2 > d/..v2/s.conf; ln -s ..v2 d/..tmp; mv -T d/..tmp d/..data",
            "rm -r d/..v1; mkdir d/..v3; echo 3 > d/..v3/s.conf; ln -s ..v3 d/..tmp; mv -T d/..tmp d/..data",
        ],
        shows: "3"
    ),
    .init(
        name: "stow: a folder becomes a link",
        before: "mkdir d dots; echo 1 > d/s.conf; echo 2 > dots/s.conf",
        steps: ["mv d old; ln -s dots d", "echo 3 > dots/s.conf"],
        shows: "3"
    ),
    .init(
        name: "a link becomes a file, and the file a link",
        before: "mkdir d x; echo 1 > x/f; ln -s ../x/f d/s.conf",
        steps: ["rm d/s.conf; echo 2 > d/s.conf", "echo 3 > x/f; ln -sf ../x/f d/s.conf"],
        shows: "3"
    ),
    .init(
        name: "mv foo bar, ln -s bar foo",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["mv d/s.conf d/real; ln -s real d/s.conf", "echo 2 > d/real"],
        shows: "2"
    ),
    .init(
        name: "dangling link gets its target",
        before: "mkdir d; ln -s ../x/f d/s.conf",
        steps: ["mkdir x", "echo 1 > x/f"],
        shows: "1"
    ),
    .init(
        name: "link chain through three folders",
        before:
            "mkdir d x y z; echo 1 > z/f; ln -s ../z/f y/f; ln -s ../y/f x/f; ln -s ../x/f d/s.conf",
        steps: ["echo 2 > z/f", "echo 3 > y/g; mv y/g y/f"],
        shows: "3"
    ),
    .init(
        name: "hard link written by its other name",
        before: "mkdir d e; echo 1 > d/s.conf; ln d/s.conf e/other",
        steps: ["echo 2 > e/other"],
        shows: "2"
    ),
    .init(
        name: "mode changed",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["chmod 600 d/s.conf"],
        shows: "1"
    ),
    .init(
        name: "a file where a folder should be becomes one",
        before: "echo x > d",
        steps: ["rm d; mkdir d; echo 1 > d/s.conf"],
        shows: "1"
    ),
    .init(
        name: "a folder where the file should be",
        before: "mkdir d; echo 1 > d/s.conf",
        steps: ["rm d/s.conf; mkdir d/s.conf", "rmdir d/s.conf; echo 2 > d/s.conf"],
        shows: "2"
    ),
    .init(
        name: "link loop made and undone",
        before: "mkdir d; ln -s s.conf d/s.conf",
        steps: ["rm d/s.conf; echo 1 > d/s.conf"],
        shows: "1"
    ),
    .init(
        name: "dots in the path",
        before: "mkdir -p d/e; echo 1 > d/s.conf",
        steps: ["echo 2 > d/s.conf"],
        path: "d/./e/../s.conf",
        shows: "2"
    ),
]

extension `Watched` {
    @Suite struct `A path` {
        @Test(arguments: cases)
        func `is watched whatever becomes of its folders and links`(_ story: StructuralCase) throws
        {
            let folder = try Folder()
            try shell("cd '\(folder.path)'; \(story.before)")
            let watching = try Watching()
            let replica = folder.replica(story.path)
            watching.watcher.watch(replica)
            for step in story.steps {
                watching.forgetEvents()
                try shell("cd '\(folder.path)'; \(step)")
                try watching.waitForTouch(of: replica)
                // The last save of a step may be told after the first touch of it.
                watching.settle()
            }
            #expect(folder.text(story.path).map { $0.dropLast() } == story.shows?[...])
            #expect(watching.watcher.state(of: replica) == .events)
            #expect(watching.reported.isEmpty)
        }

        @Test func `is not touched by what happens to other files beside it and above it`() throws {
            let folder = try Folder()
            try shell("cd '\(folder.path)'; mkdir -p a/b; echo 1 > a/b/s.conf")
            let watching = try Watching()
            let replica = folder.replica("a/b/s.conf")
            watching.watcher.watch(replica)
            watching.forgetEvents()

            try shell(
                """
                cd '\(folder.path)'; echo 1 > a/b/other; mv a/b/other a/b/s.conf~; rm a/b/s.conf~
                cat a/b/s.conf; ls -la a/b; stat a/b/s.conf; mkdir x; rmdir x; echo 1 > a/y; rm a/y
                """
            )
            watching.settle()

            #expect(watching.events.isEmpty)
        }

        @Test func `is no longer watched after the end of it`() throws {
            let folder = try Folder()
            try folder.write("1", to: "s.conf")
            let watching = try Watching()
            let replica = folder.replica("s.conf")
            watching.watcher.watch(replica)
            #expect(watching.watcher.watchCount > 0)

            watching.watcher.unwatch(replica)
            watching.forgetEvents()
            try folder.write("2", to: "s.conf")
            watching.settle()

            #expect(watching.watcher.watchCount == 0)
            #expect(watching.events.isEmpty)
        }
    }
}
