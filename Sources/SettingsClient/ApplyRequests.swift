// Many changes as requests that are each short enough for one line.

import SettingsModel
import SettingsProtocol

extension ClientRequest<Application> {
    /// Changes of one request, in bytes: half of what the agent takes as a line.
    private static var partBytes: Int { Limits.standard.lineBytes / 2 }

    /// Several changes, all or none; the answer to the last request is the one to all.
    ///
    /// - Returns: One request, or the parts of one that is too large for a line.
    static func apply(_ domain: Domain, _ edits: [SettingEdit]) -> [ClientRequest] {
        let parts = parts(of: edits)
        return parts.enumerated().map { index, changes in
            ClientRequest(method: .apply) {
                $0.member("domain", domain.name)
                $0.key("changes")
                $0.json([UInt8(ascii: "[")] + changes + [UInt8(ascii: "]")])
                guard parts.count > 1 else { return }
                $0.member("part", UInt64(index + 1))
                $0.member("parts", UInt64(parts.count))
            }
        }
    }

    /// The changes as JSON, as many in each part as it takes.
    private static func parts(of edits: [SettingEdit]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        for edit in edits {
            let change = edit.json
            var last = parts.count - 1
            if !parts[last].isEmpty {
                if parts[last].count + change.count < partBytes {
                    parts[last].append(UInt8(ascii: ","))
                } else {
                    parts.append([])
                    last += 1
                }
            }
            parts[last] += change
        }
        return parts
    }
}

extension SettingEdit {
    fileprivate var json: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("key", key.segments)
            $0.member("value", value)
            if value == nil { $0.member("unset", true) }
        }
        return json.bytes
    }
}
