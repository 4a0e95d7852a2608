// What a client can ask for.

/// A method of the agent; the raw value is its name in JSON-RPC.
package enum Method: String, CaseIterable, Sendable {
    case hello
    case ping
    case get
    case resolve
    case getMany
    case list
    case set
    case unset
    case apply
    case subscribe
    case unsubscribe
    case wait
    case applied
    case pending
    case explain
    case history
    case undo
    case validate
    case domains
    case compare
    case link
    case unlink
    case replicas
    case rescan
    case accept
    case versions
    case version
    case settle
    case cancel
    case describe
    case stats
    /// What the agent itself is, for Varlink's tools.
    case getInfo = "org.varlink.service.GetInfo"
    case getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) } + [("rpc.discover", .describe)]
    )
    private static let byVarlinkName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.varlinkName, $0) }
    )

    /// The method that a message names; nil for an unknown one.
    init?(name: String, wire: Wire) {
        let table = wire == .varlink ? Self.byVarlinkName : Self.byName
        guard let method = table[name] else { return nil }
        // Varlink's own interface is only for its clients.
        guard wire == .varlink || !method.isOfVarlink else { return nil }
        self = method
    }

    /// Whether the method belongs to the interface that every Varlink service has.
    package var isOfVarlink: Bool { self == .getInfo || self == .getInterfaceDescription }

    /// The name in Varlink: `dev.settings.Agent.GetMany`.
    package var varlinkName: String {
        isOfVarlink ? rawValue : VarlinkInterface.name + "." + capitalizedName
    }

    /// The name as Varlink writes it within its interface: `GetMany`.
    var capitalizedName: String {
        rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}
