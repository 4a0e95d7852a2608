// settingsctl ui: what its word means.

import SettingsModel
import SettingsProtocol
import Testing

@Suite struct `settingsctl ui` {
    private func terminal() throws -> Terminal {
        try Terminal { _ in .failure(RPCError(.invalid, "the agent was asked", advice: "Wait")) }
    }

    @Test func `takes a domain's name for the domain, though a folder here has it too`() throws {
        let terminal = try terminal()
        try terminal.write("a.b/x", "")
        let domain = try terminal.run("ui", "a.b", "--plain")
        #expect(domain.errors.contains("the agent was asked"))
        let folder = try terminal.run("ui", "./a.b", "--plain")
        #expect(folder.errors.contains("the bundle './a.b' belongs to no domain that is known"))
    }

    @Test func `quotes a folder where it says how to name its domain`() throws {
        let terminal = try terminal()
        try terminal.write("my bundle/x", "")
        let outcome = try terminal.run("ui", "my bundle", "--plain")
        #expect(outcome.errors.contains("settingsctl ui DOMAIN --bundle 'my bundle'"))
    }
}
