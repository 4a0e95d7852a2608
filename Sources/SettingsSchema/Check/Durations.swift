// Spans of time as settings files write them.

/// The forms of spans of time.
enum Durations {
    /// Numbers with units, one after the other, blanks allowed: `100ms`, `1.5h`, `1h 30m`.
    static func isPlain(_ bytes: [UInt8]) -> Bool {
        let units: Set<String> = [
            "ns", "us", "µs", "μs", "ms", "s", "sec", "m", "min", "h", "hr", "d", "day", "days",
            "w", "week", "weeks",
        ]
        var rest = bytes[...]
        func skipBlanks() { rest = rest.drop { $0 == 0x20 } }
        guard let first = rest.first, first.isDigit else { return false }
        while !rest.isEmpty {
            let whole = rest.prefix(while: \.isDigit)
            guard !whole.isEmpty else { return false }
            rest = rest.dropFirst(whole.count)
            if rest.first == UInt8(ascii: ".") {
                let fraction = rest.dropFirst().prefix(while: \.isDigit)
                guard !fraction.isEmpty else { return false }
                rest = rest.dropFirst(fraction.count + 1)
            }
            skipBlanks()
            let unit = rest.prefix { $0.isLetter || $0 >= 0x80 }
            guard units.contains(String(decoding: unit, as: UTF8.self)) else { return false }
            rest = rest.dropFirst(unit.count)
            skipBlanks()
        }
        return true
    }

    /// RFC 3339, appendix A: `P1Y2M3DT4H5M6S`, or `P4W`.
    static func isISO(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "P"), bytes.count > 2 else { return false }
        var designators = Array("YMWD".utf8)[...]
        var rest = bytes.dropFirst()
        var isTime = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "T") {
                guard !isTime, rest.count > 1 else { return false }
                isTime = true
                designators = Array("HMS".utf8)[...]
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix(while: \.isDigit)
            rest = rest.dropFirst(digits.count)
            guard !digits.isEmpty, let designator = rest.first,
                let position = designators.firstIndex(of: designator)
            else { return false }
            designators = designators[(position + 1)...]
            rest = rest.dropFirst()
        }
        // Weeks stand alone.
        return !bytes.contains(UInt8(ascii: "W"))
            || bytes.dropFirst().dropLast().allSatisfy(\.isDigit)
    }
}
