// Reading, writing and watching, for programs that wait.

public import SettingsModel
import SettingsProtocol

extension Client {
    /// The value in force; nil where none is set.
    ///
    /// - Throws: ``ClientError``.
    public func get(
        _ domain: Domain,
        _ key: SettingKeyPath
    ) throws(ClientError) -> SettingValue? {
        try current(domain, key)?.value
    }

    /// The value in force, and whether it may be shown; nil where none is set.
    ///
    /// - Throws: ``ClientError``.
    public func current(
        _ domain: Domain,
        _ key: SettingKeyPath
    ) throws(ClientError) -> CurrentSetting? {
        do {
            return CurrentSetting(try answer(to: .get(domain, key)))
        } catch {
            if error.refusal == .keyNotFound { return nil }
            throw error
        }
    }

    /// The value in force as a type of the program; nil where none is set.
    ///
    /// - Throws: ``ClientError``, with code `.wrongType` when the value is of another type.
    public func value<Value: SettingConvertible>(
        _ domain: Domain,
        _ key: SettingKeyPath,
        as _: Value.Type = Value.self
    ) throws(ClientError) -> Value? {
        guard let value = try get(domain, key) else { return nil }
        return try value.converted(at: key)
    }

    /// Sets a value; it is on the disk when this returns.
    ///
    /// - Throws: ``ClientError``; after `.closed`, `.timedOut` or `.malformed` nobody
    ///   knows whether it was set.
    @discardableResult
    public func set(
        _ domain: Domain,
        _ key: SettingKeyPath,
        to value: some SettingConvertible
    ) throws(ClientError) -> EditReceipt {
        try apply([.set(key, to: value)], to: domain)
    }

    /// Removes a setting, so that the next layer's value is in force.
    ///
    /// - Throws: ``ClientError``; after `.closed`, `.timedOut` or `.malformed` nobody
    ///   knows whether it was removed.
    @discardableResult
    public func remove(
        _ domain: Domain,
        _ key: SettingKeyPath
    ) throws(ClientError) -> EditReceipt {
        try apply([.remove(key)], to: domain)
    }

    /// Makes several changes, all or none; they are on the disk when this returns.
    ///
    /// More than 500 KiB of them go in several batches, in their order, and each is made whole or not
    /// at all.
    ///
    /// - Throws: ``ClientError``; after `.closed`, `.timedOut` or `.malformed` nobody
    ///   knows whether they were made. After a batch that was made, the problem says how many were.
    @discardableResult
    public func apply(
        _ edits: [SettingEdit],
        to domain: Domain
    ) throws(ClientError) -> EditReceipt {
        EditReceipt(try acceptance(of: edits, to: domain))
    }

    /// Makes several changes, each batch of them whole or not at all; gives the agent's answers as one.
    ///
    /// A domain that nobody knows is refused unless they may create it.
    package func acceptance(
        of edits: [SettingEdit],
        to domain: Domain,
        mayCreate: Bool = true
    ) throws(ClientError) -> BatchAcceptance {
        var made = BatchAcceptance(seq: 0, revs: [], warnings: [])
        for batch in EditBatch.batches(of: edits) {
            do throws(ClientError) {
                let request = ClientRequest.apply(domain, batch, mayCreate: mayCreate)
                let next = try answer(to: request)
                made.add(next)
            } catch {
                throw error.ending(batch, of: edits)
            }
        }
        return made
    }

    private func answer<Answer>(
        to request: ClientRequest<Answer>
    ) throws(ClientError) -> Answer {
        try call(request.method, returning: Answer.self, request.parameters)
    }
}
