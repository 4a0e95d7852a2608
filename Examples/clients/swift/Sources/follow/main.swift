// Prints a program's settings, and each change as it happens: follow [DOMAIN]

import Glibc
import SettingsClient

setlinebuf(stdout)
let arguments = CommandLine.arguments.dropFirst()
do {
    let settings = Settings(of: try Domain(arguments.first ?? "org.example.editor"))
    // The first batch has all settings; the later ones go on where it ended, whatever became of the
    // agent in between.
    for try await batch in settings.watch() {
        for change in batch.changes.sorted(by: { $0.key < $1.key }) {
            print(change.key, change.value?.json ?? "-")
        }
    }
} catch {
    fputs("follow: \(error)\n", stderr)
    exit(1)
}
