// Requests as typed values.

package import SettingsModel

/// A method with its parameters, checked.
package enum Call: Equatable, Sendable {
    case hello(client: String?, protocols: [Int]?)
    case ping
    case get(domain: Domain, key: SettingKeyPath, layer: LayerName?)
    case getMany(domain: Domain, Selection)
    case list(List)
    case set(Assignment)
    case unset(Unset)
    case apply(Apply)
    case subscribe(Subscribe)
    case unsubscribe(sub: UInt64)
    case wait(Wait)
    case applied(sub: UInt64, seq: UInt64)
    case pending(domain: Domain?)
    case explain(domain: Domain, key: SettingKeyPath)
    case history(History)
    case undo(UndoTarget)
    case validate(domain: Domain, changes: [KeyChange])
    case domains
    case link(Link)
    case unlink(domain: Domain, file: String)
    case replicas(domain: Domain?)
    case rescan(domain: Domain?, EmptiedFiles)
    case settle(domain: Domain, timeoutMilliseconds: Int?, keys: [SettingKeyPath])
    case cancel(RequestID)
    case describe(method: String?)
    case stats
    case getInfo
    case getInterfaceDescription(interface: String)

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
        package var layer: LayerName?
    }

    /// A layer that clients write to.
    package enum WritableLayer: String, Sendable {
        case user
        case session
    }

    /// A new value for one key.
    package struct Assignment: Equatable, Sendable {
        package var domain: Domain
        package var key: SettingKeyPath
        package var value: SettingValue
        /// The rev that the key must still have.
        package var ifRev: UInt64?
        package var layer: WritableLayer
        package var origin: String?
        /// When to answer.
        package var durability: Durability
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
        /// The rev that the key must still have.
        package var ifRev: UInt64?
        package var layer: WritableLayer
        package var origin: String?
    }

    /// One change of several.
    package struct KeyChange: Equatable, Sendable {
        package var key: SettingKeyPath
        /// nil to remove.
        package var value: SettingValue?

        /// Creates a change.
        package init(_ key: SettingKeyPath, _ value: SettingValue?) {
            self.key = key
            self.value = value
        }
    }

    /// Several changes of one domain, or a part of them.
    package struct Apply: Equatable, Sendable {
        package var domain: Domain
        package var changes: [KeyChange]
        /// No key of the domain may have changed after this number.
        package var ifSeq: UInt64?
        /// Which part this is; nil for all of them.
        package var part: Part?

        /// Creates a request.
        package init(domain: Domain, changes: [KeyChange], ifSeq: UInt64? = nil, part: Part? = nil)
        {
            self.domain = domain
            self.changes = changes
            self.ifSeq = ifSeq
            self.part = part
        }
    }

    /// The place of a part among the parts of one request, from 1 on.
    package struct Part: Equatable, Sendable {
        package var number: UInt64
        package var count: UInt64

        /// Creates a place.
        package init(_ number: UInt64, of count: UInt64) {
            self.number = number
            self.count = count
        }
    }

    /// Where in the stream of changes a client is.
    package struct Cursor: Equatable, Sendable {
        /// nil to take the seq as one of the present epoch, as `settingsctl watch --since` does.
        package var epoch: String?
        package var seq: UInt64

        /// Creates a cursor.
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
        package enum OnGap: String, Sendable {
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
    }

    /// What to undo.
    package enum UndoTarget: Equatable, Sendable {
        case entry(id: UInt64)
        case seq(UInt64)
        /// The last change of a key.
        case key(Domain, SettingKeyPath)
    }

    /// A file to make a replica, or a bundle or schema to take the rules from; or both.
    package struct Link: Equatable, Sendable {
        package var domain: Domain
        package var file: String?
        package var bundle: String?
        package var schema: String?
        package var format: String?
        package var prefix: SettingKeyPath?
        package var keys: [KeyPattern]?
        package var layer: FileLayer?
        /// Which keys the file takes on; nil to have what is usual.
        package var adopt: Adoption?
        /// Whether the domain is forgotten when nobody looks at it any more.
        package var isBorrowed: Bool
    }

    /// A layer that files hold.
    package enum FileLayer: String, CaseIterable, Sendable {
        case user
        case site
        case `default`
        case managed
    }

    /// Which keys a file takes on that it doesn't have.
    package enum Adoption: String, CaseIterable, Sendable {
        case primary
        case present
        case all
    }

    /// What `rescan` does with files that lost all their keys.
    package enum EmptiedFiles: Sendable {
        case hold
        case accept
    }
}
