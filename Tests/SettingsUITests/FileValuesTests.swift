// What stands in files, as it's read to be compared with what is in use.

import Glibc
import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsUI

@Suite struct `What stands in a file` {
    private static let size = Fixture.place("odd", "size")

    private func report(_ path: String, _ format: String) -> ReplicaReport {
        var report = ReplicaReport(
            domain: Self.size.domain,
            file: path,
            format: format,
            state: .ok,
            layer: .user
        )
        report.adopt = "all"
        return report
    }

    private func read(_ path: String, _ format: String) -> FilesRead {
        var inUse = InUse()
        inUse.values[Self.size] = .integer(7)
        return FilesRead([report(path, format)], inUse)
    }

    @Test func `is read in the agent's format, whatever the file is called`() throws {
        let file = try WrittenFile("settings.json", "size = 6\n")
        let files = read(file.path, "toml")
        #expect(files.values == [Self.size: .integer(6)])
        #expect(files.differing == [Self.size])
        #expect(files.unreadable == [])
    }

    @Test func `is read by its name where the agent has no format`() throws {
        let file = try WrittenFile("settings.json", "{\"size\": 6}\n")
        #expect(read(file.path, "unknown").values == [Self.size: .integer(6)])
    }

    @Test(.timeLimit(.minutes(10))) func `isn't waited for where the file is a pipe`() throws {
        let file = try WrittenFile("settings.toml", nil)
        #expect(read(file.path, "toml").unreadable == [file.path])
    }
}

/// A file in a folder of its own, or a pipe; it goes with the object.
private final class WrittenFile {
    let path: String
    private let folder: String

    init(_ name: String, _ text: String?) throws {
        var template = Array("/tmp/settings-ui-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
        path = folder + "/" + name
        guard let text else {
            try #require(mkfifo(path, 0o600) == 0)
            return
        }
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(write(descriptor, text, text.utf8.count) == text.utf8.count)
    }

    deinit {
        unlink(path)
        rmdir(folder)
    }
}
