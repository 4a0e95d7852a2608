// x.
/// The interface.
package enum VarlinkInterface {
    /// Its name.
    package static let name = "dev.settings.Agent"
}
