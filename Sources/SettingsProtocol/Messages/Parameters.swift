// The parameters of a request, by name or position.

import SettingsModel

/// The parameters of one request, found by name; reading one checks its type.
struct Parameters {
    private let known: [Method.Parameter]
    private var values: [JSONText?]
    private let limits: Limits

    /// Sorts parameters that came as an object, an array or not at all.
    init(_ params: JSONText?, of method: Method, limits: Limits) throws(RPCError) {
        known = method.parameters
        values = Array(repeating: nil, count: known.count)
        self.limits = limits
        if let elements = params?.elements {
            try take(elements, of: method)
        } else if let members = params?.members {
            try take(members, of: method)
        }
    }

    private mutating func take(_ elements: [JSONText], of method: Method) throws(RPCError) {
        guard elements.count <= known.count else {
            throw RPCError(
                .invalidParams,
                "'\(method.rawValue)' has \(elements.count) parameters, at most \(known.count)",
                advice: "It takes \(takes)"
            )
        }
        for (index, element) in elements.enumerated() { values[index] = element }
    }

    private mutating func take(
        _ members: [(key: String, value: JSONText)],
        of method: Method
    ) throws(RPCError) {
        for (key, value) in members {
            guard let index = known.firstIndex(where: { $0.name == key }) else {
                // Passing over it would make a misspelt 'ifRev' an unconditional write.
                throw RPCError(
                    .invalidParams,
                    "'\(method.rawValue)' has no parameter '\(key.escapedForDisplay)'",
                    advice: "It takes \(takes)"
                ).with { $0.parameter = key }
            }
            values[index] = value
        }
    }

    private var takes: String {
        known.isEmpty ? "no parameters" : known.map(\.name).joined(separator: ", ")
    }

    /// The parameter as it came; nil if it is absent.
    ///
    /// - Precondition: The method has it.
    private subscript(_ name: String) -> JSONText? {
        guard let index = known.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("the method has no parameter '\(name)'")
        }
        return values[index]
    }

    /// The parameter as it came; nil if it is absent or null, which is the same but for values.
    private func present(_ name: String) -> JSONText? {
        guard let text = self[name], !text.isNull else { return nil }
        return text
    }

    /// The error for a parameter.
    func wrong(_ name: String, _ problem: String, advice: String) -> RPCError {
        RPCError(.invalidParams, "'\(name)' \(problem)", advice: advice)
            .with { $0.parameter = name }
    }

    private func required<Value>(_ value: Value?, _ name: String) throws(RPCError) -> Value {
        guard let value else { throw wrong(name, "is missing", advice: "It takes \(takes)") }
        return value
    }
}

// MARK: Plain types

// Each gives nil where the parameter is absent or null, and throws `.invalidParams` for another type;
// one that is required is there, or that is thrown, too.
extension Parameters {
    func string(_ name: String) throws(RPCError) -> String? {
        guard let text = present(name) else { return nil }
        guard let string = text.string else {
            throw wrong(name, "is no string", advice: "Put it in double quotes")
        }
        return string
    }

    func requiredString(_ name: String) throws(RPCError) -> String {
        try required(try string(name), name)
    }

    func boolean(_ name: String) throws(RPCError) -> Bool? {
        guard let text = present(name) else { return nil }
        guard let flag = text.boolean else {
            throw wrong(name, "is neither true nor false", advice: "Write true or false")
        }
        return flag
    }

    /// A whole number from 0 to 2^53, which every language's JSON holds.
    func integer(_ name: String) throws(RPCError) -> UInt64? {
        guard let text = present(name) else { return nil }
        guard let number = text.integer, (0...1 << 53).contains(number) else {
            throw wrong(
                name,
                "is no whole number from 0 to 9007199254740992",
                advice: "Write it without a point"
            )
        }
        return UInt64(number)
    }

    func requiredInteger(_ name: String) throws(RPCError) -> UInt64 {
        try required(try integer(name), name)
    }

    func integers(_ name: String) throws(RPCError) -> [Int]? {
        guard let elements = try list(name) else { return nil }
        let numbers = elements.compactMap { $0.integer.map { Int($0) } }
        guard numbers.count == elements.count else {
            throw wrong(name, "holds something else than whole numbers", advice: "Write [1]")
        }
        return numbers
    }

    /// Keys of a file with their pictures, each as one text.
    func mappedKeys(_ name: String) throws(RPCError) -> [MappedKey] {
        var keys: [MappedKey] = []
        for element in try list(name) ?? [] {
            guard let text = element.string else {
                throw wrong(
                    name,
                    "holds something else than strings",
                    advice: "Write [\"font_size={font.size|number}\"]"
                )
            }
            do {
                keys.append(try MappedKey(parsing: text, limits: limits))
            } catch {
                throw wrong(name, "is wrong: \(error.problem)", advice: error.advice)
            }
        }
        return keys
    }

    private func list(_ name: String) throws(RPCError) -> [JSONText]? {
        guard let text = present(name) else { return nil }
        guard let elements = text.elements else {
            throw wrong(name, "is no list", advice: "Put it in brackets")
        }
        return elements
    }

