// The interface in Varlink's own language, made of the same facts as the decoder.

import SettingsModel

/// Our interface for Varlink clients, after its language's grammar.
///
/// Source: https://varlink.org/Interface-Definition
package enum VarlinkInterface {
    /// Its name, before the name of every method and error.
    package static let name = "dev.settings.Agent"
    /// The interface that every Varlink service has.
    package static let serviceName = "org.varlink.service"

    /// The text of an interface.
    ///
    /// - Throws: ``RPCError`` with code `.invalidParams` for an unknown one.
    package static func text(of interface: String) throws(RPCError) -> String {
        switch interface {
        case name: return agentText
        case serviceName: return serviceText
        default:
            throw RPCError(
                .invalidParams,
                "there is no interface '\(interface.escapedForDisplay)'",
                advice: "There are \(name) and \(serviceName)"
            ).with { $0.parameter = "interface" }
        }
    }

    private static let agentText: String = {
        var text = "# Settings in step wherever they are written.\ninterface \(name)\n"
        for type in NamedType.allCases {
            text += "\ntype \(type.rawValue) \(structure(type.fields))\n"
        }
        for method in Method.allCases where !method.isOfVarlink { text += declaration(of: method) }
        for code in RPCError.Code.allCases where code != .methodNotFound && code != .invalidParams {
            text += "\nerror \(code.slug) \(structure(errorFields))\n"
        }
        return text
    }()

    private static let serviceText: String = {
        var text = "interface \(serviceName)\n"
        for method in Method.allCases where method.isOfVarlink {
            let facts = method.description
            let bare = method.rawValue.dropFirst(serviceName.count + 1)
            text +=
                "\nmethod \(bare)\(structure(facts.parameters)) -> \(structure(facts.results))\n"
        }
        return text + """

            error InterfaceNotFound (interface: string)

            error MethodNotFound (method: string)

            error MethodNotImplemented (method: string)

            error InvalidParameter (parameter: string)

            """
    }()

    private static func declaration(of method: Method) -> String {
        let facts = method.description
        let results = method == .subscribe ? streamedFields : facts.results
        let note = method == .subscribe ? "# Call it with more: true.\n" : ""
        return "\n# \(facts.summary)\n\(note)method \(method.capitalizedName)"
            + "\(structure(facts.parameters)) -> \(structure(results))\n"
    }

    /// What any of the replies to `Subscribe` may have.
    private static let streamedFields: [WireField] = {
        let lists =
            [Method.subscribe.description.results]
            + Notification.Kind.allCases.map(\.fields)
        var fields = [WireField.required("event", .string)]
        for field in lists.joined() where !fields.contains(where: { $0.name == field.name }) {
            fields.append(.optional(field.name, field.type))
        }
        return fields
    }()

    /// What every error of ours tells, as far as it is known.
    private static let errorFields: [WireField] = [
        .required("slug", .string), .required("problem", .string), .required("advice", .string),
        .optional("rev", .integer), .optional("retryMs", .integer), .optional("layer", .string),
        .optional("file", .string), .optional("line", .integer), .optional("column", .integer),
    ]

    private static func structure(_ fields: [WireField]) -> String {
        let members = fields.map { "\($0.name): \($0.isOptional ? "?" : "")\(name(of: $0.type))" }
        return "(" + members.joined(separator: ", ") + ")"
    }

    private static func name(of type: WireType) -> String {
        switch type {
        case .string, .domain, .keyPath, .keyPattern, .choice, .requestID: "string"
        case .integer: "int"
        case .boolean: "bool"
        case .value, .any: "object"
        case .array(let element): "[]" + name(of: element)
        case .object(let fields): structure(fields)
        case .named(let type): type.rawValue
        }
    }
}
