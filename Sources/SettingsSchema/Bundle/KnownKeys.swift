// The keys that each type of row has.

import SettingsModel

/// The keys of panes and rows: Apple's, InAppSettingsKit's and ours.
package enum KnownKeys {
    /// What a pane may say.
    package static let ofPanes: Set<String> = [
        SchemaPlace.rowsKey, "StringsTable", "ApplicationGroupContainerIdentifier", "Title",
        "SATabs", "SADomain", "SAKeyPaths",
    ]

    /// Rows that begin a section.
    static let groupTypes: Set<String> = [
        "PSGroupSpecifier", "PSRadioGroupSpecifier", "IASKListGroupSpecifier",
    ]

    /// What every row may say.
    package static let ofRows: Set<String> = [
        "Type", "Title", "Key", "DefaultValue", "SupportedUserInterfaceIdioms", "SAEnabled",
        "SAEnabledWhen", "SAVisibleWhen", "SARequiresRestart", "SASecret", "SAHelp", "SAKeywords",
        "SALines", "SADomain", "SAImage", "SAGlyph", "IASKCellImage",
        "IASKAdjustsFontSizeToFitWidth", "IASKTextAlignment", "IASKSubtitle",
    ]

    private static let text: Set<String> = [
        "IsSecure", "KeyboardType", "AutocapitalizationType", "AutocorrectionType",
        "IASKPlaceholder", "IASKTextContentType", "SAUnit", "SAValueType", "SAPattern",
        "SAMinimumLength", "SAMaximumLength", "SAMinimum", "SAMaximum", "SAFormat",
    ]
    private static let choice: Set<String> = [
        "Values", "Titles", "ShortTitles", "DisplaySortedByTitle", "FooterText", "IconNames",
        "IASKQuickMultiValueSelection", "SAStyle", "SAAllowsMultiple", "SAMinimumCount",
        "SAMaximumCount", "SAIndexTitles", "SAUnit",
    ]
    static let views: Set<String> = [
        "IASKViewControllerClass", "IASKViewControllerSelector", "IASKViewControllerStoryBoardFile",
        "IASKViewControllerStoryBoardId", "IASKSegueIdentifier", "IASKWebViewShowProgress",
        "IASKWebViewFullscreen", "IASKWebViewHideBottomBar", "IASKWebViewShowNavigationalButtons",
    ]

    /// What only some types say, by type; every type that we know is here.
    package static let ofTypes: [String: Set<String>] = [
        "PSGroupSpecifier": ["FooterText"],
        "PSChildPaneSpecifier": views.union(["File", "IASKChildTitle"]),
        "PSToggleSwitchSpecifier": ["TrueValue", "FalseValue", "IASKToggleStyle"],
        "PSSliderSpecifier": [
            "MinimumValue", "MaximumValue", "MinimumValueImage", "MaximumValueImage", "SAStyle",
            "SAStep", "SAValueType", "SATitle", "SAUnit",
        ],
        "PSTitleValueSpecifier": ["Values", "Titles"],
        "PSTextFieldSpecifier": text,
        "PSMultiValueSpecifier": choice,
        "PSRadioGroupSpecifier": [
            "FooterText", "Values", "Titles", "DisplaySortedByTitle", "IconNames",
        ],
        "IASKTextViewSpecifier": text,
        "IASKDatePickerSpecifier": [
            "DatePickerMode", "DatePickerStyle", "MinuteInterval", "MinimumDate", "MaximumDate",
        ],
        "IASKButtonSpecifier": ["SACommand"],
        "IASKOpenURLSpecifier": ["File"],
        "IASKMailComposeSpecifier": [
            "IASKMailComposeToRecipents", "IASKMailComposeCcRecipents",
            "IASKMailComposeBccRecipents", "IASKMailComposeSubject", "IASKMailComposeBody",
            "IASKMailComposeBodyIsHTML",
        ],
        "IASKCustomViewSpecifier": views.union(["File", "IASKChildTitle"]),
        "IASKListGroupSpecifier": [
            "FooterText", "ItemSpecifier", "AddSpecifier", "Deletable", "SAIndexTitles",
        ],
        "SAPickerSpecifier": ["Columns"],
    ]

    /// Keys that look like ours and aren't supported, each with what to do instead.
    static let unsupported = [
        "SARenamedFrom": "Remove it; users can run: settingsctl rename DOMAIN OLD NEW"
    ]

    /// Every key there is, for what is misspelt.
    static let all: [String] = ofTypes.values.reduce(ofPanes.union(ofRows)) { $0.union($1) }
        .sorted()

    /// The entries of a row that its type has no use for.
    static func unknown(in entries: [SettingValue.Entry], type: String) -> [SettingValue.Entry] {
        // What a type that we don't know may say isn't known either.
        guard let own = ofTypes[type] else { return entries.filter { !ofRows.contains($0.key) } }
        return entries.filter { !ofRows.contains($0.key) && !own.contains($0.key) }
    }
}
