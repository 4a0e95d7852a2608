// Where the values of renamed keys went, for those who ask.

package import SettingsModel

extension Engine {
    /// The key that takes the place of an old one, as the domain's rules have it now; nil for none.
    package func newKey(of path: SettingKeyPath, in domain: Domain) -> SettingKeyPath? {
        domains[domain]?.rules?.renames[path]
    }
}
