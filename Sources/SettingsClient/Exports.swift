// What a program sees that imports this module alone.

// Domains, key paths and values, and their JSON.
@_exported public import SettingsModel
@_exported public import SettingsProtocol
