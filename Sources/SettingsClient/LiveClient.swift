// Requests to the agent that never wait, for programs with a loop of their own.

package import SettingsProtocol

/// A client that sends requests and takes messages as they come.
package final class LiveClient {
    private let connection: Connection
    private var lastID: Int64 = 0

    /// Talks over an open connection.
    package init(_ connection: Connection) { self.connection = connection }

    /// What to wait for with poll(2) until there are messages.
    package var descriptor: Int32 { connection.descriptor }

    /// Sends a request.
    ///
    /// - Returns: The id of the answer.
    /// - Throws: ``ClientError`` with code `.closed`.
    package func request(
        _ method: Method,
        _ parameters: (inout JSONWriter) -> Void = { _ in }
    ) throws(ClientError) -> Int64 {
        lastID += 1
        try connection.send(requestLine(method, id: lastID, parameters))
        return lastID
    }

    /// The messages that have come, oldest first; perhaps none.
    ///
    /// - Throws: ``ClientError`` with code `.closed` after the last message.
    package func messages() throws(ClientError) -> [AgentMessage] {
        var messages: [AgentMessage] = []
        for line in try connection.linesAtHand() {
            do {
                messages.append(try AgentMessage(line))
            } catch {
                throw ClientError(malformed: error)
            }
        }
        return messages
    }
}
