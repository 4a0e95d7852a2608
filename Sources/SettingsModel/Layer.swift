// Levels of the search order.

/// Which level of the search order a value comes from; the order of the cases is the search order.
package enum Layer: String, CaseIterable, Sendable {
    case managed
    case user
    case site
    case global
    case `default`
}
