// One run of the world, and what was wrong with it in the end.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// What happens in an interleaving besides one editor and one client.
package struct Mix: Sendable {
    package var name: String
    package var editors = 1
    package var kills = 0
    package var powerCuts = 0
    /// How often an indexer reads a file, per step.
    package var noise = 0.0
    /// Whether people wait until the agent is done after each thing they do.
    package var isUnhurried = false
    package var clockSteps = 0.0
    package var reverts = false
    /// Whether two domains have the first file.
    package var sharesFile = false
    /// Whether a client undoes entries of the history.
    package var undoes = false
    /// Whether a client undoes the newest steps and redoes them.
    package var undoesSteps = false
    /// Whether a client has mapped files follow that have texts of their own.
    package var follows = false
    /// How often a commit fails, per step.
    package var failures = 0.0
    /// How many edits one editor may lose to an older one in a thousand interleavings.
    var lossesPerThousand = 1
    /// How editors treat a file that changes under them.
    var habits = Habit.allCases
    /// Whether some keys have rules, which people break by hand and mend.
    package var isRuled = false
    /// How often a save has a mistake, which the same editor mends with the next.
    package var mistakes = 0.0
    /// Whether somebody keeps copies of the first file and puts them back.
    package var restores = false
    /// Whether somebody edits the first file with sed, and checks it out with git.
    package var hasTools = false
    /// Whether the first file's folder goes away and comes back.
    package var mounts = false
    /// Whether a program corrects a value of the first file whenever that changes.
    package var clamps = false
    /// How often, per step, files begin to have changed whenever they are to be written, or end it.
    package var refusals = 0.0

    /// Which files have the first domain's settings in their own words.
    package var mapped = MappedFile.none

    /// Whether people save while a file is being replaced, rather than before or after.
    var isTense: Bool { mistakes > 0 || sharesFile }

    /// Creates the plainest mix: races between one editor and one client.
    package init(_ name: String) { self.name = name }

    /// The mix that a campaign plays a seed in.
    package static func of(seed: UInt64) -> Mix { all[Int(seed % UInt64(all.count))] }

    /// One editor who has time, always sees the newest text, and sets values back.
    ///
    /// Who opens a text and leaves it can't be told from who still has it, so an older text may explain
    /// a value that was set back better than the newest.
    package static let reverting: Mix = {
        var mix = Mix("one unhurried editor who reverts")
        mix.isUnhurried = true
        mix.reverts = true
        mix.habits = [.reopen]
        mix.lossesPerThousand = 12
        return mix
    }()

    /// The mixes that a campaign goes through in turn.
    package static let all: [Mix] = {
        let plain = Mix("one editor, one client")
        var races = Mix("and an indexer")
        races.noise = 0.05
        var unhurried = Mix("unhurried people")
        unhurried.isUnhurried = true
        // Who looks at the newest text and saves another one all the same is believed the second time.
        unhurried.lossesPerThousand = 20
        var kills = races
        kills.name = "and kill -9"
        kills.kills = 3
        var crowd = kills
        crowd.name = "two editors, kill -9"
        crowd.editors = 2
        var clocks = kills
        clocks.name = "times that lie, kill -9"
        clocks.clockSteps = 0.02
        var pair = unhurried
        pair.name = "two unhurried editors"
        pair.editors = 2
        var reverts = pair
        reverts.name = "two unhurried editors who revert"
        reverts.reverts = true
        var failures = kills
        failures.name = "failing commits, kill -9"
        failures.failures = 0.02
        var cuts = kills
        cuts.name = "power cuts, kill -9"
        cuts.kills = 1
        cuts.powerCuts = 3
        var allFailures = cuts
        allFailures.name = "failing commits, power cuts, kill -9"
        allFailures.kills = 3
        allFailures.failures = 0.02
        var shared = cuts
        shared.name = "two domains on one file, power cuts, kill -9"
        shared.sharesFile = true
        shared.kills = 3
        var undoing = races
        undoing.name = "a client who undoes, power cuts, kill -9"
        undoing.undoes = true
        undoing.kills = 1
        undoing.powerCuts = 1
        var calmUndoing = pair
        calmUndoing.name = "two unhurried editors, a client who undoes"
        calmUndoing.undoes = true
        var everything = allFailures
        everything.name = "two domains, undo, all failures"
        everything.sharesFile = true
        everything.undoes = true
        everything.editors = 2
        var rules = kills
        rules.name = "rules that people break, kill -9"
        rules.isRuled = true
        var calmRules = pair
        calmRules.name = "rules that two unhurried editors break"
        calmRules.isRuled = true
        var mistakes = cuts
        mistakes.name = "mistakes in saves, power cuts, kill -9"
        mistakes.mistakes = 0.5
        var refusals = unhurried
        refusals.name = "files that always have changed"
        refusals.refusals = 0.05
        let stepping = undoing.named("a client who undoes steps and redoes them, kill -9") {
            ($0.undoes, $0.undoesSteps) = (false, true)
        }
        let calmStepping = pair.named("two unhurried editors, a client who undoes steps") {
            $0.undoesSteps = true
        }
        let restoring = unhurried.named("an unhurried person who restores copies") {
            $0.restores = true
        }
        let copies = cuts.named("copies restored at any time, power cuts, kill -9") {
            $0.restores = true
        }
        let tools = unhurried.named("an unhurried person with sed and git") { $0.hasTools = true }
        let hurriedTools = cuts.named("sed and git at any time, power cuts, kill -9") {
            $0.hasTools = true
        }
        let clamping = unhurried.named("a program that clamps a value") { $0.clamps = true }
        let hurriedClamping = races.named("a program that clamps, an indexer, kill -9") {
            $0.clamps = true
            $0.kills = 2
        }
        let mounting = unhurried.named("a folder that goes away and comes back") {
            $0.mounts = true
        }
        let hurriedMounting = races.named("a folder that goes away at any time, an indexer") {
            $0.mounts = true
        }
        let mapping = pair.named("two unhurried editors, a mapped file") { $0.mapped = .alone }
        let hurriedMapping = cuts.named("a mapped file at any time, power cuts, kill -9") {
            $0.mapped = .alone
            $0.editors = 2
        }
        let doubledMapping = races.named("a mapped file with a setting at two places, kill -9") {
            $0.mapped = .twice
            $0.editors = 2
            $0.kills = 2
        }
        let textMapping = cuts.named("a mapped file of texts, power cuts, kill -9") {
            $0.mapped = .text
            $0.editors = 2
        }
        let sharedMapping = cuts.named("a mapped file of two domains, power cuts, kill -9") {
            $0.mapped = .andPlain
            $0.editors = 2
        }
        let following = mapping.named("two unhurried editors, mapped files that follow") {
            ($0.mapped, $0.follows, $0.undoesSteps) = (.pair, true, true)
        }
        let hurriedFollowing = cuts.named("files that follow at any time, power cuts, kill -9") {
            ($0.mapped, $0.follows, $0.undoesSteps) = (.pair, true, true)
            $0.editors = 2
        }
        let failedFollowing = failures.named("a file that follows, failing commits, kill -9") {
            ($0.mapped, $0.follows, $0.undoesSteps) = (.twice, true, true)
        }
        let textFollowing = textMapping.named("a file of texts that follows, power cuts, kill -9") {
            ($0.follows, $0.undoesSteps) = (true, true)
        }
        let sharedFollowing = sharedMapping.named("a file of two domains follows, power cuts") {
            ($0.follows, $0.undoesSteps) = (true, true)
        }
        return [
            plain, races, unhurried, kills, crowd, clocks, pair, reverts, failures, cuts,
            rules, calmRules, mistakes, refusals, allFailures, shared, undoing, calmUndoing,
            everything, restoring, copies, tools, hurriedTools,
            clamping, hurriedClamping, mounting, hurriedMounting, stepping, calmStepping,
            mapping, hurriedMapping, doubledMapping, textMapping, sharedMapping,
            following, hurriedFollowing, failedFollowing, textFollowing, sharedFollowing,
        ]
    }()

    /// The mix with another name and what else is changed.
    private func named(_ name: String, _ change: (inout Mix) -> Void) -> Mix {
        var mix = self
        mix.name = name
        change(&mix)
        return mix
    }
}

