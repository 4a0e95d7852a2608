// A key of a mapped file, as `link` takes it.

package import SettingsModel

/// A key of a file and the picture of its text: `font.size={mono.size|number}`.
package struct MappedKey: Equatable, Sendable {
    package var fileKey: SettingKeyPath
    package var picture: String

    /// Reads a key path, `=` and a picture; a key that has a `=` is quoted.
    ///
    /// - Throws: ``ModelError`` with code `.keyPath`.
    package init(parsing text: String, limits: Limits = .standard) throws(ModelError) {
        guard let sign = Self.sign(in: text.utf8) else {
            throw ModelError(
                code: .keyPath,
                problem: "'\(text.escapedForDisplay)' has no '='",
                advice: "Write it like 'font_size={font.size|number}'"
            )
        }
        fileKey = try SettingKeyPath(parsing: String(text.utf8[..<sign]) ?? "", limits: limits)
        picture = String(text.utf8[sign...].dropFirst()) ?? ""
    }

    /// The first sign of equality outside of quotes; nil for none.
    private static func sign(in text: String.UTF8View) -> String.Index? {
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let byte = text[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isQuoted
            } else if byte == UInt8(ascii: "="), !isQuoted {
                return index
            }
        }
        return nil
    }
}
