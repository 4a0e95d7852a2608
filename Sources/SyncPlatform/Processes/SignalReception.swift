// Whether a program does anything of its own about a signal.

import FileReplacing
import SettingsModel

/// What a process does about a signal, as /proc shows it (proc(5)).
///
/// A signal that a process neither catches nor takes in another way ends most programs, or does nothing:
/// nowhere does it have a program read its settings.
enum SignalReception {
    /// Whether a process catches a signal, or waits for it with signalfd(2) or sigwait(3); false also
    /// where it has ended.
    static func takes(_ signal: Signal, _ process: Int32) -> Bool {
        let folder = "/proc/\(process)"
        guard let status = SystemFile.text(of: folder + "/status") else { return false }
        if Self.mask("SigCgt:", in: status, has: signal) { return true }
        return isAwaited(signal, in: folder + "/task")
    }

    /// Whether every thread blocks a signal, so that it waits until the program asks for it.
    ///
    /// The kernel gives a signal to any thread that doesn't block it. A thread in sigwait(3) blocks
    /// for that time none of those that it waits for, so another thread must show that it's this one: a
    /// program of one thread can't be told from one that the signal would end.
    private static func isAwaited(_ signal: Signal, in folder: String) -> Bool {
        var isBlocked = false
        for thread in (try? SystemFile.names(in: folder)) ?? [] {  // none once it has ended
            let path = folder + "/" + thread
            guard let status = SystemFile.text(of: path + "/status") else { continue }
            if mask("SigBlk:", in: status, has: signal) {
                isBlocked = true
            } else if SystemFile.text(of: path + "/wchan")?.contains("sigtimedwait") != true {
                return false
            }
        }
        return isBlocked
    }

    /// Whether a line of /proc/PID/status has a signal; its number is hexadecimal, with a bit for each.
    static func mask(_ name: String, in status: String, has signal: Signal) -> Bool {
        // By bytes, as a program waits for its signal meanwhile.
        let line = status.utf8.split(separator: UInt8(ascii: "\n")).first {
            $0.starts(with: name.utf8)
        }
        guard let line else { return false }
        let digits = Substring(line.dropFirst(name.utf8.count)).drop { $0 == "\t" || $0 == " " }
        guard let bits = UInt64(digits, radix: 16) else { return false }
        return bits >> UInt64(signal.number - 1) & 1 == 1
    }
}
