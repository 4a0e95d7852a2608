// What is known of a process.

import FileReplacing
import Glibc

/// A process of this system.
package enum RunningProcess {
    /// The longest name of a program that the kernel keeps, in bytes (TASK_COMM_LEN of proc(5)).
    static let nameBytes = 15

    /// This process's number.
    package static var own: Int32 { getpid() }

    /// The name of a process's program, as `ps` shows it: at most 15 bytes; nil once it has ended.
    package static func name(of process: Int32) -> String? {
        // No /proc, no name.
        let name = SystemFile.text(of: "/proc/\(process)/comm")?.filter { $0 >= " " } ?? ""
        return name.isEmpty ? nil : name
    }

    /// The user that a process runs as; nil once it has ended.
    static func user(of process: Int32) -> uid_t? {
        // The folder's owner is root where a process may not be dumped; the second number is the
        // effective user, which decides over what it may do (proc(5)).
        guard let text = SystemFile.text(of: "/proc/\(process)/status") else { return nil }
        // By bytes, as a program waits for its signal meanwhile.
        let line = text.utf8.split(separator: UInt8(ascii: "\n")).first {
            $0.starts(with: "Uid:".utf8)
        }
        return line?.split(whereSeparator: { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") })
            .dropFirst(2).first.flatMap { uid_t(Substring($0)) }
    }

    /// When a process began, in nanoseconds since 1970; nil once it has ended, or is a zombie.
    ///
    /// Exact to the hundredth of a second that the kernel counts in, rounded down.
    static func start(of process: Int32) -> Int64? {
        guard let text = SystemFile.text(of: "/proc/\(process)/stat"),
            let end = text.utf8.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        // After the name, which may hold anything: the state is the 3rd field, the start the 22nd.
        let fields = text.utf8[end...].dropFirst().split(separator: UInt8(ascii: " "))
            .map(Substring.init)
        guard fields.count > 19, fields[0] != "Z", fields[0] != "X", let ticks = Int64(fields[19])
        else { return nil }
        let perSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
        let sinceBoot = ticks * (1_000_000_000 / max(1, perSecond))
        return SystemClock.bootTime + sinceBoot
    }

    /// The processes of this user whose program has a name, but for this one, in order.
    static func all(named name: String) -> [Int32] {
        let own = getpid()
        return ((try? OwnFiles.names(in: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
            .filter { $0 != own && isNamed(name, $0) && user(of: $0) == geteuid() }
    }

    /// Whether a process of this user runs whose program has one of some names.
    package static func runs(anyOf names: [String]) -> Bool {
        names.contains { !all(named: $0).isEmpty }
    }

    /// Whether a process's program has a name.
    static func isNamed(_ name: String, _ process: Int32) -> Bool {
        guard let known = self.name(of: process) else { return false }
        if name.utf8.count < nameBytes { return known == name }
        // Of a longer name the kernel keeps the beginning only; the first word has all of it.
        guard name.utf8.starts(with: known.utf8),
            let words = SystemFile.text(of: "/proc/\(process)/cmdline")
        else { return false }
        let first = words.prefix { $0 != "\0" }
        return first.split(separator: "/").last.map(String.init) == name
    }
}
