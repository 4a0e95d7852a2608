// Which values that no rule takes are told with what is wrong with them.

import SettingsModel
import SyncEngine
import Testing

private let row = """
    [[PreferenceSpecifiers]]
    Type = "PSMultiValueSpecifier"
    Title = "Days"
    Key = "days"
    DefaultValue = ["mon"]
    Values = ["mon", "tue"]
    Titles = ["Monday", "Tuesday"]
    SAAllowsMultiple = true

    """

@Suite struct `A list that a rule refuses` {
    private func told(_ list: String, _ rows: String = row) throws -> SettingValue?? {
        let desk = try Desk(toml: "days = [\"mon\"]\n", rows: rows)
        desk.read()
        desk.save("/a.toml", "days = \(list)\n")
        return desk.problems.last.map(\.value)
    }

    @Test func `is told as it stands in the file`() throws {
        let wanted = SettingValue.array([.string("mon"), .string("zzz")])
        #expect(try told(#"["mon", "zzz"]"#) == .some(wanted))
    }

    @Test(arguments: [(64, true), (65, false)])
    func `is told up to as many elements as a screen has rows for`(
        count: Int,
        isTold: Bool
    ) throws {
        let list = "[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ", ") + "]"
        let value = try #require(try told(list))
        #expect((value != nil) == isTold)
    }

    @Test(arguments: [(1_021, true), (1_022, false)])
    func `is told up to 1 KiB of texts`(length: Int, isTold: Bool) throws {
        let value = try #require(
            try told("[\"mon\", \"" + String(repeating: "x", count: length) + "\"]")
        )
        #expect((value != nil) == isTold)
    }

    @Test func `of lists isn't told, nor one of secrets`() throws {
        #expect(try #require(try told(#"[["mon"]]"#)) == nil)
        let secret = row + "IsSecure = true\n"
        #expect(try #require(try told(#"["mon", "zzz"]"#, secret)) == nil)
    }
}
