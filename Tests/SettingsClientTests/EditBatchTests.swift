// Changes as requests that fit into lines.

import SettingsModel
import SettingsProtocol
import Testing

@testable import SettingsClient

@Suite struct `Changes that a client makes` {
    private func calls(_ edits: [SettingEdit]) throws -> [Call.Apply] {
        let domain = try Domain("a.b")
        return try EditBatch.batches(of: edits).map { batch in
            let line = ClientRequest.apply(domain, batch).line(id: 1).dropLast()
            #expect(line.count < Limits.standard.lineBytes)
            let read = try Request(Array(line), limits: .standard)
            guard case .apply(let apply) = try read.call() else { throw NoApply() }
            return apply
        }
    }

    private struct NoApply: Error {}

    @Test func `are in batches with nothing left out`() throws {
        let edits = (0..<60_000).map { number -> SettingEdit in
            let key = SettingKeyPath(segments: ["table", "k\(number)"])
            return number % 3 == 0 ? .remove(key) : .set(key, to: "value \(number)")
        }
        let calls = try calls(edits)
        #expect(calls.count > 3)
        let made = calls.flatMap(\.changes).map { SettingEdit(key: $0.key, value: $0.value) }
        #expect(made == edits)
    }

    @Test(arguments: [(0, 1), (1, 1), (2, 1), (3, 2), (7, 4)])
    func `are as many in a batch as it takes`(count: Int, requests: Int) throws {
        // A change's JSON has 24 bytes beside the text, and a comma.
        let text = String(repeating: "x", count: Client.batchBytes / 2 - 25)
        let edits = (0..<count).map {
            SettingEdit.set(SettingKeyPath(segments: ["\($0)"]), to: text)
        }
        #expect(EditBatch.batches(of: edits).count == requests)
        #expect(try calls(edits).map(\.changes.count).reduce(0, +) == count)
        let larger = edits.map { SettingEdit.set($0.key, to: text + "x") }
        #expect(EditBatch.batches(of: larger).count == max(count, 1))
        #expect(Client.areOneBatch(edits) == (requests == 1))
    }

    @Test func `are alone where one is larger than a batch`() {
        let sizes = [5, 11, 5, 5, 1]
        #expect(sizes.runs(atMost: 10) { $0 } == [0..<1, 1..<2, 2..<4, 4..<5])
        #expect([Int]().runs(atMost: 10) { $0 } == [])
    }
}
