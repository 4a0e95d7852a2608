// What a link would change, as `compare` answers it.

package import SettingsModel

/// The answer to `compare`: what linking a file would change.
package struct LinkPlan: ReadableResult, WireObject, Equatable {
    /// A setting for which a file and its domain have different values.
    package struct Difference: WireObject, WireValue, Equatable {
        package var key: SettingKeyPath
        /// What the file says; nil for a secret.
        package var here: SettingValue?
        /// What the domain says; nil for a secret, and for a value that something else is in place of.
        package var there: SettingValue?
        /// Whether the file's value is the newer one.
        package var isNewer: Bool

        package init(
            _ key: SettingKeyPath,
            here: SettingValue?,
            there: SettingValue?,
            isNewer: Bool
        ) {
            self.key = key
            self.here = here
            self.there = there
            self.isNewer = isNewer
        }

        /// Passes the members on, in their order.
        package init(_ members: inout some WireMembers, of difference: Self?) {
            key = members.keyPath(difference?.key)
            here = members.optional("here", difference?.here)
            there = members.optional("there", difference?.there)
            isNewer = members.required("newer", difference?.isNewer, or: false)
        }
    }

    /// Settings that go from one side to the other.
    package struct Settings: WireObject, WireValue, Equatable {
        /// How many they are.
        package var count: Int
        /// The first of them, in key order.
        package var keys: [SettingKeyPath]

        /// Sums up settings.
        package init(_ keys: [SettingKeyPath]) {
            count = keys.count
            self.keys = Array(keys.prefix(LinkPlan.shownCount))
        }

        /// Passes the members on, in their order.
        package init(_ members: inout some WireMembers, of settings: Self?) {
            count = members.required("count", settings?.count)
            keys = members.required("keys", settings?.keys)
        }
    }

    /// How many settings are named of each kind.
    package static let shownCount = 100

    /// What was compared; a link with it is refused once that has changed.
    package var token: String
    /// Whether the file is linked to the domain already.
    package var isLinked = false
    /// Whether the domain had settings.
    package var hasOthers = false
    /// Why the file can't be compared now; nil where it could be.
    package var problem: String?
    /// The first differences, in key order.
    package private(set) var differences: [Difference] = []
    package private(set) var differenceCount = 0
    /// In how many of them the file's value is the newer one.
    package private(set) var newerCount = 0
    /// What only the file has.
    package var taken = Settings([])
    /// What the file lacks and is given.
    package var added = Settings([])

    /// Creates a plan that changes nothing.
    package init(token: String) { self.token = token }

    /// Says where the file and the domain differ.
    package mutating func set(_ differences: [Difference]) {
        self.differences = Array(differences.prefix(Self.shownCount))
        differenceCount = differences.count
        newerCount = differences.count(where: \.isNewer)
    }

    /// In how many differing settings the file's values count.
    package func countOfThis(preferring preference: LinkPreference) -> Int {
        switch preference {
        case .this: differenceCount
        case .others: 0
        case .newer: newerCount
        }
    }

    /// Passes the members on, in their order.
    package init(_ members: inout some WireMembers, of plan: Self?) {
        token = members.required("token", plan?.token)
        isLinked = members.required("linked", plan?.isLinked, or: false)
        hasOthers = members.required("others", plan?.hasOthers, or: false)
        problem = members.optional("problem", plan?.problem)
        differenceCount = members.required("differs", plan?.differenceCount)
        newerCount = members.required("newer", plan?.newerCount)
        differences = members.required("differences", plan?.differences, or: [])
        taken = members.required("taken", plan?.taken, or: Settings([]))
        added = members.required("added", plan?.added, or: Settings([]))
    }
}
