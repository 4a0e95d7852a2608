// Settings as a file that a program reads.

import Glibc
import SettingsDocument
import SettingsModel

/// A file of `exec`'s own, which has nothing in it but the settings.
struct RenderedFile {
    let path: String
    let format: Format
    /// Whether it was made by us, and goes with us.
    private let isOurs: Bool

    /// Takes the path for settings that change while a program runs.
    ///
    /// - Throws: ``Failure``, when a file is there that may be somebody's.
    init(at path: String, format: Format, _ existing: FileText.Existing) throws {
        self.path = path
        self.format = format
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        isOurs = descriptor >= 0
        guard !isOurs else {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw Self.failure(path, "can't be made") }
        guard existing == .replace else {
            throw Failure(
                .refused,
                "'\(path)' is there already, and would be overwritten",
                advice: "Name another file, or add --replace"
            )
        }
    }

    /// The settings as the format has them, and what it can't hold.
    static func text(
        _ settings: [SettingKeyPath: SettingValue],
        as format: Format
    ) throws -> (bytes: [UInt8], leftOut: [ProgramEnvironment.LeftOut]) {
        let empty = try format.parse(format.emptyFile)
        let changes = settings.sorted { $0.key < $1.key }.map {
            DocumentChange(DocumentPath($0.key.segments.map { .key($0) }), $0.value)
        }
        let revision = empty.revised(by: changes)
        let refusals = revision.refusals.map { refusal in
            let keys = refusal.change.path.elements.compactMap { element -> String? in
                if case .key(let key) = element { key } else { nil }
            }
            return ProgramEnvironment.LeftOut(
                key: SettingKeyPath(segments: keys),
                reason: refusal.error.problem
            )
        }
        return (revision.document.bytes, refusals)
    }

    /// Puts new bytes in the file's place, all at once: the program may read it at any moment.
    ///
    /// One that was there keeps what it is besides its bytes.
    func write(_ bytes: [UInt8]) throws {
        guard isOurs else { return try FileText.edit(path, format) { _ in bytes } }
        // mkstemp(3) puts others in the place of the six X.
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.failure(path, "can't be written") }
        defer { close(descriptor) }
        guard FileReplacement.write(bytes, to: descriptor), rename(template, path) == 0 else {
            let failure = Self.failure(path, "can't be written")
            unlink(template)
            throw failure
        }
    }

    /// Removes what was made.
    func remove() { if isOurs { unlink(path) } }

    private static func failure(_ path: String, _ what: String) -> Failure {
        Failure(
            .fileTrouble,
            "'\(path)' \(what): \(String(cString: strerror(errno)))",
            advice: "Name a file in a folder of your own"
        )
    }
}
