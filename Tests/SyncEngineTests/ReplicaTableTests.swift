// The table of files keeps each at its id, whichever come and go.

import SettingsModel
import Testing

@testable import SyncEngine

@Suite struct `A table of files` {
    private let ids: [ReplicaID]

    init() throws {
        let domain = try Domain("org.example.table")
        ids = ["/a", "/b", "/c", "/d"].map { ReplicaID(domain: domain, path: $0) }
    }

    private func filled() -> ReplicaTable {
        var table = ReplicaTable()
        for (number, id) in ids.enumerated() {
            let configuration = ReplicaConfiguration(path: id.path)
            table[id] = ReplicaState(id: id, configuration: configuration)
            table[id]?.writes = number
        }
        return table
    }

    private func writes(_ table: ReplicaTable) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: table.values.map { ($0.id.path, $0.writes) })
    }

    @Test func `gives each file by its id`() {
        let table = filled()

        #expect(ids.map { table[$0]?.writes } == [0, 1, 2, 3])
        #expect(Set(table.keys) == Set(ids))
    }

    @Test(arguments: 0..<4)
    func `lets one file go and keeps the others`(gone: Int) {
        var table = filled()
        table[ids[gone]] = nil
        for id in ids { table[id]?.writes += 10 }

        var expected = ["/a": 10, "/b": 11, "/c": 12, "/d": 13]
        expected[ids[gone].path] = nil
        #expect(writes(table) == expected)
        #expect(table[ids[gone]] == nil)
        #expect(!table.keys.contains(ids[gone]))
    }

    @Test func `takes a file back that was gone`() {
        var table = filled()
        table[ids[0]] = nil
        table[ids[0]] = ReplicaState(
            id: ids[0],
            configuration: "/a"
        )

        #expect(writes(table) == ["/a": 0, "/b": 1, "/c": 2, "/d": 3])
    }

    @Test func `changes nothing where there is no file`() {
        var table = ReplicaTable()
        table[ids[0]]?.writes = 5
        table[ids[0]] = nil

        #expect(Array(table.keys).isEmpty)
        #expect(writes(table).isEmpty)
    }

    @Test func `leaves a copy of it as it was`() {
        var table = filled()
        let copy = table
        table[ids[1]]?.writes = 7
        table[ids[2]] = nil

        #expect(writes(copy) == ["/a": 0, "/b": 1, "/c": 2, "/d": 3])
        #expect(table[ids[1]]?.writes == 7)
    }
}
