"""The settings as lines, for pipes, screen readers and plain terminals."""

import fcntl
import os
import pty
import signal
import subprocess
import termios

from game import DOMAIN, Game, expect
from harness import PATIENCE, settingsctl_binary, wait_until


PASSWORD = {"Type": "PSTextFieldSpecifier", "Title": "Password", "Key": "password", "IsSecure": True}


def a_session_of_lines_goes_through_a_pipe():
    with Game() as game:
        typed = "1\n6.5\n3\noff\nundo\nquit\n"
        done = subprocess.run(
            [settingsctl_binary(), "ui", "--plain", DOMAIN], input=typed,
            capture_output=True, text=True, timeout=60, env=game.home.environment)
        expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
        expect("1 Music Volume, slider, 3.5, from 0 to 10\n" in done.stdout, done.stdout)
        expect("Music Volume is now 6.5, saved.\n" in done.stdout, done.stdout)
        expect("Bad Guys is now off, saved.\n" in done.stdout, done.stdout)
        expect("\x1b" not in done.stdout, "an escape sequence was sent")
        game.file_has("music = 6.5        # from 0 to 10")
        game.file_has("badGuys = true")


def the_last_line_of_a_session_needs_no_end():
    with Game() as game:
        done = subprocess.run(
            [settingsctl_binary(), "ui", "--plain", DOMAIN], input="1\n6.5",
            capture_output=True, text=True, timeout=60, env=game.home.environment)
        expect("Music Volume is now 6.5, saved.\n" in done.stdout, done.stdout)
        game.file_has("music = 6.5        # from 0 to 10")


def a_text_of_several_lines_is_typed_and_none_of_it_is_a_command():
    with Game() as game:
        game.has_rows({"Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes"},
                      {"Type": "PSToggleSwitchSpecifier", "Title": "Bad Guys", "Key": "badGuys",
                       "DefaultValue": True})
        done = subprocess.run(
            [settingsctl_binary(), "ui", "--plain", DOMAIN], input="1\nDear\n2\noff\n\n.\n1\nlost\n",
            capture_output=True, text=True, timeout=60, env=game.home.environment)
        expect("Notes is now Dear␊2␊off␊, saved.\n" in done.stdout, done.stdout)
        expect(done.stdout.endswith("Not saved; still Dear␊2␊off␊.\n"), done.stdout)
        game.file_has('notes = "Dear\\n2\\noff\\n"')
        expect("badGuys = true" in game.file.read_text(), "a line of the text was a command")


def news_leaves_a_line_to_type_into():
    with Game() as game, game.screen("--plain", DOMAIN, waits=False) as screen:
        screen.shows(r"(?m)^> *$")
        game.file.write_text(game.file.read_text().replace("3.5", "6.0"))
        screen.shows(r"(?m)^> *\nChanged elsewhere: Music Volume is now 6\.0, was 3\.5\.\n>")


def an_interrupt_at_a_secret_leaves_the_terminal_as_it_was():
    with Game() as game:
        game.has_rows(PASSWORD)
        ours, theirs = pty.openpty()

        def echoes():
            return termios.tcgetattr(theirs)[3] & termios.ECHO != 0

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        process = subprocess.Popen([settingsctl_binary(), "ui", "--plain", DOMAIN], stdin=theirs,
                                   stdout=theirs, stderr=theirs, env=game.home.environment,
                                   preexec_fn=take_terminal)
        try:
            os.write(ours, b"1\n")
            wait_until(lambda: not echoes(), 10, "the echo to be off")
            os.write(ours, b"\x03")
            expect(process.wait(PATIENCE) == -signal.SIGINT, "it didn't end by the interrupt")
            expect(echoes(), "the terminal doesn't echo")
        finally:
            process.kill()
            process.wait()
            os.close(ours)
            os.close(theirs)


def a_secret_is_hidden_again_after_a_stop():
    with Game() as game:
        game.has_rows(PASSWORD)
        with game.screen("--plain", DOMAIN, waits=False) as screen:
            terminal = os.open(screen.show("#{pane_tty}"), os.O_RDWR | os.O_NOCTTY)

            def echoes():
                return termios.tcgetattr(terminal)[3] & termios.ECHO != 0

            screen.shows(r"(?m)^> *$")
            screen.tmux("send-keys", "-t", "m", "1", "Enter")
            wait_until(lambda: not echoes(), 10, "the echo to be off")
            screen.suspend()
            expect(echoes(), "the shell has a terminal that doesn't echo")
            screen.tmux("send-keys", "-t", "m", "fg", "Enter")
            wait_until(lambda: not echoes(), 10, "the echo to be off again")
            screen.tmux("send-keys", "-t", "m", "swordfish", "Enter")
            game.file_has("swordfish")
            wait_until(echoes, 10, "the echo to be on")
            expect("swordfish" not in screen.text(), screen.text())
            os.close(terminal)


def no_file_sends_commands_to_the_terminal():
    with Game() as game:
        path = game.home.write_file("evil.toml", 'a = "\\u001b]0;owned\\u0007x"\n')
        with game.screen(path) as screen:
            screen.shows("a .*␛]0;owned␇x")
            expect("owned" != screen.show("#{pane_title}"), "the title was set")


def a_file_that_was_broken_before_is_told():
    with Game() as game:
        game.file.write_text("music = \n")
        wait_until(lambda: game.agent_says("replicas", domain=DOMAIN)["replicas"][0]["diagnostics"],
                   10, "the file to be found broken")
        done = subprocess.run(
            [settingsctl_binary(), "ui", "--plain", DOMAIN], input="quit\n", capture_output=True,
            text=True, timeout=60, env=game.home.environment)
        said = done.stdout.splitlines()
        expect("settings.toml, line 1, column" in said[1], done.stdout)
        expect(said[2].startswith("The last good values are shown."), done.stdout)


CHECKS = [
    a_session_of_lines_goes_through_a_pipe, the_last_line_of_a_session_needs_no_end,
    a_text_of_several_lines_is_typed_and_none_of_it_is_a_command, news_leaves_a_line_to_type_into,
    an_interrupt_at_a_secret_leaves_the_terminal_as_it_was, a_secret_is_hidden_again_after_a_stop,
    no_file_sends_commands_to_the_terminal,
    a_file_that_was_broken_before_is_told,
]
