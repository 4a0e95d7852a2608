// A change that would be the first of a domain that nobody knows.

import SettingsClient
import SettingsModel

/// How a domain is made that isn't known.
struct DomainCreation {
    /// The command that makes it without a question.
    let command: String
}

extension Client {
    /// Makes a change; where its domain isn't known, asks whether it is meant.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - creation: nil where it needs no asking.
    ///   - make: Makes the change, and the domain only if it may.
    /// - Returns: What the change came to.
    /// - Throws: ``Failure`` with status `.refused` where the domain isn't meant or nobody can be asked;
    ///   ``ClientError``.
    func change<Outcome>(
        _ domain: Domain,
        creating creation: DomainCreation?,
        _ make: (_ mayCreate: Bool) throws(ClientError) -> Outcome
    ) throws -> Outcome {
        guard let creation else { return try make(true) }
        do throws(ClientError) {
            return try make(false)
        } catch {
            guard error.isOfUnknownDomain else { throw error }
            try requireMeant(domain, creation)
            return try make(true)
        }
    }

    private func requireMeant(_ domain: Domain, _ creation: DomainCreation) throws {
        let problem = "no domain '\(domain)' is known"
        let meant = didYouMean(try meantDomain(by: domain))
        switch confirm("There is no domain '\(domain)'. \(meant)Create it?") {
        case true?: return
        case false?: throw Failure(.refused, problem, advice: "Nothing was changed")
        case nil:
            throw Failure(
                .refused,
                problem,
                advice: "Nothing was changed. \(meant)To create it: \(creation.command)"
            )
        }
    }
}

extension ClientError {
    /// Whether the agent makes no domain that it doesn't know.
    fileprivate var isOfUnknownDomain: Bool {
        guard case .refused(let error) = code, error.code == .denied else { return false }
        return error.details.parameter == "create"
    }
}