/// What one interleaving came to.
package struct Outcome: Equatable, Sendable {
    package var seed: UInt64
    /// Broken promises; empty for a good run.
    package var violations: [String] = []
    /// Edits that were meant but aren't in force, although history has them.
    package var losses: [String] = []
    /// Comments that the only editor's saves had and no file has any more; of two, the last save's stay.
    package var lostComments: [String] = []
    package var edits = 0
    package var writes = 0
    /// The world's time when everybody was done, in milliseconds: another one for other steps.
    package var end: Int64 = 0
}

/// Plays one interleaving.
///
/// - Parameters:
///   - seed: The same seed plays the same interleaving.
///   - mix: Who takes part, and what goes wrong.
///   - weakness: A mistake to make; nil for the agent as it is.
///   - beginnings: How the worlds before it began; it begins anew where none did alike.
///   - trace: Takes every step as a line; nil when nobody reads it.
/// - Returns: What it came to.
/// - Throws: Only if the world itself can't be built.
package func play(
    seed: UInt64,
    mix: Mix,
    weakness: Weakness? = nil,
    like beginnings: Beginnings = Beginnings(),
    trace: Trace? = nil
) throws -> Outcome {
    let world = try World(
        seed: seed,
        mix: mix,
        weakness: weakness,
        like: beginnings,
        trace: trace
    )
    return play(world, mix)
}

