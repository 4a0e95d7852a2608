// settingsctl file convert: a file's values in another format.

import ArgumentParser
import Glibc
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A file's values in another format.
struct FileConvert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write the file's values in another format; status 3 if it can't hold them.",
        discussion: """
            Without OUTPUT, the result is printed. Comments and layout stay behind. A date becomes \
            a string where the format has no dates, and data base64; this is reported, and so is \
            what the format can't hold at all.
            """
    )
    @OptionGroup var options: FileOptions
    @Argument(help: "A file that isn't there yet; its name tells its format.", completion: .file())
    var output: String?
    @Option(help: "The format to write, if OUTPUT doesn't tell.") var to: Format?
    @Flag(help: "Leave out what the format can't hold.") var lossy = false
    @Flag(help: "Replace OUTPUT where it is there.") var force = false

    func validate() throws {
        guard output != nil || to != nil else { throw ValidationError("Give OUTPUT or --to.") }
    }

    func run() throws {
        let path = output ?? "-"
        guard let format = to ?? output.flatMap({ Format.detect(name: $0, bytes: []) }) else {
            throw Failure.unknownFormat(path, option: "--to")
        }
        // Told before what stays behind; that nobody has just made one is told when it's written.
        guard force || path == "-" || access(path, F_OK) != 0 else {
            throw Failure.alreadyThere(path, "add --force")
        }
        let text = try FileText(path: options.file)
        let document = try text.document(options.format)
        try checkLaterDocuments(of: document)
        let conversion = try Conversion(of: document, to: format)
        conversion.tell(of: options.file, isLossy: lossy)
        guard lossy || conversion.refusals.isEmpty else {
            throw Failure(
                .refused,
                "\(options.file): \(format.noun) can't hold all of it",
                advice: "Nothing was written. To leave out what it can't hold, add --lossy"
            )
        }
        let rights = FileRights(asOpenAs: options.file)
        try FileText.write(conversion.bytes, to: path, force ? .replace : .refuse, rights)
    }

    /// Refuses to leave documents out, or says that it does.
    private func checkLaterDocuments(of document: any Document) throws {
        guard let count = (document as? YAMLDocument)?.laterDocuments, count > 0 else { return }
        let others = count == 1 ? "another document follows" : "\(count) more documents follow"
        guard lossy else {
            throw Failure(
                .refused,
                "\(options.file): \(others) the first",
                advice: "Nothing was written. To convert the first alone, add --lossy"
            )
        }
        writeError("settingsctl: \(options.file): \(others) the first, left out\n".escapedForLines)
    }
}

/// A document's values written in another format.
private struct Conversion {
    /// The new file.
    let bytes: [UInt8]
    /// What the format can't hold.
    let refusals: [(change: DocumentChange, error: EditError)]
    private let old: any Document
    private let format: Format

    init(of old: any Document, to format: Format) throws {
        self.old = old
        self.format = format
        let empty: any Document
        do {
            empty = try format.parse(format.emptyFile)
        } catch {
            preconditionFailure("an empty \(format.rawValue) file can't be read: \(error.problem)")
        }
        // All at once reads best; one by one says what the format can't hold.
        let whole = empty.revised(by: [DocumentChange(DocumentPath([]), old.root)])
        var revision = whole
        if !whole.refusals.isEmpty, case .dictionary = old.root {
            let changes = old.entries.map { DocumentChange(DocumentPath($0.keyPath), $0.value) }
            revision = empty.revised(by: changes)
        }
        bytes = revision.document.bytes
        refusals = revision.refusals
    }

    /// Says what stays behind, and what becomes something else.
    func tell(of file: String, isLossy: Bool) {
        for refusal in refusals {
            let done = isLossy ? ", left out" : ""
            note(file, refusal.change.path, refusal.error.problem + done)
        }
        let refused = Set(refusals.map(\.change.path))
        for entry in old.entries where !refused.contains(DocumentPath(entry.keyPath)) {
            guard let text = format.noteOfType(of: entry.value) else { continue }
            note(file, DocumentPath(entry.keyPath), text)
        }
        let comments = old.commentedLineCount
        if comments > 0 {
            let lines = comments == 1 ? "1 line" : "\(comments) lines"
            writeError(
                "settingsctl: \(file): the comments of \(lines) stay behind\n".escapedForLines
            )
        }
    }
}

extension Format {
    /// What a value becomes where the format doesn't have its type; nil where it stays as it is.
    func noteOfType(of value: SettingValue) -> String? {
        guard let stored = stored(value), stored != value else { return nil }
        let isSame = stored.typeName == value.typeName
        return isSame
            ? "a part is written as string" : "\(value.typeName) is written as \(stored.typeName)"
    }
}

/// Tells of a value that doesn't come over as it is.
func note(_ source: String, _ path: DocumentPath, _ text: String) {
    let place = path.elements.isEmpty ? "" : " '\(path)':"
    writeError("settingsctl: \(source):\(place) \(text)\n".escapedForLines)
}

extension Document {
    /// How many lines have a comment, or a part of one.
    fileprivate var commentedLineCount: Int {
        let places = SourcePlaces(bytes)
        var count = 0
        var last = 0
        for comment in comments where !comment.isEmpty {
            let first = max(places.place(comment.lowerBound).line, last + 1)
            last = max(places.place(comment.upperBound - 1).line, last)
            count += max(last - first + 1, 0)
        }
        return count
    }
}

extension String {
    /// The text with control characters shown, but for the end of its last line.
    fileprivate var escapedForLines: String { String(dropLast()).escapedForDisplay + "\n" }
}
