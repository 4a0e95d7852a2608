// settingsctl file --batch: edits as lines of JSON, thousands of them in one process.

import Glibc
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// Reads edits from the standard input and prints one result for each.
///
/// Edits that come together are made together: each file is read once and written once for them,
/// and then their results are printed. Who waits for each result before the next edit has each
/// edit written by itself.
struct FileBatch {
    /// A line may carry a whole file, with every byte of it escaped.
    private static let longestLine = 6 * Limits.standard.fileBytes

    private let options: FileOptions
    private let operation: FileEdit.Operation
    private let type: ValueType?
    private let isDry: Bool

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - options: The file of edits that name none.
    ///   - operation: What an edit does that doesn't say it.
    ///   - type: What values are that don't say it.
    ///   - isDry: Whether files stay as they are.
    init(
        _ options: FileOptions,
        _ operation: FileEdit.Operation,
        type: ValueType?,
        isDry: Bool = false
    ) {
        self.options = options
        self.operation = operation
        self.type = type
        self.isDry = isDry
    }

    /// Makes all edits.
    ///
    /// - Throws: The ``ExitStatus`` of the first edit that wasn't made.
    func run() throws {
        var status: ExitStatus?
        var lines = StandardInputLines(longest: Self.longestLine)
        while let group = try lines.next() {
            for result in results(of: group.filter { !$0.isEmpty }) {
                if let failure = result.failure { status = status ?? failure.status }
                result.show()
            }
        }
        if let status { throw status }
    }

    private func results(of lines: [[UInt8]]) -> [FileEditResult] {
        var batch = OpenBatch(lines.count, isDry: isDry)
        for (place, line) in lines.enumerated() {
            do {
                try batch.make(FileEdit(line, options, operation, type), place: place)
            } catch {
                batch.results[place] = FileEditResult(failure: Failure(error))
            }
        }
        batch.finish()
        return batch.results
    }
}

/// The files that edits which came together name, each open until all edits are made.
private struct OpenBatch {
    /// What came of the edits; of those of open files, not yet.
    var results: [FileEditResult]
    /// In the order in which they were first named; nil for one that is finished.
    private var files: [OpenFile?] = []
    /// Where an open file is, and as what it's read, by the bytes of its path without links.
    private var places: [ExactText: (index: Int, format: Format?)] = [:]
    private let isDry: Bool

    init(_ count: Int, isDry: Bool) {
        results = Array(repeating: FileEditResult(), count: count)
        self.isDry = isDry
    }

    /// Makes an edit, at the latest when the files are finished.
    mutating func make(_ edit: FileEdit, place: Int) throws {
        switch edit.target {
        case .text:
            // The same text again begins anew.
            var file = try OpenFile(for: edit)
            file.make(edit, place: place)
            take(&file)
        case .file(let path, let format):
            let index = try open(path, format, for: edit)
            files[index]?.make(edit, place: place)
        }
    }

    /// Writes all files.
    mutating func finish() {
        for index in files.indices { finish(index) }
    }

    private mutating func open(_ path: String, _ format: Format?, for edit: FileEdit) throws -> Int
    {
        let key = ExactText(FileReplacement.resolved(path))
        if let known = places[key] {
            if known.format == format { return known.index }
            // What it says in another format is known when it's written.
            finish(known.index)
            places[key] = nil
        }
        try files.append(OpenFile(for: edit))
        places[key] = (files.count - 1, format)
        return files.count - 1
    }

    private mutating func finish(_ index: Int) {
        guard var file = files[index] else { return }
        files[index] = nil
        take(&file)
    }

    private mutating func take(_ file: inout OpenFile) {
        file.finish(isDry: isDry)
        for (place, result) in file.results { results[place] = result }
    }
}

/// Lines of the standard input, as many at once as have come.
private struct StandardInputLines {
    private let longest: Int
    private var rest: [UInt8] = []
    private var isAtEnd = false

    init(longest: Int) { self.longest = longest }

    /// The lines that have come, at least one; nil at the end.
    mutating func next() throws -> [[UInt8]]? {
        while !isAtEnd {
            let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
                count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                guard count >= 0 else {
                    count = 0
                    throw Failure.unreadable("the standard input", errno)
                }
            }
            isAtEnd = chunk.isEmpty
            rest += chunk
            guard rest.count <= longest else {
                throw Failure(
                    .usage,
                    "a line of the standard input has more than \(longest) bytes",
                    advice: "Write one edit a line"
                )
            }
            // What is left after the last line end was looked through before.
            guard chunk.contains(0x0A), let end = rest.lastIndex(of: 0x0A) else { continue }
            defer { rest = Array(rest[(end + 1)...]) }
            return rest[..<end].split(separator: 0x0A).map(Array.init)
        }
        guard !rest.isEmpty else { return nil }
        defer { rest = [] }
        return [rest]
    }
}
