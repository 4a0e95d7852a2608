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
/// Keys are key paths: `http.port` is the key `port` in the table `http`. What the domain's bundle or
/// schema calls a secret is one to swift-configuration, too.
public final class SettingsProvider: ConfigProvider {
    /// Which settings are secrets beyond those that the agent calls so, by their key paths as text.
    public typealias Secrets = SecretsSpecifier<String, SettingValue>

    private let settings: Settings
    private let secrets: Secrets
    private let mirror: Mutex<KnownSettings>

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
        mirror = Mutex(KnownSettings(try await settings.snapshot()))
    }

    /// The provider's name in reports of accesses.
    public var providerName: String { "SettingsProvider[\(settings.domain)]" }

    /// Follows the settings for as long as the task runs, over restarts of the agent too.
    ///
    /// - Throws: `ClientError` when no agent can be had at first. A cancelled task ends it.
    public func run() async throws(ClientError) {
        for try await batch in settings.watch() {
            mirror.withLock { $0.take(batch) }
        }
    }

    // MARK: Values

    /// The value in the mirror.
    ///
    /// - Throws: ``SettingTypeError`` when the setting is of another type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let keyPath = SettingKeyPath(key)
        return try secrets.result(keyPath, mirror.withLock { $0[keyPath] }, type)
    }

    /// The value that the agent has now.
    ///
    /// - Throws: `ClientError`, or ``SettingTypeError`` when the setting is of another type.
    public func fetchValue(
        forKey key: AbsoluteConfigKey,
        type: ConfigType
    ) async throws -> LookupResult {
        guard let keyPath = SettingKeyPath(key) else { return try secrets.result(nil, nil, type) }
        let found = try await settings.current(keyPath)
        let known = found.map { KnownSetting(value: $0.value, isSecret: $0.isSecret) }
        return try secrets.result(keyPath, known, type)
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
            case .values(let known):
                Result { try secrets.result(keyPath, known[keyPath], type) }
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

    private func snapshot(of known: KnownSettings) -> any ConfigSnapshot {
        SettingsConfigSnapshot(providerName: providerName, secrets: secrets, known: known)
    }

    /// All settings now, and again after each change; the mirror first where no agent can be had.
    public func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
        let updates = SettingUpdates(settings.watch()) { [self] event -> (any ConfigSnapshot)? in
            switch event {
            case .values(let known): snapshot(of: known)
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
    let known: KnownSettings

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let keyPath = SettingKeyPath(key)
        return try secrets.result(keyPath, known[keyPath], type)
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
        _ known: KnownSetting?,
        _ type: ConfigType
    ) throws(SettingTypeError) -> LookupResult {
        let key = keyPath?.description ?? ""
        guard let known else { return LookupResult(encodedKey: key, value: nil) }
        let value = known.value
        guard let content = ConfigContent(value, as: type) else {
            throw SettingTypeError(key: key, found: value.typeName, expected: type)
        }
        let isSecret = known.isSecret || isSecret(key: key, value: value)
        return LookupResult(encodedKey: key, value: ConfigValue(content, isSecret: isSecret))
    }
}
