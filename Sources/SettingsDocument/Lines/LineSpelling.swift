// Spells texts, keys and section names in line-based files.

import SettingsModel

extension LineDialect {
    /// A value's text as it stands in a file, quoted as `old` is while that's possible.
    func spelled(
        _ text: String,
        like old: ArraySlice<UInt8>,
        _ style: EditStyle
    ) throws(EditError) -> String {
        guard !text.utf8.contains(0) else { throw unrepresentable("NUL", "Leave it out") }
        if let commands { return try commands.spelling(of: text, like: old, style, in: self) }
        switch quoting {
        case .none:
            if let marks { return try marked(text, marks, like: old, style) }
            return try plain(text)
        case .git: return try gitText(text, isQuoted: old.first == 0x22 || style == .conservative)
        case .shell: return try shellText(text, quote: style == .conservative ? 0x22 : old.first)
        case .desktop: return Self.desktopText(text)
        case .kconfig: return Self.kconfigText(text)
        case .java: return Self.javaText(text)
        }
    }

    /// The error for what this dialect can't say.
    func unrepresentable(_ what: String, _ advice: String) -> EditError {
        .unrepresentable(what, in: name, advice: advice)
    }

    var emptyDictionary: EditError {
        unrepresentable("an empty dictionary", "Set a key in it, or remove it")
    }

    var emptyArray: EditError { unrepresentable("an empty array", "Remove the key instead") }

    var emptyTextInList: EditError {
        unrepresentable("an empty text in a list, which forgets those before it", "Leave it out")
    }

