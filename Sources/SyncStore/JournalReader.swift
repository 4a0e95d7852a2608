// Reads the whole journal back.

import SettingsModel
import SyncEngine

/// Reads everything but the history, for the engine and for the writer.
struct JournalReader {
    private let connection: Connection
    private var state = RecoveredState()
    private let keyPaths = KeyPathCache()
    private var origins: [ExactText: Origin] = [:]

    /// Reads the journal; the engine's state and the writer's memory share their texts.
    static func read(
        _ connection: Connection
    ) throws(JournalError) -> (RecoveredState, [ReplicaID: ReplicaJournal]) {
        var reader = JournalReader(connection: connection)
        try connection.checkSumOfRows()
        try reader.readClock()
        try reader.readRegisters()
        try reader.readChanges()
        try reader.readHooks()
        try reader.readSecrets()
        let replicas = try ReplicaReader(connection, reader.keyPaths).read(into: &reader.state)
        return (reader.state, replicas)
    }

    private init(connection: Connection) { self.connection = connection }

    private mutating func readClock() throws(JournalError) {
        var clock: ClockRecord?
        try connection.rows(
            "SELECT seq, counter, horizon, history_id, ended FROM journal"
        ) { (row) throws(JournalError) in
            clock = ClockRecord(
                seq: try row.number(0),
                counter: try row.number(1),
                horizon: try row.number(2),
                historyID: try row.number(3)
            )
            state.previousEnd = row.integer(4) != 0 ? .farewell : .death
        }
        guard let clock else {
            throw .damaged("it has no sequence number", in: connection.path)
        }
        try check(clock.horizon, "the horizon", upTo: clock.seq)
        state.clock = clock
    }

    private mutating func readRegisters() throws(JournalError) {
        try connection.rows(
            "SELECT domain, key, wall, counter, agent, value, origin FROM registers"
        ) { (row) throws(JournalError) in
            let register = Register(
                timestamp: try row.timestamp(2),
                value: try row.value(5),
                origin: origin(row.text(6))
            )
            let domain = try row.domain(0)
            let keyPath = try keyPaths.keyPath(row, 1)
            state.registers.append(
                RegisterRecord(domain: domain, keyPath: keyPath, register: register)
            )
        }
    }

    private mutating func readChanges() throws(JournalError) {
        try connection.rows(
            "SELECT domain, key, value, rev, layer, origin FROM changes ORDER BY rev, domain, key"
        ) { (row) throws(JournalError) in
            let change = Change(
                domain: try row.domain(0),
                keyPath: try keyPaths.keyPath(row, 1),
                value: try row.value(2),
                old: nil,
                rev: try row.number(3),
                layer: try row.member(4, of: Layer.self),
                origin: origin(row.text(5))
            )
            try check(change.rev, "the number of a change", upTo: state.clock.seq)
            state.changes.append(change)
        }
    }

    private mutating func readHooks() throws(JournalError) {
        try connection.rows("SELECT domain, hook, seq FROM hooks") { (row) throws(JournalError) in
            state.hooks.append(
                HookRecord(
                    domain: try row.domain(0),
                    hook: row.text(1),
                    seq: try row.number(2)
                )
            )
        }
    }

    private mutating func readSecrets() throws(JournalError) {
        var records: [Domain: SecretRecord] = [:]
        try connection.rows("SELECT domain, key, open FROM secrets ORDER BY rowid") {
            (row) throws(JournalError) in
            let domain = try row.domain(0)
            let key = row.isNull(1) ? nil : try keyPaths.keyPath(row, 1)
            var record = records[domain] ?? SecretRecord(domain: domain)
            if row.isNull(2), let key {
                record.keys.append(key)
            } else {
                record.tables.append(SecretRecord.Table(path: key, openKeys: try row.texts(2)))
            }
            records[domain] = record
        }
        state.secrets = records.values.sorted { $0.domain < $1.domain }
    }

    /// Checks a number that is one of an earlier or of the last change.
    private func check(_ number: UInt64, _ name: String, upTo last: UInt64) throws(JournalError) {
        guard number <= last else {
            throw .damaged("\(name) is \(number), the last change's \(last)", in: connection.path)
        }
    }

    private mutating func origin(_ text: String) -> Origin {
        if let known = origins[ExactText(text)] { return known }
        let origin = Origin(description: text)
        origins[ExactText(text)] = origin
        return origin
    }
}

/// Key paths by their text: the same one is in many rows, so it is parsed once and then shared.
final class KeyPathCache {
    private var known: [ExactText: SettingKeyPath] = [:]

    /// The key path in a column.
    func keyPath(_ row: Statement, _ column: Int32) throws(JournalError) -> SettingKeyPath {
        let text = row.text(column)
        if let keyPath = known[ExactText(text)] { return keyPath }
        let keyPath = try row.keyPath(column)
        known[ExactText(text)] = keyPath
        return keyPath
    }
}
