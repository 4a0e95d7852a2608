// Texts as TOML has them, for tables that are written as a whole.

import SettingsModel

extension String {
    /// The text as a basic string of TOML.
    package var asTOML: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            default:
                if scalar.isControl {
                    let hex = String(scalar.value, radix: 16, uppercase: true)
                    text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }

    /// The text as a key of TOML.
    package var asTOMLKey: String {
        let isBare = unicodeScalars.allSatisfy { scalar in
            let isAlphanumeric = scalar.properties.isAlphabetic || "0"..."9" ~= scalar
            return scalar.isASCII && (isAlphanumeric || scalar == "_" || scalar == "-")
        }
        return isBare && !isEmpty ? self : asTOML
    }
}