/// Plays what is to come in a world that has begun.
func play(_ world: World, _ mix: Mix) -> Outcome {
    let writesBefore = world.writes
    let people = makePeople(for: world, mix)
    run(world, people, mix)
    for person in people { person.finish(world) }
    world.isRefusing = false
    if world.agent == nil { world.restart() }
    world.settle(limit: 6_000)
    world.mendAll()
    let isCalm = world.settle(limit: 6_000)
    var outcome = Outcome(seed: world.seed)
    if mix.follows, isCalm, var findings = FollowFindings(world, mix) { findings.check(&outcome) }
    outcome.edits = world.intents.count { $0.who != "file" }
    outcome.writes = world.writes - writesBefore
    outcome.end = world.now
    Findings(
        world: world,
        isCalm: isCalm,
        writes: outcome.writes,
        promisesComments: mix.editors == 1 && !mix.restores && !mix.hasTools && !mix.clamps
    ).check(&outcome)
    if world.random.chance(0.25) { world.checkRedone(&outcome) }
    return outcome
}

private func makePeople(for world: World, _ mix: Mix) -> [any Person] {
    var people: [any Person] = []
    for number in 0..<mix.editors {
        var plan: [Act] = [.load]
        let acts: [Act] =
            [.edit, .edit, .edit, .edit, .edit, .edit, .comment, .delete]
            + (mix.reverts ? [.revert, .revert, .undo] : [])
        for _ in 0..<world.random.number(in: 1...3) {
            for _ in 0..<world.random.number(in: 1...2) { plan.append(world.random.pick(acts)) }
            plan.append(.save)
        }
        var path = world.random.chance(0.75) ? world.paths[0] : world.random.pick(world.mirrors)
        if let mapping = world.mapping, world.random.chance(0.6) {
            path = mix.mapped == .pair ? world.random.pick(mapping.paths) : Mapping.path
        }
        people.append(
            Editor(name: "e\(number)", path, plan, picking: mix.habits, using: &world.random)
        )
    }
    if mix.restores {
        let times = world.random.number(in: 1...3)
        people.append(
            Restorer(world.paths[0], times: times, isUnhurried: mix.isUnhurried)
        )
    }
    if mix.hasTools {
        let times = world.random.number(in: 1...4)
        people.append(
            Toolsmith(world.paths[0], times: times, isUnhurried: mix.isUnhurried)
        )
    }
    if mix.mounts {
        people.append(Mounter(world.paths[0], times: world.random.number(in: 1...3)))
    }
    if mix.clamps { people.append(Clamper(world.paths[0], in: world)) }
    let isBusy = mix.mistakes > 0 || mix.undoes || mix.undoesSteps || mix.restores || mix.hasTools
    people.append(Client(edits: world.random.number(in: isBusy ? 3...6 : 1...3), mix))
    return people
}

private func run(_ world: World, _ people: [any Person], _ mix: Mix) {
    var kills = mix.kills > 0 ? world.random.number(in: 0...mix.kills) : 0
    var powerCuts = mix.powerCuts > 0 ? world.random.number(in: 0...mix.powerCuts) : 0
    var downFor = 0
    for _ in 0..<4_000 {
        let busy = people.filter { !$0.isDone }
        if busy.isEmpty { return }
        world.pass(world.random.pick([1, 1, 2, 5, 20]))
        if world.agent == nil {
            downFor -= 1
            if downFor <= 0 { world.restart() }
        }
        // Where there's most to lose, it shall happen most.
        if kills > 0, world.agent != nil, world.random.chance(world.riskOfKill) {
            world.kill()
            kills -= 1
            downFor = world.random.number(in: 1...6)
            continue
        }
        if powerCuts > 0, world.random.chance(world.riskOfPowerCut) {
            world.cutPower()
            powerCuts -= 1
            downFor = world.random.number(in: 1...6)
            continue
        }
        if mix.noise > 0, world.random.chance(mix.noise) {
            _ = world.files.read(world.random.pick(world.paths))
            continue
        }
        if mix.refusals > 0, world.random.chance(mix.refusals) { world.isRefusing.toggle() }
        if mix.failures > 0, world.random.chance(mix.failures) { world.failCommit() }
        if mix.clockSteps > 0, world.random.chance(mix.clockSteps) { world.stepClock() }
        let isTense = mix.isTense && world.agent?.isReplacing == true
        if let agent = world.agent, world.random.chance(isTense ? 0.3 : 0.6) {
            // The journal's thread may be done at any time.
            if world.random.chance(0.1) { agent.advanceJournal() } else { _ = agent.step() }
            continue
        }
        let saver = isTense ? busy.first(where: \.isSaving) : nil
        let person = saver ?? world.random.pick(busy)
        person.step(world)
        guard mix.isUnhurried else { continue }
        while person.isSaving {
            world.pass(1)
            if world.random.chance(0.5) { _ = world.agent?.step() } else { person.step(world) }
        }
        world.settle(limit: 1_000)
    }
}

extension World {
    /// Starts an agent, to which the subscriber comes back.
    func restart() {
        start()
        if let agent { subscriber.resumes(with: agent.engine.changes, epoch: journal.epoch) }
    }
}
