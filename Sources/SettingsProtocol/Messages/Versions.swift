// Earlier texts of files on the wire.

package import SettingsModel

/// A kept version of a file.
package struct VersionSummary: WireObject, WireValue, Equatable {
    /// Who wrote a version.
    package enum Writer: String, CaseIterable, WireValue {
        case agent
        case other
    }
    package var number: UInt64
    /// Milliseconds since 1970.
    package var time: Int64
    package var writer: Writer
    package var byteCount: Int
    /// Whether the path showed it last.
    package var isShown: Bool

    package init(number: UInt64, time: Int64, writer: Writer, byteCount: Int, isShown: Bool) {
        self.number = number
        self.time = time
        self.writer = writer
        self.byteCount = byteCount
        self.isShown = isShown
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of summary: Self?) {
        number = members.required("version", summary?.number)
        time = members.required("time", summary?.time)
        writer = members.required("writer", summary?.writer)
        byteCount = members.required("size", summary?.byteCount)
        isShown = members.flag("shown", summary?.isShown)
    }
}

/// The answer to `versions`.
package struct VersionList: ReadableResult, WireObject, Equatable {
    /// Oldest first.
    package var versions: [VersionSummary]

    package init(_ versions: [VersionSummary]) { self.versions = versions }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of answer: Self?) {
        versions = members.required("versions", answer?.versions, or: [])
    }
}

/// The answer to `version`.
package struct VersionText: ReadableResult, WireObject, Equatable {
    package var domain: Domain
    package var number: UInt64
    /// Milliseconds since 1970.
    package var time: Int64
    package var bytes: [UInt8]
    /// Whether the text has or may have secrets.
    package var isSecret: Bool

    package init(domain: Domain, number: UInt64, time: Int64, bytes: [UInt8], isSecret: Bool) {
        self.domain = domain
        self.number = number
        self.time = time
        self.bytes = bytes
        self.isSecret = isSecret
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of version: Self?) {
        domain = members.required("domain", version?.domain)
        number = members.required("version", version?.number)
        time = members.required("time", version?.time)
        bytes = members.required("text", version.map { Bytes($0.bytes) }).bytes
        isSecret = members.flag("secret", version?.isSecret)
    }
}

/// Bytes as a setting's value has them.
private struct Bytes: WireValue {
    let bytes: [UInt8]

    static var wireSample: Bytes { Bytes([]) }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func write(to json: inout JSONWriter) { json.value(.data(bytes)) }

    init?(wire text: JSONText) throws(JSONError) {
        guard case .data(let data) = try text.value else { return nil }
        bytes = Array(data)
    }
}
