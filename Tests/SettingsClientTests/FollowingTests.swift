// What a subscriber makes of the agent's words, over one connection and several.

import SettingsClient
import SettingsModel
import SettingsProtocol
import Testing

private let editor = "org.example.editor"

/// What the agent says, as short as a test can say it.
private enum Word {
    /// `key=value`, or `key=` for a removal.
    case changed([String], from: UInt64, to: UInt64, epoch: String = "e")
    case snapshot(
        [String],
        at: UInt64,
        epoch: String = "e",
        isFirst: Bool = true,
        more: Bool = false
    )
    case bookmark(UInt64)
    /// The connection is lost.
    case cut

    func take(by following: inout Following) throws -> ChangeBatch? {
        switch self {
        case .changed(let changes, let from, let seq, let epoch):
            return try following.take(
                .changed,
                json(changes, #""epoch":"\#(epoch)","from":\#(from),"seq":\#(seq)"#)
            )
        case .snapshot(let changes, let seq, let epoch, let isFirst, let more):
            let place = #""epoch":"\#(epoch)","seq":\#(seq),"first":\#(isFirst),"more":\#(more)"#
            return try following.take(.snapshot, json(changes, place))
        case .bookmark(let seq):
            return try following.take(.bookmark, json([], #""epoch":"e","seq":\#(seq)"#))
        case .cut:
            following.connectionEnded()
            return nil
        }
    }

    private func json(_ changes: [String], _ place: String) throws -> JSONObject {
        let list = changes.map { change in
            let (key, value) = (change.prefix { $0 != "=" }, change.drop { $0 != "=" }.dropFirst())
            let what = value.isEmpty || value == "?" ? #""deleted":true"# : #""value":\#(value)"#
            // A layer that this version doesn't know.
            let layer = value == "?" ? "attic" : "user"
            return #"{"domain":"\#(editor)","path":["\#(key)"],\#(what),"rev":1,"#
                + #""layer":"\#(layer)","origin":"test"}"#
        }
        let text = "{\(place),\"changes\":[\(list.joined(separator: ","))]}"
        return try JSONObject(JSONText(Array(text.utf8), nesting: 8))
    }
}

/// A story and the batches that it makes, as `seq: key=old>new …`.
private struct Story: CustomTestStringConvertible, Sendable {
    var testDescription: String
    // tidy: the words are values.
    nonisolated(unsafe) var words: [Word]
    var batches: [String]
}

private let stories = [
    Story(
        testDescription: "the settings first, then what changes",
        words: [
            .snapshot(["a=1", "b=2"], at: 5), .changed(["a=3"], from: 5, to: 6),
            .changed(["b=", "c=4"], from: 6, to: 9),
        ],
        batches: ["first 5: a=>1 b=>2", "6: a=1>3", "9: b=2> c=>4"]
    ),
    Story(
        testDescription: "no settings at all are a first batch, too",
        words: [.snapshot([], at: 0), .changed(["a=1"], from: 0, to: 1)],
        batches: ["first 0:", "1: a=>1"]
    ),
    Story(
        testDescription: "a resumed connection continues where the last one ended",
        words: [.snapshot(["a=1"], at: 5), .cut, .changed(["a=2"], from: 5, to: 8)],
        batches: ["first 5: a=>1", "8: a=1>2"]
    ),
    Story(
        testDescription: "after a gap, what is new, what is gone, and nothing twice",
        words: [
            .snapshot(["a=1", "b=2", "c=3"], at: 5), .cut,
            .snapshot(["a=1", "b=9", "d=4"], at: 70),
        ],
        batches: ["first 5: a=>1 b=>2 c=>3", "70: b=2>9 c=3> d=>4"]
    ),
    Story(
        testDescription: "another journal may count from the beginning",
        words: [
            .snapshot(["a=1", "b=2"], at: 500), .cut, .snapshot(["a=2"], at: 3, epoch: "f"),
            .changed(["a=3"], from: 3, to: 4, epoch: "f"),
        ],
        batches: ["first 500: a=>1 b=>2", "3: a=1>2 b=2>", "4: a=2>3"]
    ),
    Story(
        testDescription: "a snapshot in parts is one batch, and later parts have the last word",
        words: [
            .snapshot(["a=1", "b=1"], at: 2, more: true),
            .snapshot(["c=1", "a=2"], at: 2, isFirst: false, more: true),
            .snapshot(["b="], at: 7, isFirst: false),
        ],
        batches: ["first 7: a=>2 c=>1"]
    ),
    Story(
        testDescription: "a snapshot that was cut off counts for nothing",
        words: [
            .snapshot(["a=1"], at: 5), .cut, .snapshot(["z=1"], at: 9, more: true), .cut,
            .changed(["a=2"], from: 5, to: 9),
        ],
        batches: ["first 5: a=>1", "9: a=1>2"]
    ),
    Story(
        testDescription: "a snapshot that begins again forgets its first part",
        words: [
            .snapshot(["z=1"], at: 5, more: true), .snapshot(["a=1"], at: 9),
        ],
        batches: ["first 9: a=>1"]
    ),
    Story(
        testDescription: "a bookmark within a snapshot is none for what came before",
        words: [
            .snapshot(["a=1"], at: 5), .snapshot(["a=2"], at: 9, more: true), .bookmark(1_009),
            .cut,
            .changed(["a=3"], from: 5, to: 1_010),
        ],
        batches: ["first 5: a=>1", "1010: a=1>3"]
    ),
    Story(
        testDescription: "what says nothing new makes no batch, and moves the cursor",
        words: [
            .snapshot(["a=1"], at: 5), .changed(["a=1", "b="], from: 5, to: 7), .bookmark(1_007),
            .changed(["a=2"], from: 1_007, to: 1_008),
        ],
        batches: ["first 5: a=>1", "1008: a=1>2"]
    ),
]

@Suite struct `A subscriber` {
    @Test(arguments: stories)
    fileprivate func `makes one stream of what it hears`(story: Story) throws {
        var following = Following()
        let batches = try story.words.compactMap { try $0.take(by: &following) }
        #expect(batches.map(text) == story.batches)
    }

    @Test(arguments: [
        Word.changed(["a=2"], from: 6, to: 7), .changed(["a=2"], from: 4, to: 7),
        .changed(["a=2"], from: 5, to: 7, epoch: "f"), .changed(["a=2"], from: 5, to: 4),
        .changed(["a=2", "b=?"], from: 5, to: 7), .bookmark(4),
        .snapshot(["a=2"], at: 7, isFirst: false),
    ])
    fileprivate func `won't hear what doesn't follow`(word: Word) throws {
        var following = Following()
        _ = try Word.snapshot(["a=1"], at: 5).take(by: &following)
        #expect(throws: JSONError.self) { try word.take(by: &following) }
        #expect(following.cursor?.seq == 5)
    }

    private func text(_ batch: ChangeBatch) -> String {
        let changes = batch.changes.sorted { $0.key < $1.key }.map {
            "\($0.key)=\($0.oldValue?.json ?? "")>\($0.value?.json ?? "")"
        }
        let head = (batch.isFirst ? "first " : "") + "\(batch.seq):"
        return ([head] + changes).joined(separator: " ")
    }
}
