// A file read by the document of its format.

package import SettingsModel

extension Format {
    /// Reads a file in this format.
    ///
    /// - Throws: ``DocumentError``; with code `.tooLarge` before anything is read.
    package func parse(
        _ bytes: [UInt8],
        limits: Limits = .standard
    ) throws(DocumentError) -> any Document {
        guard bytes.count <= limits.fileBytes else {
            throw DocumentError(
                code: .tooLarge,
                at: 0,
                in: [],
                problem: "the file has \(bytes.count) bytes, at most \(limits.fileBytes)",
                advice: "Move large data out of the settings file"
            )
        }
        switch self {
        case .toml: return try TOMLDocument(bytes, as: self, limits: limits)
        case .json, .jsonc, .json5: return try JSONDocument(bytes, as: self, limits: limits)
        case .yaml: return try YAMLDocument(bytes, as: self, limits: limits)
        case .xmlPropertyList: return try XMLPropertyList(bytes, as: self, limits: limits)
        case .binaryPropertyList: return try BinaryPropertyList(bytes, as: self, limits: limits)
        default: return try LineDocument(bytes, as: self, limits: limits)
        }
    }

    /// What a new file in this format begins as.
    package var emptyFile: [UInt8] {
        switch self {
        case .json: Array("{}\n".utf8)
        case .xmlPropertyList: XMLPropertyList.emptyFile
        case .binaryPropertyList: BinaryPropertyList.emptyFile
        default: []
        }
    }
}
