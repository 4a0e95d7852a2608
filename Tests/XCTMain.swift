// Where the tests start.
//
// Without this file SwiftPM looks for tests of XCTest's, of which there are none here, in an index of all
// sources: to write that takes a quarter of the build.

import Testing

@main
struct TestRunner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
