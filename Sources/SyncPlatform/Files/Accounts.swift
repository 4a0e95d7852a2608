// Who is who on this system.

import FileReplacing
import Glibc

/// The system's users and groups, as its own two files list them.
///
/// They are read here, as the name service can't be loaded into a static program: a user whom only
/// a server knows (LDAP, systemd-homed) isn't in them.
struct Accounts {
    private let users: [[Substring]]
    private let groups: [[Substring]]

    /// Takes the texts of the files, in the form of passwd(5) and group(5).
    init(users: String, groups: String) {
        self.users = Self.records(users)
        self.groups = Self.records(groups)
    }

    /// Reads this system's files.
    init() {
        self.init(
            users: SystemFile.text(of: "/etc/passwd") ?? "",
            groups: SystemFile.text(of: "/etc/group") ?? ""
        )
    }

    /// Whether only one user, or root, is in a group.
    func isPrivate(_ group: gid_t, of user: uid_t) -> Bool {
        let isShared = users.contains { $0[3] == "\(group)" && $0[2] != "\(user)" }
        guard !isShared else { return false }
        // Whom only a server knows may share any group with others of whom only it knows; by its
        // number, a group is made for one user.
        guard let name = users.first(where: { $0[2] == "\(user)" })?[0],
            let record = groups.first(where: { $0[2] == "\(group)" })
        else { return group == user }
        return record[3].split(separator: ",").allSatisfy { $0 == name || $0 == "root" }
    }

    private static func records(_ text: String) -> [[Substring]] {
        text.split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false)
        }
        .filter { $0.count > 3 }
    }
}

/// The numbers by which root is known to this process.
///
/// In a user namespace that has no number for root, as that of a sandboxed service of a user
/// (`PrivateUsers=`), what belongs to root seems to belong to the overflow user, and so does what
/// belongs to any other user outside of it (user_namespaces(7)). They can't be told apart there: it is
/// the sandbox that keeps the agent out of others' folders then.
enum RootNumbers {
    /// Those of this process: they don't change.
    static let current = of(
        map: SystemFile.text(of: "/proc/self/uid_map") ?? "",
        overflow: SystemFile.text(of: "/proc/sys/kernel/overflowuid") ?? ""
    )

    /// Those of a process with such a map, by what the kernel says of the overflow user.
    static func of(map: String, overflow: String) -> Set<uid_t> {
        let ranges = map.split(separator: "\n").compactMap(MappedRange.init)
        // The number 0 in here may be any user outside: `unshare --map-root-user` calls its caller so.
        guard let number = uid_t(overflow.prefix { $0.isNumber }), !ranges.isEmpty,
            !ranges.contains(where: { $0.outside == 0 || $0.inside.contains(UInt64(number)) })
        else { return [0] }
        return [0, number]
    }
}

/// A line of `uid_map`: numbers of this namespace, and the first one of those outside that they stand for.
private struct MappedRange {
    var inside: Range<UInt64>
    var outside: UInt64

    init?(_ line: Substring) {
        let numbers = line.split(separator: " ").compactMap { UInt64($0) }
        guard numbers.count == 3 else { return nil }
        inside = numbers[0]..<numbers[0] + numbers[2]
        outside = numbers[1]
    }
}
