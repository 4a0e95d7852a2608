// Which run of the system this is.

/// The time since the system was booted.
package enum SystemBoot {
    /// A random id that the kernel makes at each boot (random(4)); empty where there is no /proc.
    package static var id: String {
        guard let bytes = try? OwnFiles.read("/proc/sys/kernel/random/boot_id") else { return "" }
        return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }
}
