// From a stream of bytes to lines.

package import SettingsModel

/// Cuts the bytes of one connection into lines, each of which is a message.
package struct LineSplitter: Sendable {
    /// The byte that ends a line.
    package static let terminator: UInt8 = 0x0A
    private let limit: Int
    private var buffer: [UInt8] = []
    /// Where the next line begins in the buffer.
    private var start = 0
    /// Up to where no terminator was found; bytes are looked at once, however they arrive.
    private var searched = 0

    /// Creates a splitter that holds at most one line of `limits.lineBytes` and what came with it.
    package init(limits: Limits) { limit = limits.lineBytes }

    /// Whether nothing unfinished is held.
    package var isEmpty: Bool { start == buffer.count }

    /// How many bytes are held.
    package var heldBytes: Int { buffer.count }

    /// Takes bytes as they were read.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Takes bytes as they were read.
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// The next line without its terminator; nil until more bytes come.
    ///
    /// Empty lines are passed over.
    ///
    /// - Throws: ``RPCError`` with code `.tooLarge`: tell the client and close the connection.
    package mutating func next() throws(RPCError) -> [UInt8]? {
        while let end = lineEnd() {
            guard end - start <= limit else { throw tooLarge }
            let line = Array(buffer[start..<end])
            start = end + 1
            searched = start
            // A client that ends its lines with CR LF has empty ones of a CR.
            if !line.isEmpty, line != [0x0D] { return line }
        }
        guard buffer.count - start <= limit else { throw tooLarge }
        // Most connections are idle most of the time and should cost nothing then.
        if isEmpty {
            buffer = []
            start = 0
            searched = 0
        }
        return nil
    }

    /// The last line of a connection that ends without its terminator; nil if there is none.
    package mutating func finish() -> [UInt8]? {
        guard !isEmpty else { return nil }
        let line = Array(buffer[start...])
        start = buffer.count
        searched = start
        return line == [0x0D] ? nil : line
    }

    private mutating func lineEnd() -> Int? {
        let found = buffer.withUnsafeBufferPointer { bytes in
            bytes[searched...].firstIndex(of: Self.terminator)
        }
        searched = found ?? buffer.count
        return found
    }

    private var tooLarge: RPCError {
        RPCError(
            .tooLarge,
            "the line has more than \(limit) bytes",
            advice: "Send shorter lines; the connection is closed"
        )
    }
}
