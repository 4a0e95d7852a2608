// docs/protocol.md names the parameters that the program reads.

import Foundation
import SettingsProtocol
import Testing

/// The table of methods in the manual.
private struct Manual {
    /// The second cell of each row, by the first.
    let parameters: [String: String]

    init() throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
        let methods = text.components(separatedBy: "## Methods").last ?? ""
        let rows = methods.split(separator: "\n").drop { !$0.hasPrefix("|") }
            .prefix { $0.hasPrefix("|") }
        var parameters: [String: String] = [:]
        for row in rows {
            let cells = row.components(separatedBy: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard let name = cells[1].split(separator: "`").first else { continue }
            parameters[String(name)] = cells[2]
        }
        self.parameters = parameters
    }
}

@Suite struct `The manual` {
    @Test(arguments: Method.allCases)
    func `names a method's parameters in their order, and which may be left out`(
        method: Method
    ) throws {
        let cell = try #require(try Manual().parameters[method.rawValue])
        let words = cell.split(separator: "`", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let fields = method.parameters
        let named = fields.map { field in
            words.first { $0 == field.name || $0 == field.name + "?" } ?? "no \(field.name)"
        }
        // Of two where one must be there, the table says 'or'.
        let expected = zip(fields, named).map { field, word in
            field.isOptional && !(cell.contains(" or ") && word == field.name)
                ? field.name + "?" : field.name
        }
        #expect(named == expected)
        let positions = named.compactMap { words.firstIndex(of: $0) }
        #expect(positions == positions.sorted())
        #expect(words.filter { $0.hasSuffix("?") }.allSatisfy(named.contains))
    }
}