    /// One of a few words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        _ type: Choice.Type
    ) throws(RPCError) -> Choice? where Choice.RawValue == String {
        guard let word = try string(name) else { return nil }
        guard let choice = Choice(rawValue: word) else {
            throw wrong(
                name,
                "is '\(word.escapedForDisplay)'",
                advice: "Write one of " + Choice.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        return choice
    }

    func requestID(_ name: String) throws(RPCError) -> RequestID {
        let text = try required(present(name), name)
        guard text.isString || text.isNumber else {
            throw wrong(name, "is no request's id", advice: "Write the id as in the request")
        }
        return RequestID(json: Array(text.bytes))
    }
}

// MARK: Types of the model

extension Parameters {
    func domain(_ name: String) throws(RPCError) -> Domain? {
        guard let text = try string(name) else { return nil }
        do {
            return try Domain(text)
        } catch {
            throw wrong(name, "is wrong: \(error.problem)", advice: error.advice)
        }
    }

    func requiredDomain(_ name: String = "domain") throws(RPCError) -> Domain {
        try required(try domain(name), name)
    }

    func domains(_ name: String) throws(RPCError) -> [Domain]? {
        guard let elements = try list(name) else { return nil }
        var domains: [Domain] = []
        for element in elements {
            guard let text = element.string else {
                throw wrong(name, "holds something else than strings", advice: "Write [\"domain\"]")
            }
            do {
                domains.append(try Domain(text))
            } catch {
                throw wrong(name, "is wrong: \(error.problem)", advice: error.advice)
            }
        }
        return domains
    }

    func keyPath(_ name: String) throws(RPCError) -> SettingKeyPath? {
        guard let text = present(name) else { return nil }
        return try keyPath(text, name)
    }

    func requiredKeyPath(_ name: String = "key") throws(RPCError) -> SettingKeyPath {
        try required(try keyPath(name), name)
    }

    func keyPaths(_ name: String) throws(RPCError) -> [SettingKeyPath]? {
        guard let elements = try list(name) else { return nil }
        var paths: [SettingKeyPath] = []
        for element in elements { paths.append(try keyPath(element, name)) }
        return paths
    }

    func keyPatterns(_ name: String) throws(RPCError) -> [KeyPattern]? {
        guard let elements = try list(name) else { return nil }
        var patterns: [KeyPattern] = []
        for element in elements {
            guard let text = element.string else {
                patterns.append(.exactly(try keyPath(element, name)))
                continue
            }
            do {
                patterns.append(try KeyPattern(parsing: text, limits: limits))
            } catch {
                throw wrong(name, "is wrong: \(error.problem)", advice: error.advice)
            }
        }
        return patterns
    }

    private func keyPath(_ text: JSONText, _ name: String) throws(RPCError) -> SettingKeyPath {
        do {
            if let dotted = text.string {
                return try SettingKeyPath(parsing: dotted, limits: limits)
            }
            let segments = text.elements?.map(\.string)
            guard let segments, !segments.contains(nil) else {
                throw wrong(
                    name,
                    "is no key path",
                    advice: #"Write "font.size" or ["font","size"]"#
                )
            }
            return try SettingKeyPath(checking: segments.compactMap(\.self), limits: limits)
        } catch let error as ModelError {
            throw wrong(name, "is wrong: \(error.problem)", advice: error.advice)
        } catch let error as RPCError {
            throw error
        } catch {
            throw wrong(name, "is wrong: \(error)", advice: "Write a key path like font.size")
        }
    }

    /// A setting's value, which may be null.
    func requiredValue(_ name: String) throws(RPCError) -> SettingValue {
        try required(try value(name), name)
    }

    /// A setting's value, which may be null; nil only where the parameter is absent.
    func value(_ name: String) throws(RPCError) -> SettingValue? {
        guard let text = self[name] else { return nil }
        return try value(text, name)
    }

    /// A text that a value is read from.
    func text(_ name: String) throws(RPCError) -> String? {
        if let text = present(name) { try checkSize(of: text, name) }
        return try string(name)
    }

    private func checkSize(of text: JSONText, _ name: String) throws(RPCError) {
        guard text.bytes.count > limits.valueBytes else { return }
        throw RPCError(
            .tooLarge,
            "'\(name)' has \(text.bytes.count) bytes, at most \(limits.valueBytes)",
            advice: "Keep large data in a file and set its path"
        ).with { $0.parameter = name }
    }

    private func value(_ text: JSONText, _ name: String) throws(RPCError) -> SettingValue {
        try checkSize(of: text, name)
        do {
            return try text.value
        } catch {
            throw wrong(name, "is no value: \(error.problem)", advice: "See the manual on values")
        }
    }

    /// Changes as `apply` and `validate` take them.
    func changes(_ name: String) throws(RPCError) -> [Call.KeyChange]? {
        guard let elements = try list(name) else { return nil }
        var changes: [Call.KeyChange] = []
        for element in elements { changes.append(try change(element, name)) }
        return changes
    }

    func requiredChanges(_ name: String) throws(RPCError) -> [Call.KeyChange] {
        try required(try changes(name), name)
    }

    private func change(_ text: JSONText, _ name: String) throws(RPCError) -> Call.KeyChange {
        let malformed = wrong(
            name,
            "holds something else than changes",
            advice: #"Write {"key":"font.size","value":14} or {"key":"font.size","unset":true}"#
        )
        var key: JSONText?
        var value: JSONText?
        var isUnset = false
        for (member, text) in text.members ?? [] {
            switch member {
            case "key": key = text
            case "value": value = text
            case "unset": isUnset = text.boolean == true
            default: throw malformed
            }
        }
        guard let key, (value != nil) != isUnset else { throw malformed }
        let path = try keyPath(key, name)
        guard let value else { return Call.KeyChange(path, nil) }
        return Call.KeyChange(path, try self.value(value, name))
    }
}
