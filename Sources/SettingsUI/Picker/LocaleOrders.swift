// In which order a locale writes the parts of dates and times.
//
// Orders are those of the `yMMMMd` and `jmm` patterns of the Unicode CLDR 46, as ICU gives them; a test
// compares every locale with Foundation.

extension DateStyle.Order {
    /// The order of a locale's language and region.
    init(language: String, locale: String) {
        if let order = Self.ofLocale[locale] {
            self = order
        } else if Self.yearFirstLanguages.contains(language) {
            self = .yearFirst
        } else if Self.monthFirstLanguages.contains(language) {
            self = .monthFirst
        } else {
            self = ["kk", "ky", "lv"].contains(language) ? .yearThenDay : .dayFirst
        }
    }

    /// Locales that differ from others of their language.
    private static let ofLocale: [String: DateStyle.Order] = {
        var orders: [String: DateStyle.Order] = [
            "en": .monthFirst, "en_HU": .yearFirst, "se_FI": .dayFirst, "ss_SZ": .dayFirst,
            "ss_ZA": .yearFirst, "st_ZA": .yearFirst,
        ]
        let american = [
            "AS", "BI", "CA", "CN", "GU", "JP", "KR", "MH", "MP", "PH", "PR", "TW", "UM", "US",
            "VI",
        ]
        for region in american { orders["en_" + region] = .monthFirst }
        return orders
    }()

    private static let yearFirstLanguages: Set<String> = [
        "ain", "arn", "ba", "ber", "bgc", "bho", "bo", "ce", "co", "csw", "dz", "eu", "gn",
        "gv", "hmn", "hu", "ii", "ja", "jgo", "kaj", "kcg", "kl", "ko", "kw", "lij", "lmo",
        "lrc", "lt", "mgo", "ml", "mn", "mus", "my", "myv", "mzn", "nds", "ne", "nqo", "nr",
        "nso", "nv", "oc", "prg", "ps", "raj", "rhg", "rw", "sah", "scn", "sd", "se", "si",
        "sn", "szl", "tn", "trv", "ts", "ve", "vmw", "wa", "yue", "za", "zh",
    ]

    private static let monthFirstLanguages: Set<String> = [
        "ak", "apw", "blo", "ceb", "cho", "chr", "cic", "ee", "fil", "gaa", "iu", "kn", "ks",
        "lkt", "mic", "mid", "mni", "nnp", "om", "or", "osa", "pqm", "smn", "so", "ti", "xh",
        "zu",
    ]
}

extension DateStyle.Clock {
    /// How hours are counted in a locale's language and region.
    init(language: String, region: String, locale: String) {
        let isTwelve = Self.twelveHours.contains(region) && locale != "fr_CA" || locale == "en"
        guard isTwelve else {
            self = .twentyFour
            return
        }
        let isFirst = ["as", "brx", "ee", "hi", "ko", "yue", "zh"].contains(language)
        self = .twelve(isFirst ? .first : .last)
    }

    /// Regions whose people count hours to twelve.
    private static let twelveHours: Set<String> = [
        "AE", "AG", "AL", "AR", "AS", "AU", "BB", "BD", "BH", "BM", "BN", "BO", "BS", "BT",
        "CA", "CL", "CO", "CR", "CU", "CY", "DJ", "DM", "DO", "DZ", "EC", "EG", "EH", "ER",
        "ET", "FJ", "FM", "GD", "GH", "GM", "GR", "GT", "GU", "GY", "HK", "HN", "IN", "IQ",
        "JM", "JO", "KH", "KI", "KN", "KP", "KR", "KW", "KY", "LB", "LC", "LR", "LS", "LY",
        "MH", "MO", "MP", "MR", "MW", "MX", "MY", "NA", "NI", "NZ", "OM", "PA", "PE", "PG",
        "PH", "PK", "PR", "PS", "PW", "PY", "QA", "SA", "SB", "SD", "SG", "SL", "SO", "SS",
        "SV", "SY", "SZ", "TC", "TD", "TN", "TO", "TT", "TW", "UM", "US", "UY", "VC", "VE",
        "VG", "VI", "VU", "WS", "YE", "ZM",
    ]
}
