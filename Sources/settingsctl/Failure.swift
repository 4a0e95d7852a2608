// Why a command didn't do what it was asked, as a message and an exit status.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol

/// A command's failure: the status for scripts, and the message for people.
struct Failure: Error {
    var status: ExitStatus
    /// Where and what, as a sentence without its period.
    var problem: String
    /// Further lines as they are: an excerpt of the file.
    var excerpt = ""
    /// What was done, and what to do, as sentences; the last has no period, or is a command.
    var advice: String

    init(_ status: ExitStatus, _ problem: String, advice: String) {
        self.status = status
        self.problem = problem
        self.advice = advice
    }

    /// The failure that any error of ours means.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ClientError: self.init(error)
        case let error as ModelError: self.init(.usage, error.problem, advice: error.advice)
        case let error as EditError:
            self.init(.refused, error.problem, advice: "Nothing was changed. " + error.advice)
        case let status as ExitStatus: self.init(status, "", advice: "")
        default: self.init(.usage, "\(error)", advice: "Run: settingsctl --help")
        }
    }

    private init(_ error: ClientError) {
        let status: ExitStatus =
            switch error.code {
            case .refused(let error): ExitStatus(error.code)
            case .noAgent, .closed, .timedOut, .cancelled, .malformed: .noAgent
            case .wrongType: .refused
            }
        self.init(status, error.problem, advice: error.advice)
        if case .refused(let refusal) = error.code, let file = refusal.details.file {
            let place = [refusal.details.line, refusal.details.column].compactMap(\.self)
            problem = ([file] + place.map(String.init)).joined(separator: ":") + ": " + problem
        }
    }

    /// Writes the message to the standard error; a failure without one says nothing.
    func report() {
        guard !problem.isEmpty else { return }
        var text = "settingsctl: \(problem.escapedForDisplay)\n"
        if !excerpt.isEmpty { text += excerpt + "\n" }
        if !advice.isEmpty { text += advice.escapedForDisplay.asSentence + "\n" }
        writeError(text)
    }
}

extension ExitStatus {
    /// The status for what an agent refused.
    fileprivate init(_ code: RPCError.Code) {
        switch code {
        case .keyNotFound: self = .notSet
        case .invalidParams: self = .usage
        case .invalid, .readOnly, .revConflict, .denied, .tooLarge: self = .refused
        case .fileBroken, .store: self = .fileTrouble
        case .parse, .invalidRequest, .methodNotFound, .internal, .gap, .busy, .cancelled,
            .version:
            self = .noAgent
        }
    }
}
