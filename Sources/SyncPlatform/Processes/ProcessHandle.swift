// A process held by a descriptor, so that a signal can't reach another that took its number.

import CLinux
import FileReplacing
import Glibc
import SettingsModel

/// One process, for as long as this lives.
struct ProcessHandle: ~Copyable {
    let descriptor: Int32

    /// Takes hold of a process.
    ///
    /// - Throws: The error of pidfd_open(2): ESRCH for one that has ended.
    init(_ process: Int32) throws(Errno) {
        descriptor = clinux_open_process(process)
        guard descriptor >= 0 else { throw .last }
    }

    deinit { close(descriptor) }

    /// Sends it a signal.
    func send(_ signal: Signal) throws(Errno) {
        guard clinux_signal_process(descriptor, signal.number) == 0 else { throw .last }
    }
}
