// A JSON Schema's rules about several settings at once, and rows for other domains.

import SettingsModel
import SettingsSchema
import SyncEngine
import Testing

@Suite struct `A required setting` {
    private func desk(_ text: String) throws -> Desk {
        let desk = try Desk(toml: text)
        let schema = """
            {"type":"object","required":["size"],"properties":{"size":{"type":"integer"},
             "font":{"type":"object","required":["face"],"properties":{"face":{"type":"string"}}}}}
            """
        desk.adopt(.read(try .json(schema)))
        return desk
    }

    @Test(
        arguments: [
            ("size = 1\n", []), ("size = 1\nfont.face = \"x\"\n", []),
            ("size = 1\n[font]\nbold = true\n", ["font.face"]), ("x = 1\n", ["size"]),
            ("size = \"big\"\n", ["size"]),
        ] as [(String, [SettingKeyPath])]
    )
    func `that nothing sets is told by validate`(text: String, keys: [SettingKeyPath]) throws {
        let problems = try desk(text).engine.problems(in: Domain("org.example.editor"))
        #expect(problems.map(\.keyPath) == keys)
    }

    @Test func `is told with a command that sets it`() throws {
        let problems = try desk("x = 1\n").engine.problems(in: Domain("org.example.editor"))
        let advice = "Set another value: settingsctl set org.example.editor size VALUE"
        #expect(problems.map(\.advice) == [advice])
    }

    @Test func `may be removed, by a client and by hand`() throws {
        let desk = try desk("size = 1\nfont.face = \"x\"\n")
        desk.set("size", nil)
        desk.save("/a.toml", "")
        desk.accept()
        #expect(desk.value("size") == nil)
        #expect(desk.value("font.face") == nil)
        #expect(desk.problems.filter { $0.code == .invalid } == [])
    }
}

