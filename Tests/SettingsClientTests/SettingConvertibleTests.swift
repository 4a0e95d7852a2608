// Settings as the types of a program.

import SettingsClient
import SettingsModel
import Testing

private enum Theme: String, SettingConvertible { case dark, light }

@Suite struct `A setting` {
    @Test func `is read as the type that it has`() throws {
        #expect(Int(settingValue: .integer(14)) == 14)
        #expect(Bool(settingValue: .boolean(true)) == true)
        #expect(String(settingValue: .string("x")) == "x")
        #expect(Double(settingValue: .real(1.5)) == 1.5)
        #expect([UInt8](settingValue: .data([1, 2])) == [1, 2])
        #expect([Int](settingValue: .array([.integer(1), .integer(2)])) == [1, 2])
        #expect(
            [String: Bool](settingValue: .dictionary([.init("a", .boolean(true))])) == ["a": true]
        )
        #expect(Theme(settingValue: .string("light")) == .light)
        #expect(UInt64(settingValue: .raw("18446744073709551615")) == .max)
    }

    @Test func `is a number of any kind that holds it`() {
        #expect(Double(settingValue: .integer(14)) == 14)
        #expect(Int(settingValue: .real(14)) == 14)
        #expect(Int(settingValue: .real(14.5)) == nil)
        #expect(UInt8(settingValue: .integer(256)) == nil)
        #expect(Int32(settingValue: .integer(-5)) == -5)
        #expect(Double(settingValue: .raw("18446744073709551615")) == 0x1p64)
        #expect(Double(settingValue: .raw("nan")) == nil)
        #expect(Float(settingValue: .real(1e300)) == nil)
        #expect(Float(settingValue: .real(0.1)) == 0.1)
    }

    @Test(arguments: [
        SettingValue.string("1"), .boolean(true), .null, .array([]), .dictionary([]), .data([]),
    ])
    func `is no number when it is something else`(value: SettingValue) {
        #expect(Int(settingValue: value) == nil)
        #expect(Double(settingValue: value) == nil)
    }

    @Test func `is no list when one element is of another type`() {
        #expect([Int](settingValue: .array([.integer(1), .string("2")])) == nil)
        #expect(Theme(settingValue: .string("blue")) == nil)
    }

    @Test func `is written as the type that a program has`() {
        #expect(14.settingValue == .integer(14))
        #expect(UInt64.max.settingValue == .raw("18446744073709551615"))
        #expect([UInt8]([1]).settingValue == .data([1]))
        #expect([1.5].settingValue == .array([.real(1.5)]))
        #expect(Theme.dark.settingValue == .string("dark"))
        #expect(
            ["b": 2, "a": 1].settingValue
                == .dictionary([.init("a", .integer(1)), .init("b", .integer(2))])
        )
    }
}
