// What is known of a process.

import Glibc

/// A process of this system.
package enum RunningProcess {
    /// This process's number.
    package static var own: Int32 { getpid() }

    /// The name of a process's program, as `ps` shows it: at most 15 bytes; nil once it has ended.
    package static func name(of process: Int32) -> String? {
        guard let bytes = try? OwnFiles.read("/proc/\(process)/comm"),  // no /proc, no name
            let name = String(validating: bytes.filter { $0 >= 0x20 }, as: UTF8.self), !name.isEmpty
        else { return nil }
        return name
    }
}
