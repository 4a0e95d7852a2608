// A domain file of the user's own, which commands write.

import Glibc
import SettingsModel

/// The user's own domain file of a domain, as it was when it was read.
struct OwnDomainFile {
    let path: String
    /// What it says; nil where it isn't there.
    let bytes: [UInt8]?

    /// Where the file of a domain is, or would be.
    static func path(of domain: Domain) -> String {
        let variable = Display.variable("XDG_CONFIG_HOME")
        let folder = variable.hasPrefix("/") ? variable : (Display.home ?? "/") + ".config"
        return folder + "/settings-agent/domains/\(domain).toml"
    }

    init(of domain: Domain) throws {
        path = Self.path(of: domain)
        bytes = access(path, F_OK) == 0 ? try FileText(path: path).bytes : nil
    }

    /// Writes the file, and makes the folders that it is in, for the user alone.
    func write(_ new: [UInt8]) throws {
        var end = path.index(after: path.startIndex)
        while let slash = path[end...].firstIndex(of: "/") {
            // What can't be made is told when the file is.
            mkdir(String(path[..<slash]), 0o700)
            end = path.index(after: slash)
        }
        do {
            try FileReplacement(of: path, expecting: bytes).write(new)
        } catch is ChangedMeanwhile {
            throw Failure(
                .fileTrouble,
                "'\(path)' was changed meanwhile",
                advice: "It stays as it is now"
            )
        } catch var failure as Failure {
            // Commands write several files.
            let nothing = "Nothing was changed"
            if failure.advice.hasPrefix(nothing) {
                failure.advice = "It stays as it is" + failure.advice.dropFirst(nothing.count)
            }
            throw failure
        }
    }
}
