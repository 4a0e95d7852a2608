// Signals by their names.

import Glibc
import SettingsModel
import Testing

@Suite struct `A signal's name` {
    @Test(arguments: [
        ("HUP", SIGHUP), ("SIGHUP", SIGHUP), ("USR1", SIGUSR1), ("RTMIN", 34), ("RTMIN+8", 42),
        ("RTMIN+15", 49),
    ])
    func `says its number`(name: String, number: Int32) {
        #expect(Signal(named: name)?.number == number)
    }

    @Test(arguments: ["", "hup", "KILL", "STOP", "1", "RTMIN+0", "RTMIN+16", "RTMIN+x"])
    func `is one that programs reload at`(name: String) {
        #expect(Signal(named: name) == nil)
    }
}
