// What clients ask of the agent, and when they are answered.

package import SettingsModel
package import SyncEngine

extension Agent {
    /// Makes an edit and answers when it is durable, or accepted.
    package func edit(
        _ request: EditRequest,
        answering moment: EditAnswer = .whenDurable,
        then answer: @escaping Answer
    ) {
        guard let id = admit(answer) else { return }
        if moment == .whenAccepted, commits.takesEarlyAnswers { hasty.insert(id) }
        take(.edit(id, request))
    }

    /// Forgets what was let go on purpose, once it has no file; nil ends the wait for that.
    package func forget(_ domain: Domain, _ extent: Forgetting?) { take(.forget(domain, extent)) }

    /// Looks at files again and answers when everything is read and written.
    package func rescan(_ request: RescanRequest, then answer: @escaping Answer) {
        guard let id = admit(answer) else { return }
        take(.rescan(id, request))
    }

    /// Answers when a domain's files say what it says now, as far as they can, and that is durable if
    /// it shall be; with a patience in milliseconds, after that all the same.
    package func settle(
        _ domain: Domain,
        patience: Int64? = nil,
        answering moment: EditAnswer = .whenDurable,
        then answer: @escaping Answer
    ) {
        guard let id = admit(answer) else { return }
        if moment == .whenAccepted { hasty.insert(id) }
        take(.settle(id, domain, patience: patience))
    }

    /// Gives a request its number; answers it at once while the journal takes nothing.
    func admit(_ answer: @escaping Answer) -> AnswerID? {
        if let stall = commits.stall {
            answer(.failure(.journal(stall.error)))
            return nil
        }
        lastRequest += 1
        let id = AnswerID(lastRequest)
        answers[id] = answer
        return id
    }

    /// Answers a request.
    func acknowledge(
        _ id: AnswerID,
        _ result: Result<EditReceipt, Refusal>
    ) {
        hasty.remove(id)
        guard let answer = answers.removeValue(forKey: id) else { return }
        answer(result.mapError(EditFailure.refused))
    }
}
