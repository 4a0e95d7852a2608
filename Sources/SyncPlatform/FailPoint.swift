// Named points at which a test build stops or dies when told to.

#if FAIL_POINTS
import Glibc
#endif

/// A place in the code where a test can stop the agent, or kill it, to see what survives.
///
/// With `FAIL_POINTS` defined, reaching `name` looks into the folder that the environment's
/// `SETTINGS_AGENT_FAIL_POINTS_DIR` names for `name.arm`, which holds `pause`, `kill` or `kill:N`
/// (at the N-th time). It becomes `name.hit`; a pause lasts until `name.go` appears. Without the
/// definition, nothing is left of it.
package enum FailPoint {
    #if FAIL_POINTS
    /// Stops or dies here if a test asked for it.
    package static func reach(_ name: String) {
        guard let folder = getenv("SETTINGS_AGENT_FAIL_POINTS_DIR") else { return }
        let path = String(cString: folder) + "/" + name
        guard let order = orders(at: path + ".arm") else { return }
        let parts = order.split(separator: ":")
        let count = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
        guard count <= 1 else { return rearm(path + ".arm", as: "\(parts[0]):\(count - 1)") }
        rename(path + ".arm", path + ".hit")
        if parts.first == "kill" { kill(getpid(), SIGKILL) }
        while unlink(path + ".go") != 0 { poll(nil, 0, 2) }
    }

    private static func orders(at path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        return count > 0
            ? String(decoding: bytes[..<count].prefix { $0 > 0x20 }, as: UTF8.self) : nil
    }

    private static func rearm(_ path: String, as text: String) {
        let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        write(file, text, text.utf8.count)
    }
    #else
    /// Does nothing in this build.
    @inlinable package static func reach(_ name: StaticString) {}
    #endif
}
