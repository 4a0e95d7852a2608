// Results as a client reads them.

import SettingsModel

extension Position: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(seq: try json.integer("seq"))
    }
}

extension Setting: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            key: try json.keyPath(),
            value: try json.value("value") ?? .null,
            rev: try json.integer("rev"),
            layer: try json.choice("layer"),
            origin: try json.string("origin")
        )
        isSecret = json.flag("secret")
    }
}

extension Entry {
    /// Reads what ``write(to:)`` wrote.
    init(json: JSONObject) throws(JSONError) {
        let content: Content
        if let children: Int = json.optionalInteger("children") {
            content = .children(children)
        } else if json.flag("secret"), json["value"] == nil {
            content = .secret(
                rev: try json.integer("rev"),
                layer: try json.choice("layer"),
                origin: try json.string("origin")
            )
        } else {
            content = .value(
                try json.value("value") ?? .null,
                rev: try json.integer("rev"),
                layer: try json.choice("layer"),
                origin: try json.string("origin")
            )
        }
        self.init(domain: try json.domain(), key: try json.keyPath(), content: content)
        isSecret = json.flag("secret")
    }
}

extension Page: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            seq: try json.integer("seq"),
            entries: try json.objects("entries") { object throws(JSONError) in
                try Entry(json: object)
            },
            next: json["next"]?.string
        )
    }
}

extension JSONObject {
    fileprivate func warnings() throws(JSONError) -> [Warning] {
        try objects("warnings") { object throws(JSONError) in
            Warning(
                file: object["file"]?.string,
                state: try object.choice("state"),
                problem: try object.string("problem")
            )
        }
    }
}

extension Acceptance: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            seq: try json.integer("seq"),
            rev: try json.integer("rev"),
            isChanged: json.flag("changed"),
            warnings: try json.warnings()
        )
    }
}

extension Application: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            seq: try json.integer("seq"),
            revs: json["revs"]?.elements?.compactMap { $0.integer.flatMap(UInt64.init(exactly:)) },
            warnings: try json.warnings()
        )
    }
}

extension Subscribed: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            sub: try json.integer("sub"),
            epoch: try json.string("epoch"),
            seq: try json.integer("seq"),
            mode: try json.choice("mode"),
            reason: json["reason"]?.string
        )
    }
}

extension Waited: ReadableResult {
    /// Reads what ``write(to:)`` wrote.
    package init(json: JSONObject) throws(JSONError) {
        let isOver = json.flag("timedOut")
        self.init(
            epoch: try json.string("epoch"),
            seq: try json.integer("seq"),
            changes: isOver ? nil : try ChangeMessage.list(in: json)
        )
    }
}

extension ChangeMessage {
    /// Reads a change.
    package init(json: JSONObject) throws(JSONError) {
        self.init(
            domain: try json.domain(),
            key: try json.keyPath(),
            value: try json.value("value"),
            old: try json.value("old"),
            rev: try json.integer("rev"),
            layer: try json.choice("layer"),
            origin: try json.string("origin")
        )
        file = json["file"]?.string
        line = json.optionalInteger("line")
        isSecret = json.flag("secret")
    }

    /// The `changes` of a notification or reply.
    package static func list(in json: JSONObject) throws(JSONError) -> [ChangeMessage] {
        try json.objects("changes") { object throws(JSONError) in
            try ChangeMessage(json: object)
        }
    }
}
