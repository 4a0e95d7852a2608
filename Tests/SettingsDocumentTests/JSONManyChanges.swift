// Values of JSON that give way to others, and many changes made together.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `JSON that gives way` {
    static let json: [EditCase] = [
        ("leaf gives way", #"{"a": 5}"#, [set("a/b/c", 1)], #"{"a": {"b": {"c": 1}}}"#),
        ("array gives way", #"{"a": [5]}"#, [set("a/b", 1)], #"{"a": {"b": 1}}"#),
        (
            "dictionary gives way", #"{"a": {"b": 1, "c": 2}}"#,
            [remove("a/b"), remove("a/c"), set("a", 1)], #"{"a": 1}"#
        ),
        (
            "removed, then set below", #"{"a": {"b": 1, "c": 2}}"#, [remove("a"), set("a/b", "x")],
            #"{"a": {"b": "x"}}"#
        ),
        (
            "leaf removed, then set below", #"{"a": 7}"#, [remove("a"), set("a/b", "x")],
            #"{"a": {"b": "x"}}"#
        ),
        (
            "all removed and others added, one line", #"{"a": 1, "b": 2}"#,
            [remove("a"), remove("b"), set("c", 1)], #"{"c": 1}"#
        ),
        (
            "nothing there to remove", #"{"a": 1}"#, [remove("b"), remove("a/c"), remove("d/e")],
            #"{"a": 1}"#
        ),
    ]

    static let jsonc: [EditCase] = [
        (
            "two that have a line to themselves", "[\n  1, 2, // two\n  // three\n  3\n]",
            [set("", [3])], "[\n  // three\n  3\n]"
        ),
        (
            "nothing, to one between two lines", "[ 1, // one\n 3\n]", [set("", [1, 2, 3])],
            "[ 1, // one\n 2,\n 3\n]"
        ),
        (
            "last removed and others added",
            "{\n  \"a\": 1, // a\n  \"b\": 2, // b\n  \"c\": 3 // c\n}",
            [remove("b"), set("d", 1), remove("c"), set("e", 1)],
            "{\n  \"a\": 1, // a\n  \"d\": 1,\n  \"e\": 1\n}"
        ),
        (
            "all removed and others added", "{ // open\n  \"a\": 1,\n  // why\n  \"b\": 2\n}",
            [remove("a"), remove("b"), set("c", 1)], "{ // open\n  \"c\": 1\n  // why\n}"
        ),
    ]

    @Test(arguments: json)
    func `gives exactly these bytes in strict JSON`(edit: EditCase) throws {
        try Format.json.check(edit)
    }

    @Test(arguments: jsonc)
    func `gives exactly these bytes with comments`(edit: EditCase) throws {
        try Format.jsonc.check(edit)
    }

    @Test func `keeps a comment between two that go`() throws {
        let document = try Format.jsonc.parse(
            Array("[\n  1\n  // two\n  , 2, // 2\n  3\n]".utf8)
        )
        let revision = try document.revised(by: set("", .array([.integer(3)])))
        #expect(String(decoding: revision.document.bytes, as: UTF8.self).contains("// two"))
    }
}
