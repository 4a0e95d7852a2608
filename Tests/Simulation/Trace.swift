// What happened in an interleaving, step by step, for whoever looks into a failing seed.

/// Takes the lines of a trace.
package typealias Trace = (String) -> Void

extension World {
    /// Adds a line to the trace; costs nothing when nobody reads it.
    func tell(_ line: @autoclosure () -> String) {
        trace?("\(now) " + line())
    }
}

extension String {
    /// A value printed without module names, its byte arrays as text.
    init(legibly value: Any) {
        var text = "\(value)"
        for module in ["SyncEngine.", "SettingsModel.", "SettingsDocument.", "Swift."] {
            text = text.replacing(module, with: "")
        }
        self = text.replacing(/\[((\d+, )+\d+)\]/) { match in
            let bytes = match.1.split(separator: ", ").compactMap { UInt8($0) }
            return "«" + String(decoding: bytes, as: UTF8.self).replacing("\n", with: "⏎") + "»"
        }
    }
}
