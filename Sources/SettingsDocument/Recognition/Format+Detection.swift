// The format that a file's name or text tells.

import SettingsModel

extension Format {
    /// The format of a file, by its name first and its content where the name leaves it open.
    ///
    /// Pass the path where there is one: `config` says nothing, `.git/config` does.
    ///
    /// - Returns: nil when neither tells.
    package static func detect(name: String, bytes: [UInt8]) -> Format? {
        // By bytes, as this is asked of each text that is read.
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let ending = dot.map { name.utf8[$0...].dropFirst() } ?? name.utf8[...]
        switch Substring(ending).lowercased() {
        case "toml": return .toml
        case "jsonc", "code-workspace": return .jsonc
        case "json5": return .json5
        // Programs that take comments call their files .json all the same; reading is strict
        // unless a comment or a trailing comma stands in the file.
        case "json": return JSONDocument.isWithComments(bytes) ? .jsonc : .json
        case "yaml", "yml": return .yaml
        case "plist":
            if bytes.starts(with: Self.binaryStart) { return .binaryPropertyList }
            return UnknownFormat.isOpenStep(bytes) ? nil : .xmlPropertyList
        default: return detect(FileName(path: name), bytes)
        }
    }

    private static func detect(_ file: FileName, _ bytes: [UInt8]) -> Format? {
        switch file.meaning {
        // Who reads YAML takes JSON, too.
        case .format(.yaml): return detect(bytes) ?? .yaml
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
            // Lua's comments and patches begin so, too.
            guard case .dictionary? = (try? Format.yaml.parse(bytes))?.root else { return nil }
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
