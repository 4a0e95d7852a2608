// Requests as typed values.

package import SettingsModel

/// A method with its parameters, checked.
package enum Call: Equatable, Sendable {
    case hello(client: String?, protocols: [Int]?)
    case ping
    case get(domain: Domain, key: SettingKeyPath, layer: Layer?)
    /// The key that a typed text means.
    case resolve(domain: Domain, text: String)
    case getMany(domain: Domain, Selection)
    case list(List)
    case set(Assignment)
    case unset(Unset)
    case apply(Apply)
    case subscribe(Subscribe)
    case unsubscribe(sub: UInt64)
    case wait(Wait)
    case explain(domain: Domain, key: SettingKeyPath)
    case history(History)
    case undo(UndoTarget)
    /// Redoes the last undo: of a domain, of a key and the keys below it, or of all.
    case redo(domain: Domain?, key: SettingKeyPath?)
    case validate(domain: Domain, changes: [KeyChange])
    case domains
    case compare(Link)
    case link(Link)
    case unlink(Unlink)
    /// Removes a domain's domain file, values and history.
    case forget(domain: Domain)
    case replicas(domain: Domain?)
    case rescan(domain: Domain?)
    case accept(domain: Domain?, file: String?)
    case follow(Follow)
    case versions(file: String)
    case version(Version)
    case settle(domain: Domain, timeoutMilliseconds: Int?, keys: [SettingKeyPath])
    case cancel(RequestID)
    case stats

    /// The keys that `getMany` is asked for.
    package enum Selection: Equatable, Sendable {
        case keys([SettingKeyPath])
        /// The key itself and all below it.
        case prefix(SettingKeyPath)
        case all
    }

    /// A page of keys.
    package struct List: Equatable, Sendable {
        package var domain: Domain?
        package var prefix: SettingKeyPath?
        /// Keys more than this many segments below the prefix are summed up.
        package var depth: Int?
        package var limit: Int?
        /// What the page before gave as `next`.
        package var after: String?
        /// nil for the values in force.
        package var layer: Layer?
    }

    /// A new value for one key.
    package struct Assignment: Equatable, Sendable {
        package var domain: Domain
        package var key: SettingKeyPath
        /// The place of an element within the key's value, such as `[0]`; nil for the value itself.
        package var place: String?
        package var content: Content
        /// The rev that the key must still have.
        package var ifRev: UInt64?
        package var origin: String?
        /// When to answer.
        package var durability: Durability
        /// Whether a domain that nobody knows is made.
        package var mayCreate = true

        /// What the key's value is to be.
        package enum Content: Equatable, Sendable {
            case value(SettingValue)
            /// A text, read as the type that the setting has. Forced, it may have any type.
            case text(TypedText, isForced: Bool)
        }

        /// The value; of a text, what it is by itself.
        package var value: SettingValue? {
            switch content {
            case .value(let value): value
            case .text(let typed, _): typed.plain
            }
        }
    }

    /// When a write is answered.
    package enum Durability: Sendable {
        case committed
        case accepted
    }

    /// The removal of one key.
    package struct Unset: Equatable, Sendable {
        package var domain: Domain
        package var key: SettingKeyPath
        /// The place of an element within the key's value; nil for the value itself.
        package var place: String?
        /// The rev that the key must still have.
        package var ifRev: UInt64?
        package var origin: String?
    }

    /// One change of several.
    package struct KeyChange: Equatable, Sendable {
        package var key: SettingKeyPath
        /// nil to remove.
        package var value: SettingValue?

        package init(_ key: SettingKeyPath, _ value: SettingValue?) {
            self.key = key
            self.value = value
        }
    }

    /// Several changes of one domain.
    package struct Apply: Equatable, Sendable {
        package var domain: Domain
        package var changes: [KeyChange]
        /// No key of the domain may have changed after this number.
        package var ifSeq: UInt64?
        /// Whether a domain that nobody knows is made.
        package var mayCreate: Bool

        package init(
            domain: Domain,
            changes: [KeyChange],
            ifSeq: UInt64? = nil,
            mayCreate: Bool = true
        ) {
            self.mayCreate = mayCreate
            self.domain = domain
            self.changes = changes
            self.ifSeq = ifSeq
        }
    }

    /// Where in the stream of changes a client is.
    package struct Cursor: Equatable, Sendable {
        /// nil to take the seq as one of the present epoch, as `settingsctl watch --since` does.
        package var epoch: String?
        package var seq: UInt64

        package init(epoch: String?, seq: UInt64) {
            self.epoch = epoch
            self.seq = seq
        }
    }

    /// What a subscriber wants to hear of.
    package struct Subscribe: Equatable, Sendable {
        /// nil for all.
        package var domains: [Domain]?
        /// nil for all.
        package var keys: [KeyPattern]?
        /// nil to begin now.
        package var cursor: Cursor?
        package var start: Start
        package var minimumIntervalMilliseconds: Int?
        package var onGap: OnGap

        /// What comes first.
        package enum Start: Sendable {
            case changes
            case snapshot
        }
        /// What to do when the changes since the cursor are forgotten.
        package enum OnGap: String, CaseIterable, Sendable {
            case snapshot
            case fail
        }
    }

    /// One long poll.
    package struct Wait: Equatable, Sendable {
        package var domain: Domain
        /// nil for all.
        package var keys: [KeyPattern]?
        /// nil to begin now.
        package var cursor: Cursor?
        /// nil to wait for ever.
        package var timeoutMilliseconds: Int?
    }

    /// Which entries of the history.
    package struct History: Equatable, Sendable {
        package var domain: Domain?
        package var key: SettingKeyPath?
        package var since: UInt64?
        package var limit: Int?
        /// What the page before gave as `next`: only older entries.
        package var before: UInt64?
        /// Only the entries of this step.
        package var group: UInt64?
    }

    /// A kept version of a file.
    package struct Version: Equatable, Sendable {
        /// Which version.
        package enum Choice: Equatable, Sendable {
            case number(UInt64)
            /// The one that the file had then, in milliseconds since 1970.
            case time(Int64)
            /// The one that a restored file most likely is to say.
            case former
        }
        package var file: String
        package var choice: Choice
        /// Whether the caller is about to put it at the path.
        package var isRestored: Bool

        package init(file: String, choice: Choice, isRestored: Bool) {
            self.file = file
            self.choice = choice
            self.isRestored = isRestored
        }
    }

    /// What to undo.
    package enum UndoTarget: Equatable, Sendable {
        /// How many steps are undone as one: each of them is looked up in the history, while others wait.
        package static let mostSteps = 1_000

        case entry(id: UInt64)
        case seq(UInt64)
        /// All of these steps, each by its `group`, as one.
        case steps([UInt64])
        /// The last change of a key and the keys below it that isn't undone.
        case key(Domain, SettingKeyPath)
        /// The last step of a domain that isn't undone; with nil, the last one that a person or the client
        /// itself made.
        case newest(Domain?)
        /// All changes of a domain (nil for all) after a time, in milliseconds since 1970.
        case since(Domain?, Int64)
    }

    /// A file to make a replica, or a bundle or schema to take the rules from; or both.
    package struct Link: Equatable, Sendable {
        package var domain: Domain
        package var file: String?
        package var bundle: String?
        package var schema: String?
        package var format: String?
        package var prefix: SettingKeyPath?
        /// The file's keys whose texts say the domain's; empty where both have the same keys.
        package var map: [MappedKey] = []
        package var keys: [KeyPattern]?
        package var layer: FileLayer?
        /// Which keys the file takes on; nil to have what is usual.
        package var adopt: Adoption?
        /// Whether the domain is forgotten when nobody looks at it any more.
        package var isBorrowed = false
        /// Whose values count where the file and the domain differ.
        package var preference: LinkPreference?
        /// The token of the plan that was shown; nil to link whatever is there.
        package var plan: String?
    }

    /// A file to stop syncing, or a bundle or schema.
    package struct Unlink: Equatable, Sendable {
        package var domain: Domain
        package var file: String
        /// Whether the file gets the text that it had before it was linked.
        package var isReverted = false

        /// Creates a request that leaves the file as it is.
        package init(domain: Domain, file: String) {
            self.domain = domain
            self.file = file
        }
    }

    /// A key whose value is written where mapped files have texts of their own.
    package struct Follow: Equatable, Sendable {
        package var domain: Domain
        package var key: SettingKeyPath
        /// nil for all files.
        package var file: String?
        /// Whether the texts stay and become the files' words for the value.
        package var isAsIs = false

        /// Creates a request about all files.
        package init(domain: Domain, key: SettingKeyPath) {
            (self.domain, self.key) = (domain, key)
        }
    }

    /// A layer that files hold.
    package enum FileLayer: String, CaseIterable, Sendable {
        case user
        case site
        case `default`
        case managed
    }
}
