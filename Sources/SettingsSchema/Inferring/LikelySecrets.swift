// Which settings may be secrets where no schema says it: by their names, and by their texts.

import SettingsModel

/// Guesses at secrets, on the safe side: a wrong guess only means that a value isn't copied.
enum LikelySecret {
    /// What a name says of its value.
    private enum Kind: Comparable {
        case open
        /// A secret, if it's a text that is neither a number nor a word for a switch.
        case text
        /// A secret, whatever it is.
        case password
    }

    /// Whether a setting may be a secret, or have one in its value.
    static func isIn(_ value: SettingValue, at keyPath: SettingKeyPath) -> Bool {
        let isInTable = keyPath.segments.dropLast().contains {
            words(of: $0).contains(where: tables.contains)
        }
        let kind = keyPath.segments.last.map(kind) ?? .open
        return isIn(value, of: isInTable ? max(kind, .text) : kind)
    }

    private static func isIn(_ value: SettingValue, of kind: Kind) -> Bool {
        switch value {
        case .string(let text): kind == .password || kind == .text && !isPlain(text) || shows(text)
        case .integer, .real: kind == .password
        case .data: true
        case .raw: kind > .open
        case .array(let values): values.contains { isIn($0, of: kind) }
        case .dictionary(let entries):
            entries.contains {
                isIn($0.value, of: max(kind, Self.kind(of: $0.key))) || shows($0.key)
            }
        case .boolean, .date, .null: false
        }
    }

    /// Whether a line of a comment has a secret in it, or its name with what may be its value.
    static func isIn(comment line: String) -> Bool {
        let names = line.split(whereSeparator: \.isWhitespace).compactMap { word in
            word.firstIndex { $0 == ":" || $0 == "=" }.map { String(word[..<$0]) }
        }
        return shows(line) || names.contains { kind(of: $0) > .open }
    }

    // MARK: By name

    private static let passwords: Set<String> = [
        "otp", "pass", "passcode", "passphrase", "passwd", "password", "passwords", "pin", "pw",
        "pwd", "secret", "secrets", "smtppass",
    ]
    private static let texts: Set<String> = [
        "accesskey", "accesstoken", "apikey", "auth", "authkey", "authorization", "authtoken",
        "bearer", "cookie", "cookies", "credential", "credentials", "jwt", "privatekey", "psk",
        "secretkey", "token", "tokens", "webhook",
    ]
    /// Words that make a secret of a `key` behind them.
    private static let keyKinds: Set<String> = [
        "access", "api", "auth", "encryption", "license", "master", "private", "secret", "session",
        "signing",
    ]
    /// Names of tables in which every text may be a secret.
    private static let tables: Set<String> = ["credentials", "passwords", "secrets", "tokens"]

    private static func kind(of name: String) -> Kind {
        let words = words(of: name)
        if words.contains(where: passwords.contains) { return .password }
        let isKey = zip(words, words.dropFirst()).contains {
            keyKinds.contains($0) && $1.hasPrefix("key")
        }
        return isKey || words.contains(where: texts.contains) ? .text : .open
    }

    /// The words of a name in small letters: `apiKey`, `API_KEY` and `api-key` have the same two.
    private static func words(of name: String) -> [String] {
        var words = [""]
        var isAfterSmall = false
        for character in name {
            let isOfWord = character.isLetter || character.isNumber
            if !isOfWord || character.isUppercase && isAfterSmall { words.append("") }
            if isOfWord { words[words.count - 1] += character.lowercased() }
            isAfterSmall = character.isLowercase
        }
        return words.filter { !$0.isEmpty }
    }

    /// Whether a text is a number, or a word for a switch.
    private static func isPlain(_ text: String) -> Bool {
        let plain = ["", "true", "false", "yes", "no", "on", "off", "none", "null", "auto", "ask"]
        return plain.contains(text.lowercased()) || Double(text) != nil
    }

    // MARK: By text

    /// What keys of well-known services begin with.
    private static let beginnings = [
        "AKIA", "ASIA", "AIza", "dop_v1_", "eyJ", "ghp_", "gho_", "ghr_", "ghs_", "ghu_",
        "github_pat_", "glpat-", "hf_", "npm_", "pypi-", "rk_live_", "shpat_", "sk-", "sk_live_",
        "xoxa-", "xoxb-", "xoxp-", "ya29.",
    ]

    /// Whether a text has what looks like a secret: a key, a password in an address, random signs.
    static func shows(_ text: String) -> Bool {
        if text.contains("-----BEGIN ") || hasPasswordInAddress(text) { return true }
        let words = text.split { $0.isWhitespace || "\"'`=,;:()[]{}<>".contains($0) }
        let isHeader = words.count == 2 && ["Basic", "Bearer"].contains(words[0])
        return isHeader && words[1].contains(where: \.isNumber)
            || words.contains { word in
                word.utf8.count >= 12 && beginnings.contains { word.hasPrefix($0) }
                    || isRandom(word)
            }
    }

    /// Whether the text has an address with a password, or with a secret among its parameters.
    private static func hasPasswordInAddress(_ text: String) -> Bool {
        text.split(whereSeparator: \.isWhitespace).contains { word in
            let parts = word.split(separator: "://", maxSplits: 1)
            guard parts.count == 2 else { return false }
            let host = parts[1].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if let end = host.lastIndex(of: "@"), host[..<end].contains(":") { return true }
            let parameters = parts[1].split { "?&#;".contains($0) }.dropFirst()
            return parameters.contains {
                $0.contains("=") && kind(of: String($0.prefix { $0 != "=" })) > .open
            }
        }
    }

    /// Whether a word is as long and mixed as a key that a computer made at random.
    private static func isRandom(_ word: Substring) -> Bool {
        let isHexadecimal = word.allSatisfy(\.isHexDigit)
        if isHexadecimal { return word.utf8.count >= 32 && word.contains(where: \.isLetter) }
        let signs = word.hasPrefix("/") || word.hasPrefix("~") || word.hasPrefix(".") ? "+" : "+/"
        let pieces = word.split {
            !($0.isASCII && ($0.isLetter || $0.isNumber)) && !signs.contains($0)
        }
        return pieces.contains { piece in
            let digits = piece.count(where: \.isNumber)
            let changes = zip(piece, piece.dropFirst()).count { $0.isNumber != $1.isNumber }
            return piece.utf8.count >= 20 && digits > 2 && changes > 3
                && piece.contains(where: \.isUppercase) && piece.contains(where: \.isLowercase)
        }
    }
}
