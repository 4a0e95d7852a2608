"""settingsctl ui in a tmux of its own, for tests and pictures."""

import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading

from harness import PATIENCE, Failure, settingsctl_binary, wait_until


class Screen:
    """A tmux with nothing but settingsctl in it.

    With SETTINGS_UI_TITLE set, the pane's title says `ev N` once event N is drawn, so a test waits
    for what it caused and never for time.
    """

    def __init__(self, home, *words, width=80, height=24, environment=None):
        self.socket = f"ui{os.getpid()}-{id(self)}"
        self.sent = 0
        # A dynamic debug build would ask at a crash whether to look at it.
        values = {**home.environment, "SETTINGS_UI_TITLE": "1", "LANG": "C.UTF-8",
                  "SWIFT_BACKTRACE": "enable=no",
                  "TERM": "tmux-256color", **(environment or {})}
        command = ["env", "-i", *(f"{name}={value}" for name, value in values.items()),
                   settingsctl_binary(), "ui", *map(str, words)]
        # A shell of its own, so that ^Z has someone to come back to.
        self.tmux("-f", "/dev/null", "new-session", "-d", "-s", "m", "-x", str(width),
                  "-y", str(height), "sh")
        self.tmux("set", "-g", "escape-time", "0")
        self.tmux("set", "-g", "remain-on-exit", "on")
        script = home.root / "screen.sh"
        script.write_text("exec " + " ".join("'" + word.replace("'", "'\\''") + "'"
                                              for word in command) + "\n")
        self.tmux("send-keys", "-t", "m", f"set -m; clear; sh {script}; echo ended with $?", "Enter")
        self.wait_for_events()

    def tmux(self, *words):
        return subprocess.run(["tmux", "-L", self.socket, *words], capture_output=True, text=True,
                              check=True).stdout

    def suspend(self):
        """Types ^Z and waits for the shell: the terminal drops what is typed before the program stops."""
        self.tmux("send-keys", "-t", "m", "C-z")
        self.shows(r"ended with \d+")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True)

    def wait_for_events(self):
        title = f"ev {self.sent}"
        try:
            wait_until(lambda: self.show("#{pane_title}") == title, 10, f"the title '{title}'")
        except Failure as failure:
            raise Failure(f"{failure}; it is '{self.show('#{pane_title}')}':\n{self.text()}") from None

    @contextlib.contextmanager
    def attached(self, width, height):
        """A terminal in front of the pane; gives what writes to it what a mouse sends.

        It's a line higher than the pane, for tmux's own.
        """
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height + 1, width, 0, 0))
            os.execvpe("tmux", ["tmux", "-L", self.socket, "attach", "-t", "m"],
                       {**os.environ, "TERM": "xterm-256color"})
        reader = threading.Thread(target=self.drain, args=(terminal,), daemon=True)
        reader.start()
        try:
            wait_until(lambda: self.show("#{session_attached}") == "1", 10, "the terminal in front")
            yield lambda text: os.write(terminal, text.encode())
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            reader.join()
            os.close(terminal)

    @staticmethod
    def drain(terminal):
        with contextlib.suppress(OSError):  # The other end is closed.
            while os.read(terminal, 1 << 16):
                pass

    def show(self, form):
        return self.tmux("display", "-p", "-t", "m", form).strip()

    def text(self):
        return self.tmux("capture-pane", "-t", "m", "-p")

    def colors(self):
        return self.tmux("capture-pane", "-t", "m", "-p", "-e")

    def clipboard(self):
        """What was copied last; nothing where there is none."""
        return subprocess.run(["tmux", "-L", self.socket, "show-buffer"], capture_output=True,
                              text=True).stdout

    def press(self, *keys):
        for key in keys:
            self.tmux("send-keys", "-t", "m", key)
            self.sent += 1
            self.wait_for_events()

    def types(self, text):
        for letter in text:
            self.tmux("send-keys", "-t", "m", "-l", letter)
            self.sent += 1
            self.wait_for_events()

    def row(self, title):
        for line in self.text().splitlines():
            if title in line:
                return line
        raise Failure(f"no row '{title}' in\n{self.text()}")

    def shows(self, pattern, seconds=PATIENCE):
        try:
            return wait_until(lambda: re.search(pattern, self.text()), seconds, f"'{pattern}'")
        except Failure as failure:
            raise Failure(f"{failure} in\n{self.text()}") from None
