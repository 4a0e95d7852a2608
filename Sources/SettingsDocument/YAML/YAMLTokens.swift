// libyaml's scanner, with places in bytes.

import CYaml
import SettingsModel

/// The tokens of a YAML text, one after the other.
///
/// libyaml's memory is freed when the value goes, whatever was thrown before. It must not outlive
/// the text.
struct YAMLTokens: ~Copyable {
    /// The kind of the token that is next.
    private(set) var kind = YAML_NO_TOKEN
    /// Where the token stands; empty for one that is only implied.
    private(set) var range = 0..<0
    /// Behind the last token that has text.
    private(set) var lastEnd: Int
    /// The comments met so far.
    private(set) var comments: [Range<Int>] = []

    private let bytes: [UInt8]
    private let text: UnsafeBufferPointer<UInt8>
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var token = yaml_token_t()
    private var places: YAMLPlaces
    /// Up to where comments were looked for.
    private var searched: Int
    /// How many brackets are open.
    private var openBrackets = 0
    /// How many brackets libyaml has looked at: all open ones at each token.
    private var bracketVisits = 0
    /// More would take seconds; only a large file of deep brackets comes near.
    private static let mostBracketVisits = 100_000_000

    /// Begins to scan a text, which has at least one byte after its byte order mark.
    init(_ bytes: [UInt8], _ text: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        self.text = text
        let start = bytes.byteOrderMarkEnd
        searched = start
        lastEnd = start
        places = YAMLPlaces(text, from: start)
        parser = .allocate(capacity: 1)
        let isReady = yaml_parser_initialize(parser) == 1
        precondition(isReady, "no memory for libyaml's parser")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        let rest = UnsafeBufferPointer(rebasing: text[start...])
        yaml_parser_set_input_string(parser, rest.baseAddress, rest.count)
    }

