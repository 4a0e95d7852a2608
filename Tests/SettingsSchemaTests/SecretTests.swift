// Which settings hold a secret.

import SettingsModel
import SettingsSchema
import Testing

private let secure =
    #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"account.token","IsSecure":true}"#
private let open = #"{"Type":"PSTextFieldSpecifier","Title":"T","Key":"account.name"}"#

private func list(_ item: String) -> String {
    #"{"Type":"IASKListGroupSpecifier","Key":"servers","ItemSpecifier":\#(item)}"#
}

private func bundle(_ rows: String...) -> Schema {
    Schema(
        bundle([
            "Root.json":
                #"{"SAKeyPaths":true,"PreferenceSpecifiers":[\#(rows.joined(separator: ","))]}"#,
            "Server.json":
                #"{"PreferenceSpecifiers":[{"Type":"PSTextFieldSpecifier","Title":"P","Key":"p","SASecret":true}]}"#,
            "Host.json":
                #"{"PreferenceSpecifiers":[{"Type":"PSTextFieldSpecifier","Title":"H","Key":"h"}]}"#,
        ])
    )
}

private let opensServer =
    #"{"Type":"PSChildPaneSpecifier","Title":"S","File":"Server"}"#
private let opensHost = #"{"Type":"PSChildPaneSpecifier","Title":"S","File":"Host"}"#

@Suite struct `A secret` {
    @Test(
        arguments: [
            ("account.token", .secret), ("account.name", .open), ("account", .secret),
            ("account.token.part", .secret), ("other", .open), ("account.other", .open),
        ] as [(String, Secrecy)]
    )
    func `is hidden with its parts and what holds it`(path: String, secrecy: Secrecy) throws {
        let schema = bundle(secure, open)
        #expect(schema.secrecy(of: try SettingKeyPath(parsing: path)) == secrecy)
        #expect(schema.hasAnySecrets)
    }

    @Test(
        arguments: [
            (list(#"{"Type":"PSTextFieldSpecifier","Title":"T","IsSecure":true}"#), .secret),
            (list(#"{"Type":"PSTextFieldSpecifier","Title":"T"}"#), .open),
            (list(opensServer), .secret), (list(opensHost), .open),
        ] as [(String, Secrecy)]
    )
    func `in a list's elements makes one of the list`(row: String, secrecy: Secrecy) {
        let schema = bundle(row)
        #expect(schema.secrecy(of: SettingKeyPath(segments: ["servers"])) == secrecy)
        #expect(schema.hasAnySecrets == (secrecy == .secret))
    }
}
