// Items of TOML's arrays and inline tables that come and go among comments.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A TOML item among comments` {
    static let cases: [EditCase] = [
        (
            "first item, a comment above", "a = [\n  # x\n]\n", [set("a/0", 1)],
            "a = [\n  # x\n  1\n]\n"
        ),
        (
            "first item, a comment behind the bracket", "a = [ # x\n]\n", [set("a/0", 1)],
            "a = [ # x\n  1\n]\n"
        ),
        (
            "first items between brackets on two lines", "[t]\n  a = [\n  ]\n",
            [set("t/a", [1, 2])], "[t]\n  a = [\n    1,\n    2\n  ]\n"
        ),
        (
            "first entry of a table, a comment above", "a = {\n    # x\n}\n", [set("a/b", 1)],
            "a = {\n    # x\n    b = 1\n}\n"
        ),
        (
            "last item goes, comments above it stay",
            "a = [ # all\n  # one\n  1, # 1\n  # end\n] # e\n", [remove("a/0")],
            "a = [ # all\n  # one\n  # end\n] # e\n"
        ),
        ("last item goes from one line", "a = [ 1 ] # e\n", [remove("a/0")], "a = [] # e\n"),
        (
            "last entry of a table goes", "a = {\n  # x\n  b = 1 # y\n}\n", [remove("a/b")],
            "a = {\n  # x\n}\n"
        ),
        (
            "first goes, the next one's comment stays", "a = [\n  1, # one\n  # two\n  2\n]\n",
            [remove("a/0")], "a = [\n  # two\n  2\n]\n"
        ),
        (
            "first goes from the bracket's line", "a = [ 1, # one\n  # two\n  2 ]\n",
            [remove("a/0")], "a = [\n  # two\n  2 ]\n"
        ),
        (
            "first goes from the bracket's line, no comment", "a = [ 1,\n  2 ]\n", [remove("a/0")],
            "a = [ 2 ]\n"
        ),
        (
            "last goes, the comment before it stays", "a = [ 1, # one\n  2 ]\n", [remove("a/1")],
            "a = [ 1 # one\n  ]\n"
        ),
        (
            "last goes, a comma stays", "a = [ 1, # one\n  2, ]\n", [remove("a/1")],
            "a = [ 1, # one\n  ]\n"
        ),
        (
            "goes from a line with others", "a = [\n  1, 2, # two\n  # three\n  3\n]\n",
            [remove("a/1")], "a = [\n  1,\n  # three\n  3\n]\n"
        ),
        (
            "two go that share a line", "a = [\n  1, 2, 3, # three\n  4\n]\n", [set("a", [1, 4])],
            "a = [\n  1,\n  4\n]\n"
        ),
        (
            "two go that have a line", "a = [\n  1, 2, # two\n  # three\n  3\n]\n", [set("a", [3])],
            "a = [\n  # three\n  3\n]\n"
        ),
        (
            "two go, comments above them stay", "a = [\n  # one\n  1,\n  # two\n  2,\n  3\n]\n",
            [set("a", [3])], "a = [\n  # one\n  # two\n  3\n]\n"
        ),
        (
            "comma first, in the middle", "a = [1 # a\n, 2 # b\n, 3 # c\n]\n", [remove("a/1")],
            "a = [1 # a\n, 3 # c\n]\n"
        ),
        (
            "comma first, at the end", "a = [1 # a\n, 2 # b\n, 3 # c\n]\n", [remove("a/2")],
            "a = [1 # a\n, 2 # b\n]\n"
        ),
        (
            "comma first, a comment before it", "a = [\n  1 # a\n  # b\n  , 2\n]\n",
            [remove("a/0")], "a = [\n  # b\n  2\n]\n"
        ),
        (
            "comma first, all but the last", "a = [1 # a\n, 2 # b\n, 3 # c\n]\n", [set("a", [3])],
            "a = [3 # c\n]\n"
        ),
        (
            "comes above another's comment", "a = [\n  1,\n  # two\n  2\n]\n",
            [set("a", [1, 7, 2])], "a = [\n  1,\n  7,\n  # two\n  2\n]\n"
        ),
        (
            "comes in front of a comment", "a = [\n  # one\n  1\n]\n", [set("a", [0, 1])],
            "a = [\n  0,\n  # one\n  1\n]\n"
        ),
        (
            "entries come and go", "a = {\n  b = 1, # x\n  # y\n  c = 2 # z\n}\n",
            [set("a", ["c": 2, "d": 3])], "a = {\n  # y\n  c = 2, # z\n  d = 3\n}\n"
        ),
        (
            "CRLF", "a = [\r\n  # x\r\n  1,\r\n  2\r\n]\r\n", [remove("a/0")],
            "a = [\r\n  # x\r\n  2\r\n]\r\n"
        ),
    ]

    @Test(arguments: cases)
    func `comes and goes alone`(example: EditCase) throws { try Format.toml.check(example) }
}
