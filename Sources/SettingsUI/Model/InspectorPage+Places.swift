// Where mapped files say a setting.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension InspectorPage {
    /// How each mapped file says the setting, in its own words; nothing where none does.
    var placeLines: [InspectorLine] {
        let places = explained?.layers.filter { $0.at != nil } ?? []
        guard !places.isEmpty, !scene.isSecret(place.root) else { return [] }
        let followed = places.count { $0.standing == .follows }
        return [.gap, .header("\(followed) of \(places.count) in their own words")]
            + places.map { .fact($0.standing.rawValue, words(of: $0)) }
    }

    private func words(of report: LayerReport) -> String {
        let file = report.file?.split(separator: "/").last.map(String.init) ?? ""
        let line = report.place.map { ":\($0.line)" } ?? ""
        let key = report.at.map { " \($0)" } ?? ""
        return file + line + key + " " + (report.says?.plainText ?? "")
    }
}

extension LayerReport {
    /// How a place of a mapped file stands to the domain.
    fileprivate enum Standing: String {
        case follows
        case differs
        /// Its text is its own.
        case own = "its own"
    }

    fileprivate var standing: Standing {
        if isOwn { return .own }
        return time == nil ? .differs : .follows
    }
}
