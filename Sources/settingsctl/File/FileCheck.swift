// settingsctl file check: what keeps files from being read.

import ArgumentParser
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Whether files can be read.
struct FileCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say whether files can be read; status 6 and each place if not.",
        discussion: """
            Where a bad line doesn't keep the lines below it from being read, the next problem is \
            told, too. With --schema, values are checked, too: status 3 and each place for one that \
            isn't allowed.
            """
    )
    @Argument(help: "Settings files; - for the standard input.", completion: .file())
    var files: [String]
    @Option(help: "Their format, if their names don't tell.") var format: Format?
    @Option(
        help: "A bundle, a JSON Schema, or a domain that has one: what values may be.",
        completion: .file()
    )
    var schema: String?
    @OptionGroup var output: OutputOptions

    func run() throws {
        let schema = try schema.map(Schema.init(naming:))
        var status: ExitStatus?
        for file in files {
            do {
                try check(FileText(path: file), schema)
            } catch let failure as Failure {
                failure.report()
                status = status ?? failure.status
            } catch let error as ExitStatus {
                status = status ?? error
            }
        }
        if let status { throw status }
    }

    private func check(_ text: FileText, _ schema: Schema?) throws {
        guard let format = format ?? Format.detect(name: text.path, bytes: text.bytes) else {
            throw Failure.unknownFormat(text.path)
        }
        let document: any Document
        do {
            document = try format.parse(text.bytes)
        } catch {
            for problem in FileProblems(error, text.bytes, format).list { tell(problem, text) }
            throw ExitStatus.fileTrouble
        }
        let root = schema?.meaning(of: document.root, in: format)
        let refusals = root.flatMap { schema?.refusals(in: $0) } ?? []
        for refusal in refusals { tell(refusal, schema, in: document, text) }
        guard refusals.isEmpty else { throw ExitStatus.refused }
        let count = document.entries.count
        if output.json {
            showJSON {
                $0.member("file", text.path)
                $0.member("format", format.rawValue)
                $0.member("settings", count)
            }
        } else {
            show(
                "\(text.path): \(format.rawValue), \(count) \(count == 1 ? "setting" : "settings")"
            )
        }
    }

    private func tell(
        _ refusal: Refusal,
        _ schema: Schema?,
        in document: any Document,
        _ text: FileText
    ) {
        // What is missing has no place but that of what it's missing in.
        let span = refusal.path.selfAndParents.lazy.compactMap { document.span(of: $0) }.first
        let place = span.map { SourcePlace(offset: $0.lowerBound, in: text.bytes) }
        guard output.json else {
            let position = place.map { ":\($0.line):\($0.column)" } ?? ""
            var failure = Failure(
                .refused,
                "\(text.path)\(position): \(refusal.problem)",
                advice: "Correct the value"
            )
            let keys = refusal.path.elements.prefix { if case .key = $0 { true } else { false } }
            let secrecy = DocumentPath(Array(keys)).keyPath.flatMap { schema?.secrecy(of: $0) }
            if let place, secrecy != .secret {
                failure.excerpt = excerpt(at: place, in: text.bytes)
            }
            return failure.report()
        }
        showJSON {
            $0.member("file", text.path)
            $0.place(place)
            $0.member("path", refusal.path.description)
            $0.member("code", refusal.code.rawValue)
            $0.member("problem", refusal.problem)
        }
    }

    private func tell(_ problem: DocumentError, _ text: FileText) {
        guard output.json else { return Failure(problem, in: text, done: "").report() }
        showJSON {
            $0.member("file", text.path)
            $0.member("line", problem.place.line)
            $0.member("column", problem.place.column)
            $0.member("code", problem.code.rawValue)
            $0.member("problem", problem.problem)
            $0.member("advice", problem.advice)
        }
    }
}

extension DocumentPath {
    /// The place, and all that it is in, the nearest first.
    fileprivate var selfAndParents: [DocumentPath] {
        (0...elements.count).reversed().map { DocumentPath(Array(elements.prefix($0))) }
    }
}

/// The problems of one file: the first, and those after it that are none of its doing.
private struct FileProblems {
    /// More would hardly be read; each costs two readings of the file.
    private static let most = 20

    private(set) var list: [DocumentError]

    init(_ first: DocumentError, _ bytes: [UInt8], _ format: Format) {
        list = [first]
        var bytes = bytes
        while list.count < Self.most, let last = list.last, last.code == .syntax {
            let line = Self.line(of: last.offset, in: bytes)
            for index in line { bytes[index] = 0x20 }
            do {
                _ = try format.parse(bytes)
                return
            } catch {
                // Only if all before it can be read, the line taken out has nothing to do with it.
                let start = Self.line(of: error.offset, in: bytes).lowerBound
                guard error.code == .syntax, start > line.upperBound,
                    (try? format.parse(Array(bytes[..<start]))) != nil
                else { return }
                list.append(error)
            }
        }
    }

    /// The bytes of a line without its end.
    private static func line(of offset: Int, in bytes: [UInt8]) -> Range<Int> {
        let offset = min(offset, bytes.count)
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        var end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
        if end > offset, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<max(start, end)
    }
}
