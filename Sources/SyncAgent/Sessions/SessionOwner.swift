// What a session needs of the agent.

import SettingsModel
import SettingsProtocol

/// What a session needs of the agent.
protocol SessionOwner: AnyObject {
    /// What is true for every client: the limits, and where the changes stand.
    var greeting: Greeting { get }
    /// The limits alone, which may change while a session is open.
    var limits: Limits { get }
    /// Does what a request asks and answers it, now or later.
    func handle(_ request: Request, of session: Session)
    /// What a subscriber is to be sent next; nil where it is up to date or has to wait.
    func nextDelivery(for subscription: inout Subscription, of session: Session) -> Delivery?
    /// Subscriptions or polls of a session have begun or ended.
    func interestsChanged(of session: Session, added: [Interest], removed: [Interest])
    /// A session has something to do or to send.
    func wantsTurn(_ session: Session, _ turn: SessionTurn)
    /// A session holds so many bytes more than when it said so last, or fewer.
    func holds(_ difference: Int, in session: Session)
    /// A session has a part of a line, whose rest is waited for until ``Session/patience`` is over.
    func awaitsLine(_ session: Session)
    /// A session has ended.
    func ended(_ session: Session)
}

/// When a session goes on.
enum SessionTurn {
    /// As soon as the agent pauses.
    case soon
    /// When the other connections have been looked at.
    case afterOthers
}
