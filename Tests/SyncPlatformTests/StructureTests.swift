// Paths whose folders and links move, appear and vanish.

import Foundation
import Glibc
import SyncEngine
import Testing

@testable import SyncPlatform

/// The path that most of them are about.
private let file = "d/s.conf"

/// Ways to change what a path shows.
///
/// With the path are shell commands, run in a folder of the test's own before the path is watched, and
/// those that follow, each of which must be noticed before the next one runs; at last what the path
/// shows then, nil for nothing.
private let cases: [(name: String, path: String, before: String, steps: [String], shows: String?)] =
    [
        ("in place", file, "mkdir d; echo 1 > d/s.conf", ["echo 2 > d/s.conf"], "2"),
        (
            "rename over", file, "mkdir d; echo 1 > d/s.conf",
            ["echo 2 > d/t; mv d/t d/s.conf", "echo 3 > d/t; mv d/t d/s.conf"], "3"
        ),
        (
            "backup and new", file, "mkdir d; echo 1 > d/s.conf",
            ["mv d/s.conf d/s.conf~; echo 2 > d/s.conf"], "2"
        ),
        (
            "unlink and new, twice", file, "mkdir d; echo 1 > d/s.conf",
            ["rm d/s.conf; echo 2 > d/s.conf", "rm d/s.conf; echo 3 > d/s.conf"], "3"
        ),
        ("deleted", file, "mkdir d; echo 1 > d/s.conf", ["rm d/s.conf"], nil),
        ("absent file appears", file, "mkdir d", ["echo 1 > d/s.conf"], "1"),
        ("absent folder appears with its file", file, "true", ["mkdir d; echo 1 > d/s.conf"], "1"),
        (
            "deep absent folders appear one by one", "a/b/c/s.conf", "true",
            ["mkdir a", "mkdir a/b", "mkdir a/b/c", "echo 1 > a/b/c/s.conf"], "1"
        ),
        (
            "deep absent folders appear at once", "a/b/c/s.conf", "true",
            ["mkdir -p a/b/c && echo 1 > a/b/c/s.conf", "echo 2 > a/b/c/s.conf"], "2"
        ),
        (
            "rm -r and all anew", "a/b/s.conf", "mkdir -p a/b; echo 1 > a/b/s.conf",
            ["rm -r a", "mkdir -p a/b; echo 2 > a/b/s.conf", "echo 3 > a/b/s.conf"], "3"
        ),
        (
            "folder moved away and back", file, "mkdir d; echo 1 > d/s.conf",
            ["mv d e", "mv e d", "echo 2 > d/s.conf"], "2"
        ),
        (
            "folder replaced by another", file, "mkdir d e; echo 1 > d/s.conf; echo 2 > e/s.conf",
            ["mv d old; mv e d", "echo 3 > d/s.conf"], "3"
        ),
        (
            "grandparent renamed", "a/b/c/s.conf", "mkdir -p a/b/c; echo 1 > a/b/c/s.conf",
            ["mv a z"], nil
        ),
        (
            "grandparent replaced", "a/b/c/s.conf",
            "mkdir -p a/b/c z/b/c; echo 1 > a/b/c/s.conf; echo 2 > z/b/c/s.conf",
            ["mv a old; mv z a", "echo 3 > a/b/c/s.conf"], "3"
        ),
        (
            "file link retargeted", file,
            "mkdir d x y; echo 1 > x/f; echo 2 > y/f; ln -s ../x/f d/s.conf",
            ["ln -sfn ../y/f d/s.conf", "echo 3 > y/f"], "3"
        ),
        (
            "target of a link saved in place and by rename", file,
            "mkdir d x; echo 1 > x/f; ln -s ../x/f d/s.conf",
            ["echo 2 > x/f", "echo 3 > x/g; mv x/g x/f"], "3"
        ),
        (
            "folder link retargeted", file,
            "mkdir x y; echo 1 > x/s.conf; echo 2 > y/s.conf; ln -s x d",
            ["ln -sfn y d", "echo 3 > y/s.conf"], "3"
        ),
        (
            "k8s ..data", file,
            "mkdir -p d/..v1; echo 1 > d/..v1/s.conf; ln -s ..v1 d/..data; ln -s ..data/s.conf d/s.conf",
            [
                "mkdir d/..v2; echo 2 > d/..v2/s.conf; ln -s ..v2 d/..tmp; mv -T d/..tmp d/..data",
                "rm -r d/..v1; mkdir d/..v3; echo 3 > d/..v3/s.conf; ln -s ..v3 d/..tmp; mv -T d/..tmp d/..data",
            ], "3"
        ),
        (
            "stow: a folder becomes a link", file,
            "mkdir d dots; echo 1 > d/s.conf; echo 2 > dots/s.conf",
            ["mv d old; ln -s dots d", "echo 3 > dots/s.conf"], "3"
        ),
        (
            "a link becomes a file, and the file a link", file,
            "mkdir d x; echo 1 > x/f; ln -s ../x/f d/s.conf",
            ["rm d/s.conf; echo 2 > d/s.conf", "echo 3 > x/f; ln -sf ../x/f d/s.conf"], "3"
        ),
        (
            "mv foo bar, ln -s bar foo", file, "mkdir d; echo 1 > d/s.conf",
            ["mv d/s.conf d/real; ln -s real d/s.conf", "echo 2 > d/real"], "2"
        ),
        (
            "dangling link gets its target", file, "mkdir d; ln -s ../x/f d/s.conf",
            ["mkdir x", "echo 1 > x/f"], "1"
        ),
        (
            "link chain through three folders", file,
            "mkdir d x y z; echo 1 > z/f; ln -s ../z/f y/f; ln -s ../y/f x/f; ln -s ../x/f d/s.conf",
            ["echo 2 > z/f", "echo 3 > y/g; mv y/g y/f"], "3"
        ),
        (
            "hard link written by its other name", file,
            "mkdir d e; echo 1 > d/s.conf; ln d/s.conf e/other", ["echo 2 > e/other"], "2"
        ),
        ("mode changed", file, "mkdir d; echo 1 > d/s.conf", ["chmod 600 d/s.conf"], "1"),
        (
            "a file where a folder should be becomes one", file, "echo x > d",
            ["rm d; mkdir d; echo 1 > d/s.conf"], "1"
        ),
        (
            "a folder where the file should be", file, "mkdir d; echo 1 > d/s.conf",
            ["rm d/s.conf; mkdir d/s.conf", "rmdir d/s.conf; echo 2 > d/s.conf"], "2"
        ),
        (
            "link loop made and undone", file, "mkdir d; ln -s s.conf d/s.conf",
            ["rm d/s.conf; echo 1 > d/s.conf"], "1"
        ),
        (
            "dots in the path", "d/./e/../s.conf", "mkdir -p d/e; echo 1 > d/s.conf",
            ["echo 2 > d/s.conf"], "2"
        ),
    ]

extension `Watched` {
    @Suite struct `A path` {
        @Test(arguments: cases)
        func `is watched whatever becomes of its folders and links`(
            name: String,
            path: String,
            before: String,
            steps: [String],
            shows: String?
        ) throws {
            let folder = try Folder()
            try shell("cd '\(folder.path)'; \(before)")
            let watching = try Watching()
            let replica = folder.replica(path)
            watching.watcher.watch(replica)
            for step in steps {
                watching.forgetEvents()
                try shell("cd '\(folder.path)'; \(step)")
                try watching.waitForTouch(of: replica)
                // The last save of a step may be told after the first touch of it.
                watching.settle()
            }
            #expect(folder.text(path).map { $0.dropLast() } == shows?[...])
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
