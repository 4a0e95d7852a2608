// The suites and cases beside the repository, for tests that need them.

import Foundation
import Testing

/// Files that lie beside the repository, not in it.
enum TOMLSharedFolder {
    /// The folder beside the repository, or nil where there's none.
    static let folder: URL? = {
        let repository = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        // A working copy may lie one folder deeper than the main one.
        for up in ["..", "../.."] {
            let folder = repository.appending(path: up).appending(path: "shared")
                .standardizedFileURL
            if FileManager.default.fileExists(atPath: folder.appending(path: "suites").path()) {
                return folder
            }
        }
        return nil
    }()

    static let isMissing: Comment =
        "SKIPPED: there is no folder 'shared' with the suites beside the repository"

    /// The unpacked suite of that name, in a temporary folder that lasts as long as the process.
    static func suite(_ name: String) throws -> URL {
        try unpacking.withLock { unpacked in
            if let folder = unpacked[name] { return folder }
            let archive = try #require(folder, isMissing).appending(path: "suites/\(name).tar.xz")
            let target = FileManager.default.temporaryDirectory
                .appending(path: "settings-agent-suite-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            let tar = Process()
            tar.executableURL = URL(filePath: "/usr/bin/env")
            tar.arguments = ["tar", "xJf", archive.path(), "-C", target.path()]
            try tar.run()
            tar.waitUntilExit()
            try #require(tar.terminationStatus == 0, "tar could not unpack '\(archive.path())'")
            unpacked[name] = target
            return target
        }
    }

    private static let unpacking = Unpacking()

    // tidy: the dictionary is only touched under the lock.
    private final class Unpacking: @unchecked Sendable {
        private let lock = NSLock()
        private var unpacked: [String: URL] = [:]

        func withLock<R>(_ body: (inout [String: URL]) throws -> R) rethrows -> R {
            try lock.withLock { try body(&unpacked) }
        }
    }
}
