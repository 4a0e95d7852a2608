"""The terminal itself: sizes, signals, other programs on it, and none at all."""

import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import termios

from game import DOMAIN, Game, expect
from harness import PATIENCE, settingsctl_binary, wait_until


def sizes_fit():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        for width, height in ((34, 12), (20, 5), (10, 3), (2, 2), (132, 50), (80, 24)):
            screen.tmux("resize-window", "-t", "m", "-x", str(width), "-y", str(height))
            screen.press("Down")
            lines = screen.text().splitlines()
            expect(len(lines) <= height, f"{len(lines)} lines on {height}")
            if width == 34:
                title = next(i for i, line in enumerate(lines) if "Difficulty" in line)
                expect("Easy" not in lines[title] and "Easy" in lines[title + 1],
                       "title and control share a line")
        screen.shows("Music Volume")


def it_stops_and_goes_on():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        screen.suspend()
        expect("Music Volume" not in screen.text(), "the screen is still there")
        screen.tmux("resize-window", "-t", "m", "-x", "60", "-y", "20")
        screen.tmux("send-keys", "-t", "m", "fg", "Enter")
        screen.shows("Music Volume")
        wait_until(lambda: len(screen.text().splitlines()[2].rstrip()) == 59, 10,
                   "the new width")
        screen.press("q")


