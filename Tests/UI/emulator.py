"""A second terminal: pyte behind a pty, for what tmux can't send: mouse, paste, split keys, other TERMs."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

try:
    import pyte
except ImportError:  # Debian has it as python3-pyte; the checks are skipped without it.
    pyte = None

from harness import PATIENCE, Failure, settingsctl_binary

# What pyte doesn't know: frames taken as a whole, and what xterm alone understands.
UNKNOWN = re.compile(rb"\x1b\[\?2026[hl]|\x1b\[>[0-9;]*[a-zA-Z]|\x1b\[[0-9;]*t")
UNFINISHED = re.compile(rb"\x1b(\[[0-9;?>]*)?$|\x1b\][^\x07\x1b]*$")


if pyte:
    class Screen(pyte.Screen):
        """A screen that scrolls by command, which pyte's own doesn't."""

        def scroll_up(self, count=1, **_):
            self.scroll(count or 1, self.index, lambda margins: margins.bottom)

        def scroll_down(self, count=1, **_):
            self.scroll(count or 1, self.reverse_index, lambda margins: margins.top)

        def scroll(self, count, step, edge):
            margins = self.margins or pyte.screens.Margins(0, self.lines - 1)
            line, self.cursor.y = self.cursor.y, edge(margins)
            for _ in range(count):
                step()
            self.cursor.y = line

    class Stream(pyte.ByteStream):
        """What a terminal is sent, read with those commands among it."""

        csi = {**pyte.ByteStream.csi, "S": "scroll_up", "T": "scroll_down"}
        events = pyte.ByteStream.events | {"scroll_up", "scroll_down"}


class Emulator:
    """settingsctl ui on a pty, its output read by pyte."""

    def __init__(self, home, *words, width=80, height=24, environment=None):
        values = {**home.environment, "SETTINGS_UI_TITLE": "1", "LANG": "C.UTF-8",
                  "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm-256color", **(environment or {})}
        self.screen = Screen(width, height)
        self.stream = Stream(self.screen)
        self.rest = b""
        self.sent = 0
        command = [settingsctl_binary(), "ui", *map(str, words)]
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            os.execve(command[0], command, values)
        self.waits_for_events()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, seconds):
        """Takes what the program wrote, if it writes within the time."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return
        try:
            bytes_read = self.rest + os.read(self.descriptor, 1 << 16)
        except OSError:
            raise Failure(f"the program ended:\n{self.text()}") from None
        unfinished = UNFINISHED.search(bytes_read)
        end = unfinished.start() if unfinished else len(bytes_read)
        self.rest = bytes_read[end:]
        self.stream.feed(UNKNOWN.sub(b"", bytes_read[:end]))

    def waits(self, condition, what, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise Failure(f"waited {seconds} s for {what}; the title is '{self.screen.title}', in\n"
                              + self.text())
            self.read(0.05)

    def waits_for_events(self):
        # A burst may be drawn as one.
        self.waits(lambda: self.screen.title == f"ev {self.sent}", f"event {self.sent}")

    def send(self, *parts, events=1):
        """Writes bytes, each part by itself, and waits until that many events are drawn."""
        for part in parts:
            os.write(self.descriptor, part.encode() if isinstance(part, str) else part)
        self.sent += events
        self.waits_for_events()

    def shows(self, pattern):
        self.waits(lambda: re.search(pattern, self.text()), f"'{pattern}'")

    def line(self, title):
        for number, line in enumerate(self.screen.display):
            if title in line:
                return number, line
        raise Failure(f"no line '{title}' in\n{self.text()}")

    def mouse(self, button, x, y, end="M"):
        """An event of the mouse as xterm tells it; columns and lines count from 0."""
        self.send(f"\x1b[<{button};{x + 1};{y + 1}{end}")

    def click(self, x, y):
        self.mouse(0, x, y)
        self.mouse(0, x, y, "m")


def expect(condition, what):
    if not condition:
        raise Failure(what)


def key_of(term, capability):
    """What a key sends on a terminal."""
    return subprocess.run(["tput", "-T", term, capability], capture_output=True, check=True).stdout


def checks(Game):
    """The checks, each on a game of its own."""

    def emulator(game, **options):
        return Emulator(game.home, "org.example.game", **options)

    def the_mouse_clicks_drags_and_scrolls():
        with Game() as game, emulator(game) as screen:
            screen.shows("live")
            y, line = screen.line("Music Volume")
            track = line.index("━")
            screen.mouse(0, track, y)
            game.file_has("music = 0.0")
            screen.mouse(32, track + 60, y)
            game.file_has("music = 10.0")  # The drag left the track, and stays at its end …
            screen.mouse(32, track, y)
            game.file_has("music = 0.0")  # … and goes on where it comes back.
            screen.mouse(0, track, y, "m")
            y, line = screen.line("Difficulty")
            screen.click(line.index("Hard"), y)
            game.file_has('difficulty = "hard"')
            y, line = screen.line("Bad Guys")
            screen.click(line.index("On"), y)
            game.file_has("badGuys = false")
            screen.click(4, y)
            y, _ = screen.line("Quality")
            screen.click(4, y)
            screen.click(4, y)
            screen.shows("‹ Game Settings +Quality")
            screen.click(3, 1)
            screen.shows("Music Volume")
            screen.click(screen.line("Changes")[1].index("Changes"), 0)
            screen.shows("against the defaults")

    def the_wheel_scrolls():
        with Game() as game, emulator(game, height=14) as screen:
            screen.shows("live")
            screen.mouse(65, 10, 6)
            screen.mouse(65, 10, 6)
            screen.shows("Birthday")
            expect("Music Volume" not in screen.text(), "the top is still in view")
            screen.mouse(64, 10, 6)
            screen.mouse(64, 10, 6)
            screen.shows("Music Volume")

    def a_paste_is_text_and_never_keys():
        with Game() as game, emulator(game) as screen:
            screen.shows("live")
            # Outside of a field, letters of a paste are no commands: q would quit.
            screen.send("\x1b[200~qq\x1b[201~")
            screen.send("jjj\r\x15", events=5)
            screen.send("\x1b[200~Ada\nLovelace \x1b[31m\x1b[201~")
            screen.shows("line breaks of the pasted text became blanks")
            screen.shows(r"Ada Lovelace ␛\[31m")
            screen.send("\x1b", events=1)
            expect("Lovelace" not in game.file.read_text(), "Escape stored the paste")

    def a_paste_without_an_end_ends():
        with Game() as game, emulator(game) as screen:
            screen.shows("live")
            screen.send("jjj\r\x15", events=5)
            screen.send("\x1b[200~never")
            screen.shows("Player +never")
            screen.send("\r")
            game.file_has('player = "never"')

    def keys_come_in_pieces():
        with Game() as game, emulator(game) as screen:
            screen.shows("live")
            right = key_of("xterm-256color", "kcuf1")
            screen.send(*(bytes([byte]) for byte in right))
            game.file_has("music = 4.0")
            screen.send("\x1b[Z")
            expect("▌" in screen.line("Quality")[1], "Shift-Tab didn't go to the group before")
            screen.send("\t")
            screen.send("\x1b[1;2C")  # Shift and right: a step, as those of a schema have no parts.
            game.file_has("music = 4.5")

    def alt_and_a_key_do_nothing():
        with Game() as game, emulator(game) as screen:
            screen.shows("live")
            screen.send("\x1bq\x1bd", events=0)
            screen.send("j")
            expect("▌" in screen.line("Difficulty")[1], "the next key was lost")

    def characters_come_in_pieces():
        with Game() as game, emulator(game) as screen:
            screen.shows("live")
            screen.send("jjj\r\x15", events=5)
            screen.send(*(bytes([byte]) for byte in "宇".encode()))
            screen.send("\r")
            game.file_has('player = "宇"')

    def every_terminal_shows_the_same():
        texts = {}
        with Game() as game:
            for term in ("xterm-256color", "screen-256color", "vt220", "linux"):
                with emulator(game, environment={"TERM": term, "SETTINGS_UI_ASCII": "1"}) as screen:
                    screen.shows("live")
                    screen.send(key_of(term, "kcud1"))
                    screen.send("?")
                    help_text = screen.text()
                    screen.send("x")
                    texts[term] = (help_text, screen.text())
        for term, text in texts.items():
            expect(text == texts["xterm-256color"], f"{term} shows\n{text[0]}\n{text[1]}")
        expect(all(ord(letter) < 128 for letter in texts["linux"][1].replace("ë", "").replace("宇", "")
                   .replace("宙", "")), "TERM=linux has more than ASCII")

    return [
        the_mouse_clicks_drags_and_scrolls, the_wheel_scrolls, a_paste_is_text_and_never_keys,
        a_paste_without_an_end_ends, keys_come_in_pieces, alt_and_a_key_do_nothing,
        characters_come_in_pieces, every_terminal_shows_the_same,
    ]
