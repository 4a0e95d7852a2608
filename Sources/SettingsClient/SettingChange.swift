// What a program that watches settings is told.

public import SettingsModel
package import SettingsProtocol

/// One setting that has another value than before, or none any more, or that is a secret now.
public struct SettingChange: Sendable, Equatable {
    /// The change as the agent tells it.
    package let message: ChangeMessage
    /// What this program was last told; nil when it's new, and ``value`` when that is now a secret.
    public let oldValue: SettingValue?

    /// Takes a change that is news to this program.
    package init(_ message: ChangeMessage, oldValue: SettingValue?) {
        self.message = message
        self.oldValue = oldValue
    }

    /// Whose setting it is.
    public var domain: Domain { message.domain }
    /// Where the setting is in its domain.
    public var key: SettingKeyPath { message.key }
    /// nil when the setting is gone.
    public var value: SettingValue? { message.value }
    /// Whether the value is a secret, or may be one: not to be shown or logged.
    public var isSecret: Bool { message.isSecret }
    /// Whether the value is known already, and only ``isSecret`` is another.
    public var isOnlyMarked: Bool { value != nil && value == oldValue }
    /// Which program or file it came from; empty where nobody knows any more.
    public var origin: String { message.origin }
}

/// Changes that belong together: with all of them made, a program has the settings as of ``seq``.
public struct ChangeBatch: Sendable, Equatable {
    /// Names the agent's journal; a `seq` counts within it.
    public var epoch: String
    /// The number of the last change that it covers.
    public var seq: UInt64
    /// Whether it is the first of its watch: every setting there is, perhaps none.
    public var isFirst: Bool
    /// In no order, each setting at most once.
    public var changes: [SettingChange]

    /// What a program is told; nil for nothing.
    ///
    /// That a secret changed is no news without its value, which only who names its domain is told.
    package var withoutWithheld: ChangeBatch? {
        guard changes.contains(where: \.message.isWithheld) else { return self }
        var batch = self
        batch.changes.removeAll(where: \.message.isWithheld)
        return batch.isFirst || !batch.changes.isEmpty ? batch : nil
    }
}

/// The settings of one domain, all of one moment.
public struct SettingsSnapshot: Sendable, Equatable {
    /// Names the agent's journal, within which a `seq` counts.
    public var epoch: String
    /// The number of the last change that it has.
    public var seq: UInt64
    /// Every setting that has a value.
    public var values: [SettingKeyPath: SettingValue]
    /// Settings whose values are secrets, or may be: not to be shown or logged.
    public var secrets: Set<SettingKeyPath>

    /// Takes the values of a watch's first batch.
    init(_ batch: ChangeBatch) {
        epoch = batch.epoch
        seq = batch.seq
        values = Dictionary(batch.changes.map { ($0.key, $0.value ?? .null) }) { _, last in last }
        secrets = Set(batch.changes.filter(\.isSecret).map(\.key))
    }
}

/// A setting as it is now, and whether it may be shown.
public struct CurrentSetting: Sendable, Equatable {
    /// The value in force.
    public var value: SettingValue
    /// Whether the value is a secret, or may be one: not to be shown or logged.
    public var isSecret: Bool

    /// Takes the agent's answer.
    init(_ setting: Setting) {
        value = setting.value
        isSecret = setting.isSecret
    }
}

/// A change to be made: a value, or nil to remove the setting.
public struct SettingEdit: Sendable, Equatable {
    /// Where the setting is in its domain.
    public var key: SettingKeyPath
    /// What it is to be; nil to remove it.
    public var value: SettingValue?

    package init(key: SettingKeyPath, value: SettingValue?) {
        self.key = key
        self.value = value
    }

    /// Sets a value.
    public static func set(_ key: SettingKeyPath, to value: some SettingConvertible) -> SettingEdit
    {
        SettingEdit(key: key, value: value.settingValue)
    }

    /// Removes a setting, so that the next layer's value is in force.
    public static func remove(_ key: SettingKeyPath) -> SettingEdit {
        SettingEdit(key: key, value: nil)
    }
}

/// What became of an edit that the agent accepted.
public struct EditReceipt: Sendable, Equatable {
    /// The number of the newest change; a watch tells of this edit at or before it.
    public var seq: UInt64
    /// Files that can't take the change now, each with the reason; they get it when they can.
    public var troubles: [FileTrouble]

    /// A file that can't take a change now.
    public struct FileTrouble: Sendable, Equatable {
        /// The file's path; nil where no file of the domain takes a key.
        public var file: String?
        /// As a sentence without its period.
        public var problem: String
    }

    /// Reads the answer to `apply`.
    init(_ acceptance: BatchAcceptance) {
        seq = acceptance.seq
        troubles = acceptance.warnings.map { FileTrouble(file: $0.file, problem: $0.problem) }
    }
}
