// Mounts over a watched folder: inotify says nothing about them.

import Glibc

/// Tells when something is mounted or unmounted: /proc/self/mountinfo has priority data then (proc(5)).
final class MountTable {
    private let loop: EventLoop
    private let descriptor: Int32
    private var registration: Registration?

    /// Without /proc, or where the loop takes no descriptor more, it never tells anything.
    init(loop: EventLoop, onChange: @escaping () -> Void) {
        self.loop = loop
        descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // What keeps the loop from it keeps it from the watcher's own descriptor, and that is told.
        registration = try? loop.watch(descriptor, for: .priority) { _ in onChange() }
    }

    deinit {
        if let registration { loop.forget(registration) }
        if descriptor >= 0 { close(descriptor) }
    }
}
