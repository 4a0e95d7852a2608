// Reads the sets and escapes of a regular expression.

import SettingsModel

extension PatternParser {
    /// What stands for itself after a backslash, in and out of sets.
    private enum Escaped {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
    }

    /// Reads what follows a backslash outside of a set.
    mutating func escape() throws(PatternError) -> PatternNode {
        if skip("b") { return .position(.wordEdge) }
        if skip("B") { return .position(.noWordEdge) }
        if let scalar = next, ("1"..."9").contains(scalar) { throw unsupported("a backreference") }
        if next == "k" { throw unsupported("a backreference") }
        switch try escaped() {
        case .scalar(let scalar): return .scalar(ScalarSet(scalar))
        case .set(let set): return .scalar(set)
        }
    }

    /// Reads a set from behind its `[` to its `]`.
    mutating func set() throws(PatternError) -> ScalarSet {
        let isNegated = skip("^")
        var set = ScalarSet()
        while true {
            guard let scalar = next else { throw syntax("a '[' without its ']'") }
            if skip("]") { return isNegated ? set.negated : set }
            let low = try setMember(scalar)
            guard case .scalar(let first) = low else {
                if case .set(let other) = low { set.insert(other) }
                continue
            }
            guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                set.insert(ScalarSet(first))
                continue
            }
            index += 1
            switch try setMember(scalars[index]) {
            case .scalar(let last):
                guard first <= last else { throw syntax("a range whose end is before its start") }
                set.insert(first.value...last.value)
            case .set(let other):
                // A hyphen before a set stands for itself (ECMA-262, annex B.1.2).
                set.insert(ScalarSet(first))
                set.insert(ScalarSet("-"))
                set.insert(other)
            }
        }
    }

    private mutating func setMember(_ scalar: Unicode.Scalar) throws(PatternError) -> Escaped {
        index += 1
        guard scalar == "\\" else { return .scalar(scalar) }
        if skip("b") { return .scalar("\u{8}") }
        return try escaped()
    }

    private mutating func escaped() throws(PatternError) -> Escaped {
        guard let scalar = next else { throw syntax("a backslash at its end") }
        index += 1
        switch scalar {
        case "d": return .set(.digits)
        case "D": return .set(ScalarSet.digits.negated)
        case "w": return .set(.word)
        case "W": return .set(ScalarSet.word.negated)
        case "s": return .set(.space)
        case "S": return .set(ScalarSet.space.negated)
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "t": return .scalar("\t")
        case "v": return .scalar("\u{B}")
        case "f": return .scalar("\u{C}")
        case "0": return .scalar("\0")
        case "x": return .scalar(try hexadecimal(digits: 2))
        case "u": return .scalar(try unicode())
        case "p", "P": return .set(try property(isNegated: scalar == "P"))
        case "a"..."z", "A"..."Z", "1"..."9":
            index -= 1
            throw unsupported("the escape '\\\(scalar)'")
        default: return .scalar(scalar)
        }
    }

    private mutating func unicode() throws(PatternError) -> Unicode.Scalar {
        if skip("{") {
            let digits = scalars[index...].prefix { $0 != "}" }
            guard digits.count <= 6, let scalar = Self.scalar(digits) else {
                throw syntax("a bad \\u escape")
            }
            index += digits.count
            guard skip("}") else { throw syntax("a bad \\u escape") }
            return scalar
        }
        let high = try unit()
        if (0xD800...0xDBFF).contains(high), skip("\\u") {
            let low = try unit()
            guard (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { throw unsupported("half a surrogate pair") }
            return scalar
        }
        guard let scalar = Unicode.Scalar(high) else { throw unsupported("half a surrogate pair") }
        return scalar
    }

    private mutating func unit() throws(PatternError) -> UInt32 {
        let digits = scalars[index...].prefix(4)
        guard digits.count == 4, let value = Self.number(digits) else {
            throw syntax("a bad \\u escape")
        }
        index += 4
        return value
    }

    private mutating func hexadecimal(digits count: Int) throws(PatternError) -> Unicode.Scalar {
        let digits = scalars[index...].prefix(count)
        guard digits.count == count, let scalar = Self.scalar(digits) else {
            throw syntax("a bad \\x escape")
        }
        index += count
        return scalar
    }

    private mutating func property(isNegated: Bool) throws(PatternError) -> ScalarSet {
        guard skip("{") else { throw unsupported("'\\p' without braces") }
        let name = String(String.UnicodeScalarView(scalars[index...].prefix { $0 != "}" }))
        guard let set = ScalarSet(property: name[...]) else {
            throw unsupported("the property '\(name.escapedForDisplay)'")
        }
        index += name.unicodeScalars.count
        guard skip("}") else { throw syntax("a '\\p{' without its '}'") }
        return isNegated ? set.negated : set
    }

    private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> UInt32? {
        guard digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }

    private static func scalar(_ digits: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
        number(digits).flatMap { Unicode.Scalar($0) }
    }
}
