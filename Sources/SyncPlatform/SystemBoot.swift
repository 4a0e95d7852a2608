// Which run of the system this is.

import FileReplacing

/// The time since the system was booted.
package enum SystemBoot {
    /// A random id that the kernel makes at each boot (random(4)); empty where there is no /proc.
    package static var id: String {
        SystemFile.text(of: "/proc/sys/kernel/random/boot_id")?.filter { $0 > " " } ?? ""
    }
}
