// What isn't understood, and what the client is told.

import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `A message that is no good request` {
    /// The reply that the agent would send.
    private func reply(_ line: String, limits: Limits = .standard) -> String {
        var address = ReplyAddress(id: .null)
        let bytes: [UInt8]
        do {
            let request = try Request(Array(line.utf8), limits: limits)
            address = request.address
            _ = try request.call()
            bytes = address.done()
        } catch let failure as RequestFailure {
            bytes = failure.address.reply(failure.error)
        } catch let error as RPCError {
            bytes = address.reply(error)
        } catch {
            return "\(error)"
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    @Test(arguments: [
        (
            "hello",
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not JSON at byte 1: expected a value, found 'h'","data":{"slug":"ParseError","problem":"the message is not JSON at byte 1: expected a value, found 'h'","advice":"Send one JSON object on one line"}}}"#
        ),
        (
            #"{"id":"x","method":"nope"}"#,
            #"{"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"unknown method 'nope'","data":{"slug":"MethodNotFound","problem":"unknown method 'nope'","advice":"The methods are in docs/protocol.md","method":"nope"}}}"#
        ),
        (
            #"{"id":2,"method":"get","params":{"domain":"a"}}"#,
            #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"'key' is missing","data":{"slug":"InvalidParams","problem":"'key' is missing","advice":"It takes domain, key, layer","parameter":"key"}}}"#
        ),
        (
            #"{"id":1.50,"method":"set","params":{"domain":"a","key":"k","value":1,"ifrev":2}}"#,
            #"{"jsonrpc":"2.0","id":1.50,"error":{"code":-32602,"message":"'set' has no parameter 'ifrev'","data":{"slug":"InvalidParams","problem":"'set' has no parameter 'ifrev'","advice":"It takes domain, key, value, ifRev, origin, durable, at, text, force, create","parameter":"ifrev"}}}"#
        ),
        (
            #"{"id":3,"method":"apply","params":{"domain":"a","changes":[],"part":1,"parts":2}}"#,
            #"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"'apply' has no parameter 'part'","data":{"slug":"InvalidParams","problem":"'apply' has no parameter 'part'","advice":"It takes domain, changes, ifSeq, create","parameter":"part"}}}"#
        ),
    ])
    func `is answered with code, slug, problem and advice`(line: String, expected: String) {
        #expect(reply(line) == expected)
    }

    @Test(
        arguments: [
            ("", -32_700), ("{", -32_700), ("{}}", -32_700), ("{'id':1}", -32_700),
            (#"{"id":1,"method":"ping""#, -32_700), ("{\"id\":\"\u{1}\"}", -32_700),
            ("{\"id\":1,\"method\":\"ping\"}\0", -32_700),
            ("[]", -32_600), ("5", -32_600), ("{}", -32_600),
            (#"[{"id":1,"method":"ping"}]"#, -32_600),
            (#"{"id":1,"method":5}"#, -32_600), (#"{"id":{},"method":"ping"}"#, -32_600),
            (#"{"id":true,"method":"ping"}"#, -32_600),
            (#"{"id":1,"method":"ping","params":5}"#, -32_600),
            (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
            (#"{"id":1,"method":"Ping"}"#, -32_601),
            (#"{"id":1,"method":"rpc.discover"}"#, -32_601),
            (#"{"id":1,"method":"get","params":["a"]}"#, -32_602),
            (#"{"id":1,"method":"get","params":["a","b","user",4]}"#, -32_602),
            (#"{"id":1,"method":"get","params":["a/b","b"]}"#, -32_602),
            (#"{"id":1,"method":"get","params":["a","b..c"]}"#, -32_602),
            (#"{"id":1,"method":"get","params":["a",["b",1]]}"#, -32_602),
            (#"{"id":1,"method":"get","params":["a",[]]}"#, -32_602),
            (#"{"id":1,"method":"get","params":["a","b","attic"]}"#, -32_602),
            (#"{"id":1,"method":"set","params":["a","b"]}"#, -32_602),
            (#"{"id":1,"method":"set","params":["a","b",{"x":1,"x":2}]}"#, -32_602),
            (#"{"id":1,"method":"set","params":["a","b",1,-1]}"#, -32_602),
            (#"{"id":1,"method":"set","params":["a","b",1,1.0]}"#, -32_602),
            (
                #"{"id":1,"method":"set","params":{"domain":"a","key":"b","value":1,"layer":"user"}}"#,
                -32_602
            ),
            (#"{"id":1,"method":"apply","params":["a",[{"key":"k"}]]}"#, -32_602),
            (
                #"{"id":1,"method":"apply","params":["a",[{"key":"k","value":1,"unset":true}]]}"#,
                -32_602
            ),
            (#"{"id":1,"method":"undo","params":{"key":"k"}}"#, -32_602),
            (#"{"id":1,"method":"redo","params":{"key":"k"}}"#, -32_602),
            (#"{"id":1,"method":"undo","params":{"id":1,"seq":2}}"#, -32_602),
            (#"{"id":1,"method":"undo","params":{"id":1,"steps":[2]}}"#, -32_602),
            (#"{"id":1,"method":"undo","params":{"steps":[]}}"#, -32_602),
            (#"{"id":1,"method":"undo","params":{"steps":[-1]}}"#, -32_602),
            (
                #"{"id":1,"method":"getMany","params":{"domain":"a","keys":[],"prefix":"b"}}"#,
                -32_602
            ),
            (#"{"id":1,"method":"subscribe","params":{"epoch":"e"}}"#, -32_602),
            (#"{"id":1,"method":"subscribe","params":{"keys":["a..*"]}}"#, -32_602),
            (#"{"id":1,"method":"link","params":["a","relative.toml"]}"#, -32_602),
        ] as [(String, Int)]
    )
    func `is refused with the right code`(line: String, code: Int) {
        #expect(reply(line).contains(#""error":{"code":\#(code),"#))
    }

    @Test func `may nest as deep as the limit, and no deeper`() {
        func line(_ depth: Int) -> String {
            let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return #"{"id":1,"method":"set","params":["a","b",\#(value)]}"#
        }
        // The message and its params are two levels.
        let deepest = Limits.standard.messageNesting - 2
        #expect(reply(line(deepest)).contains(#""result":{}"#))
        #expect(reply(line(deepest + 1)).contains(#""error":{"code":-32006,"#))
        #expect {
            try Request(Array(line(deepest + 1).utf8), limits: .standard)
        } throws: {
            ($0 as? RequestFailure)?.endsConnection == true
        }
    }

    @Test func `may have a value as large as the limit, and no larger`() {
        var limits = Limits()
        limits.valueBytes = 10
        func line(_ count: Int) -> String {
            let text = String(repeating: "x", count: count)
            return #"{"id":1,"method":"set","params":["a","b","\#(text)"]}"#
        }
        #expect(reply(line(8), limits: limits).contains(#""result":{}"#))
        #expect(reply(line(9), limits: limits).contains(#""error":{"code":-32006,"#))
    }

    @Test func `gets no answer when it asks for none`() {
        #expect(reply(#"{"method":"ping"}"#).isEmpty)
        #expect(reply(#"{"method":"nope"}"#).isEmpty)
    }

    @Test func `never crashes the reader, whatever its bytes`() {
        let line = Array(#"{"id":1,"method":"set","params":["a","b",{"c":[1,"\u00e9"]}]}"#.utf8)
        for index in line.indices {
            for byte in [0, 0x22, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x2C, 0x31, 0xFF] as [UInt8] {
                var broken = line
                broken[index] = byte
                _ = reply(String(decoding: broken, as: UTF8.self))
                // Cut short as well.
                _ = reply(String(decoding: line[..<index], as: UTF8.self))
            }
        }
    }
}
