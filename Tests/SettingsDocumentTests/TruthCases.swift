// New values that are true or false, in files of lines that have some.

import DocumentFuzz
import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A new boolean` {
    static let edits: [(Format, String, String, String)] = [
        (.ini, "is true without an example", "a = x\n", "a = x\nn = true\nm = false\n"),
        (.ini, "has the file's words", "a = yes\nb = 1\n", "a = yes\nb = 1\nn = yes\nm = no\n"),
        (.ini, "has the file's capitals", "a = True\n", "a = True\nn = True\nm = False\n"),
        (
            .ini, "has the words of most", "a = on\nb = no\nc = \"yes\"\n",
            "a = on\nb = no\nc = \"yes\"\nn = yes\nm = no\n"
        ),
        (.ini, "is no number", "a = 1\nb = 0\n", "a = 1\nb = 0\nn = true\nm = false\n"),
        (.keyValue, "has the words of keys and values", "a off\n", "a off\nn on\nm off\n"),
        (.kconfig, "has the words of KDE's files", "a=on\n", "a=on\nn=on\nm=off\n"),
    ]

    @Test(arguments: edits)
    func `is written with the words that the file has`(
        format: Format,
        name: String,
        before: String,
        after: String
    ) throws {
        try format.check((name, before, [set("n", true), set("m", false)], .bytes(after)))
    }
}
