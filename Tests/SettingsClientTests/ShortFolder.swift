// Folders for sockets, and what stands in for systemd.

import Foundation
import Glibc
import SettingsProtocol

/// Makes a folder whose path leaves room for a socket's name: it has 107 bytes at most (unix(7)).
func makeShortFolder() throws -> String {
    // mkdtemp(3) puts others in the place of the six X.
    var template = Array("/tmp/sc-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.EIO) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Makes this process, one of an exit test, one with a systemd whose systemctl lingers.
///
/// - Returns: The folder to remove in the end, the place of the socket that isn't there, and the file
///   that has a line for each call of systemctl.
func beginLingeringSystemd() throws -> (folder: String, place: SocketPlace, calls: String) {
    let folder = try makeShortFolder()
    try FileManager.default.createDirectory(
        atPath: folder + "/systemd/private",
        withIntermediateDirectories: true
    )
    // It says nothing for longer than a test takes.
    let script = "#!/bin/sh\necho call >> \(folder)/calls\nexec sleep 60\n"
    try Data(script.utf8).write(to: URL(filePath: folder + "/systemctl"))
    chmod(folder + "/systemctl", 0o755)
    setenv("PATH", folder + ":/usr/bin:/bin", 1)
    let place = SocketPlace(path: folder + "/s", source: .runtimeFolder(folder))
    return (folder, place, folder + "/calls")
}
