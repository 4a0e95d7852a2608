// Items of TOML's arrays and inline tables that come and go among comments.

import SettingsDocument
import SettingsModel
import Testing

@Suite struct `A TOML item among comments` {
    static let cases: [TOMLNastyCase] = [
        .init(
            "first item, a comment above",
            "a = [\n  # x\n]\n",
            "a.#0",
            .integer(1),
            "a = [\n  # x\n  1\n]\n"
        ),
        .init(
            "first item, a comment behind the bracket",
            "a = [ # x\n]\n",
            "a.#0",
            .integer(1),
            "a = [ # x\n  1\n]\n"
        ),
        .init(
            "first items between brackets on two lines",
            "[t]\n  a = [\n  ]\n",
            "t.a",
            .array([.integer(1), .integer(2)]),
            "[t]\n  a = [\n    1,\n    2\n  ]\n"
        ),
        .init(
            "first entry of a table, a comment above",
            "a = {\n    # x\n}\n",
            "a.b",
            .integer(1),
            "a = {\n    # x\n    b = 1\n}\n"
        ),
        .init(
            "last item goes, comments above it stay",
            "a = [ # all\n  # one\n  1, # 1\n  # end\n] # e\n",
            "a.#0",
            nil,
            "a = [ # all\n  # one\n  # end\n] # e\n"
        ),
        .init(
            "last item goes from one line",
            "a = [ 1 ] # e\n",
            "a.#0",
            nil,
            "a = [] # e\n"
        ),
        .init(
            "last entry of a table goes",
            "a = {\n  # x\n  b = 1 # y\n}\n",
            "a.b",
            nil,
            "a = {\n  # x\n}\n"
        ),
        .init(
            "first goes, the next one's comment stays",
            "a = [\n  1, # one\n  # two\n  2\n]\n",
            "a.#0",
            nil,
            "a = [\n  # two\n  2\n]\n"
        ),
        .init(
            "first goes from the bracket's line",
            "a = [ 1, # one\n  # two\n  2 ]\n",
            "a.#0",
            nil,
            "a = [\n  # two\n  2 ]\n"
        ),
        .init(
            "first goes from the bracket's line, no comment",
            "a = [ 1,\n  2 ]\n",
            "a.#0",
            nil,
            "a = [ 2 ]\n"
        ),
        .init(
            "last goes, the comment before it stays",
            "a = [ 1, # one\n  2 ]\n",
            "a.#1",
            nil,
            "a = [ 1 # one\n  ]\n"
        ),
        .init(
            "last goes, a comma stays",
            "a = [ 1, # one\n  2, ]\n",
            "a.#1",
            nil,
            "a = [ 1, # one\n  ]\n"
        ),
        .init(
            "goes from a line with others",
            "a = [\n  1, 2, # two\n  # three\n  3\n]\n",
            "a.#1",
            nil,
            "a = [\n  1,\n  # three\n  3\n]\n"
        ),
        .init(
            "two go that share a line",
            "a = [\n  1, 2, 3, # three\n  4\n]\n",
            "a",
            .array([.integer(1), .integer(4)]),
            "a = [\n  1,\n  4\n]\n"
        ),
        .init(
            "two go that have a line",
            "a = [\n  1, 2, # two\n  # three\n  3\n]\n",
            "a",
            .array([.integer(3)]),
            "a = [\n  # three\n  3\n]\n"
        ),
        .init(
            "two go, comments above them stay",
            "a = [\n  # one\n  1,\n  # two\n  2,\n  3\n]\n",
            "a",
            .array([.integer(3)]),
            "a = [\n  # one\n  # two\n  3\n]\n"
        ),
        .init(
            "comma first, in the middle",
            "a = [1 # a\n, 2 # b\n, 3 # c\n]\n",
            "a.#1",
            nil,
            "a = [1 # a\n, 3 # c\n]\n"
        ),
        .init(
            "comma first, at the end",
            "a = [1 # a\n, 2 # b\n, 3 # c\n]\n",
            "a.#2",
            nil,
            "a = [1 # a\n, 2 # b\n]\n"
        ),
        .init(
            "comma first, all but the last",
            "a = [1 # a\n, 2 # b\n, 3 # c\n]\n",
            "a",
            .array([.integer(3)]),
            "a = [3 # c\n]\n"
        ),
        .init(
            "comes above another's comment",
            "a = [\n  1,\n  # two\n  2\n]\n",
            "a",
            .array([.integer(1), .integer(7), .integer(2)]),
            "a = [\n  1,\n  7,\n  # two\n  2\n]\n"
        ),
        .init(
            "comes in front of a comment",
            "a = [\n  # one\n  1\n]\n",
            "a",
            .array([.integer(0), .integer(1)]),
            "a = [\n  0,\n  # one\n  1\n]\n"
        ),
        .init(
            "entries come and go",
            "a = {\n  b = 1, # x\n  # y\n  c = 2 # z\n}\n",
            "a",
            .dictionary([.init("c", .integer(2)), .init("d", .integer(3))]),
            "a = {\n  # y\n  c = 2, # z\n  d = 3\n}\n"
        ),
        .init(
            "CRLF",
            "a = [\r\n  # x\r\n  1,\r\n  2\r\n]\r\n",
            "a.#0",
            nil,
            "a = [\r\n  # x\r\n  2\r\n]\r\n"
        ),
    ]

    @Test(arguments: cases)
    func `comes and goes alone`(_ nasty: TOMLNastyCase) throws {
        let revision = try toml(nasty.before).revised(by: nasty.change)

        #expect(String(decoding: revision.document.bytes, as: UTF8.self) == nasty.after)
    }
}
