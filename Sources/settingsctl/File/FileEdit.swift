// One value of a file to be set or removed.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// A change at one place of a file.
struct FileEdit {
    var place: FilePlace
    var content: FileContent

    /// Makes the change.
    ///
    /// - Parameters:
    ///   - document: What the file says.
    ///   - file: The file as messages name it.
    ///   - path: Its path, if that tells its format, which it must tell afterwards, too.
    /// - Returns: The document with the change.
    /// - Throws: ``Failure``, also where there is nothing to remove; ``ModelError`` where the place can
    ///   be two.
    func made(
        in document: any Document,
        _ file: String,
        toldBy path: String?
    ) throws -> any Document {
        let place = try place.path(in: document)
        let change = try DocumentChange(place, content.value(at: place, in: document, file))
        if change.value == nil, document.root.value(at: place.elements[...]) == nil {
            throw Failure.notInFile(file, place)
        }
        if let refusal = document.root.refusal(of: change) { throw Failure(file, place, refusal) }
        do {
            return try document.revised(by: change, inFile: path).document
        } catch {
            throw Failure(file, place, error)
        }
    }
}

extension SettingValue {
    /// Why a change can't be made: a value is in its way, which would be lost; nil if none is.
    fileprivate func refusal(of change: DocumentChange) -> EditError? {
        guard change.value != nil else { return nil }
        var value = self
        for (index, element) in change.path.elements.enumerated() {
            guard let next = value.value(at: [element]) else {
                guard !value.isEmpty else { return nil }
                let way = DocumentPath(Array(change.path.elements[..<index]))
                switch (value, element) {
                case (.dictionary, .key), (.array, .index): return nil
                // The document itself refuses a position in a dictionary.
                case (.dictionary, .index): return nil
                // It refuses a key in a file that is no dictionary, too.
                case _ where index == 0: return nil
                case (_, .key): return .inTheWay(value, at: way, expected: "a dictionary")
                case (_, .index): return .inTheWay(value, at: way, expected: "an array")
                }
            }
            value = next
        }
        return nil
    }

    /// Whether nothing is lost with the value.
    private var isEmpty: Bool {
        switch self {
        case .null: true
        case .array(let values): values.isEmpty
        case .dictionary(let entries): entries.isEmpty
        default: false
        }
    }
}

extension EditError {
    fileprivate static func inTheWay(
        _ value: SettingValue,
        at path: DocumentPath,
        expected: String
    ) -> EditError {
        EditError(
            code: .noSuchPath,
            problem: "'\(path)' is \(value.quotedForMessage), expected \(expected)",
            advice: "Remove it first, or name another place"
        )
    }
}

extension Failure {
    /// The failure for a change that a file can't take.
    init(_ file: String, _ path: DocumentPath, _ error: EditError) {
        let place = path.elements.isEmpty ? "" : "'\(path)': "
        self.init(
            .refused,
            "\(file): \(place)\(error.problem)",
            advice: "Nothing was changed. "
                + (error.code == .otherFormat ? "Say its format with --format" : error.advice)
        )
    }
}
