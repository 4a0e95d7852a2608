// A program that knows Foundation's UserDefaults, and has its settings live: user-defaults [DOMAIN]
// It prints a key's value at the start and after each change; a line `KEY VALUE` on the standard
// input sets one.

import Foundation
import SettingsClient
import SettingsClientFoundation

setlinebuf(stdout)
let name = CommandLine.arguments.dropFirst().first ?? "org.example.editor"
let settings = Settings(of: try Domain(name))

/// Prints the keys' values, as any program reads them.
func show(_ keys: some Sequence<String>) {
    let defaults = UserDefaults(suiteName: name)
    for key in keys { print(key, defaults?.object(forKey: key) ?? "-") }
}

/// Sets what the standard input says, as any program writes it.
func readInput() async throws {
    for try await line in FileHandle.standardInput.bytes.lines {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let defaults = UserDefaults(suiteName: name)
        defaults?.set(words[1], forKey: words[0])
        _ = defaults?.synchronize()
    }
}

show(["theme"])
let token = NotificationCenter.default.addObserver(
    forName: .settingsDidChange,
    object: nil,
    queue: nil
) { note in
    show(note.userInfo?[UserDefaults.changedKeys] as? [String] ?? [])
}
async let input: Void = readInput()
try await settings.bridgeUserDefaults()
try await input