    deinit {
        var token = token
        yaml_token_delete(&token)
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Goes to the next token.
    mutating func advance() throws(DocumentError) {
        if !range.isEmpty { lastEnd = range.upperBound }
        yaml_token_delete(&token)
        guard yaml_parser_scan(parser, &token) == 1 else { throw scannerError }
        kind = token.type
        let start = places.byte(of: token.start_mark.index)
        range = start..<max(start, places.byte(of: token.end_mark.index))
        findComments()
        try countBrackets()
        guard isBlockScalar else { return }
        let header = start..<text.nextYAMLLine(after: start, before: range.upperBound)
        findComments(in: header)
        range = start..<blockScalarEnd(range, header)
    }

    private mutating func countBrackets() throws(DocumentError) {
        switch kind {
        case YAML_FLOW_SEQUENCE_START_TOKEN, YAML_FLOW_MAPPING_START_TOKEN: openBrackets += 1
        case YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: openBrackets -= 1
        default: break
        }
        bracketVisits += openBrackets
        guard bracketVisits <= Self.mostBracketVisits else {
            throw fail(
                "the file has too many values in brackets this deep",
                "Use fewer levels, or indentation",
                code: .tooDeep
            )
        }
    }

    /// Comments stand between tokens only, and nothing else but blanks and line breaks does.
    private mutating func findComments() {
        if searched < range.lowerBound { findComments(in: searched..<range.lowerBound) }
        searched = max(searched, range.upperBound)
    }

    private mutating func findComments(in gap: Range<Int>) {
        var index = gap.lowerBound
        while index < gap.upperBound {
            guard text[index] == UInt8(ascii: "#") else {
                index += 1
                continue
            }
            let start = index
            while index < gap.upperBound, !text.isYAMLBreak(at: index) { index += 1 }
            comments.append(start..<index)
        }
    }

    // MARK: What a token says

    /// Whether the token is a literal or folded scalar.
    private var isBlockScalar: Bool {
        guard kind == YAML_SCALAR_TOKEN else { return false }
        return token.data.scalar.style == YAML_LITERAL_SCALAR_STYLE
            || token.data.scalar.style == YAML_FOLDED_SCALAR_STYLE
    }

    /// How a scalar token is written.
    var scalarStyle: YAMLNode.Style {
        switch token.data.scalar.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

    /// A scalar token's text, or nil where it is just what stands in the file.
    var spelledText: String? {
        let scalar = token.data.scalar
        let value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let isQuoted = scalarStyle == .singleQuoted || scalarStyle == .doubleQuoted
        let inner = isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
        if inner.count == value.count, text[inner].elementsEqual(value) { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    /// The name of an anchor or alias token.
    var name: String {
        String(cString: kind == YAML_ALIAS_TOKEN ? token.data.alias.value : token.data.anchor.value)
    }

    /// A tag token's handle and suffix, or a tag directive's handle and prefix.
    var tagParts: (handle: String, rest: String) {
        if kind == YAML_TAG_TOKEN {
            let tag = token.data.tag
            return (String(cString: tag.handle), String(cString: tag.suffix))
        }
        let directive = token.data.tag_directive
        return (String(cString: directive.handle), String(cString: directive.prefix))
    }

    /// The major version that a version directive names.
    var majorVersion: Int32 { token.data.version_directive.major }

    /// The end of a block scalar's last line that is content; libyaml's is the next token.
    ///
    /// Blank lines below count only if `+` in the header keeps them, or if they are longer than the
    /// indentation.
    private func blockScalarEnd(_ range: Range<Int>, _ header: Range<Int>) -> Int {
        var line = header.upperBound
        guard line < range.upperBound else { return text.withoutBlanks(header) }
        if text[header].prefix(3).contains(UInt8(ascii: "+")) {
            return text.keptEnd(range.lowerBound..<range.upperBound)
        }
        var end = text.withoutBlanks(header)
        var indent = -1
        while line < range.upperBound {
            let next = text.nextYAMLLine(after: line, before: range.upperBound)
            let lineEnd = text.withoutBreak(line..<next)
            let blanks = text[line..<lineEnd].prefix { $0 == 0x20 }.count
            let isBlank = text[line..<lineEnd].allSatisfy { $0 == 0x20 || $0 == 0x09 }
            if indent < 0, !isBlank { indent = blanks }
            if !isBlank || indent >= 0 && lineEnd - line > indent { end = lineEnd }
            line = next
        }
        return end
    }
}

// MARK: Errors

extension YAMLTokens {
    /// An error at the token.
    func fail(
        _ problem: String,
        _ advice: String,
        at offset: Int? = nil,
        code: DocumentError.Code = .syntax
    ) -> DocumentError {
        DocumentError(
            code: code,
            at: offset ?? range.lowerBound,
            in: bytes,
            problem: problem,
            advice: advice
        )
    }

    /// What stands at the token, for a message.
    var found: String {
        guard range.lowerBound < text.count, kind != YAML_STREAM_END_TOKEN else {
            return "the end of the file"
        }
        let scalar = EscapedText.scalar(text, at: range.lowerBound).value
        return scalar.isControl || scalar == " "
            ? "the end of the line" : "'\(String(scalar).escapedForDisplay)'"
    }

    /// Why libyaml could not go on.
    private var scannerError: DocumentError {
        let parser = parser.pointee
        let problem = parser.problem.map { String(cString: $0) } ?? "libyaml ran out of memory"
        var places = places
        if parser.error == YAML_READER_ERROR {
            return fail(
                "found a control character, which YAML can't have",
                "Write it as an escape in double quotes, for example \"\\x07\"",
                at: min(places.start + parser.problem_offset, text.count),
                code: .control
            )
        }
        let place = places.byte(of: parser.problem_mark.index)
        let context = parser.context == nil ? place : places.byte(of: parser.context_mark.index)
        let said = YAMLScannerProblem(problem)
        return fail(said.problem, said.advice, at: said.isAtContext ? context : place)
    }
}

/// What libyaml says is wrong, in our words.
private struct YAMLScannerProblem {
    var problem: String
    var advice = "Put it in double quotes if it is text"
    /// Whether the place is where the thing began, not where it went wrong.
    var isAtContext = false

    init(_ said: String) {
        switch said {
        case "mapping values are not allowed in this context":
            problem = "found ':' where no key can be"
            advice = "Put the text in quotes, or begin a new line with the key"
        case "could not find expected ':'":
            problem = "found text without ':', expected a key and its value"
            advice = "Write it as key: value, and indent what belongs to the line above"
            isAtContext = true
        case "found character that cannot start any token":
            problem = "found a character that can't begin a value"
            advice = "Put the value in quotes; indent with blanks, not tabs"
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            problem = "found a tab in the indentation, expected blanks"
            advice = "Indent with blanks"
        case "found unexpected end of stream", "found unexpected document indicator":
            problem = "the string that begins here isn't closed"
            advice = "Close the quote"
            isAtContext = true
        case "block sequence entries are not allowed in this context":
            problem = "found '-' where no element can be"
            advice = "Put the text in quotes, or begin a new line with the element"
        case "mapping keys are not allowed in this context":
            problem = "found '?' where no key can be"
            advice = "Put the text in quotes"
        case "found unknown escape character":
            problem = "found an escape that stands for nothing"
            advice = "Write a backslash in double quotes as \\\\"
        case "found invalid Unicode character escape code",
            "did not find expected hexdecimal number":
            problem = "found an escape that is no character"
            advice = "Write the character itself, or a valid escape, for example \\u00e9"
        default: problem = "found text that isn't YAML: \(said)"
        }
    }
}
