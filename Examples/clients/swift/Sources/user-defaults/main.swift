// A program that knows Foundation's UserDefaults, and has its settings live: user-defaults [DOMAIN]
// It prints a key's value at the start and after each change; a line `KEY VALUE` on the standard
// input sets one.

import Foundation
import SettingsClient
import SettingsClientFoundation

let name = CommandLine.arguments.dropFirst().first ?? "org.example.editor"

/// Prints the keys' values, as any program reads them.
@Sendable func show(_ keys: [String], of domain: String) {
    let defaults = UserDefaults(suiteName: domain)
    for key in keys {
        let line = "\(key) \(defaults?.object(forKey: key) ?? "-")\n"
        // At once, also into a pipe; and without a lock that the other thread's reading holds.
        FileHandle.standardOutput.write(Data(line.utf8))
    }
}

/// Sets what the standard input says, as any program writes it.
@Sendable func takeInput(for domain: String) {
    let defaults = UserDefaults(suiteName: domain)
    while let words = readLine()?.split(separator: " ", maxSplits: 1), words.count == 2 {
        defaults?.set(String(words[1]), forKey: String(words[0]))
        _ = defaults?.synchronize()
    }
}

show(["theme"], of: name)
let token = NotificationCenter.default.addObserver(
    forName: .settingsDidChange,
    object: nil,
    queue: nil
) { note in
    let keys = note.userInfo?[UserDefaults.changedKeys] as? [String] ?? []
    show(keys, of: note.object as? String ?? "")
}
Thread.detachNewThread { [name] in takeInput(for: name) }
try await Settings(of: Domain(name)).bridgeUserDefaults()
