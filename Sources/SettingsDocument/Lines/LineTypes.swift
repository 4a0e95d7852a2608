// What values of other types are as texts, and how they are told from texts again.

package import SettingsModel

extension LineDialect {
    /// The value as a file would give it back: a text, or an array of texts; nil when it can't be written.
    func stored(_ value: SettingValue) -> SettingValue? {
        try? storable(value, at: [])  // nil: what is wrong is asked for only where it's told
    }

    /// The value as a file would give it back; `place` says where it is in the one that is asked about.
    ///
    /// Throws ``EditError`` for the first part that can't be written.
    func storable(
        _ value: SettingValue,
        at place: [PathElement]
    ) throws(EditError) -> SettingValue {
        switch value {
        case .array(let values): return try storable(values, at: place)
        case .dictionary(let entries):
            guard !entries.isEmpty else { throw emptyDictionary.at(place) }
            var stored: [SettingValue.Entry] = []
            for entry in entries {
                let value = try storable(entry.value, at: place + [.key(entry.key)])
                stored.append(SettingValue.Entry(entry.key, value))
            }
            return .dictionary(stored)
        default: return .string(try storableText(value, at: place))
        }
    }

    private func storableText(
        _ value: SettingValue,
        at place: [PathElement]
    ) throws(EditError) -> String {
        guard let text = text(of: value) else {
            guard value.isContainer else {
                throw EditError.unrepresentable(value, in: name).at(place)
            }
            let what = value.typeName == "array" ? "an array" : "a dictionary"
            throw unrepresentable(what + " within an array", "Set an array of texts").at(place)
        }
        do {
            _ = try spelled(text, like: [], .natural)
        } catch {
            throw error.at(place)
        }
        return text
    }

    private func text(of value: SettingValue) -> String? {
        switch value {
        case .boolean(let flag): return flag ? truths[0].0 : truths[0].1
        case .integer(let number): return String(number)
        case .real(let number): return number.isFinite ? number.description : nil
        case .string(let text): return text
        case .date(let date): return date.description
        case .data(let bytes): return Base64.encode(bytes)
        case .raw(let text): return Self.isLiteral(text) ? text : nil
        case .null, .array, .dictionary: return nil
        }
    }

    /// Whether a text is a literal of another language: a long number, a local date or time.
    static func isLiteral(_ text: String) -> Bool {
        text.utf8.first.map { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2B } == true
            && text.utf8.allSatisfy { "+-.:0123456789eETt ".utf8.contains($0) }
    }

    private func storable(
        _ values: [SettingValue],
        at place: [PathElement]
    ) throws(EditError) -> SettingValue {
        guard repeatsKeys || lists != .none else {
            throw unrepresentable("an array", EditError.otherType).at(place)
        }
        var texts: [String] = []
        for (index, value) in values.enumerated() {
            texts.append(try storableText(value, at: place + [.index(index)]))
        }
        if lists != .none { return .string(joined(texts)) }
        if repeats == .listWithReset {
            if texts.contains("") { throw emptyTextInList.at(place) }
            guard texts.count > 1 else { return .string(texts.first ?? "") }
        }
        if adding.resets, texts.contains("") { throw emptyTextInList.at(place) }
        if adding.resets, texts.isEmpty { return .string("") }
        if texts.isEmpty { throw emptyArray.at(place) }
        if repeats == .list, texts.count == 1 { return .string(texts[0]) }
        return .array(texts.map(SettingValue.string))
    }

    /// Whether some keys have a line for each element of a list.
    var repeatsKeys: Bool {
        repeats == .list || repeats == .listWithReset || adding.hasLists
    }

    private var listSeparator: Unicode.Scalar { lists == .semicolons ? ";" : "," }

    private func joined(_ texts: [String]) -> String {
        let items = texts.map { text in
            text.unicodeScalars.map { scalar in
                scalar == "\\" || scalar == listSeparator ? "\\\(scalar)" : String(scalar)
            }.joined()
        }
        if lists == .semicolons { return items.map { $0 + ";" }.joined() }
        // What KConfig says for a list of one empty text.
        return items == [""] ? "\\0" : items.joined(separator: ",")
    }

    private func split(_ text: String) -> [String] {
        if lists == .commas, text == "\\0" { return [""] }
        guard !text.isEmpty else { return [] }
        var items = [""]
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == listSeparator {
                items.append("")
            } else if scalar == "\\", let next = rest.popFirst() {
                items[items.count - 1].unicodeScalars.append(next)
            } else {
                items[items.count - 1].unicodeScalars.append(scalar)
            }
        }
        if lists == .semicolons, items.last == "" { items.removeLast() }
        return items
    }
}

