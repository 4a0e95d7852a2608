// Tells when bundles and schemas on the screen are written anew.

import Glibc
import SettingsModel

/// Watches the folders of bundles, those of their translations, and the files of schemas.
///
/// The agent reads bundles too, but it has no use for texts in any language.
final class PaneWatch {
    /// What poll(2) waits for; -1 where the kernel gives no more watches.
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    /// What is shown from each watched folder.
    private var domains: [Int32: Set<Domain>] = [:]

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Begins to watch a program's panes; again, for folders that came meanwhile.
    func follow(_ source: PaneSource) {
        for folder in source.folders {
            let watch = inotify_add_watch(descriptor, folder, UInt32(Self.mask))
            // What can't be watched is read again with ^L.
            if watch >= 0 { domains[watch, default: []].insert(source.domain) }
        }
    }

    private static let mask =
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR

    /// The programs something of whose panes was written since the last time.
    func changed() -> [Domain] {
        var found: Set<Domain> = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= count {
                let event = buffer.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                found.formUnion(domains[event.wd] ?? [])
                // The queue was too long, or the folder is gone and may be back.
                if event.wd < 0 { found = domains.values.reduce(found) { $0.union($1) } }
                if event.mask & UInt32(IN_IGNORED) != 0 { domains[event.wd] = nil }
                offset += MemoryLayout<inotify_event>.size + Int(event.len)
            }
        }
        return found.sorted()
    }
}
