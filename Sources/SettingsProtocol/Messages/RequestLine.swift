// Requests as a client writes them.

/// Writes the line of a request, LF included.
///
/// The caller keeps to the ``Method/parameters`` of the method.
package func requestLine(
    _ method: Method,
    id: Int64,
    _ parameters: (inout JSONWriter) -> Void
) -> [UInt8] {
    var json = JSONWriter()
    json.object {
        $0.member("id", id)
        $0.member("method", method.rawValue)
        $0.key("params")
        $0.object(parameters)
    }
    return json.line()
}
