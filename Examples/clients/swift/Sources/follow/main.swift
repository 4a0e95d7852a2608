// Prints a program's settings, and each change as it happens: follow [DOMAIN]

import Glibc
import SettingsClient

let name = CommandLine.arguments.dropFirst().first ?? "org.example.editor"
do {
    let settings = Settings(of: try Domain(name))
    // The first batch has all settings; the later ones go on where it ended, whatever became of the
    // agent in between.
    for try await batch in settings.watch() {
        for change in batch.changes.sorted(by: { $0.key < $1.key }) {
            // A secret is for the program, and not for its output.
            print(change.key, change.isSecret ? "(secret)" : change.value?.json ?? "-")
        }
        fflush(nil)  // at once, also into a pipe
    }
} catch {
    print("follow: \(error)")
    exit(1)
}
