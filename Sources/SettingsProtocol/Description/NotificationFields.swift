// What the notifications tell, for descriptions.

extension Notification.Kind {
    /// When it comes, as a sentence.
    package var summary: String {
        switch self {
        case .changed: "Everything after from up to seq, the newest value of each key."
        case .snapshot: "Everything there is; first: throw away what you have."
        case .problem: "A file can't be read, or some of it isn't in force."
        case .recovered:
            "A problem of a file is over, with key that of its value; others may be left."
        case .secrets: "Settings that are secrets, though they may have been told as open ones."
        case .bookmark: "Nothing for this subscription up to seq."
        case .goodbye: "The agent ends the connection."
        case .hello: "The first line of the events socket."
        }
    }

    /// The members of its params; `sub` is absent on the events socket.
    package var fields: [WireField] {
        switch self {
        case .changed:
            [.sub, .epoch, .seq, .required("from", .integer), .changes]
        case .snapshot:
            [
                .sub, .epoch, .seq, .required("first", .boolean), .required("more", .boolean),
                .changes,
            ]
        case .problem:
            [
                .sub, .required("domain", .domain), .required("file", .string),
                .required("code", .string), .required("severity", .choice(["error", "warning"])),
                .required("state", .choice(ReplicaReport.State.names)),
                .optional("key", .keyPath), .optional("path", .array(.string)),
                .optional(
                    "value",
                    .value,
                    "What the file says there, if it's short and no secret."
                ),
                .optional("line", .integer), .optional("column", .integer),
                .required("problem", .string), .required("advice", .string),
            ]
        case .recovered:
            [
                .sub, .required("domain", .domain), .required("file", .string),
                .optional("key", .keyPath), .optional("path", .array(.string)),
            ]
        case .secrets:
            [.sub, .required("domain", .domain), .required("keys", .array(.string))]
        case .bookmark: [.sub, .epoch, .seq]
        case .goodbye:
            [
                .required("reason", .choice(["restart", "exit"])),
                .required("reconnectMs", .integer),
            ]
        case .hello: [.epoch, .seq, .required("protocol", .integer)]
        }
    }
}

extension WireField {
    fileprivate static let sub = optional("sub", .integer)
    fileprivate static let epoch = required("epoch", .string)
    fileprivate static let changes = required("changes", .array(.named(.change)))
}
