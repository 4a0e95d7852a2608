// The laws of an edit over OpenStep property lists in every layout, with Foundation as second reader.

import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// OpenStep property lists and .strings files in the layouts that programs and people write.
let openStepSamples: [(name: String, format: Format, text: String)] = [
    (
        "as GNUstep writes it", .openStepPropertyList,
        "{\n    a = 1;\n    \"b c\" = (\n        one,\n        \"two words\",\n        (\n            x,\n            y\n        )\n    );\n    d = {\n        e = <0fbd7700 11>;\n        f = ();\n        g = {\n        };\n    };\n}\n"
    ),
    (
        "comments", .openStepPropertyList,
        "// top\n{\n  // first\n  a = 1; // one\n  /* b */ b /* k */ = /* v */ 2 /* w */; c = 3;\n  // last\n  d = (\n    1, // x\n    // y\n    2 // z\n    // end\n  ); // d\n  e = { /* empty */ };\n  // tail\n} // after\n"
    ),
    ("one line", .openStepPropertyList, "{a=1;b=(x,y,);c={d=\"q\";e={};f=();};}"),
    ("one line, spaced", .openStepPropertyList, "{ a = 1; b = ( x, y ); c = { d = 'q'; }; }"),
    (
        "missing last semicolon", .openStepPropertyList,
        "{ a = 1; b = { c = 2 }; d = {\n  e = 1;\n  f = 2\n  }\n}"
    ),
    (
        "tabs and CRLF", .openStepPropertyList,
        "{\r\n\ta = 1;\r\n\tb = \"x\r\ny\";\r\n\tc = {\r\n\t};\r\n}\r\n"
    ),
    ("byte order mark", .openStepPropertyList, "\u{FEFF}{\n a = \"é\";\n}"),
    (
        "GNUstep types", .openStepPropertyList,
        "{\n    a = <*I5>;\n    b = <*BY>;\n    c = ( <*R1.5>, <*BN> );\n    d = <*D2001-01-01 00:00:00 +0000>;\n    s = text;\n}\n"
    ),
    ("root array", .openStepPropertyList, "(\n  a,\n  { b = c; },\n  ()\n)\n"),
    ("root string", .openStepPropertyList, "\"x y\" // c\n"),
    ("duplicates", .openStepPropertyList, "{ a = 1; b = { c = 1; c = 2; }; a = 3; }"),
    (
        "semicolons first", .openStepPropertyList,
        "{\n  a = 1\n  ; b = 2\n  ; c = ( x\n    , y\n    )\n  ;\n}\n"
    ),
    ("old Mac", .openStepPropertyList, "{\r  a = 1;\r  b = 2;\r}\r"),
    (
        "line separators", .openStepPropertyList,
        "{\u{2028}// x\u{2028}a = 1;\u{2028}b = 2;\u{2028}}"
    ),
    (
        "an Xcode project", .openStepPropertyList,
        "// !$*UTF8*$!\n{\n\tobjects = {\n\n/* Begin */\n\t\tA1 /* x.c */ = {isa = PBXFile; path = x.c; };\n/* End */\n\t\tB2 = {\n\t\t\tfiles = (\n\t\t\t\tA1 /* x.c */,\n\t\t\t);\n\t\t};\n\t};\n\trootObject = B2 /* Project */;\n}\n"
    ),
    (
        "strings", .strings,
        "/* The title. */\n\"title\" = \"Settings\";\n\n/* %d items */\n\"%d items\" = \"%d \\\"items\\\"\\n\"; // two\n\"last\" = \"\";\n"
    ),
    ("strings on a line", .strings, "a = 1; \"b\" = \"2\"; c = { d = e; };"),
    ("strings that say their keys", .strings, "\"a\";\n\"b c\" ;\n\"d\" = \"e\";\n"),
    ("strings in CRLF", .strings, "\u{FEFF}\"a\" = \"1\";\r\n\r\n  \"b\" = \"2\";\r\n/* end */"),
    ("comments alone", .strings, "/* nothing\n yet */ // here"),
]

@Suite struct `An edit of an OpenStep property list` {
    private func laws(_ index: Int) throws -> EditLaws {
        let sample = openStepSamples[index]
        return EditLaws(document: try sample.format.parse(Array(sample.text.utf8)))
    }

    /// The probes of property lists as the file has them; those that it can't hold as they are.
    private func probes(of laws: EditLaws) -> [SettingValue] {
        EditLaws.plistProbes.map { laws.document.stored($0, at: DocumentPath([])) ?? $0 }
    }

    @Test(arguments: openStepSamples.indices, [EditStyle.natural, .conservative])
    func `keeps the laws in every layout`(index: Int, style: EditStyle) throws {
        let laws = try laws(index)
        laws.checkLines(of: laws.document)
        for path in laws.paths {
            guard style == .conservative else {
                try laws.checkAll(at: path, in: probes(of: laws))
                continue
            }
            for probe in probes(of: laws) {
                try laws.check([DocumentChange(path, probe)], style: style)
            }
            try laws.check([DocumentChange(path, nil)], style: style)
        }
    }

    @Test(arguments: openStepSamples.indices)
    func `makes many changes at once as it makes them one by one`(index: Int) throws {
        var random = SeededRandom(seed: UInt64(index))
        let laws = try laws(index)
        let probes = probes(of: laws)
        for _ in 0..<150 { try laws.check(laws.randomChanges(using: &random, in: probes)) }
    }

    @Test(arguments: openStepSamples.indices)
    func `removes again what it put in`(index: Int) throws {
        let laws = try laws(index)
        for path in laws.paths {
            guard case .dictionary(let entries) = laws.document.root.value(at: path.elements[...]),
                !entries.isEmpty
            else { continue }
            let change = DocumentChange(path.appending(.key("new")), .string("x"))
            let longer = try laws.document.revised(by: change).document
            let back = try longer.revised(by: DocumentChange(change.path, nil)).document
            #expect(String(decoding: back.bytes, as: UTF8.self) == openStepSamples[index].text)
        }
    }

    @Test(arguments: openStepSamples.indices)
    func `reads as Foundation reads it, before and after`(index: Int) throws {
        let laws = try laws(index)
        let document = laws.document
        guard let expected = foundationValue(document.bytes) else {
            // What only GNUstep reads.
            let names: Set = ["missing last semicolon", "GNUstep types"]
            #expect(names.contains(openStepSamples[index].name))
            return
        }
        #expect(document.root == expected)
        for path in laws.paths {
            for probe in probes(of: laws) {
                let revision = document.revised(by: [DocumentChange(path, probe)])
                // Foundation reads blanks as an empty dictionary, but not a file of no bytes.
                guard !revision.document.bytes.isEmpty else { continue }
                #expect(foundationValue(revision.document.bytes) == revision.document.root)
            }
        }
    }
}
