// What `ui --plain` prints: the panes in words, with their values as they are now.

import Glibc
package import SettingsClient
import SettingsSchema

extension Target {
    /// The panes line by line, with nothing that a terminal obeys; commands are indented.
    ///
    /// - Throws: ``ClientError`` where the values can't be had.
    package func plainText() throws(ClientError) -> [String] {
        var model = Model(
            ofThisUserOn: Size(width: 80, height: 24),
            .ofThisProcess(),
            self,
            programs: sources.map { $0.program(.narrow) }
        )
        model.inspector.isWanted = false
        let agent = try AgentPort(domains: model.mirror.tree.domains)
        while model.mirror.values.link != .live || agent.isAskingForProblems {
            if let absence = agent.absence {
                throw ClientError(
                    .closed,
                    "the values can't be read: \(absence)",
                    advice: "Try again"
                )
            }
            var entry = pollfd(fd: agent.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, -1)
            // What the screen asks for besides is of no use here.
            for event in agent.events() { _ = model.reduce(.agent(event), at: .now) }
        }
        return PlainPanes(model, file: borrowedFile).lines.map { line in
            switch line {
            case .words(let words): model.mirror.look.glyphs.printed(words)
            // Replaced signs would make another command of it; control characters are quoted.
            case .command(let command): "    " + command
            }
        }
    }
}
