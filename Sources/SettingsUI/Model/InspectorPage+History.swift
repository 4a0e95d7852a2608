// Where a setting is described, and its earlier changes, in words.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension InspectorPage {
    /// The row of the bundle or schema that describes a setting: `Root.plist : item 3`; nil for one
    /// that nothing describes.
    func describedAt(_ place: SettingPlace) -> String? {
        guard let setting = scene.tree.setting(place),
            scene.tree.program(setting.pane.domain)?.isInferred == false
        else { return nil }
        let described = setting.specifier.place
        guard !described.file.isEmpty else { return nil }
        let file = described.file.shortened(home: scene.look.home)
        if described.path == .root { return file }
        if let row = described.row { return "\(file) : item \(row + 1)" }
        let keys = described.path.elements.compactMap { element in
            if case .key(let key) = element { key } else { nil }
        }
        return "\(file) : \(keys.joined(separator: "/"))"
    }

    /// What the value was before its last change, and how often it was changed today, as far as the
    /// history tells; empty for nothing.
    func earlierWords(_ place: SettingPlace) -> String {
        let entries = scene.log.inForce.filter { $0.place.root == place }
        guard let last = entries.last else { return "" }
        var words = ""
        if last.place == place, last.new == scene.stored(place)?.value, !scene.isSecret(place) {
            let old = last.before?.value ?? scene.tree.setting(place)?.specifier.defaultValue
            if old != scene.value(place) { words = " (was \(scene.shown(old, place)))" }
        }
        let today = scene.look.today
        let count = entries.count { scene.look.zone.local($0.time.instant).days == today }
        return count > 1 ? words + ", \(count) changes today" : words
    }
}

extension Specifier {
    /// What the row is, and of a number which kind: `slider, real`.
    var kindWords: String {
        guard case .slider(let slider) = control else { return typeWords }
        return typeWords + (slider.isInteger ? ", integer" : ", real")
    }

    /// From where to where a number goes, and by what: `0 – 10, step 0.5`; nil for other rows.
    func rangeWords(_ glyphs: Glyphs) -> String? {
        guard case .slider(let slider) = control else { return nil }
        let dash = glyphs.kind == .ascii ? "-" : "–"
        let range = "\(slider.minimum) \(dash) \(slider.maximum)"
        return range + (slider.step.map { ", step \($0)" } ?? "")
    }
}
