// Where the shared suites and recorded cases are, for the tests of JSON and property lists.

import Foundation

/// Material beside the repository that tests read when it is there.
enum JSONSuites {
    /// The folder `shared` beside the repository, or beside a folder that it is in; nil without one.
    static let folder: URL? = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let shared = folder.appending(path: "shared")
            let suites = shared.appending(path: "suites").path
            if FileManager.default.fileExists(atPath: suites) { return shared }
        }
        return nil
    }()
}
