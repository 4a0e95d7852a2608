// Where a schema comes from, and how it is read.

import Glibc
package import SettingsDocument
import SettingsModel
package import SettingsSchema

/// What describes a program's settings, as a path.
package enum SchemaSource: Hashable, Sendable {
    /// The folder of a settings bundle; `options` is the file of what the program lists of its other options, if it's
    /// asked for them.
    case bundle(String, options: String? = nil)
    /// A JSON Schema.
    case schema(String)

    /// The path of the folder or file.
    package var path: String {
        switch self {
        case .bundle(let path, _), .schema(let path): path
        }
    }

    /// Reads the panes and rules; the problems say what is wrong with a part of them.
    ///
    /// - Parameters:
    ///   - languages: As ``Languages/preferred(environment:)`` gives them.
    ///   - idiom: The screen that panes of a bundle are for.
    ///   - limits: How much is read.
    /// - Returns: The panes; perhaps none, where the problems say why.
    /// - Throws: ``SchemaProblem`` where there is nothing that can be read; its place is the path.
    package func schema(
        languages: [String],
        idiom: Idiom,
        limits: SchemaLimits = .standard
    ) throws(SchemaProblem) -> Schema {
        try reading(languages: languages, idiom: idiom, limits: limits).schema
    }

    /// Reads the panes and rules as ``schema(languages:idiom:limits:)`` does, with what they are from.
    package func reading(
        languages: [String],
        idiom: Idiom,
        limits: SchemaLimits = .standard
    ) throws(SchemaProblem) -> (schema: Schema, contents: SourceContents) {
        guard case .bundle(let path, let options) = self else {
            let contents = SourceContents([path: try Self.bytes(at: path, limits)])
            let schema = try schema(
                from: contents,
                languages: languages,
                idiom: idiom,
                limits: limits
            )
            return (schema, contents)
        }
        let record = ReadingRecord()
        let files = record.recording(try BundleFolder(path: path, limits: limits).files)
        var schema = Schema(bundle: files, languages: languages, idiom: idiom, limits: limits)
        var contents = record.contents
        // Missing until the program has been asked; without it there are fewer rows, and nothing else.
        if let options,
            let bytes = try? OrdinaryFile.bytes(path: options, atMost: OptionFile.mostBytes)
        {
            contents.files[options] = bytes
            schema = Self.adding(bytes, at: options, to: schema)
        }
        return (schema, contents)
    }

    /// Reads the panes and rules of contents that were read before.
    package func schema(
        from contents: SourceContents,
        languages: [String],
        idiom: Idiom,
        limits: SchemaLimits = .standard
    ) throws(SchemaProblem) -> Schema {
        switch self {
        case .bundle(_, let options):
            var files = contents.files
            let listed = options.flatMap { files.removeValue(forKey: $0) }
            let schema = Schema(
                bundle: BundleFiles(files),
                languages: languages,
                idiom: idiom,
                limits: limits
            )
            guard let options, let listed else { return schema }
            return Self.adding(listed, at: options, to: schema)
        case .schema(let path):
            let document = try Self.document(of: contents.files[path] ?? [], at: path, limits)
            return Schema(jsonSchema: document, file: path, limits: limits)
        }
    }

    private static func adding(_ bytes: [UInt8], at path: String, to schema: Schema) -> Schema {
        guard let file = OptionFile(bytes), let listing = file.reader.listing(in: file.text) else {
            return schema
        }
        return schema.adding(listing, of: file.reader.rawValue, from: path)
    }

    /// Reads a schema's or a settings file.
    ///
    /// Only an ordinary file, without a wait, and no more of it than the limit.
    ///
    /// `format` is what it's read as; nil for what its name and its text tell. Throws
    /// ``SchemaProblem`` where it can't be read; its place has line and column, if it's the text that
    /// is wrong.
    package static func document(
        at path: String,
        as format: Format? = nil,
        _ limits: SchemaLimits = .standard
    ) throws(SchemaProblem) -> any Document {
        try document(of: bytes(at: path, limits), at: path, as: format, limits)
    }

    private static func bytes(
        at path: String,
        _ limits: SchemaLimits
    ) throws(SchemaProblem) -> [UInt8] {
        do {
            return try OrdinaryFile.bytes(path: path, atMost: limits.file.fileBytes)
        } catch {
            throw SchemaProblem(unreadable: path, error, "Name a file that can be read")
        }
    }

    private static func document(
        of bytes: [UInt8],
        at path: String,
        as known: Format? = nil,
        _ limits: SchemaLimits
    ) throws(SchemaProblem) -> any Document {
        guard let format = known ?? Format.detect(name: path, bytes: bytes) else {
            throw SchemaProblem(
                .unreadable,
                .error,
                at: SchemaPlace(file: path),
                problem: "the file is in no format that can be read here",
                advice: "Write it as JSON, YAML or TOML, with a name that ends so"
            )
        }
        do {
            return try format.parse(bytes, limits: limits.file)
        } catch {
            throw SchemaProblem(
                .syntax,
                .error,
                at: SchemaPlace(file: path, position: error.place),
                problem: error.problem,
                advice: error.advice
            )
        }
    }
}

extension Languages {
    /// The languages that this process's environment asks for, the best first.
    package static var ofThisProcess: [String] {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"]
        let variables = names.reduce(into: [:]) { variables, name in
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        return preferred(environment: variables)
    }
}
