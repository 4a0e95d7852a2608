// Forms of texts, at their limits and one past.

import SettingsSchema
import Testing

private let label63 = String(repeating: "a", count: 63)
private let host253 = "\(label63).\(label63).\(label63).\(String(repeating: "a", count: 61))"

@Suite struct `A text's form` {
    @Test(arguments: [
        (TextFormat.hostname, "games.example.org", true), (.hostname, label63 + ".org", true),
        (.hostname, label63 + "a.org", false), (.hostname, host253, true),
        (.hostname, host253 + "a", false), (.hostname, "-a.org", false), (.hostname, "a..b", false),
        (.hostname, "", false), (.hostname, "a_b", false), (.hostname, "192.0.2.1", true),
        (.ipv4, "255.255.255.255", true), (.ipv4, "256.0.0.1", false), (.ipv4, "1.2.3", false),
        (.ipv4, "01.2.3.4", false), (.ipv4, "1.2.3.4.5", false), (.ipv6, "2001:db8::1", true),
        (.ipv6, "::", true), (.ipv6, "::1", true), (.ipv6, "1::", true),
        (.ipv6, "1:2:3:4:5:6:7:8", true), (.ipv6, "1:2:3:4:5:6:7:8:9", false),
        (.ipv6, "1:2:3:4:5:6:7", false), (.ipv6, "1::2::3", false), (.ipv6, ":1", false),
        (.ipv6, "::ffff:192.0.2.1", true), (.ipv6, "12345::", false),
        (.ipv6, "1:2:3:4:5:6:7::", true),
        (.ipv6, "1:2:3:4:5:6:7:8::", false), (.ipv6, "fe80::1%eth0", false),
        (.uri, "https://example.org/?q=a%20b#c", true), (.uri, "mailto:zoe@example.org", true),
        (.uri, "example.org", false), (.uri, "http://a b", false), (.uri, "1http:x", false),
        (.uri, "http://a/%2", false), (.uriReference, "../a", true), (.uriReference, "a b", false),
        (.email, "zoe@example.org", true), (.email, "zoe.m+x@example.org", true),
        (.email, "@example.org", false), (.email, "zoe@", false), (.email, "a..b@c", false),
        (.email, String(repeating: "a", count: 64) + "@b", true),
        (.email, String(repeating: "a", count: 65) + "@b", false), (.path, "~/a b/c", true),
        (.path, "", false), (.path, "a\0b", false),
        (.path, String(repeating: "a", count: 255), true),
        (.path, String(repeating: "a", count: 256), false),
        (.path, String(repeating: "a/", count: 2_047) + "a", true),
        (.path, String(repeating: "a/", count: 2_048), false), (.port, "1", true),
        (.port, "65535", true), (.port, "0", false), (.port, "65536", false), (.port, "080", false),
        (.duration, "100ms", true), (.duration, "1.5h", true), (.duration, "1h 30m", true),
        (.duration, "PT5M", true), (.duration, "5", false), (.duration, "5 parsecs", false),
        (.duration, "ms", false), (.isoDuration, "P1Y2M3DT4H5M6S", true),
        (.regex, "^a$", true), (.regex, "(", false), (.regex, #"\uD83D\u0041"#, true),
        (.regex, "((((((){1000}){1000}){1000}){1000}){1000}){1000}", true),
        (.isoDuration, "P4W", true),
        (.isoDuration, "P1W2D", false), (.isoDuration, "PT", false), (.isoDuration, "P", false),
        (.isoDuration, "PT5S4M", false), (.isoDuration, "5m", false), (.color, "#f80", true),
        (.color, "#ff8800cc", true), (.color, "#ff880", false), (.color, "#ggg", false),
        (.color, "Orange", true), (.color, "orang", false),
        (.dateTime, "2026-11-21T09:30:00Z", true),
        (.dateTime, "2026-11-21 09:30:00Z", false), (.dateTime, "2026-02-29T00:00:00Z", false),
        (.date, "2024-02-29", true), (.date, "2026-02-29", false), (.time, "23:59:59Z", true),
        (.time, "24:00:00Z", false), (.uuid, "123e4567-e89b-12d3-a456-426614174000", true),
        (.uuid, "123e4567e89b12d3a456426614174000", false), (.regex, "^a+$", true),
        (.regex, "(", false), (.regex, "(?<=a)b", true), (.regex, "(a)\\1", true),
        (.regex, "a{99999}", true), (.regex, "[b-a]", false),
    ])
    func `takes what it should and no more`(format: TextFormat, text: String, isTaken: Bool) {
        #expect(format.matches(text) == isTaken)
    }
}
