// Values of JSON that give way to others, and many changes made together.

import SettingsDocument
import SettingsModel
import Testing

private let one = SettingValue.integer(1)
private let x = SettingValue.string("x")

@Suite struct `JSON that gives way` {
    static let cases: [ByteCase] = [
        .init(
            "two that have a line to themselves",
            .jsonc,
            "[\n  1, 2, // two\n  // three\n  3\n]",
            [set("", .array([.integer(3)]))],
            "[\n  // three\n  3\n]"
        ),
        .init(
            "nothing, to one between two lines",
            .jsonc,
            "[ 1, // one\n 3\n]",
            [set("", .array([one, .integer(2), .integer(3)]))],
            "[ 1, // one\n 2,\n 3\n]"
        ),
        .init(
            "leaf gives way",
            .json,
            #"{"a": 5}"#,
            [set("a/b/c", one)],
            #"{"a": {"b": {"c": 1}}}"#
        ),
        .init("array gives way", .json, #"{"a": [5]}"#, [set("a/b", one)], #"{"a": {"b": 1}}"#),
        .init(
            "dictionary gives way",
            .json,
            #"{"a": {"b": 1, "c": 2}}"#,
            [remove("a/b"), remove("a/c"), set("a", one)],
            #"{"a": 1}"#
        ),
        .init(
            "removed, then set below",
            .json,
            #"{"a": {"b": 1, "c": 2}}"#,
            [remove("a"), set("a/b", x)],
            #"{"a": {"b": "x"}}"#
        ),
        .init(
            "leaf removed, then set below",
            .json,
            #"{"a": 7}"#,
            [remove("a"), set("a/b", x)],
            #"{"a": {"b": "x"}}"#
        ),
        .init(
            "last removed and others added",
            .jsonc,
            "{\n  \"a\": 1, // a\n  \"b\": 2, // b\n  \"c\": 3 // c\n}",
            [remove("b"), set("d", one), remove("c"), set("e", one)],
            "{\n  \"a\": 1, // a\n  \"d\": 1,\n  \"e\": 1\n}"
        ),
        .init(
            "all removed and others added",
            .jsonc,
            "{ // open\n  \"a\": 1,\n  // why\n  \"b\": 2\n}",
            [remove("a"), remove("b"), set("c", one)],
            "{ // open\n  \"c\": 1\n  // why\n}"
        ),
        .init(
            "all removed and others added, one line",
            .json,
            #"{"a": 1, "b": 2}"#,
            [remove("a"), remove("b"), set("c", one)],
            #"{"c": 1}"#
        ),
        .init(
            "nothing there to remove",
            .json,
            #"{"a": 1}"#,
            [remove("b"), remove("a/c"), remove("d/e")],
            #"{"a": 1}"#
        ),
    ]

    @Test(arguments: cases)
    func `gives exactly these bytes`(edit: ByteCase) throws { try edit.check() }
}
