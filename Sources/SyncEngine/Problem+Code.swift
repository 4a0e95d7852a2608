// The kinds of things that can be wrong with a replica.

package import SettingsDocument
package import SettingsModel

extension Problem {
    /// What kind of thing is wrong.
    package enum Code: Hashable, Sendable {
        /// The text can't be read as settings.
        case text(DocumentError.Code)
        /// The file can't be read or written.
        case file(StorageError.Code)
        /// A value can't be in this file.
        case value(EditError.Code)
        /// A key stands several times, and one of its values counts.
        case repeated
        /// The file lost all its keys.
        case empty
        /// The file lost most of its keys, or a table of them.
        case wiped
        case missing
        /// Older values were saved, and newer ones stayed.
        case keptOut
        /// A save replaced newer values, though it could be read in another way.
        case replaced
        /// A save has no comments of another one that its writer hadn't seen.
        case droppedComments
        /// Another program keeps writing it.
        case busy
        /// A managed layer decides over the key.
        case locked
        /// A value breaks a rule of the domain's schema.
        case invalid
        /// A value can't stand beside a newer one.
        case superseded
        /// A save that a write displaced couldn't be merged, and stands beside the file.
        case displaced
        /// The program's own check refuses the file, or couldn't run.
        case check
        /// What is written would ask for another write.
        case noFixpoint

        /// The stable name for scripts.
        package var name: String {
            switch self {
            case .text(let code): code.rawValue
            case .file(let code): code.rawValue
            case .value(let code): code.rawValue
            // As where it keeps a file from being read.
            case .repeated: DocumentError.Code.duplicate.rawValue
            case .empty: "empty"
            case .wiped: "wiped"
            case .missing: "missing"
            case .keptOut: "kept-out"
            case .replaced: "replaced"
            case .droppedComments: "dropped-comments"
            case .busy: "busy"
            case .locked: "locked"
            case .invalid: "invalid"
            case .superseded: "superseded"
            case .displaced: "displaced"
            case .check: "check"
            case .noFixpoint: "no-fixpoint"
            }
        }
    }

    /// What the problem means for what is in force.
    package var severity: ProblemSeverity {
        [.repeated, .keptOut, .replaced, .droppedComments, .check].contains(code)
            ? .warning : .error
    }

    /// Whether the file as a whole can be read and written with it.
    var leavesFileUsable: Bool { keyPath != nil || severity == .warning || code == .displaced }
}
