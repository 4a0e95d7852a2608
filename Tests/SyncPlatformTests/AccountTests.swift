// Who counts as the user, and who as root.

import Glibc
import Testing

@testable import SyncPlatform

@Suite struct `A group` {
    @Test(
        arguments: [
            (1000, 1000, true), (1000, 2000, false),
            // Whom only a server knows: a group of the same number was made for that user.
            (5000, 5000, true), (5000, 100, false), (5000, 3000, false),
            (1001, 1001, false), (1002, 1002, true),
        ] as [(uid_t, gid_t, Bool)]
    )
    func `is private where nobody else is in it`(user: uid_t, group: gid_t, isPrivate: Bool) {
        let accounts = Accounts(
            users: """
                root:x:0:0:root:/root:/bin/bash
                ann:x:1000:1000:Ann:/home/ann:/bin/bash
                bob:x:1001:1001::/home/bob:/bin/bash
                cy:x:1002:1002::/home/cy:/bin/bash
                broken
                """,
            groups: """
                users:x:100:
                ann:x:1000:
                bob:x:1001:bob,ann
                cy:x:1002:root,cy
                team:x:2000:ann,bob
                server:x:3000:
                """
        )
        #expect(accounts.isPrivate(group, of: user) == isPrivate)
    }
}

@Suite struct `Root` {
    @Test(
        arguments: [
            ("         0          0 4294967295\n", [0]),
            ("         0       1000          1\n", [0, 65_534]),
            ("      1000       1000          1\n", [0, 65_534]),
            // Here it is the number of a user.
            ("         1     100001      65535\n", [0]),
            ("", [0]),
        ] as [(String, Set<uid_t>)]
    )
    func `is the overflow user in a namespace without it`(map: String, numbers: Set<uid_t>) {
        #expect(RootNumbers.of(map: map, overflow: "65534\n") == numbers)
    }
}
