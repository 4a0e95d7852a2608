// How worlds begin, worked out once for all that begin alike.

import SyncEngine

/// A world whose agent has read everything once, before anybody has done anything.
///
/// Nothing in it is left to chance, so that all worlds of a kind begin with the same: to work it out
/// took a fifth of an interleaving.
struct Beginning {
    /// What a beginning depends on, in a world without rules, which are drawn.
    struct Kind: Hashable {
        var sharing: Sharing
        var mapped: MappedFile
        var weakness: Weakness?
    }

    let now: Int64
    let files: SimulatedFiles
    let journal: SimulatedJournal
    let subscriber: Subscriber
    let agent: SimulatedAgent
    let intents: [Intent]
    let complaints: [String]
    let writes: Int

    /// Keeps a world as it is; nil for one that still has something to do.
    init?(of world: World) {
        guard let agent = world.agent, agent.isIdle, world.journal.isIdle else { return nil }
        now = world.now
        files = SimulatedFiles(copying: world.files)
        journal = SimulatedJournal(copying: world.journal)
        subscriber = Subscriber(copying: world.subscriber)
        self.agent = SimulatedAgent(copying: agent, into: world)
        intents = world.intents
        complaints = world.complaints
        writes = world.writes
    }
}

/// The beginnings that were worked out so far, each for all worlds of its kind.
package final class Beginnings {
    var kept: [Beginning.Kind: Beginning] = [:]

    /// Creates a collection without any.
    package init() {}
}
