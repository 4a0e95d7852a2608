// Deliberate mistakes, to show that the checks bite.

import SettingsDocument
import SettingsModel
import SyncEngine
import TestSupport

/// A mistake made at the edge of the engine, as a careless agent would make it.
package enum Weakness: String, CaseIterable, Sendable {
    /// Reads a file while a writer has it open.
    case readsOpenFiles = "reads while a writer has the file open"
    /// Doesn't put down what it is about to replace.
    case noIntent = "keeps no intent of a replacement"
    /// Acknowledges and tells before the commit.
    case answersEarly = "acknowledges before the commit"
    /// Acknowledges when the change is only written.
    case answersUnsynced = "acknowledges before the sync"
    /// Exchanges the names when the intent is only written.
    case publishesUnsynced = "replaces a file before its intent is synced"
    /// Exchanges the names when the new bytes may not be on the disk.
    case stagesUnsynced = "replaces a file before its bytes are synced"
    /// Drops the intent when the new names may not be on the disk.
    case keepsNamesUnsynced = "drops an intent before the names are synced"
    /// Goes on with the numbers of before a power cut.
    case keepsEpoch = "keeps its epoch over a power cut"
    /// Believes a file's time whatever it says.
    case believesTimes = "believes times in the future"
    /// Takes every file for one that was written now.
    case ignoresTimes = "doesn't notice the times of files"
    /// Publishes the file on every look.
    case writesAlways = "rewrites the file on every look"
    /// Doesn't look at what publishing displaced.
    case ignoresDisplaced = "throws away what it displaced"
    /// Renames over the target, so that nothing can be displaced.
    case renamesBlindly = "renames over whatever is there"
    /// Removes what it displaced and can't read.
    case losesMistakes = "throws away a displaced save with a mistake"
    /// Keeps no older versions, so that every save is compared with the newest.
    case forgetsVersions = "keeps only the newest versions"
    /// Begins numbering anew after a restart.
    case forgetsNumbers = "forgets its numbers at a restart"
    /// Sweeps away temporary files that an intent still needs.
    case sweepsAll = "sweeps away what an intent still needs"
    /// Sweeps away temporary files that another domain's intent still needs.
    case sweepsOthers = "sweeps away what another domain's intent still needs"
    /// Takes back what was there before, also where the agent had kept that.
    case undoesBlindly = "undoes an entry to its own side"
    /// Keeps of an undo only that values changed.
    case forgetsUndos = "doesn't record what an undo took back"
    /// Takes back a text of a mapped file, also where somebody has changed that since.
    case undoesTextsBlindly = "undoes a text that was changed since"
    /// Keeps the texts that gave way only while it runs.
    case forgetsTexts = "forgets texts that gave way when it ends"
    /// Has all files follow where one was meant.
    case followsEverywhere = "has a file follow that wasn't asked to"
    /// Misses every fourth event.
    case missesEvents = "misses events"
    /// Doesn't give the engine the domain's rules.
    case ignoresRules = "passes on what a rule refuses"
    /// Takes a mapped file for one that is to have a line for each of its settings.
    case addsMappedLines = "adds lines that a mapped file lacks"
    /// Has a map without the table of words.
    case readsOwnTexts = "reads what is a mapped file's own"
    /// Tells the engine nothing of readers.
    case ignoresReaders = "doesn't notice readers"

    /// The mixes that it is played in: where nothing dies, or nobody goes back to an old value, some
    /// make no difference.
    package var mixes: [Mix] {
        switch self {
        case .answersUnsynced, .publishesUnsynced, .stagesUnsynced, .keepsNamesUnsynced,
            .keepsEpoch:
            Mix.all.filter { $0.powerCuts > 0 }
        case .noIntent, .sweepsAll: Mix.all.filter { $0.kills > 0 }
        case .sweepsOthers: Mix.all.filter(\.sharesFile)
        case .undoesBlindly: Mix.all.filter(\.undoes)
        case .forgetsUndos: Mix.all.filter(\.undoesSteps)
        case .undoesTextsBlindly: Mix.all.filter(\.follows)
        case .forgetsTexts: Mix.all.filter { $0.follows && $0.kills > 0 }
        case .followsEverywhere: Mix.all.filter { $0.follows && $0.mapped == .pair }
        case .ignoresRules: Mix.all.filter(\.isRuled)
        case .ignoresReaders: [.reverting]
        case .forgetsVersions: Mix.all.filter { $0.editors == 1 && $0.isUnhurried }
        case .ignoresTimes: Mix.all.filter { $0.restores && $0.isUnhurried }
        case .addsMappedLines, .readsOwnTexts: Mix.all.filter { $0.mapped == .alone }
        case .losesMistakes: Mix.all.filter { $0.mistakes > 0 }
        default: Mix.all
        }
    }
}
