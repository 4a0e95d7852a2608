// Every locale that Foundation knows has the order and the clock that Foundation gives it.

import Foundation
import Testing

@testable import SettingsUI

extension String {
    /// A pattern's letters without what it quotes.
    fileprivate var unquoted: String {
        split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
    }
}

private func pattern(_ template: String, _ locale: String) -> String {
    let locale = Locale(identifier: locale)
    return (DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: locale) ?? "")
        .unquoted
}

/// The parts of a date in a pattern's order, as in `dMy`.
private func parts(_ locale: String) -> String {
    pattern("yMMMMd", locale).reduce(into: "") { order, letter in
        let letter: Character = letter == "L" ? "M" : letter
        if "dMy".contains(letter), order.last != letter { order.append(letter) }
    }
}

private func clock(_ locale: String) -> DateStyle.Clock {
    let pattern = pattern("jmm", locale)
    guard let hour = pattern.firstIndex(where: { "hK".contains($0) }) else { return .twentyFour }
    let period = pattern.firstIndex { "abB".contains($0) }
    return .twelve(period.map { $0 < hour } ?? false ? .first : .last)
}

extension DateStyle.Order {
    fileprivate var letters: String {
        switch self {
        case .yearFirst: "yMd"
        case .yearThenDay: "ydM"
        case .monthFirst: "Mdy"
        case .dayFirst: "dMy"
        }
    }
}

@Suite struct `The order of dates` {
    /// Languages with a region, as `LC_TIME` names them.
    private static let locales: [String] = {
        let named = Locale.availableIdentifiers.filter { name in
            let words = name.split(separator: "_")
            return words.count == 2 && words[1].count == 2 && parts(name).count == 3
        }
        return named + ["zh_CN", "zh_TW", "zh_HK", "zh_SG"]
    }()

    @Test func `is Foundation's in every locale`() {
        #expect(Self.locales.count > 500)
        let wrong = Self.locales.filter { name in
            let style = DateStyle(locale: name + ".UTF-8", words: .english)
            return style.order.letters != parts(name) || style.clock != clock(name)
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        ("es_MX", "6 January 2009", "7:05 AM"), ("fr_DZ", "6 January 2009", "7:05 AM"),
        ("hi_IN", "6 January 2009", "AM 7:05"), ("am_ET", "6 January 2009", "7:05 AM"),
        ("lv_LV", "2009 6. January", "07:05"), ("fr_CA", "6 January 2009", "07:05"),
    ]) func `is a locale's own`(locale: String, date: String, time: String) {
        let style = DateStyle(locale: locale, words: .english)
        let moment = LocalTime(days: 14_250, seconds: 7 * 3_600 + 5 * 60)
        #expect(style.date(moment) == date)
        #expect(style.time(moment) == time)
    }
}
