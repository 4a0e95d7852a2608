// One line of a settings file, as the inspector shows it.

import Glibc
import SettingsModel

/// A line of a file.
struct FileLine: Equatable, Sendable {
    var file: String
    /// From 1 on.
    var number: Int
    /// Without its end; empty where the line couldn't be read.
    var text = ""

    /// True for the same line of the same file, whatever its text.
    func isSamePlace(as other: FileLine?) -> Bool {
        other?.file == file && other?.number == number
    }

    /// Reads the line; a file past the limit of what the agent reads has none.
    func read() -> FileLine {
        var line = self
        line.text = Self.text(number, of: file) ?? ""
        return line
    }

    private static let mostBytes = Limits.standard.fileBytes

    private static func text(_ number: Int, of path: String) -> String? {
        var status = stat()
        // A pipe would be waited for.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= mostBytes, let file = fopen(path, "re")
        else { return nil }
        defer { fclose(file) }
        var buffer: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(buffer) }
        for _ in 0..<number where getline(&buffer, &size, file) <= 0 { return nil }
        let text = buffer.flatMap { String(validatingCString: $0) }
        return text.map { $0.last?.isNewline == true ? String($0.dropLast()) : $0 }
    }
}
