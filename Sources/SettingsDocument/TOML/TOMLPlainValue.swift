// TOML's values without quotes: numbers, true and false, dates and times.

import SettingsModel

extension TOMLScanner {
    /// Moves past a value without quotes or brackets.
    mutating func plainValue() throws(DocumentError) -> TOMLNode.Kind {
        let start = index
        while byte.isPlain { index += 1 }
        // One blank may join a date and a time.
        if index - start == 10, bytes[start + 4] == UInt8(ascii: "-"), byte == .space,
            byte(ahead: 1).isDigit
        {
            index += 1
            while byte.isPlain { index += 1 }
        }
        let text = bytes[start..<index]
        do {
            if let kind = try kind(of: text) { return kind }
        } catch {
            index = start
            throw error
        }
        index = start
        guard !text.isEmpty else {
            throw error(
                .syntax,
                problem: "found \(found), expected a value",
                advice: "Write a value after the '=', text in double quotes"
            )
        }
        throw error(
            .syntax,
            problem: "'\(String(decoding: text.prefix(40), as: UTF8.self))' is not a value",
            advice: "Put text in double quotes"
        )
    }

    private func kind(of text: ArraySlice<UInt8>) throws(DocumentError) -> TOMLNode.Kind? {
        guard let first = text.first else { return nil }
        if first == UInt8(ascii: "t") {
            return text.elementsEqual("true".utf8) ? .boolean(true) : nil
        }
        if first == UInt8(ascii: "f") {
            return text.elementsEqual("false".utf8) ? .boolean(false) : nil
        }
        if text.count >= 5, text[text.startIndex + 2] == UInt8(ascii: ":") { return time(text) }
        if text.count >= 10, text[text.startIndex + 4] == UInt8(ascii: "-") { return date(text) }
        return try number(text)
    }

    // MARK: Numbers

    private func number(_ text: ArraySlice<UInt8>) throws(DocumentError) -> TOMLNode.Kind? {
        let isSigned = text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-")
        let isNegative = text.first == UInt8(ascii: "-")
        let body = isSigned ? text.dropFirst() : text
        guard let first = body.first else { return nil }
        if body.elementsEqual("inf".utf8) { return .real(isNegative ? -.infinity : .infinity) }
        if body.elementsEqual("nan".utf8) { return .real(.nan) }
        guard first.isDigit else { return nil }
        if first == UInt8(ascii: "0"), body.count > 1 {
            let radix: UInt8? =
                switch body[body.startIndex + 1] {
                case UInt8(ascii: "x"): 16
                case UInt8(ascii: "o"): 8
                case UInt8(ascii: "b"): 2
                default: nil
                }
            if let radix {
                return isSigned
                    ? nil : try integer(body.dropFirst(2), radix: radix, isNegative: false)
            }
        }
        if body.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "_") }) {
            guard first != UInt8(ascii: "0") || body.count == 1 else { return nil }
            return try integer(body, radix: 10, isNegative: isNegative)
        }
        return real(text, body)
    }

    private func integer(
        _ digits: ArraySlice<UInt8>,
        radix: UInt8,
        isNegative: Bool
    ) throws(DocumentError) -> TOMLNode.Kind? {
        guard digits.areSeparatedWell(where: { $0.digit(radix: radix) != nil }) else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard let digit = byte.digit(radix: radix) else { continue }
            let (product, didOverflow) = value.multipliedReportingOverflow(by: Int64(radix))
            // Summed with its sign, as the lowest integer has no positive counterpart.
            let (sum, sumDidOverflow) =
                isNegative
                ? product.subtractingReportingOverflow(Int64(digit))
                : product.addingReportingOverflow(Int64(digit))
            guard !didOverflow, !sumDidOverflow else {
                throw error(
                    .range,
                    at: digits.startIndex - (radix == 10 ? isNegative ? 1 : 0 : 2),
                    problem: "the integer does not fit in 64 bits",
                    advice: "Use a number from -9223372036854775808 to 9223372036854775807, or text"
                )
            }
            value = sum
        }
        return .integer(value)
    }

    private func real(_ text: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> TOMLNode.Kind? {
        let exponentStart = body.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? body.endIndex
        let mantissa = body[..<exponentStart]
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? exponentStart
        let whole = mantissa[..<point]
        guard whole.areSeparatedWell(where: \.isDigit),
            whole.count == 1 || whole.first != UInt8(ascii: "0")
        else { return nil }
        if point < exponentStart {
            guard mantissa[(point + 1)...].areSeparatedWell(where: \.isDigit) else { return nil }
        }
        if exponentStart < body.endIndex {
            var exponent = body[(exponentStart + 1)...]
            if exponent.first == UInt8(ascii: "+") || exponent.first == UInt8(ascii: "-") {
                exponent = exponent.dropFirst()
            }
            guard exponent.areSeparatedWell(where: \.isDigit) else { return nil }
        } else if point == exponentStart {
            return nil
        }
        let plain = text.filter { $0 != UInt8(ascii: "_") }
        return Double(String(decoding: plain, as: UTF8.self)).map(TOMLNode.Kind.real)
    }

    // MARK: Dates and times

    private func time(_ text: ArraySlice<UInt8>) -> TOMLNode.Kind? {
        moment("1970-01-01T" + withSeconds(String(decoding: text, as: UTF8.self)) + "Z")
            .map { _ in .local }
    }

    private func date(_ text: ArraySlice<UInt8>) -> TOMLNode.Kind? {
        let text = String(decoding: text, as: UTF8.self)
        if text.utf8.count == 10 { return moment(text + "T00:00:00Z").map { _ in .local } }
        guard text.utf8.count >= 16 else { return nil }
        let day = text.prefix(11)
        let complete = day + withSeconds(String(text.dropFirst(11)))
        if let moment = moment(String(complete)) { return .date(moment) }
        // With an offset that takes it into a year that UTC has no four digits for.
        if SettingDate.isRFC3339(String(complete)) { return .local }
        return moment(complete + "Z").map { _ in .local }
    }

    private func moment(_ text: String) -> SettingDate? {
        try? SettingDate(rfc3339: text)  // nil: no such day or time
    }

    /// TOML 1.1 lets a time end after its minutes.
    private func withSeconds(_ time: String) -> String {
        let utf8 = Array(time.utf8)
        guard utf8.count >= 5, utf8.count == 5 || utf8[5] != UInt8(ascii: ":") else {
            return time
        }
        return time.prefix(5) + ":00" + time.dropFirst(5)
    }
}

extension UInt8 {
    /// Whether this byte may stand in a value without quotes.
    fileprivate var isPlain: Bool {
        isBareKey || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: ":")
    }

    fileprivate func digit(radix: UInt8) -> UInt8? {
        hexValue.flatMap { $0 < radix ? $0 : nil }
    }
}

extension ArraySlice<UInt8> {
    /// Whether these are digits, with underscores only between two of them.
    fileprivate func areSeparatedWell(where isDigit: (UInt8) -> Bool) -> Bool {
        var wasDigit = false
        for byte in self {
            let isUnderscore = byte == UInt8(ascii: "_")
            guard isUnderscore ? wasDigit : isDigit(byte) else { return false }
            wasDigit = !isUnderscore
        }
        return wasDigit
    }
}
