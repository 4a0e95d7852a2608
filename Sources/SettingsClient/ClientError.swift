// Why a client got no answer, or not the one it hoped for.

import SettingsModel
public import SettingsProtocol

/// A request that got no result.
public struct ClientError: Error, Equatable, Sendable {
    /// What kind of thing was wrong.
    public enum Code: Equatable, Sendable {
        /// No agent listens, and none could be started.
        case noAgent
        /// The agent ended the connection.
        case closed
        /// The agent didn't take a request or answer it in time.
        case timedOut
        /// The task that asked was cancelled.
        case cancelled
        /// The agent said something that is no answer.
        case malformed
        /// The setting is there, but its value is of another type than was asked for.
        case wrongType
        /// The agent refused the request.
        case refused(RPCError)
    }
    /// What kind of thing was wrong.
    public var code: Code
    /// What was there and what was expected, as a sentence without its period.
    public var problem: String
    /// What the reader can do about it.
    public var advice: String

    package init(_ code: Code, _ problem: String, advice: String) {
        self.code = code
        self.problem = problem
        self.advice = advice
    }

    /// Creates an error from the agent's own.
    package init(_ error: RPCError) {
        self.init(.refused(error), error.problem, advice: error.advice)
    }

    /// Why the agent refused the request; nil where it didn't.
    package var refusal: RPCError.Code? {
        if case .refused(let error) = code { error.code } else { nil }
    }
}

extension ClientError: CustomStringConvertible {
    /// The problem and the advice as sentences, for a program that only prints them.
    public var description: String { "\(problem). \(advice.asSentence)" }
}
