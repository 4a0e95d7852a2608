// Words for a shell, read back by one.

import Glibc
import SettingsModel
import TestSupport
import Testing

@Suite struct `A word for a shell` {
    @Test(arguments: [
        ("org.example.editor", "org.example.editor"), ("", "''"), ("a b", "'a b'"),
        ("it's", "'it'\\''s'"), ("'\u{301};reboot", "''\\''\u{301};reboot'"),
        ("\u{1B}[2J", #""$(printf '\033[2J')""#), ("-\u{7}-", #""$(printf '\055\007-')""#),
        ("100% it's\ta \\n!", #""$(printf '100%% it\047s\011a \\n\041')""#),
        ("\u{9B}31m \u{202E}", #""$(printf '\302\23331m \342\200\256')""#),
        ("a\r\nb\n", "\"$(printf 'a\\015\\012b')\"'\n'"), ("\n", "'\n'"),
    ])
    func `is quoted where it must be`(text: String, word: String) {
        #expect(text.quotedForShell.utf8.elementsEqual(word.utf8))
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `is what it was to a shell`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let scalars: [Unicode.Scalar] = [
            "'", "\u{301}", "\u{200D}", "\"", "\\", "$", "`", ";", "\n", " ", "a", "é", "😀", "(",
            "~", "*", "\u{1B}", "\u{600}", "%", "-", "!", "0", "\r", "\u{85}", "\u{202E}",
        ]
        let texts = (0..<200).map { _ in
            var text = ""
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
            }
            return text
        }
        let words = texts.map(\.quotedForShell).joined(separator: " ")
        // popen(3) has /bin/sh run it.
        let shell = try #require(popen("printf '%s\\0' " + words, "r"))
        var bytes: [UInt8] = []
        while case let byte = getc(shell), byte != EOF {
            bytes.append(UInt8(truncatingIfNeeded: byte))
        }
        #expect(pclose(shell) == 0)

        let read = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        #expect(read.elementsEqual(texts.map { Array($0.utf8) }) { $0.elementsEqual($1) })
    }
}
