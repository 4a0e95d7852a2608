// settingsctl versions, restore: the kept versions of a file, and one of them restored.

import ArgumentParser
import Glibc
import SettingsClient
import SettingsModel
import SettingsProtocol

/// The kept versions of a file.
struct Versions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions",
        abstract: "Print the kept versions of a linked file, which 'restore' can restore.",
        discussion: """
            Number, time, writer and size, oldest first. A * marks what the file says now. At most 16 are kept.
            """
    )
    @Argument(help: "A linked file.", completion: .file()) var file: String
    @OptionGroup var output: OutputOptions

    func run() throws {
        let found: VersionList = try Client().call(.versions) {
            $0.member("file", absolutePath(file))
        }
        if output.json {
            for version in found.versions { showObject(writtenBy: version.write(to:)) }
        } else {
            var table = TextTable(heads: ["", "VERSION", "TIME", "WRITER", "SIZE"])
            table.rows = found.versions.map { $0.row.map { Cell($0) } }
            table.show()
        }
    }
}

extension Client {
    /// The number of the version that a file shows; nil where none is known.
    fileprivate func shownVersion(of path: String) throws(ClientError) -> UInt64? {
        let found: VersionList = try call(.versions) { $0.member("file", path) }
        return found.versions.first(where: \.isShown)?.number
    }
}

extension VersionSummary {
    /// Mark, number, time, writer and size.
    fileprivate var row: [String] {
        [
            isShown ? "*" : " ", String(number), moment(time),
            writer == .agent ? "the agent" : "another program",
            byteCount == 1 ? "1 byte" : "\(byteCount) bytes",
        ]
    }
}

/// A file or a domain restored.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract:
            "Restore a linked file byte for byte from a kept version, or a domain's values of a time.",
        discussion: """
            Without --version or --at, it's the newest text that isn't what the file says now; where \
            the file can't be read or its save is held, the newest that was taken. TIME is how long \
            ago (10m, 2h, 3d) or a time as 'versions' prints it. With a domain, all of its settings get \
            the values of that time, if the history goes back to it.
            """
    )
    @Argument(help: "A linked file, or with --at a domain.", completion: .domainOrFile)
    var target: String
    @Option(help: "The number of a version.") var version: UInt64?
    @Option(help: ArgumentHelp("The text that the file had then.", valueName: "time"))
    var at: PastTime?
    @Flag(help: "Only show what would change.") var dryRun = false
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if version != nil, at != nil { throw ValidationError("Give either --version or --at.") }
        if dryRun, output.json {
            throw ValidationError("--dry-run shows lines of the file; leave out --json.")
        }
    }

    func run() throws {
        switch try FileOrDomain(target) {
        case .file(let path): try restore(path)
        case .domain(let domain): try restore(domain)
        }
    }

    /// Gives the settings of a domain the values that they had.
    private func restore(_ domain: Domain) throws {
        guard let at, version == nil, !dryRun else { throw refusal(of: domain) }
        let client = try Client()
        let done: BatchAcceptance = try client.call(.undo) {
            $0.member("domain", domain.name)
            $0.member("since", at.milliseconds)
        }
        try client.report(done.warnings, in: domain) {
            guard output.json else { return client.showChange(done.group) }
            done.show(with: $0)
        }
    }

    /// Why a domain isn't restored: what is missing, or what only a file can have.
    private func refusal(of domain: Domain) -> Failure {
        let word = "'\(target.escapedForDisplay)' isn't a file"
        guard at != nil else {
            return Failure(
                .usage,
                "\(word); a domain needs --at",
                advice: "Name a linked file, or run: settingsctl restore \(domain) --at TIME"
            )
        }
        return Failure(
            .usage,
            "\(word); a domain can't be restored with --dry-run",
            advice: "Nothing was changed. See what was set since then: settingsctl log \(domain)"
        )
    }

    /// Restores a version of a file.
    private func restore(_ path: String) throws {
        let client = try Client()
        let found: VersionText = try client.call(.version) {
            $0.member("file", path)
            $0.member("version", version)
            $0.member("at", at?.milliseconds)
            if !dryRun { $0.member("restore", true) }
        }
        if dryRun { return try FileText(whole: path).show(found) }
        let former = Display.isTerminal ? try client.shownVersion(of: path) : nil
        try put(found, at: path)
        // What it says is in force when this ends.
        let answer: BatchAcceptance = try client.call(.rescan) {
            $0.member("domain", found.domain.name)
        }
        guard output.json else {
            show("version \(found.number), of \(moment(found.time))")
            if let former, former != found.number {
                let words = "\(target.quotedForShell) --version \(former)"
                show("To undo: settingsctl restore \(words)")
            }
            return
        }
        showJSON {
            $0.member("file", path)
            $0.member("version", found.number)
            $0.member("seq", answer.seq)
        }
    }

    /// Writes the text over whatever the file says, but never over what is being saved then.
    private func put(_ found: VersionText, at path: String) throws {
        for _ in 0..<FileText.attempts {
            do {
                let rights = found.isSecret ? FileRights.ownersAlone : .usual
                return try FileText(whole: path).replace(with: found.bytes, rights)
            } catch is ChangedMeanwhile {
                continue
            }
        }
        throw Failure.changedMeanwhile(path)
    }
}

extension FileText {
    /// Reads a file that may not be there.
    fileprivate init(whole path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 || errno != ENOENT else {
            self.init(path: path, bytes: [], isNew: true)
            return
        }
        if status.st_mode & S_IFMT == S_IFIFO {
            throw Failure(
                .fileTrouble,
                "'\(path)' is a pipe",
                advice: "Nothing was restored. Move it away, and run this again"
            )
        }
        try self.init(path: path)
    }

    /// Shows what a version would change.
    fileprivate func show(_ version: VersionText) throws {
        guard version.bytes != bytes || isNew else { return }
        guard !version.isSecret else {
            settingsctl.show("\(path): it would change; it may have secrets, which aren't shown")
            return
        }
        guard let difference = difference(to: version.bytes) else {
            settingsctl.show("\(path): it is no text; it would change")
            return
        }
        showDifference(difference)
    }
}
