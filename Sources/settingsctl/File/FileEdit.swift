// One line of a batch of edits, and its result.

import SettingsDocument
import SettingsModel
import SettingsProtocol

/// One edit of one file.
struct FileEdit {
    /// What is done at a place.
    enum Operation {
        case get, set, remove
    }
    /// Where the edit is made.
    enum Target {
        case file(String, Format?)
        /// The content of a file that is nowhere.
        case text(String, Format)

        /// As messages name it.
        var name: String {
            switch self {
            case .file(let path, _): path
            case .text: "text"
            }
        }
    }
    var target: Target
    var operation: Operation
    var path: FilePlace
    /// What is set.
    var value: SettingValue = .null
    /// What a value that is got must be.
    var type: ValueType?

    /// Reads a line.
    ///
    /// - Throws: ``Failure`` with status `.usage`, or `.refused` for a value that isn't of its type.
    init(
        _ line: [UInt8],
        _ options: FileOptions,
        _ operation: Operation,
        _ type: ValueType?
    ) throws {
        var members = try Members(line)
        let format = try members.format() ?? options.format
        if let text = try members.string("text") {
            guard let format else {
                throw Failure.badLine("'text' has no format; add \"format\"")
            }
            guard format != .binaryPropertyList else {
                throw Failure.badLine("'text' can't be a binary property list; name a \"file\"")
            }
            target = .text(text, format)
        } else {
            let file = try members.string("file") ?? options.file
            guard file != "-" else { throw Failure.badLine("it names no file; add \"file\"") }
            target = .file(file, format)
        }
        guard let place = members.take("path"), let path = FilePlace(place) else {
            throw Failure.badLine(
                "'path' is no place in a file, as in \"font.size\" or [\"a.b\",0]"
            )
        }
        self.path = path
        self.type = try members.type() ?? type
        let value = members.take("value")
        self.operation = try members.operation(or: operation)
        if value != nil, self.operation != .set {
            throw Failure.badLine("it has a 'value' and is no 'set'; remove one of the two")
        }
        if self.operation == .set {
            guard let value else { throw Failure.badLine("it has no 'value' to set") }
            self.value = try self.type.map { try value.made(as: $0, in: target.name) } ?? value
        }
        try members.end()
    }

    /// The members of a line's object.
    private struct Members {
        private var entries: [SettingValue.Entry]

        init(_ line: [UInt8]) throws {
            do {
                guard case .dictionary(let entries) = try SettingValue(json: line) else {
                    throw Failure.badLine("it is no object")
                }
                self.entries = entries
            } catch let error as JSONError {
                throw Failure.badLine("it is no JSON: \(error.problem)")
            }
        }

        mutating func take(_ key: String) -> SettingValue? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            return entries.remove(at: index).value
        }

        mutating func string(_ key: String) throws -> String? {
            guard let value = take(key) else { return nil }
            guard case .string(let text) = value else {
                throw Failure.badLine("'\(key)' is no string")
            }
            return text
        }

        mutating func format() throws -> Format? {
            guard let name = try string("format") else { return nil }
            guard let format = Format(rawValue: name) else {
                throw Failure.badLine("'\(name)' is no format")
            }
            return format
        }

        mutating func type() throws -> ValueType? {
            guard let name = try string("type") else { return nil }
            guard let type = ValueType(rawValue: name) else {
                throw Failure.badLine("'\(name)' is no type")
            }
            return type
        }

        /// What the line says is to be done, or else another operation, unless it says that this isn't.
        mutating func operation(or other: Operation) throws -> Operation {
            switch (try flag("get"), try flag("remove"), other) {
            case (true, true, _): throw Failure.badLine("it has both 'get' and 'remove'")
            case (true, _, _): return .get
            case (_, true, _): return .remove
            case (false, _, .get), (_, false, .remove):
                throw Failure.badLine("it says that nothing is to be done")
            default: return other
            }
        }

        private mutating func flag(_ key: String) throws -> Bool? {
            guard let value = take(key) else { return nil }
            guard case .boolean(let flag) = value else {
                throw Failure.badLine("'\(key)' is neither true nor false")
            }
            return flag
        }

        func end() throws {
            guard let unknown = entries.first else { return }
            throw Failure.badLine("it has an unknown member '\(unknown.key)'")
        }
    }
}

extension Failure {
    fileprivate static func badLine(_ problem: String) -> Failure {
        Failure(
            .usage,
            "the line can't be an edit: \(problem)",
            advice: #"Write it as in {"path":"font.size","value":14}"#
        )
    }
}

/// What came of one edit.
struct FileEditResult {
    var failure: Failure?
    /// What was got.
    var value: SettingValue?
    /// Whether the file says something else now; nil for a `get`.
    var isChanged: Bool?
    /// The content of a file that is nowhere, with the edit.
    var text: String?
    /// What would change in the file with all edits that came together, as `diff -u` shows it.
    var difference: [UInt8]?

    /// Prints it as one line of JSON.
    func show() {
        showJSON {
            $0.member("ok", failure == nil)
            if let failure {
                $0.member("status", failure.status.rawValue)
                $0.member("problem", failure.problem)
                $0.member("advice", failure.advice)
                $0.member("excerpt", failure.excerpt.isEmpty ? nil : failure.excerpt)
            } else {
                $0.member("value", value)
                $0.member("changed", isChanged)
                $0.member("text", text)
                $0.member("diff", difference.map { String(decoding: $0, as: UTF8.self) })
            }
        }
    }
}
