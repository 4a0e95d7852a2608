// Answers to requests, as bytes.

import SettingsModel

/// The result of one method, which writes its members.
///
/// Ten and more types are results; a reply only needs to know how to write them.
package protocol ReplyResult: Sendable {
    /// Writes the members of the result's object.
    func write(to json: inout JSONWriter)
}

extension ReplyAddress {
    /// The bytes of a reply, terminator included; empty where no reply is wanted.
    package func reply(_ result: some ReplyResult) -> [UInt8] {
        envelope(key: "result") { json in json.object { result.write(to: &$0) } }
    }

    /// The bytes of what `result` gives, or of the error that it throws; as those of either.
    package func reply<Result: ReplyResult>(
        _ result: () throws(RPCError) -> Result
    ) -> [UInt8] {
        do throws(RPCError) { return reply(try result()) } catch { return reply(error) }
    }

    /// The bytes of a reply that has nothing to say but that it is done.
    package func done() -> [UInt8] { envelope(key: "result") { $0.object { _ in } } }

    /// The bytes of an error, terminator included; empty where no reply is wanted.
    package func reply(_ error: RPCError) -> [UInt8] {
        envelope(key: "error") { error.write(to: &$0) }
    }

    private func envelope(key: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        guard let id else { return [] }
        var json = JSONWriter()
        json.object {
            $0.member("jsonrpc", "2.0")
            $0.key("id")
            $0.json(id.json)
            $0.key(key)
            body(&$0)
        }
        return json.line()
    }
}