@Suite struct `A setting whose check would never end` {
    @Test func `is taken, and told by validate with its line`() throws {
        let steps = (0..<30).map { step in
            let next = ##"{"$ref":"#/$defs/s\##(step + 1)"}"##
            return ##""s\##(step)":{"anyOf":[\##(next),\##(next)]}"##
        }
        let schema = ##"""
            {"properties":{"k":{"$ref":"#/$defs/s0"}},
             "$defs":{\##(steps.joined(separator: ",")),"s30":{"type":"string"}}}
            """##
        let desk = try Desk(toml: "a = 1\nk = 2\n")
        desk.adopt(.read(try .json(schema)))
        #expect(desk.value("k") == .integer(2))
        let problems = desk.engine.problems(in: desk.domain)
        #expect(problems.map(\.keyPath) == ["k"])
        #expect(problems.map(\.place) == [SourcePlace(line: 2, column: 5)])
        #expect(
            problems.map(\.problem) == [
                "'k' was taken unchecked: by '/schema.json', its check takes more steps than are made"
            ]
        )
    }
}

@Suite struct `The checks of one look` {
    private func desk(_ text: String) throws -> Desk {
        let steps = (0..<30).map { step in
            let next = ##"{"$ref":"#/$defs/s\##(step + 1)"}"##
            return ##""s\##(step)":{"anyOf":[\##(next),\##(next)]}"##
        }
        let schema = ##"""
            {"properties":{"k1":{"$ref":"#/$defs/s0"},"k2":{"$ref":"#/$defs/s0"},
              "k3":{"$ref":"#/$defs/s0"},"size":{"maximum":72}},
             "$defs":{\##(steps.joined(separator: ",")),"s30":{"type":"string"}}}
            """##
        let desk = try Desk(toml: text)
        desk.adopt(.read(try .json(schema)))
        return desk
    }

    private let unchecked = "k1 = 2\nk2 = 2\nk3 = 2\nsize = 99\n"

    @Test func `share their steps, and what comes after them is taken and told`() throws {
        let desk = try desk("k1 = 1\nk2 = 1\nk3 = 1\nsize = 12\n")
        desk.save("/a.toml", unchecked)
        #expect(desk.value("size") == .integer(99))
        let told = desk.engine.problems(in: desk.domain).map(\.keyPath)
        #expect(told == ["k1", "k2", "k3", "size"])
    }

    @Test func `are made anew for the next look`() throws {
        let desk = try desk("k1 = 1\nk2 = 1\nk3 = 1\nsize = 12\n")
        desk.save("/a.toml", unchecked)
        desk.save("/a.toml", unchecked.replacing("99", with: "98"))
        #expect(desk.value("size") == .integer(99))
        #expect(desk.problems.last?.keyPath == "size")
    }

    @Test func `share their steps over a client's edits`() throws {
        let desk = try desk("size = 12\n")
        let heavy = (1...3).map { KeyEdit(SettingKeyPath(segments: ["k\($0)"]), .integer(1)) }
        _ = try desk.edit(heavy + [KeyEdit("size", .integer(99))])?.get()
        #expect(desk.value("size") == .integer(99))
        let alone = desk.edit([KeyEdit("size", .integer(98))])
        #expect((try? alone?.get()) == nil)
    }
}

@Suite struct `A bundle with rows for another domain` {
    private let domain: Domain
    private let other: ReplicaID

    init() throws {
        domain = try Domain("org.example.other")
        other = ReplicaID(domain: domain, path: "/b.toml")
    }

    private func desk(_ text: String) throws -> Desk {
        let desk = try Desk(toml: "")
        desk.put(text, at: "/b.toml")
        var own = desk.configurations[0]
        let row = numberRow("size", 6...72, default: 12)
        own.schema = .read(.bundle(row + "SADomain = \"org.example.other\"\n"))
        let replica = ReplicaConfiguration(path: "/b.toml")
        desk.configure([own, DomainConfiguration(domain: domain, replicas: [replica])])
        desk.pass(5_000)
        return desk
    }

    private func value(_ desk: Desk) -> SettingValue? {
        desk.engine.entry(domain, "size")?.value
    }

    @Test func `gives it defaults and holds its files to rules`() throws {
        let desk = try desk("size = 99 # big\n")
        #expect(value(desk) == .integer(12))
        #expect(desk.engine.problems(in: domain).map(\.keyPath) == ["size"])
        #expect(desk.engine.problems(in: desk.domain) == [])
        desk.save("/b.toml", "size = 20\n")
        #expect(value(desk) == .integer(20))
        #expect(desk.recoveries == 1)
    }

    @Test func `is told of no secret by the other's rules`() throws {
        let desk = try Desk(toml: "")
        desk.put("pin = \"hunter2\"\n", at: "/b.toml")
        var own = desk.configurations[0]
        var foreign = DomainConfiguration(domain: domain, replicas: ["/b.toml"])
        desk.configure([own, foreign])
        desk.pass(5_000)
        let row = textRow("pin", "SAMaximumLength = 4\nSADomain = \"\(domain)\"")
        own.schema = .read(.bundle(row))
        foreign.schema = .read(.bundle(textRow("pin", "IsSecure = true")))
        desk.configure([own, foreign])
        let problems = desk.engine.problems(in: domain)
        #expect(problems.map(\.keyPath) == ["pin"])
        #expect(!"\(problems)".contains("hunter2"))
    }

    @Test func `holds its clients to them, and none of its own`() throws {
        let desk = try desk("")
        func set(_ domain: Domain) -> Result<EditReceipt, SyncEngine.Refusal>? {
            let edit = KeyEdit("size", .integer(99))
            let request = EditRequest(domain: domain, edits: [edit], client: "test")
            return desk.ask { .edit($0, request) }
        }
        #expect((try? set(domain)?.get()) == nil)
        #expect(value(desk) == .integer(12))
        #expect((try? set(desk.domain)?.get()) != nil)
    }
}
