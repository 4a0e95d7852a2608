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
        var results = lines.map { _ in FileEditResult() }
        var files: [FileEdit.Target: OpenFile] = [:]
        for (place, line) in lines.enumerated() {
            do {
                let edit = try FileEdit(line, options, operation, type)
                // Taken out while it changes, so that nothing is copied.
                var file = try files.removeValue(forKey: edit.target) ?? OpenFile(for: edit)
                file.make(edit, place: place)
                if case .text = edit.target {
                    // The same text again begins anew.
                    file.finish(isDry: isDry)
                    results.take(file.results)
                } else {
                    files[edit.target] = file
                }
            } catch {
                results[place] = FileEditResult(failure: Failure(error))
            }
        }
        for var file in files.values {
            file.finish(isDry: isDry)
            results.take(file.results)
        }
        return results
    }
}

extension [FileEditResult] {
    fileprivate mutating func take(_ results: [Int: FileEditResult]) {
        for (place, result) in results { self[place] = result }
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
