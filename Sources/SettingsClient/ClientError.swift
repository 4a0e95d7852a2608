// Why a client got no answer, or not the one it hoped for.

package import SettingsProtocol

/// A request that got no result.
package struct ClientError: Error, Equatable, Sendable {
    /// What kind of thing was wrong.
    package enum Code: Equatable, Sendable {
        /// No agent listens, and none could be started.
        case noAgent
        /// The agent ended the connection.
        case closed
        case timedOut
        /// The agent said something that is no answer.
        case malformed
        /// The agent refused the request.
        case refused(RPCError)
    }
    package var code: Code
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    /// Creates an error.
    package init(_ code: Code, _ problem: String, advice: String) {
        self.code = code
        self.problem = problem
        self.advice = advice
    }

    /// Creates an error from the agent's own.
    package init(_ error: RPCError) {
        self.init(.refused(error), error.problem, advice: error.advice)
    }
}
