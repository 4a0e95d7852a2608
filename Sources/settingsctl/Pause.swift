// Waiting for what tells nobody when it's done.

import Glibc

/// Waits; a signal that is handled ends it early.
func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }
