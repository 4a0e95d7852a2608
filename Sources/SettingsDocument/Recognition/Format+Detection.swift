// The format that a file's name or text tells.

import SettingsModel

extension Format {
    /// The format of a file, by its name first and its content where the name leaves it open.
    ///
    /// Pass the path where there is one: `config` says nothing, `.git/config` does.
    ///
    /// - Returns: nil when neither tells.
    package static func detect(name: String, bytes: [UInt8]) -> Format? {
        let file = FileName(path: name)
        switch file.meaning {
        // Programs that take comments call their files .json all the same; reading is strict
        // unless a comment or a trailing comma stands in the file.
        case .format(.json): return JSONDocument.isWithComments(bytes) ? .jsonc : .json
        case .format(.xmlPropertyList):
            if bytes.starts(with: binaryStart) { return .binaryPropertyList }
            return UnknownFormat.isOpenStep(bytes) ? nil : .xmlPropertyList
        // Who reads YAML takes JSON, too; under an ending of YAML's it stays YAML.
        case .format(.yaml) where !["yaml", "yml"].contains(file.ending):
            return detect(bytes) ?? .yaml
        case .format(let format): return format
        case .language: return nil
        case nil: break
        }
        if let format = detect(bytes) { return format }
        guard let guess = LineGuess(file, bytes), guess.doubt == nil else { return nil }
        return guess.format
    }

    /// What a binary property list begins with.
    private static let binaryStart = Array("bplist".utf8)

    /// The format that the text's first signs show, if the rest keeps to it.
    private static func detect(_ bytes: [UInt8]) -> Format? {
        if bytes.starts(with: binaryStart) { return .binaryPropertyList }
        let text = bytes[bytes.byteOrderMarkEnd...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if text.starts(with: "<?xml".utf8) || text.starts(with: "<plist".utf8) {
            return UnknownFormat.isXML(bytes) ? nil : .xmlPropertyList
        }
        if JSONDocument.beginsObject(text) {
            return JSONDocument.isWithComments(bytes) ? .jsonc : .json
        }
        if text.first == UInt8(ascii: "/") || text.first == UInt8(ascii: "[") {
            // A path begins so, too, and so does the header of a section.
            guard (try? Format.jsonc.parse(bytes))?.root.hasElements == true else { return nil }
            return JSONDocument.isWithComments(bytes) ? .jsonc : .json
        }
        if text.starts(with: "%YAML ".utf8) || text.starts(with: "---".utf8) {
            // Lua's comments, patches, and texts with a few settings above them begin so, too.
            guard let document = (try? Format.yaml.parse(bytes)) as? YAMLDocument,
                document.laterDocuments == 0, case .dictionary = document.root
            else { return nil }
            return .yaml
        }
        return nil
    }
}

extension SettingValue {
    /// Whether it is an object or a list with anything in it.
    fileprivate var hasElements: Bool {
        switch self {
        case .dictionary(let entries): !entries.isEmpty
        case .array(let values): !values.isEmpty
        default: false
        }
    }
}
