// How dates and times are written where the user lives.

/// The order of a date's parts, and its words.
struct DateStyle: Equatable, Sendable {
    /// Which part of a date comes first.
    enum Order: Equatable, Sendable {
        case yearFirst, monthFirst, dayFirst
        /// Year, day, month.
        case yearThenDay

        /// Whether the year comes before all else.
        var hasYearFirst: Bool { self == .yearFirst || self == .yearThenDay }
    }
    /// How hours are counted.
    enum Clock: Equatable, Sendable {
        case twentyFour
        /// From 1 to 12, with a word for the half of the day before or behind it.
        case twelve(Period)

        /// Where the word stands.
        enum Period: Equatable, Sendable {
            case first, last
        }
    }
    /// The locale's name without its encoding; empty for none.
    var name: String
    var order: Order
    var clock: Clock
    var words: DateWords

    /// No locale: English words, the day first, 24 hours.
    static let plain = DateStyle(locale: "", words: .english)

    /// The style of a locale such as `en_US.UTF-8`.
    init(locale: String, words: DateWords) {
        let base = String(locale.prefix { $0 != "." && $0 != "@" })
        let parts = base.split(separator: "_", maxSplits: 1).map(String.init)
        let language = parts.first ?? ""
        let region = parts.count > 1 ? parts[1] : ""
        name = base == "C" || base == "POSIX" ? "" : base
        self.words = DateWords.ofLanguage[language].map(words.adapted) ?? words
        order = Order(language: language, locale: base)
        clock = Clock(language: language, region: region, locale: base)
    }

    // MARK: Parts

    func title(day: Int) -> String { String(day) + words.daySuffix }

    func title(month: Int) -> String { words.months[month - 1] }

    func title(year: Int) -> String { String(year) + words.yearSuffix }

    /// A day with its weekday, as in `Sat Jan 3`.
    func shortDay(_ time: LocalTime) -> String {
        let (_, month, day) = time.date
        let parts = [words.shortMonths[month - 1], title(day: day)]
        let weekday = words.weekdays[time.weekday]
        switch order {
        case .monthFirst: return ([weekday] + parts).joined(separator: " ")
        case .dayFirst: return ([weekday] + parts.reversed()).joined(separator: " ")
        case .yearFirst: return (parts + [weekday]).joined(separator: " ")
        case .yearThenDay: return (parts.reversed() + [weekday]).joined(separator: " ")
        }
    }

    /// An hour from 0 to 23 as it's counted.
    func title(hour: Int) -> String {
        clock == .twentyFour ? Self.twoDigits(hour) : String((hour + 11) % 12 + 1)
    }

    static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    // MARK: Whole dates

    /// As in `6 January 2009`.
    func date(_ time: LocalTime) -> String {
        let (year, month, day) = time.date
        switch order {
        case .yearFirst:
            let parts = [title(year: year), title(month: month), title(day: day)]
            return parts.joined(
                separator: words.yearSuffix.isEmpty || name.hasPrefix("ko") ? " " : ""
            )
        case .monthFirst: return "\(title(month: month)) \(day), \(year)"
        case .yearThenDay: return "\(title(year: year)) \(title(day: day)) \(title(month: month))"
        case .dayFirst: return "\(title(day: day)) \(title(month: month)) \(title(year: year))"
        }
    }

    /// As in `7:45 AM`.
    func time(_ time: LocalTime) -> String {
        let text = title(hour: time.hour) + ":" + Self.twoDigits(time.minute)
        let period = time.hour < 12 ? words.morning : words.afternoon
        switch clock {
        case .twentyFour: return text
        case .twelve(.first): return period + " " + text
        case .twelve(.last): return text + " " + period
        }
    }

    /// As in `Tue Jan 6, 9:41 AM`; with the year where it isn't this one.
    func dateAndTime(_ time: LocalTime, thisYear: Int) -> String {
        let year = time.date.year
        let day = shortDay(time)
        if year == thisYear { return day + ", " + self.time(time) }
        return (order.hasYearFirst ? "\(title(year: year)) \(day)" : "\(day) \(year)") + ", "
            + self.time(time)
    }
}

/// The words of dates in one language.
struct DateWords: Equatable, Sendable {
    /// Twelve names, as they stand in dates.
    var months: [String]
    var shortMonths: [String]
    /// Seven short names from Sunday on.
    var weekdays: [String]
    var morning: String
    var afternoon: String
    /// What stands behind the number of a day or a year.
    var daySuffix = ""
    var yearSuffix = ""

    static let english = DateWords(
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ],
        shortMonths: [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ],
        weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
        morning: "AM",
        afternoon: "PM"
    )

    /// What a language puts in place of, or behind, the words of the C library.
    struct Signs: Equatable, Sendable {
        var day = ""
        /// Behind a month's number, where months have no names.
        var month: String?
        var year = ""
        var morning: String?
        var afternoon: String?
    }

    /// The signs of languages that have some, after the Unicode CLDR.
    static let ofLanguage: [String: Signs] = {
        var signs: [String: Signs] = [
            "ja": Signs(day: "日", month: "月", year: "年", morning: "午前", afternoon: "午後"),
            "zh": Signs(day: "日", month: "月", year: "年", morning: "上午", afternoon: "下午"),
            "ko": Signs(day: "일", month: "월", year: "년", morning: "오전", afternoon: "오후"),
        ]
        // Languages that write the day as an ordinal number.
        for language in [
            "de", "da", "nb", "nn", "fi", "cs", "sk", "hu", "lv", "et", "is", "hr", "sl", "sr",
            "bs",
        ] { signs[language] = Signs(day: ".") }
        return signs
    }()

    /// The words with a language's signs.
    func adapted(_ signs: Signs) -> DateWords {
        var words = self
        words.daySuffix = signs.day
        words.yearSuffix = signs.year
        if let month = signs.month {
            words.months = (1...12).map { String($0) + month }
            words.shortMonths = words.months
        }
        words.morning = signs.morning ?? morning
        words.afternoon = signs.afternoon ?? afternoon
        return words
    }
}