def a_click_beyond_column_223_hits_what_is_there():
    with Game() as game, game.screen(width=460, height=11) as screen:
        screen.shows("live")
        lines = screen.text().splitlines()
        y = next(number for number, line in enumerate(lines) if "Bad Guys" in line)
        x = lines[y].index("On ")
        expect(x > 223, f"the switch is at column {x}")
        with screen.attached(460, 11) as mouse:
            mouse(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")
            game.file_has("badGuys = false")


def it_leaves_a_sane_terminal():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        screen.tmux("send-keys", "-t", "m", "q")
        screen.shows("ended with 0")
        for mode in MODES:
            expect(screen.show(mode) == "0", mode)
        expect(screen.show("#{cursor_flag}") == "1", "the cursor is hidden")
        screen.tmux("send-keys", "-t", "m", "stty -a | tr ';' '\\n' | grep -w icanon", "Enter")
        screen.shows(r"(?m)(^| )icanon")


def a_terminal_with_one_screen_gives_the_shell_a_line_of_its_own():
    with Game() as game, game.screen(environment={"TERM": "vt100"}) as screen:
        screen.shows("help")
        screen.tmux("send-keys", "-t", "m", "q")
        screen.shows(r"(?m)^ended with 0$")


def end_program(screen, signal):
    """Ends the program in the screen's pane by a signal."""
    pid = subprocess.run(["pgrep", "-P", screen.show("#{pane_pid}")], capture_output=True,
                         text=True, check=True).stdout.split()[0]
    subprocess.run(["kill", f"-{signal}", pid], check=True)


# What the program changes at the terminal and must give back, as tmux names it.
MODES = ["#{alternate_on}", "#{keypad_cursor_flag}", "#{keypad_flag}", "#{mouse_any_flag}", "#{mouse_sgr_flag}"]


def a_deadly_signal_leaves_a_sane_terminal():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        end_program(screen, "SEGV")
        screen.shows(r"ended with \d+")
        expect(screen.show("#{alternate_on}") == "0", "the other screen is still shown")
        screen.tmux("send-keys", "-t", "m", "stty -a | tr ';' '\\n' | grep -w icanon", "Enter")
        screen.shows(r"(?m)(^| )icanon")


def a_kill_is_mended_as_the_manual_says():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        end_program(screen, "KILL")
        screen.shows(r"ended with 137")
        for keys in (["C-j"], ["-l", "reset"], ["C-j"]):
            screen.tmux("send-keys", "-t", "m", *keys)
        wait_until(lambda: screen.show("#{mouse_any_flag}") == "0", 10, "the mouse to be left")
        screen.tmux("send-keys", "-t", "m", "stty -a | tr ';' '\\n' | grep -w icanon", "Enter")
        screen.shows(r"(?m)(^| )icanon")


def the_editor_opens_at_the_line():
    with Game() as game:
        editor = game.home.write_file("editor.sh", f'#!/bin/sh\necho "$@" > {game.home.root}/asked\n')
        editor.chmod(0o755)
        with game.screen(environment={"EDITOR": str(editor)}) as screen:
            screen.shows("live")
            screen.press("e")
            asked = game.home.root / "asked"
            wait_until(asked.exists, 10, "the editor")
            wait_until(lambda: asked.read_text().split() == ["+2", str(game.file)], 10,
                       f"'+2 {game.file}', not '{asked.read_text()}'")
            screen.shows("Music Volume")


def an_editor_has_its_own_interrupt():
    with Game() as game:
        editor = game.home.write_file(
            "editor.sh", '#!/bin/sh\ntrap "echo interrupted" INT\necho editing\nread line\nread line\n')
        editor.chmod(0o755)
        with game.screen(environment={"EDITOR": str(editor)}) as screen:
            screen.shows("live")
            screen.tmux("send-keys", "-t", "m", "e")
            screen.shows("editing")
            screen.tmux("send-keys", "-t", "m", "C-c")
            screen.shows("interrupted")
            screen.tmux("send-keys", "-t", "m", "Enter")
            screen.tmux("send-keys", "-t", "m", "Enter")
            screen.shows("Music Volume")


def an_editor_that_stops_gives_the_shell_back():
    with Game() as game:
        editor = game.home.write_file("editor.sh", '#!/bin/sh\necho editing\nread line\n')
        editor.chmod(0o755)
        with game.screen(environment={"EDITOR": str(editor)}) as screen:
            screen.shows("live")
            screen.tmux("send-keys", "-t", "m", "e")
            screen.shows("editing")
            screen.suspend()
            screen.tmux("send-keys", "-t", "m", "fg", "Enter")
            screen.tmux("send-keys", "-t", "m", "Enter")
            screen.shows("Music Volume")


def ascii_and_no_colour():
    with Game() as game, game.screen(
            environment={"SETTINGS_UI_ASCII": "1", "NO_COLOR": "1", "LANG": "C.UTF-8"}) as screen:
        screen.shows(r"Music Volume +=+o-+ +3\.5  \|")
        expect(not re.search(r"\x1b\[([0-9;]*;)?3[0-8](m|;)", screen.colors()), "there is colour")


def on_a_terminal(environment, typed=(), until=""):
    """What ui writes to a terminal by itself, after each of the lines typed there."""
    with Game() as game:
        pid, descriptor = pty.fork()
        if pid == 0:
            os.execve(settingsctl_binary(), [settingsctl_binary(), "ui", DOMAIN], environment(game))
        written = b""
        prompt = until
        try:
            for line in typed:
                while not re.search(until, written.decode(errors="replace")):
                    expect(select.select([descriptor], [], [], 20)[0], f"no '{until}' in {written!r}")
                    written += os.read(descriptor, 1 << 16)
                os.write(descriptor, line)
                until = re.escape(line.decode().strip()) + "(?s:.*)" + prompt
            while chunk := read_rest(descriptor):
                written += chunk
        finally:
            os.kill(pid, signal.SIGKILL)
            status = os.waitpid(pid, 0)[1]
            os.close(descriptor)
        return written.decode(), status


class RawScreen:
    """The program on a terminal of which every byte is seen."""

    def __init__(self, game, ignoring=(), descriptors=None, **environment):
        values = {**game.home.environment, "SETTINGS_UI_TITLE": "1", "LANG": "C.UTF-8",
                  "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm-256color", **environment}
        self.written = b""
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            for name in ignoring:
                signal.signal(name, signal.SIG_IGN)
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
            os.execve(settingsctl_binary(), [settingsctl_binary(), "ui", DOMAIN], values)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)

    def waits_for(self, text):
        """Reads until the program has written a text, and drops what was written up to its end."""
        def has_text():
            if select.select([self.descriptor], [], [], 0.05)[0]:
                self.written += read_rest(self.descriptor)
            return text in self.written
        wait_until(has_text, PATIENCE, f"{text!r}, after {self.written!r}")
        self.written = self.written.partition(text)[2]

    def types(self, text):
        """Types bytes, and waits until the program has read them and sleeps again."""
        os.write(self.descriptor, text)
        wait_until(self.has_read, PATIENCE, f"{text!r} to be read")

    def has_read(self):
        """Whether nothing typed is left to read, and the program sleeps."""
        terminal = os.open(f"/proc/{self.pid}/fd/0", os.O_RDONLY | os.O_NOCTTY)
        try:
            unread = struct.unpack("i", fcntl.ioctl(terminal, termios.FIONREAD, b"\0" * 4))[0]
        finally:
            os.close(terminal)
        return unread == 0 and self.state() == "S"

    def state(self):
        """What the process does, as ps tells it: S sleeps, Z has ended."""
        with open(f"/proc/{self.pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0]


def read_rest(descriptor):
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


def answers_of_the_terminal_are_no_keys():
    """The keys among them are those that remove a setting, quit and edit."""
    answers = [
        [b"\x1b]10;rgb:dddd/dddd/", b"dddd\x07"], [b"\x1bP1$r0;1;4m", b"q\x1b\\"], [b"\x1bP1$rq", b"\x1b", b"\\"],
        [b"\x1b]", b"52;c;cXVpdA==\x1b\\"], [b"\x1b_Gi=31;d", b"d\x1b\\"], [b"\x1b^q", b"q\x07"],
        [b"\x1bX", b"qdd", b"q\x1b\\"],
    ]
    with Game() as game, RawScreen(game) as screen:
        screen.waits_for(b"\x1b]2;ev 0\x07")
        screen.waits_for(b"live")
        for count, answer in enumerate(answers, 1):
            for piece in answer:
                # Each piece is read by itself: the program sleeps between them.
                screen.types(piece)
            screen.types(b"j")
            screen.waits_for(f"\x1b]2;ev {count}\x07".encode())
        expect("music = 3.5 " in game.file.read_text(), game.file.read_text())


def the_arrows_work_after_it_stopped():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        screen.suspend()
        for mode in MODES:
            expect(screen.show(mode) == "0", f"{mode} while it's stopped")
        screen.tmux("send-keys", "-t", "m", "fg", "Enter")
        screen.shows("Music Volume")
        for mode in MODES:
            wait_until(lambda mode=mode: screen.show(mode) == "1", 10, f"{mode} after it went on")
        for key, title in (("Down", "Difficulty"), ("Up", "Music Volume"), ("End", "Quality"),
                           ("Home", "Music Volume")):
            screen.tmux("send-keys", "-t", "m", key)
            wait_until(lambda title=title: "▌" in screen.row(title), 10, f"{key} to go to {title}")


def every_spelling_of_a_key_works():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        for keys, title in (("OB", "Difficulty"), ("[A", "Music Volume"), ("[B", "Difficulty"),
                            ("OA", "Music Volume"), ("OF", "Quality"), ("OH", "Music Volume"),
                            ("[4~", "Quality"), ("[1~", "Music Volume"), ("[8~", "Quality"),
                            ("[7~", "Music Volume"), ("[F", "Quality"), ("[H", "Music Volume")):
            screen.tmux("send-keys", "-t", "m", "-l", "\x1b" + keys)
            wait_until(lambda title=title: "▌" in screen.row(title), 10, f"{keys} to go to {title}")


def every_end_resets_the_terminal():
    for name in ("TERM", "HUP", "INT", "QUIT", "SEGV"):
        with Game() as game, game.screen() as screen:
            screen.shows("live")
            end_program(screen, name)
            # A shell that sees SIGINT drops the rest of its line, which would say that it ended.
            for mode in MODES:
                wait_until(lambda mode=mode: screen.show(mode) == "0", 10, f"{mode} after SIG{name}")
            wait_until(lambda: screen.show("#{cursor_flag}") == "1", 10, f"the cursor after SIG{name}")


def pasted_control_characters_are_shown():
    with Game() as game, RawScreen(game) as screen:
        screen.waits_for(b"live")
        screen.waits_for(b"\x1b]2;ev 0\x07")
        screen.types(b"jjj\r\x15")
        screen.waits_for(b"\x1b]2;ev 5\x07")
        # Delete, and an arrow, are function keys where they are typed.
        screen.types(b"\x1b[200~a\x7fb\x1bOAc\x1b[Bd\x01\x08e\x1b[201~")
        screen.waits_for("a␡b␛OAc␛[Bd␁␈e".encode())
        screen.types(b"\r")
        game.file_has(r'player = "a\u007Fb\u001BOAc\u001B[Bd\u0001\be"')


def a_signal_that_was_ignored_ends_it():
    names = (signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    for name in names:
        with Game() as game, RawScreen(game, ignoring=names) as screen:
            screen.waits_for(b"live")
            os.kill(screen.pid, name)
            screen.waits_for(b"\x1b[?1049l")
            wait_until(lambda: screen.state() == "Z", PATIENCE, f"{name} to end it")


def without_descriptors_it_leaves_a_sane_terminal():
    taken = False
    for descriptors in range(4, 30):
        with Game() as game, RawScreen(game, descriptors=descriptors) as screen:
            def has_ended():
                if select.select([screen.descriptor], [], [], 0.05)[0]:
                    screen.written += read_rest(screen.descriptor)
                return screen.state() == "Z" or b"Music Volume" in screen.written
            wait_until(has_ended, PATIENCE, f"it to end, or to be shown, with {descriptors} descriptors")
            if b"Music Volume" in screen.written:
                expect(taken, "no limit has ended it with the terminal taken")
                return
            screen.written += read_rest(screen.descriptor)
            ways = [screen.written.count(way) for way in (b"\x1b[?1049h", b"\x1b[?1049l")]
            expect(ways[0] == ways[1], f"with {descriptors} descriptors the other screen is left shown")
            modes = termios.tcgetattr(screen.descriptor)[3]
            expect(modes & termios.ICANON and modes & termios.ECHO, f"with {descriptors} it's left raw")
            taken |= ways[0] > 0
    expect(False, "it needs more than 30 descriptors")


def an_unknown_terminal_gets_words_and_nothing_raw():
    for term in ("no-such-terminal", "", None):
        def environment(game):
            kept = {name: value for name, value in game.home.environment.items() if name != "TERM"}
            return kept if term is None else {**kept, "TERM": term}

        written, status = on_a_terminal(environment)
        what = f"no screen can be drawn on a '{term}' (TERM)" if term else "TERM isn't set"
        expect(written.startswith(what + ". Name the terminal"), written)
        expect("\x1b" not in written, f"an escape sequence was sent: {written!r}")
        expect(f"settingsctl set {DOMAIN} music 3.5" in written, written)
        expect(status == 0, f"it ended with {status}")


def a_terminal_with_sequences_of_its_own_gets_no_others():
    def environment(game):
        return {**game.home.environment, "TERM": "vt52"}

    written, status = on_a_terminal(environment, [b"m", b"y", b"q"], r"help")
    expect("\x1bY" in written, f"the cursor wasn't moved: {written!r}")
    expect("\x1b[" not in written and "\x1b]" not in written, f"a VT52 shows that: {written!r}")
    expect(status == 0, f"it ended with {status}")


def without_a_terminal_it_says_so():
    with Game() as game:
        done = subprocess.run([settingsctl_binary(), "ui", DOMAIN], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env=game.home.environment)
        expect(done.returncode == 2, f"exit code {done.returncode}")
        expect("needs a terminal" in done.stderr, done.stderr)


CHECKS = [
    sizes_fit, it_stops_and_goes_on, a_click_beyond_column_223_hits_what_is_there, it_leaves_a_sane_terminal,
    a_terminal_with_one_screen_gives_the_shell_a_line_of_its_own,
    a_deadly_signal_leaves_a_sane_terminal, a_kill_is_mended_as_the_manual_says, the_editor_opens_at_the_line,
    an_editor_has_its_own_interrupt, an_editor_that_stops_gives_the_shell_back, ascii_and_no_colour,
    without_a_terminal_it_says_so, an_unknown_terminal_gets_words_and_nothing_raw,
    a_terminal_with_sequences_of_its_own_gets_no_others, answers_of_the_terminal_are_no_keys,
    the_arrows_work_after_it_stopped, every_spelling_of_a_key_works, every_end_resets_the_terminal,
    pasted_control_characters_are_shown, a_signal_that_was_ignored_ends_it,
    without_descriptors_it_leaves_a_sane_terminal,
]
