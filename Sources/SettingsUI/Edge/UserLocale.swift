// The user's locale and time zone, as the C library has them.

import Glibc

/// Makes the C library read the user's locale; whether its characters are UTF-8.
package func takeUserLocale() -> Bool {
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" { return true }
    // The width of characters is still asked for.
    setlocale(LC_CTYPE, "C.UTF-8")
    return false
}

extension DateStyle {
    /// The style of `LC_ALL`, `LC_TIME` or `LANG`; English words where the locale isn't installed.
    static var current: DateStyle {
        let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap { (name: String) -> String? in
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return DateStyle(locale: names.first ?? "", words: .current(names.first ?? ""))
    }
}

extension DateWords {
    fileprivate static func current(_ locale: String) -> DateWords {
        guard let table = newlocale(LC_TIME_MASK, locale, nil) else { return .english }
        defer { freelocale(table) }
        func words(_ first: Int, _ count: Int) -> [String] {
            // The names of months and days have consecutive numbers (langinfo.h).
            (first..<first + count).compactMap { item in
                nl_langinfo_l(nl_item(item), table).map { String(cString: $0) }
            }
        }
        let months = words(Int(MON_1), 12)
        let shortMonths = words(Int(ABMON_1), 12)
        let weekdays = words(Int(ABDAY_1), 7)
        let halves = words(Int(AM_STR), 2)
        // A locale in another encoding than UTF-8 gives what can't be shown.
        let all = months + shortMonths + weekdays + halves
        guard all.count == 33, !all.contains(where: { $0.contains("\u{FFFD}") }) else {
            return .english
        }
        var found = DateWords.english
        found.months = months
        found.shortMonths = shortMonths
        found.weekdays = weekdays
        // Locales that count to 24 have no words for the halves of a day.
        if !halves.contains("") { (found.morning, found.afternoon) = (halves[0], halves[1]) }
        return found
    }
}

extension Zone {
    /// The zone of `TZ`, else that of the machine.
    static let current = Zone { instant in
        var seconds = time_t(instant)
        var local = tm()
        localtime_r(&seconds, &local)
        return Int64(local.tm_gmtoff)
    }
}
