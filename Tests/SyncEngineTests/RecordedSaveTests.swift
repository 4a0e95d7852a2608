// What others may see of a file while programs save it.

import SettingsModel
import SyncEngine
import Testing

@Suite struct `A save as a program makes it` {
    /// For each program, the recording in which its file was incomplete for longest: the states of the file,
    /// each so many milliseconds after the one before; nil for no file, else how much of it was there.
    ///
    /// Source: our recordings of 82 programs and commands of Debian 12 on ext4, each of which saved files of
    /// 3,637 and of 420,037 bytes with one byte changed. The other 29 never showed an incomplete file.
    private static let recorded: [(program: String, states: [(after: Int64, percent: Int?)])] = [
        ("cp-f-remove-destination", [(0, nil), (0, 0), (0, 31), (1, 100)]),
        ("cp-reflink-p", [(0, 0), (1, 78), (1, 100)]),
        ("cp", [(0, 78), (1, 100)]),
        ("crudini-inplace", [(0, 0), (0, 100)]),
        ("dos2unix", [(0, 96), (0, 100)]),
        ("e3em", [(0, nil), (0, 0), (0, 100)]),
        ("e3pi", [(0, nil), (0, 0), (0, 100)]),
        ("ed", [(0, 71), (5, 100)]),
        ("elvis-tiny", [(0, 39), (1, 66), (1, 100)]),
        ("emacs-autosave", [(0, 0), (1, 62), (0, 97), (0, 100)]),
        ("emacs-nobackup-nolock", [(0, 0), (0, 1), (0, 31), (0, 100)]),
        ("emacs", [(0, 0), (4, 7), (1, 97), (0, 100)]),
        ("ex", [(0, 0), (0, 100)]),
        ("featherpad", [(0, 0), (2, 62), (1, 100)]),
        ("gedit", [(0, 0), (0, 100)]),
        ("gio-save-backup", [(0, 0), (0, 100)]),
        ("gio-save", [(0, 0), (0, 100)]),
        ("git-checkout", [(0, nil), (12, 100)]),
        ("git-stash-pop", [(0, nil), (4, 100)]),
        ("install", [(0, nil), (0, 0), (1, 78), (1, 100)]),
        ("jed", [(0, nil), (1, 15), (1, 78), (6, 100)]),
        ("joe", [(0, 20), (0, 55), (0, 70), (29, 100)]),
        ("jq-mv", [(0, 97), (0, 100)]),
        ("jq-sponge", [(0, 0), (0, 100)]),
        ("jupp", [(0, 5), (1, 26), (9, 97), (0, 100)]),
        ("kakoune", [(0, 0), (0, 100)]),
        ("kate", [(0, 70), (3, 100)]),
        ("micro", [(0, 0), (0, 7), (2, 85), (9, 100)]),
        ("nano", [(0, 4), (1, 38), (3, 97), (0, 100)]),
        ("ne", [(0, 0), (0, 9), (7, 93), (1, 100)]),
        ("nvi", [(0, 25), (1, 34), (15, 80), (28, 100)]),
        ("nvim-backupcopy-no", [(0, nil), (0, 5), (1, 70), (1, 100)]),
        ("nvim", [(0, nil), (0, 5), (2, 66), (1, 100)]),
        ("python-open-w", [(0, 0), (0, 100)]),
        ("rsync", [(0, nil), (0, 100)]),
        ("ruby-i", [(0, 0), (1, 1), (163, 100)]),
        ("sed-i-bak", [(0, nil), (0, 100)]),
        ("shell-redirect", [(0, 0), (5, 100)]),
        ("sponge", [(0, 0), (0, 100)]),
        ("stow", [(0, nil), (66, 100)]),
        ("tar-x-overwrite", [(0, 53), (4, 100)]),
        ("tar-x", [(0, 90), (7, 100)]),
        ("tee", [(0, 0), (1, 31), (1, 97), (0, 100)]),
        ("truncate-then-append", [(0, 0), (317, 100)]),
        ("vim-backup", [(0, nil), (20, 35), (1, 97), (0, 100)]),
        ("vim-backupcopy-breaksymlink-hardlink", [(0, nil), (4, 31), (2, 97), (0, 100)]),
        ("vim-backupcopy-no", [(0, nil), (13, 100)]),
        ("vim-backupcopy-yes", [(0, 0), (1, 35), (1, 97), (0, 100)]),
        ("vim-nowritebackup", [(0, 0), (1, 33), (1, 97), (0, 100)]),
        ("vim", [(0, nil), (17, 100)]),
        ("vscode-like-truncate-write", [(0, 0), (25, 100)]),
        ("xmllint-output", [(0, 0), (6, 100)]),
        ("zile", [(0, 62), (1, 100)]),
    ]

    /// Each state counts as closed by its writer, though most of them weren't: the worst that can be.
    @Test(arguments: recorded)
    func `is neither held nor reported`(
        program: String,
        states: [(after: Int64, percent: Int?)]
    ) throws {
        let lines = (1...100).map { "k\($0) = \($0)\n" }
        let saved = ["k1 = 1000\n"] + lines.dropFirst()
        let desk = try Desk(toml: lines.joined())
        desk.pass(1_000)
        for (after, percent) in states {
            if let percent {
                desk.save("/a.toml", saved.prefix(percent).joined(), after: after)
            } else {
                desk.pass(after)
                desk.delete()
            }
        }
        desk.pass(5_000)
        #expect(desk.problems == [])
        #expect(desk.engine.heldFiles(of: nil, at: nil) == [])
        #expect(desk.condition() == .ok)
        #expect(desk.text() == saved.joined())
        #expect(desk.value("k1") == .integer(1_000))
        #expect(desk.value("k100") == .integer(100))
    }
}
