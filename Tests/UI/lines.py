"""The settings in words, for pipes, screen readers and plain terminals."""

import os
import subprocess

from game import DOMAIN, Game, expect
from harness import settingsctl_binary, wait_until


def printed(game, target=DOMAIN):
    """What is printed of a target; it reads nothing."""
    done = subprocess.run(
        [settingsctl_binary(), "ui", "--plain", target], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60, env=game.home.environment)
    expect(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
    expect("\x1b" not in done.stdout, "an escape sequence was sent")
    return done.stdout


def paste(game, command):
    """Has a shell run a printed command."""
    folder = os.path.dirname(os.path.abspath(settingsctl_binary()))
    environment = {**game.home.environment, "PATH": folder + ":" + os.environ["PATH"]}
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60,
                          env=environment)
    expect(done.returncode == 0, f"{command}: {done.stderr}")


def rows_are_printed_with_commands_that_work_when_pasted():
    with Game() as game:
        text = printed(game)
        expect(f"Music Volume, number, 3.5, from 0 to 10\n    settingsctl set {DOMAIN} music 3.5\n" in text,
               text)
        expect("Home page, https://example.org/\n" in text, text)
        commands = {line.split()[3]: line.strip() for line in text.splitlines()
                    if line.startswith(f"    settingsctl set {DOMAIN} ")}
        paste(game, commands["badGuys"])
        game.file_has("badGuys = false")
        paste(game, commands["music"].rsplit(" ", 1)[0] + " 6.5")
        game.file_has("music = 6.5        # from 0 to 10")
        paste(game, commands["player"])
        game.file_has('player = "Zoë 宇宙"')


def every_printed_command_works_when_pasted():
    for text in ("# Nothing.\n", 'servers = []\n', 'servers = ["a.example"]\n'):
        with Game() as game:
            game.file.write_text(text)
            wait_until(lambda: ("servers" in text) == any(
                entry["key"] == "servers" for entry in game.agent_says("list", domain=DOMAIN)["entries"]
                if entry.get("layer") == "user"), 10, "the file to be read")
            for line in printed(game).splitlines():
                if line.startswith("    settingsctl set "):
                    paste(game, line.strip())


def a_file_by_itself_is_printed_with_commands_that_edit_it():
    with Game() as game:
        path = game.home.write_file("my file.toml", "size = 14  # points\n")
        text = printed(game, str(path))
        command = next(line.strip() for line in text.splitlines() if "settingsctl file set" in line)
        paste(game, command.rsplit(" ", 1)[0] + " 15")
        expect(path.read_text() == "size = 15  # points\n", path.read_text())


def no_file_sends_commands_to_the_terminal():
    with Game() as game:
        path = game.home.write_file("evil.toml", 'a = "\\u001b]0;owned\\u0007x"\n')
        with game.screen(path) as screen:
            screen.shows("a .*␛]0;owned␇x")
            expect("owned" != screen.show("#{pane_title}"), "the title was set")
        expect("␛]0;owned␇x" in printed(game, str(path)), "the text isn't shown")


def a_file_that_is_broken_is_told():
    with Game() as game:
        game.file.write_text("music = \n")
        wait_until(lambda: game.agent_says("replicas", domain=DOMAIN)["replicas"][0]["diagnostics"],
                   10, "the file to be found broken")
        first = printed(game).splitlines()[0]
        expect("settings.toml:1: " in first and first.endswith("The last good values are shown."), first)


CHECKS = [
    rows_are_printed_with_commands_that_work_when_pasted, every_printed_command_works_when_pasted,
    a_file_by_itself_is_printed_with_commands_that_edit_it, no_file_sends_commands_to_the_terminal,
    a_file_that_is_broken_is_told,
]
