// What a client can ask for.

/// A method of the agent; the raw value is its name.
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
    case explain
    case history
    case undo
    case redo
    case validate
    case domains
    case compare
    case link
    case unlink
    case forget
    case replicas
    case rescan
    case accept
    case follow
    case versions
    case version
    case settle
    case cancel
    case stats

    /// A parameter of a method.
    package struct Parameter: Equatable, Sendable {
        package let name: String
        /// Whether it may be left out, or another one may stand in its place.
        package let isOptional: Bool

        /// Reads a name as the manual writes it.
        fileprivate init(_ word: Substring) {
            isOptional = word.hasSuffix("?")
            name = String(isOptional ? word.dropLast() : word)
        }
    }

    private static let table = Dictionary(
        uniqueKeysWithValues: allCases.map { method in
            (method, method.names.split(separator: " ").map(Parameter.init))
        }
    )

    /// The parameters in the order of their positions.
    package var parameters: [Parameter] { Self.table[self] ?? [] }

    /// The names of the parameters; those that may be left out have a question mark.
    private var names: String {
        switch self {
        case .hello: "client? protocols?"
        case .ping, .domains, .stats: ""
        case .get: "domain key layer?"
        case .resolve: "domain text"
        case .forget: "domain"
        case .getMany: "domain keys? prefix?"
        case .list: "domain? prefix? depth? limit? after? layer?"
        case .set: "domain key value? ifRev? origin? durable? at? text? force? create?"
        case .unset: "domain key ifRev? origin? at?"
        case .apply: "domain changes ifSeq? create?"
        case .subscribe: "domains? keys? epoch? seq? snapshot? minInterval? onGap?"
        case .unsubscribe: "sub"
        case .wait: "domain keys? epoch? seq? timeoutMs?"
        case .explain: "domain key"
        case .history: "domain? key? since? limit? before? group?"
        case .undo: "seq? domain? key? id? since? steps?"
        case .redo: "domain? key?"
        case .validate: "domain changes?"
        case .compare: "domain file format? prefix? keys? adopt? map?"
        case .link:
            "domain file? bundle? schema? format? prefix? keys? layer? adopt? borrowed? prefer? plan? map?"
        case .unlink: "domain file revert?"
        case .replicas, .rescan: "domain?"
        case .accept: "domain? file?"
        case .follow: "domain key file? asIs?"
        case .versions: "file"
        case .version: "file version? at? restore?"
        case .settle: "domain timeoutMs? keys?"
        case .cancel: "id"
        }
    }
}
