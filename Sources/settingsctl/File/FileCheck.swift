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
            Continues after a bad line where possible and reports the next problem, too. Duplicate \
            keys, lines that programs read in different ways, and lines that can't be read beside \
            others that can, are reported with status 3. With \
            --schema, values are checked, too: status 3 and the place of each value that isn't \
            allowed. A line that has a secret isn't shown.
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
        let schema = try schema.map { try Schema(naming: $0, done: "Nothing was checked. ") }
        try ExitStatus.throwWorst(of: files) { try check(FileText(path: $0), schema) }
    }

    /// Checks one file; gives its status unless all is right.
    private func check(_ text: FileText, _ schema: Schema?) throws -> ExitStatus? {
        guard let format = format ?? Format.detect(name: absolutePath(text.path), bytes: text.bytes)
        else {
            throw text.unknownFormat()
        }
        let document: any Document
        do {
            document = try format.parse(text.bytes)
        } catch {
            for problem in FileProblems(error, text.bytes, format).list {
                tell(problem, text, secrecy(of: schema))
            }
            return .fileTrouble
        }
        let repeated = document.repeatedKeys
        var excerpts = Excerpts(of: document)
        for key in repeated.prefix(FileProblems.most) { tell(key, schema, in: &excerpts, text) }
        let doubtful = document.doubtfulLines.prefix(FileProblems.most)
        for line in doubtful { tell(line, text, secrecy(of: schema)) }
        let root = schema?.meaning(of: document.root, in: format)
        let refusals = root.flatMap { schema?.refusals(in: $0) } ?? []
        for refusal in refusals { tell(refusal, schema, in: document, &excerpts, text) }
        let isFine = refusals.isEmpty && repeated.isEmpty && doubtful.isEmpty
        if isFine || output.json { showCount(of: document, in: text) }
        return isFine ? nil : .refused
    }

    private func showCount(of document: any Document, in text: FileText) {
        let format = document.format.rawValue
        let count = document.entries.count
        guard output.json else {
            return show("\(text.path): \(format), \(count) \(count == 1 ? "setting" : "settings")")
        }
        showJSON {
            $0.member("file", text.path)
            $0.member("format", format)
            $0.member("settings", count)
        }
    }

    /// Whether the text of any line may be a secret.
    private func secrecy(of schema: Schema?) -> Secrecy {
        schema.map { $0.hasSecrets() || $0.isIncomplete } == true ? .secret : .open
    }

    private func tell(
        _ key: RepeatedKey,
        _ schema: Schema?,
        in excerpts: inout Excerpts,
        _ text: FileText
    ) {
        let place = key.place(in: text.bytes)
        let problem = key.problem(in: text.bytes)
        guard output.json else {
            var failure = Failure(
                .refused,
                "\(text.path)\(place.suffix): \(problem)",
                advice: "\(key.consequence). \(key.advice)"
            )
            failure.excerpt =
                schema.map { schema in excerpts.excerpt(at: place) { schema.hides($0) } }
                ?? excerpts.excerpt(at: place)
            return failure.report()
        }
        showJSON {
            $0.member("file", text.path)
            $0.place(place)
            $0.member("path", key.path.description)
            $0.member("code", DocumentError.Code.duplicate.rawValue)
            $0.member("problem", problem)
            $0.member("advice", key.advice)
        }
    }

    private func tell(
        _ refusal: RuleRefusal,
        _ schema: Schema?,
        in document: any Document,
        _ excerpts: inout Excerpts,
        _ text: FileText
    ) {
        // What is missing has no place but that of what it's missing in.
        let span = refusal.path.selfAndParents.lazy.compactMap { document.span(of: $0) }.first
        let place = span.map { SourcePlace(offset: $0.lowerBound, in: text.bytes) }
        guard output.json else {
            let position = place.suffix
            var failure = Failure(
                .refused,
                "\(text.path)\(position): \(refusal.problem)",
                advice: refusal.advice
            )
            if let place, schema?.hides(refusal.path) != true {
                failure.excerpt = excerpts.excerpt(at: place) { schema?.hides($0) == true }
            }
            return failure.report()
        }
        showJSON {
            $0.member("file", text.path)
            $0.place(place)
            $0.member("path", refusal.path.description)
            $0.member("code", refusal.code.rawValue)
            $0.member("problem", refusal.problem)
            $0.member("advice", refusal.advice)
        }
    }

    private func tell(_ problem: DocumentError, _ text: FileText, _ secrecy: Secrecy) {
        let problem = secrecy == .secret ? problem.hidingText() : problem
        guard output.json else {
            var failure = Failure(problem, in: text, done: "")
            if secrecy == .secret { failure.excerpt = "" }
            return failure.report()
        }
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

extension RuleRefusal {
    /// What to do in the file.
    fileprivate var advice: String {
        switch code {
        case .unknownKey: "Correct its name, or remove it"
        case .missingKey: "Add it"
        default: "Correct the value"
        }
    }
}

extension Schema {
    /// Whether the value at a place, or the one that it's in, is a secret or may be one.
    fileprivate func hides(_ path: DocumentPath) -> Bool {
        let keys = path.elements.prefix { if case .key = $0 { true } else { false } }
        // Of a file that is one array, it isn't known which elements have secrets.
        guard let keyPath = DocumentPath(Array(keys)).keyPath else {
            return path.elements.isEmpty ? false : hasSecrets() || isIncomplete
        }
        return hides(keyPath)
    }
}

extension DocumentPath {
    /// The place, and all that it is in, the nearest first.
    fileprivate var selfAndParents: [DocumentPath] {
        (0...elements.count).reversed().map { DocumentPath(Array(elements.prefix($0))) }
    }
}

/// The problems of one file: the first, and those after it that are none of its doing.
struct FileProblems {
    /// More would hardly be read; each costs two readings of the file.
    static let most = 20

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
