// What the values on the wire can be, as facts that readers and descriptions share.

/// The type of a parameter or of a member of a reply.
package indirect enum WireType: Sendable {
    case string
    case integer
    case boolean
    /// A setting's value.
    case value
    /// A domain's name.
    case domain
    /// A key path: dotted text, or an array of strings.
    case keyPath
    /// A key path, or all below one: `font.*`.
    case keyPattern
    /// One of a few words.
    case choice([String])
    /// The id of a request.
    case requestID
    case array(WireType)
    case object([WireField])
    /// A type with a name of its own.
    case named(NamedType)
    /// Any JSON.
    case any
}

/// A parameter, or a member of an object.
package struct WireField: Sendable {
    package var name: String
    package var type: WireType
    package var isOptional: Bool
    /// What it means, as a sentence; empty where the name says it.
    package var summary: String

    /// A member that is always there.
    package static func required(
        _ name: String,
        _ type: WireType,
        _ summary: String = ""
    ) -> WireField {
        WireField(name: name, type: type, isOptional: false, summary: summary)
    }

    /// A member that may be left out.
    package static func optional(
        _ name: String,
        _ type: WireType,
        _ summary: String = ""
    ) -> WireField {
        WireField(name: name, type: type, isOptional: true, summary: summary)
    }
}

/// What one method takes, gives and fails with.
package struct MethodDescription: Sendable {
    /// What it does, as a sentence.
    package var summary: String
    /// In the order of positional parameters.
    package var parameters: [WireField]
    package var results: [WireField]
    /// What it fails with, beside bad parameters and the agent's own trouble.
    package var errors: [RPCError.Code]

    /// Creates a description.
    init(
        _ summary: String,
        takes parameters: [WireField] = [],
        gives results: [WireField],
        fails errors: [RPCError.Code] = []
    ) {
        self.summary = summary
        self.parameters = parameters
        self.results = results
        self.errors = errors
    }
}