// MARK: Back from text

extension LineDialect {
    /// The value read from a file with the type it is known to have elsewhere.
    func restored(_ value: SettingValue, like known: SettingValue) -> SettingValue {
        switch (value, known) {
        case (.array(let values), .array(let others)): return restored(values, like: others)
        case (.string(let text), .array(let others)):
            if lists != .none {
                return restored(split(text).map(SettingValue.string), like: others)
            }
            let isEmpty = (repeats == .listWithReset || adding.resets) && text.isEmpty
            guard isEmpty || repeats == .list || repeats == .listWithReset else { return value }
            return restored(isEmpty ? [] : [value], like: others)
        case (.string(let text), _): return typed(text, like: known) ?? value
        default: return value
        }
    }

    private func restored(_ values: [SettingValue], like known: [SettingValue]) -> SettingValue {
        .array(
            values.enumerated().map { index, value in
                guard let other = index < known.count ? known[index] : known.last else {
                    return value
                }
                return restored(value, like: other)
            }
        )
    }

    private func typed(_ text: String, like known: SettingValue) -> SettingValue? {
        switch known {
        case .boolean: return truth(of: text).map(SettingValue.boolean)
        case .integer, .real:
            return DecimalNumber.value(of: parts(ofNumber: text).number, like: known)
        case .date, .data: return SettingValue(spelledBy: text, like: known)
        case .raw(let old):
            return Self.isLiteral(old) && Self.isLiteral(text) ? .raw(text) : nil
        default: return nil
        }
    }

    /// The text of a number, and what its program passes over.
    fileprivate func parts(ofNumber text: String) -> (number: String, tail: String) {
        guard lineEnds.mayFollowNumbers,
            let end = text.firstIndex(where: { $0 == " " || $0 == "\t" })
        else { return (text, "") }
        return (String(text[..<end]), String(text[end...]))
    }

    /// The text of a number over another one, whose tail stays; nil without a tail.
    fileprivate func number(_ value: SettingValue, over text: String) -> SettingValue? {
        let (number, tail) = parts(ofNumber: text)
        guard !tail.isEmpty, DecimalNumber.value(of: number, like: value) != nil,
            case .string(let spelled)? = stored(value)
        else { return nil }
        return .string(spelled + tail)
    }

    /// What a word says where a setting is true or false, or nil.
    func truth(of text: String) -> Bool? {
        let word = LineText.folded(text)
        if truths.contains(where: { $0.0 == word }) { return true }
        return truths.contains(where: { $0.1 == word }) ? false : nil
    }
}

extension Format {
    /// Whether a list is one text in its files, with a sign between the elements.
    package var packsLists: Bool { LineDialect(self).map { $0.lists != .none } ?? false }

    /// Whether some keys in its files have a line for each element of a list.
    package var repeatsKeys: Bool { LineDialect(self)?.repeatsKeys ?? false }

    /// The value as this format would give it back over what stands there now.
    ///
    /// Where a file says `on`, its other word is `off`: a word for true or false gives way to the
    /// other of its pair, and what says the same already stays. So does what follows a number that its
    /// program reads without it.
    package func stored(_ value: SettingValue, over present: SettingValue?) -> SettingValue? {
        guard let dialect = LineDialect(self), let present else { return stored(value) }
        if dialect.restored(present, like: value) == value { return present }
        guard case .string(let text) = present else { return stored(value) }
        switch value {
        case .integer, .real: return dialect.number(value, over: text) ?? stored(value)
        case .boolean(let flag): return word(flag, over: text, dialect) ?? stored(value)
        default: return stored(value)
        }
    }

    /// The word for true or false of the pair that stands there, nil without one.
    private func word(_ flag: Bool, over text: String, _ dialect: LineDialect) -> SettingValue? {
        guard
            let pair = dialect.truths.first(where: { [$0.0, $0.1].contains(LineText.folded(text)) })
        else { return nil }
        let word = flag ? pair.0 : pair.1
        if text == text.uppercased() { return .string(word.uppercased()) }
        let isCapital = text.utf8.first.map { (0x41...0x5A).contains($0) } == true
        return .string(isCapital ? word.prefix(1).uppercased() + word.dropFirst() : word)
    }
}
