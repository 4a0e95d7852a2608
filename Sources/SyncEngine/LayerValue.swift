// A value that isn't the user's.

package import SettingsModel
import SettingsSchema

/// A value in a layer that isn't the user's.
package struct LayerValue: Equatable, Sendable {
    package var value: SettingValue
    package var origin: Origin
}
