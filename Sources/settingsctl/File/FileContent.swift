// What is written at a place in a file, by what is there.

import SettingsDocument
import SettingsModel
import SettingsProtocol

/// What is to be at a place in a file.
enum FileContent {
    /// Nothing: the place is removed.
    case nothing
    case value(SettingValue)
    /// A VALUE, read as the type of what is there. Forced, it may have any type.
    case text(TypedText, isForced: Bool)

    /// The value to write at a place; nil for none.
    ///
    /// - Throws: ``Failure`` with status `.refused` for a text that has another type than what is there,
    ///   or would replace a table.
    func value(
        at place: DocumentPath,
        in document: any Document,
        _ file: String
    ) throws -> SettingValue? {
        switch self {
        case .nothing: return nil
        case .value(let value): return value
        case .text(let typed, let isForced):
            let known = document.root.value(at: place.elements[...])
            if let list = typed.list(over: known, at: place, in: document) { return list }
            if let value = typed.value(over: known, in: document.format) { return value }
            guard let plain = typed.plain else { throw Failure.badJSON(typed) }
            guard !isForced else { return plain }
            // No force helps where the key stands in several sections.
            let refusals = document.revised(by: [DocumentChange(place, plain)]).refusals
            if let error = refusals.first?.error, error.code == .ambiguous {
                throw Failure(file, place, error)
            }
            throw Failure(file, place, isNot: known ?? .null, typed)
        }
    }
}

extension TypedText {
    /// A list that is typed over a text, where the file has a line for each element of one; nil for any other.
    ///
    /// Where the key can be no list, the document refuses it: as a text it would replace one line of several.
    fileprivate func list(
        over known: SettingValue?,
        at place: DocumentPath,
        in document: any Document
    ) -> SettingValue? {
        guard case .array? = plain, let known, case .string = known, !known.isTextInBrackets,
            document.format.repeatsKeys || document.hasSeveralLines(at: place)
        else { return nil }
        return plain
    }

    /// The value as the type of another in a file; nil where it's none of that type, and the file
    /// shows types.
    fileprivate func value(over known: SettingValue?, in format: Format) -> SettingValue? {
        switch known {
        case nil, .null?: return plain
        case .dictionary(let entries)?:
            return plain?.fitting(.dictionary(entries)) ?? (entries.isEmpty ? plain : nil)
        case let known?:
            // In a file where a list is a text, a typed list is one, too.
            let isList =
                format.packsLists && plain?.isContainer == true && !known.isTextInBrackets
            var kept = isList ? nil : value(like: known)
            if case .raw? = kept, kept.flatMap({ format.stored($0) }) != kept { kept = nil }
            if let kept { return kept }
            return plain.flatMap { format.tells(known, from: $0) ? nil : $0 }
        }
    }
}

extension Failure {
    /// The failure for a VALUE that begins as JSON and is none: most likely the rest is missing.
    fileprivate static func badJSON(_ typed: TypedText) -> Failure {
        Failure(
            .refused,
            "'\(typed.text)' begins as JSON and isn't valid: \(typed.mistake)",
            advice: "Nothing was changed. If it is meant as text, say so: --type string"
        )
    }

    fileprivate init(
        _ file: String,
        _ place: DocumentPath,
        isNot known: SettingValue,
        _ typed: TypedText
    ) {
        let name = place.elements.isEmpty ? "the file's root" : "'\(place)'"
        let isList = if case .array = known { true } else { false }
        let example = isList ? #"Write a list as '["a","b"]'. "# : ""
        self.init(
            .refused,
            "\(file): \(name) is of type \(known.typeName), but '\(typed.text)' is of type "
                + (typed.plain?.typeName ?? "none"),
            advice: "Nothing was changed. \(example)To replace it all the same, add --force"
        )
    }
}
