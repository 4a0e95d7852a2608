// From bytes to lines, however the bytes arrive.

import SettingsModel
import SettingsProtocol
import TestSupport
import Testing

@Suite struct `A connection's bytes` {
    private func lines(_ chunks: [String], limits: Limits = .standard) throws -> [String] {
        var splitter = LineSplitter(limits: limits)
        var lines: [String] = []
        for chunk in chunks {
            splitter.append(Array(chunk.utf8))
            while let line = try splitter.next() {
                lines.append(String(decoding: line, as: UTF8.self))
            }
        }
        if let last = splitter.finish() { lines.append(String(decoding: last, as: UTF8.self)) }
        #expect(splitter.isEmpty)
        return lines
    }

    @Test(
        arguments: [
            ([], []),
            (["a\nb\n"], ["a", "b"]),
            (["a", "b", "\n", "c"], ["ab", "c"]),
            (["\n\n", "a\r\n", "\n"], ["a\r"]),
            (["\r\n", "a\r\n\r\n"], ["a\r"]),
            (["a\r\n\r"], ["a\r"]),
            (["a\nb"], ["a", "b"]),
            (["a\0b\nc\0d"], ["a\0b", "c\0d"]),
        ] as [([String], [String])]
    )
    func `are cut at line ends and nowhere else`(
        chunks: [String],
        expected: [String]
    ) throws {
        #expect(try lines(chunks) == expected)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `give the same lines in any chunks`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let text = "{\"id\":1}\n\n[]\nlonger text with blanks\nlast"
        var rest = Array(text)
        var chunks: [String] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...rest.count, using: &random)
            chunks.append(String(rest.prefix(count)))
            rest.removeFirst(count)
        }
        #expect(try lines(chunks) == ["{\"id\":1}", "[]", "longer text with blanks", "last"])
    }

    @Test func `may have a line as long as the limit, and no longer`() throws {
        var limits = Limits()
        limits.lineBytes = 8
        #expect(try lines(["12345678\n"], limits: limits) == ["12345678"])
        #expect(try lines(["1234", "5678"], limits: limits) == ["12345678"])
        let error = RPCError(
            .tooLarge,
            "the line has more than 8 bytes",
            advice: "Send shorter lines; the connection is closed"
        )
        #expect(throws: error) { try lines(["123456789\n"], limits: limits) }
        #expect(throws: error) { try lines(["12345", "6789"], limits: limits) }
        #expect(throws: error) { try lines(["1\n123456789"], limits: limits) }
    }
}
