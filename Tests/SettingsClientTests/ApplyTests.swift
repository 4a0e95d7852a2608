// Changes as requests that fit into lines.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsClient

@Suite struct `Changes that a client makes` {
    private func calls(_ edits: [SettingEdit]) throws -> [Call.Apply] {
        try ClientRequest.apply(try Domain("a.b"), edits).enumerated().map { index, request in
            let line = request.line(id: Int64(index + 1)).dropLast()
            #expect(line.count < Limits.standard.lineBytes)
            let read = try Request(Array(line), limits: .standard)
            guard case .apply(let apply) = try read.call() else { throw NoApply() }
            return apply
        }
    }

    private struct NoApply: Error {}

    @Test(arguments: [1, 100])
    func `are one request where they fit into a line`(count: Int) throws {
        let edits = (0..<count).map { SettingEdit.set(SettingKeyPath(segments: ["k\($0)"]), to: 1) }
        let calls = try calls(edits)
        #expect(calls.map(\.part) == [nil])
        #expect(calls.first?.changes.count == count)
    }

    @Test func `are parts where they don't, with nothing left out`() throws {
        let edits = (0..<60_000).map { number -> SettingEdit in
            let key = SettingKeyPath(segments: ["table", "k\(number)"])
            return number % 3 == 0 ? .remove(key) : .set(key, to: "value \(number)")
        }
        let calls = try calls(edits)
        #expect(calls.count > 3)
        #expect(calls.map(\.part?.number) == (1...calls.count).map { UInt64($0) })
        #expect(calls.allSatisfy { $0.part?.count == UInt64(calls.count) })
        let made = calls.flatMap(\.changes).map { SettingEdit(key: $0.key, value: $0.value) }
        #expect(made == edits)
    }
}