    private func plain(_ text: String) throws(EditError) -> String {
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            throw unrepresentable("a line break", "Set a text of one line")
        }
        guard !Self.hasBlankEdge(text) else {
            throw unrepresentable("blanks at the ends of a value", "Leave them out")
        }
        if continuation == .backslash, LineText.isContinued(text.utf8) {
            throw unrepresentable(
                "a backslash at the end of a value",
                "Let the text end with another character"
            )
        }
        if text.isEmpty, separators.isEmpty, loneKeys == nil {
            throw unrepresentable("an empty value", "Remove the key instead")
        }
        return text
    }

    /// A text as these marks allow it.
    private func marked(
        _ text: String,
        _ marks: ValueMarks,
        like old: ArraySlice<UInt8>,
        _ style: EditStyle
    ) throws(EditError) -> String {
        let isInQuotes = marks.quote(of: old) != nil
        if !isInQuotes, !marks.mayRequote { _ = try plain(text) }
        if let spelled = marks.spelled(text, like: old, style) { return spelled }
        if text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            throw unrepresentable("a line break", "Set a text of one line")
        }
        guard !marks.mayRequote else {
            throw unrepresentable(
                "this text with its quotes, comment signs and blanks",
                "Leave out the quotes, or the sign that begins a comment"
            )
        }
        throw isInQuotes
            ? unrepresentable(
                "such a quote in a value that stands in quotes",
                "Leave the quote out, or edit the line by hand"
            )
            : unrepresentable(
                "quotes around a text as a part of it",
                "Leave the quotes out; those that stand in the file are kept"
            )
    }

    /// Whether readers would take characters off the ends.
    static func hasBlankEdge(_ text: String) -> Bool {
        let isBlank: (Unicode.Scalar) -> Bool = {
            $0.properties.isWhitespace || (0x1C...0x1F).contains($0.value) || $0 == "\u{FEFF}"
        }
        return text.unicodeScalars.first.map(isBlank) == true
            || text.unicodeScalars.last.map(isBlank) == true
    }

    private func gitText(_ text: String, isQuoted: Bool) throws(EditError) -> String {
        if text.utf8.contains(0x0D) { throw unrepresentable("a carriage return", "Leave it out") }
        let needsQuotes =
            text.isEmpty || Self.hasBlankEdge(text) || text.utf8.contains(where: comments.contains)
        let escapes = StringEscapes.git
        return isQuoted || needsQuotes ? escapes.quoted(text) : escapes.escaped(text)
    }

    private static func desktopText(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                let run = rest.prefix { $0 == "\\" }.count + 1
                rest = rest.dropFirst(run - 1)
                // Before a semicolon the last one or two stay: they are a list's own escapes.
                let doubled = rest.first == ";" ? run - (run % 2 == 0 ? 2 : 1) : run
                result += String(repeating: "\\\\", count: doubled)
                result += String(repeating: "\\", count: run - doubled)
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case " " where result.isEmpty || rest.isEmpty: result += "\\s"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func kconfigText(_ text: String) -> String {
        let scalars = text.unicodeScalars
        var result = ""
        for index in scalars.indices {
            let isEdge =
                index == scalars.startIndex || scalars.index(after: index) == scalars.endIndex
            switch scalars[index] {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case " " where isEdge: result += "\\s"
            case "\u{1}"..."\u{1F}", "\u{7F}": result += hexEscape(scalars[index])
            default: result.unicodeScalars.append(scalars[index])
            }
        }
        return result
    }

    private static func hexEscape(_ scalar: Unicode.Scalar) -> String {
        (scalar.value < 16 ? "\\x0" : "\\x") + String(scalar.value, radix: 16)
    }

    static func javaText(_ text: String) -> String {
        var result = ""
        let units = Array(text.utf16)
        for (index, unit) in units.enumerated() {
            switch unit {
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0x0C: result += "\\f"
            case 0x20 where index == 0: result += "\\ "
            // Behind a blank that separates, these would be the separator.
            case 0x3A where index == 0: result += "\\:"
            case 0x3D where index == 0: result += "\\="
            case 0x20 where index == units.count - 1: result += "\\u0020"
            case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                // Latin-1 to some readers and UTF-8 to others; escapes are the same to both.
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    private func shellText(_ text: String, quote: UInt8?) throws(EditError) -> String {
        let text = ShellText(text: text)
        guard let spelled = text.spelled(in: quote) else {
            throw unrepresentable(text.obstacle.what, text.obstacle.advice)
        }
        return spelled
    }
}

// MARK: Keys and sections

extension LineDialect {
    /// A key as it stands in a file.
    func spelledKey(_ key: String) throws(EditError) -> String {
        if let commands { return try commands.spelling(ofKey: key, in: self) }
        switch quoting {
        case .java: return try javaKey(key)
        case .kconfig: return try kconfigKey(key)
        case .git:
            try check(
                key,
                isKey: key.utf8.allSatisfy { LineText.isLetterOrDigit($0) || $0 == 0x2D }
                    && LineText.folded(key) == key
            )
            try check(key, isKey: key.utf8.first.map { $0 >= 0x41 } == true)
        case .shell:
            try check(key, isKey: key.utf8.first.map { !(0x30...0x39).contains($0) } == true)
            try check(key, isKey: key != "export" && key.utf8.allSatisfy(Self.isWord))
        case .none where separators.isEmpty:
            try check(key, isKey: key.utf8.first.map(LineText.isLetterOrDigit) == true)
            try check(key, isKey: key.utf8.allSatisfy(Self.isWord))
        // Beside entries' own keys, desktop files have media types as keys (mimeapps.list).
        case .none, .desktop:
            let outer = comments + [0x5B]
            try check(
                key,
                isKey: !Self.hasBlankEdge(key) && !outer.contains(key.utf8.first ?? 0x5B)
            )
            try check(key, isKey: loneKeys?.hasDashes != true || !key.hasPrefix("--"))
            try check(key, isKey: !key.utf8.contains { $0 < 0x20 || separators.contains($0) })
            if let marks, !marks.isBehindQuoteOnly {
                try check(key, isKey: marks.readsAsItStands(key))
            }
        }
        return key
    }

    private func check(_ key: String, isKey: Bool) throws(EditError) {
        if !isKey { throw unrepresentable("the key '\(key.escapedForDisplay)'", keyAdvice) }
    }

    /// What a key may be made of.
    private var keyAdvice: String {
        switch quoting {
        case .git: "Use small letters, digits and '-', and a letter in front"
        case .shell: "Use letters, digits, '_', '-' and '.', and no digit in front"
        case .none where separators.isEmpty:
            "Use letters, digits, '_', '-' and '.', and a letter or digit in front"
        case .none, .desktop:
            "Use no " + separators.map { "'\(Unicode.Scalar($0))'" }.joined(separator: " or ")
                + ", no control character, no blanks at the ends, and neither '[' nor a comment's "
                + "sign in front"
        case .kconfig, .java: "Leave NUL out, and give the key a name"
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        LineText.isLetterOrDigit(byte) || "_-.".utf8.contains(byte)
    }

    private func javaKey(_ key: String) throws(EditError) -> String {
        guard !key.utf8.contains(0) else { throw unrepresentable("NUL in a key", keyAdvice) }
        var result = ""
        for (index, scalar) in Self.javaText(key).unicodeScalars.enumerated() {
            let isEscaped = result.utf8.last == 0x5C && index == 1
            let needsEscape = "=: ".unicodeScalars.contains(scalar) && !isEscaped
            if needsEscape || index == 0 && "#!".unicodeScalars.contains(scalar) { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    private func kconfigKey(_ key: String) throws(EditError) -> String {
        try check(key, isKey: !key.isEmpty && !key.utf8.contains(0))
        var name = key[...]
        var locale = ""
        if key.utf8.last == 0x5D, let open = key.utf8.lastIndex(of: UInt8(ascii: "[")),
            open > key.startIndex
        {
            let inner = key.utf8[key.utf8.index(after: open)...].dropLast()
            if inner.allSatisfy({ Self.isWord($0) || $0 == 0x40 }), !inner.isEmpty {
                name = key[..<open]
                locale = String(key[open...])
            }
        }
        return Self.kconfigName(String(name)) + locale
    }

    private static func kconfigName(_ name: String) -> String {
        let text = kconfigText(name).unicodeScalars.map { scalar in
            "=[]".unicodeScalars.contains(scalar) ? hexEscape(scalar) : String(scalar)
        }.joined()
        return text.utf8.first == UInt8(ascii: "#")
            ? "\\x23" + String(text.unicodeScalars.dropFirst()) : text
    }

    /// A section's header.
    func header(_ path: [String]) throws(EditError) -> String {
        for name in path {
            let isLine = !name.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
            guard !name.isEmpty, isLine, name != "$i" else {
                throw unrepresentableSection(name)
            }
        }
        switch sections {
        case .git: return try gitHeader(path[0])
        case .nested: return path.map { "[\(Self.kconfigName($0))]" }.joined()
        default:
            let header = "[\(path[0])]"
            guard !Self.hasBlankEdge(path[0]), LineHeader.isHeader(header, of: path[0], self) else {
                throw unrepresentableSection(path[0])
            }
            return header
        }
    }

    private func unrepresentableSection(_ name: String) -> EditError {
        let advice =
            sections == .git
            ? "Use small letters, digits and '-' up to the first dot"
            : "Use a name on one line, without ']' and blanks at its ends"
        return unrepresentable("a section with the name '\(name.escapedForDisplay)'", advice)
    }

    private func gitHeader(_ name: String) throws(EditError) -> String {
        let parts = name.unicodeScalars.split(
            separator: ".",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let outer = String(parts[0])
        let isName =
            outer.utf8.allSatisfy(LineHeader.isGitName) && LineText.folded(outer) == outer
        guard isName, !parts[0].isEmpty else {
            throw unrepresentableSection(name)
        }
        guard parts.count == 2 else { return "[\(name)]" }
        let inner = parts[1].map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        }
        return "[\(outer) \"\(inner.joined())\"]"
    }
}

extension ValueMarks {
    /// Whether a key without quotes and escapes is read as itself.
    fileprivate func readsAsItStands(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        return !bytes.contains(where: comments.contains)
            && (escapes != .json || decoded(bytes[...]) == bytes)
    }
}
