// The answer to describe: methods, notifications, errors and types as JSON Schema.

import SettingsModel

/// What the agent speaks, for programs that want to know: the answer to `describe`.
package struct ProtocolDescription: ReplyResult {
    private let methods: [Method]

    /// Describes one method by its name, or everything for nil.
    ///
    /// - Throws: ``RPCError`` with code `.methodNotFound`.
    package init(method name: String?) throws(RPCError) {
        guard let name else {
            methods = Method.allCases.filter { !$0.isOfVarlink }
            return
        }
        guard let method = Method(name: name, wire: .jsonRPC) else {
            throw RPCError(
                .methodNotFound,
                "there is no method '\(name.escapedForDisplay)'",
                advice: "Call 'describe' without a name for all of them"
            ).with { $0.method = name }
        }
        methods = [method]
    }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("protocol", Greeting.protocolVersion)
        json.key("methods")
        json.array(methods) { $0.method($1) }
        json.key("notifications")
        json.array(Notification.Kind.allCases) { json, kind in
            json.object {
                $0.member("name", kind.rawValue)
                $0.member("summary", kind.summary)
                $0.schema("params", kind.fields)
            }
        }
        json.key("errors")
        json.array(RPCError.Code.allCases) { json, code in
            json.object {
                $0.member("code", code.rawValue)
                $0.member("slug", code.slug)
            }
        }
        json.key("types")
        json.object { json in
            for type in NamedType.allCases { json.schema(type.rawValue, type.fields) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func method(_ method: Method) {
        let facts = method.description
        object {
            $0.member("name", method.rawValue)
            $0.member("summary", facts.summary)
            $0.member("positions", facts.parameters.map(\.name))
            $0.schema("params", facts.parameters)
            $0.schema("result", facts.results)
            $0.member("errors", facts.errors.map(\.slug))
        }
    }

    fileprivate mutating func schema(_ name: String, _ fields: [WireField]) {
        key(name)
        object { $0.members(of: fields) }
    }

    private mutating func members(of fields: [WireField]) {
        member("type", "object")
        key("properties")
        object { json in
            for field in fields {
                json.key(field.name)
                json.object {
                    if !field.summary.isEmpty { $0.member("description", field.summary) }
                    $0.members(of: field.type)
                }
            }
        }
        member("required", fields.filter { !$0.isOptional }.map(\.name))
    }

    private mutating func members(of type: WireType) {
        switch type {
        case .string, .domain, .keyPattern: member("type", "string")
        case .integer: member("type", "integer")
        case .boolean: member("type", "boolean")
        case .value, .any: break
        case .keyPath:
            key("oneOf")
            beginArray()
            object { $0.member("type", "string") }
            object { $0.members(of: .array(.string)) }
            endArray()
        case .choice(let words): member("enum", words)
        case .requestID: member("type", ["string", "integer"])
        case .array(let element):
            member("type", "array")
            key("items")
            object { $0.members(of: element) }
        case .object(let fields): members(of: fields)
        case .named(let type): member("$ref", "#/types/" + type.rawValue)
        }
    }
}

/// The answer to Varlink's `GetInfo`.
package struct ServiceInformation: ReplyResult, Equatable {
    private let version: String

    /// Creates an answer with the agent's version.
    package init(version: String) { self.version = version }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) {
        json.member("vendor", "settings-agent")
        json.member("product", "settings-agent")
        json.member("version", version)
        json.member("url", "")
        json.member("interfaces", [VarlinkInterface.serviceName, VarlinkInterface.name])
    }
}

/// The answer to Varlink's `GetInterfaceDescription`.
package struct InterfaceText: ReplyResult, Equatable {
    private let text: String

    /// Creates an answer.
    package init(_ text: String) { self.text = text }

    /// Writes the result's members.
    package func write(to json: inout JSONWriter) { json.member("description", text) }
}
