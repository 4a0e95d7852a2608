// The settings of a domain as a provider for swift-configuration.

public import Configuration
public import SettingsClient
import Synchronization

/// A provider whose values are a domain's settings, wherever they are written.
///
/// ```swift
/// let provider = try await SettingsProvider(of: Domain("org.example.server"))
/// let reader = ConfigReader(provider: provider)
/// async let following: Void = provider.run()
/// ```
///
/// A value that is got at once comes from a mirror: as of the creation, and of each change while
/// ``run()`` runs. Values that are fetched or watched come from the agent and need no ``run()``.
/// Keys are key paths: `http.port` is the key `port` in the table `http`.
public final class SettingsProvider: ConfigProvider {
    /// Which settings are secrets, by their key paths as text.
    public typealias Secrets = SecretsSpecifier<String, SettingValue>

    private let settings: Settings
    private let secrets: Secrets
    private let mirror: Mutex<[SettingKeyPath: SettingValue]>

    /// Reads the settings of a domain as they are now.
    ///
    /// - Throws: `ClientError` when no agent can be had.
    public init(
        of domain: Domain,
        secrets: Secrets = .none,
        options: ClientOptions = ClientOptions()
    ) async throws(ClientError) {
        settings = Settings(of: domain, options: options)
        self.secrets = secrets
        mirror = Mutex(try await settings.snapshot().values)
    }

    /// The provider's name in reports of accesses.
    public var providerName: String { "SettingsProvider[\(settings.domain)]" }

    /// Follows the settings for as long as the task runs, over restarts of the agent too.
    ///
    /// - Throws: `ClientError` when no agent can be had at first. A cancelled task ends it.
    public func run() async throws(ClientError) {
        for try await batch in settings.watch() {
            mirror.withLock { mirror in
                // The first batch is everything: what it doesn't have was removed since the creation.
                if batch.isFirst { mirror = [:] }
                for change in batch.changes { mirror[change.key] = change.value }
            }
        }
    }

    // MARK: Values

    /// The value in the mirror.
    ///
    /// - Throws: ``SettingTypeError`` when the setting is of another type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let keyPath = SettingKeyPath(key)
        return try secrets.result(
            keyPath,
            keyPath.flatMap { path in mirror.withLock { $0[path] } },
            type
        )
    }

    /// The value that the agent has now.
    ///
    /// - Throws: `ClientError`, or ``SettingTypeError`` when the setting is of another type.
    public func fetchValue(
        forKey key: AbsoluteConfigKey,
        type: ConfigType
    ) async throws -> LookupResult {
        guard let keyPath = SettingKeyPath(key) else { return try secrets.result(nil, nil, type) }
        return try secrets.result(keyPath, await settings.get(keyPath), type)
    }

    /// The value now, and each further one.
    public func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        let keyPath = SettingKeyPath(key)
        let keys = keyPath.map { [KeyPattern.exactly($0)] } ?? []
        let updates = SettingUpdates(settings.watch(keys)) { [secrets] event in
            switch event {
            case .values(let values):
                Result { try secrets.result(keyPath, keyPath.flatMap { values[$0] }, type) }
            case .failed(let error, _): .failure(error)
            }
        }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
    }

    // MARK: Snapshots

    /// The mirror as it is now.
    public func snapshot() -> any ConfigSnapshot {
        snapshot(of: mirror.withLock(\.self))
    }

    private func snapshot(of values: [SettingKeyPath: SettingValue]) -> any ConfigSnapshot {
        SettingsConfigSnapshot(providerName: providerName, secrets: secrets, values: values)
    }

    /// All settings now, and again after each change; the mirror first where no agent can be had.
    public func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
        let updates = SettingUpdates(settings.watch()) { [self] event -> (any ConfigSnapshot)? in
            switch event {
            case .values(let values): snapshot(of: values)
            // Without an agent, the settings are still what they were.
            case .failed(_, known: nil): snapshot()
            case .failed: nil
            }
        }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
    }
}

/// The settings of one moment.
private struct SettingsConfigSnapshot: ConfigSnapshot {
    let providerName: String
    let secrets: SettingsProvider.Secrets
    let values: [SettingKeyPath: SettingValue]

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let keyPath = SettingKeyPath(key)
        return try secrets.result(keyPath, keyPath.flatMap { values[$0] }, type)
    }
}

extension SettingKeyPath {
    /// The key path of a key; nil for the empty key, at which there is no setting.
    fileprivate init?(_ key: AbsoluteConfigKey) {
        if key.components.isEmpty { return nil }
        self.init(segments: key.components)
    }
}

extension SettingsProvider.Secrets {
    /// What a key is looked up as.
    fileprivate func result(
        _ keyPath: SettingKeyPath?,
        _ value: SettingValue?,
        _ type: ConfigType
    ) throws(SettingTypeError) -> LookupResult {
        let key = keyPath?.description ?? ""
        guard let value else { return LookupResult(encodedKey: key, value: nil) }
        guard let content = ConfigContent(value, as: type) else {
            throw SettingTypeError(key: key, found: value.typeName, expected: type)
        }
        return LookupResult(
            encodedKey: key,
            value: ConfigValue(content, isSecret: isSecret(key: key, value: value))
        )
    }
}
