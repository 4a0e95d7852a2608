// What is written where a name leads elsewhere meanwhile.

import Foundation
import Glibc
import Testing

@testable import settingsctl

@Suite struct `A name that leads elsewhere when the file is written` {
    @Test func `has nothing written there`() throws {
        let folder = try Terminal()
        let (file, victim) = (folder.folder.path + "/x.toml", folder.folder.path + "/victim")
        for name in ["x.toml", "victim"] {
            try folder.write(name, "a = 1\n")
        }
        let replacement = FileReplacement(of: file, expecting: Array("a = 1\n".utf8))
        try #require(unlink(file) == 0 && symlink(victim, file) == 0)
        #expect(throws: ChangedMeanwhile.self) {
            try replacement.write(Array("a = 2\n".utf8))
        }
        #expect(try folder.read("victim") == "a = 1\n")
    }
}
