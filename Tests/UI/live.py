"""What editors, programs and the agent do while the screen is open."""

import contextlib
import json
import os
import plistlib
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import threading
import time
from pathlib import Path

from game import DOMAIN, PANES, SETTINGS, Game, expect
from harness import settingsctl_binary, wait_until
from screen import Screen


def an_edit_lights_the_row_up():
    with Game() as game, game.screen() as screen:
        screen.shows(r"live")
        screen.press("Down")
        game.file.write_text(SETTINGS.replace("music = 3.5", "music = 6.0"))
        screen.shows(r"⇄ Music Volume changed in the editor: 3\.5 → 6\.0")
        lit = next(line for line in screen.colors().splitlines() if "Music Volume" in line)
        expect(re.search(r"\x1b\[0;1;4m.*Music", lit), f"the row isn't lit: {lit!r}")
        expect("▌" in screen.row("Difficulty"), "the focus moved")

        def is_dark():
            line = next(line for line in screen.colors().splitlines() if "Music Volume" in line)
            return line != lit
        wait_until(is_dark, 5, "the row to go dark again")
        # What others did is undone in the history.
        screen.press("u")
        screen.shows("Nothing to undo here; the history has more")
        screen.press("3", "u")
        game.file_has("music = 3.5")


def vim_in_the_other_pane_lights_the_row_up():
    if not shutil.which("vim"):
        return "skipped: 'vim' isn't installed"
    with Game() as game, game.screen(height=40) as screen:
        screen.shows("live")
        screen.press("Down")
        screen.tmux("split-window", "-d", "-v", "-l", "14", "-t", "m", "env", "-i", "TERM=tmux-256color",
                    f"HOME={game.home.root}", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8",
                    "vim", "-Nu", "NONE", "-n", str(game.file))
        wait_until(lambda: "# from 0 to 10" in screen.tmux("capture-pane", "-t", "m.1", "-p"), 10,
                   "vim to show the file")
        before = game.file.stat().st_mtime_ns
        screen.tmux("send-keys", "-t", "m.1", ":2s/3.5/6.0/", "Enter", ":w", "Enter")
        wait_until(lambda: game.file.stat().st_mtime_ns != before, 10, "vim to save")
        saved = time.time_ns()
        screen.shows(r"⇄ Music Volume changed in the editor: 3\.5 → 6\.0")
        note = f"lit {(time.time_ns() - saved) / 1e6:.0f} ms after the save was seen"
        lit = next(line for line in screen.colors().splitlines() if "Music Volume" in line)
        expect(re.search(r"\x1b\[0;1;4m.*Music", lit), f"the row isn't lit: {lit!r}")
        # And back: what is undone in the history, vim finds in its file.
        screen.press("3", "u")
        game.file_has("music = 3.5        # from 0 to 10")
        screen.tmux("send-keys", "-t", "m.1", ":e!", "Enter")
        wait_until(lambda: "music = 3.5 " in screen.tmux("capture-pane", "-t", "m.1", "-p"), 10,
                   "vim to show what was undone")
        return note


def another_program_is_named():
    with Game() as game, game.screen() as screen:
        screen.shows(r"live")
        subprocess.run([settingsctl_binary(), "set", DOMAIN, "music", "9.5"], check=True,
                       env=game.home.environment, capture_output=True)
        screen.shows(r"⇄ Music Volume changed by \S+: 3\.5 → 9\.5")


def a_broken_file_is_told_and_edits_wait():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        game.file.write_text("music = \n")
        screen.shows(r"✗ .*settings\.toml(:1:\d+|, line 1, column \d+): ")
        screen.shows("edits wait")
        screen.press("Down", "Right")
        screen.shows(r"Difficulty waits until '.*settings\.toml' can be read again")
        expect("▐Hard▌" in screen.row("Difficulty"), "the edit isn't shown")
        expect(game.file.read_text() == "music = \n", "a broken file was written to")
        game.file.write_text(SETTINGS.replace("3.5", "2.5"))
        game.file_has('difficulty = "hard"')
        expect("music = 2.5        # from 0 to 10" in game.file.read_text(), "the hand's edit is gone")
        screen.shows(r"Music Volume .* 2\.5")
        screen.shows(r"│• Difficulty|▌• Difficulty")


def a_value_that_its_rule_refuses_is_told_in_its_row():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        game.file.write_text(SETTINGS.replace("3.5", "99.5").replace("badGuys = true", "badGuys = 3"))
        screen.shows("▌✗ Music Volume .* 3\\.5")
        screen.shows("│✗ Bad Guys")
        expect("live" in screen.text(), "the file is told as one that can't be read")
        screen.press("i")
        screen.shows("'music' is 99.5, expected")
        screen.press("Escape")
        game.file.write_text(SETTINGS.replace("3.5", "99.5"))
        screen.shows("Bad Guys in '.*settings.toml' is effective again")
        screen.shows("│  Bad Guys")
        expect("▌✗ Music" in screen.text(), "the other value lost its sign")
        game.file.write_text(SETTINGS.replace("3.5", "5.5"))
        screen.shows("▌• Music Volume .* 5\\.5")
        # What was wrong before the screen, and was mended while there was no agent.
        game.file.write_text(SETTINGS.replace("3.5", "99.5"))
        screen.shows("▌✗ Music Volume .* 5\\.5")
        game.agent.stop()
        screen.shows("no agent")
        game.file.write_text(SETTINGS)
        game.agent.start()
        screen.shows("▌  Music Volume .* 3\\.5")


def a_row_for_another_domain_is_live():
    with Game() as game:
        row = {"Type": "PSTextFieldSpecifier", "Title": "Sound", "Key": "loudness",
               "SADomain": "org.example.sound"}
        panes = {**PANES, "PreferenceSpecifiers": [row, *PANES["PreferenceSpecifiers"]]}
        (game.bundle / "Root.plist").write_bytes(plistlib.dumps(panes))
        file = game.home.write_file("sound.toml", 'loudness = "low"\n')
        game.home.write_domain("org.example.sound", f'[[file]]\npath = "{file}"\n')
        wait_until(lambda: b"example.sound" in subprocess.run(
            [settingsctl_binary(), "domains"], capture_output=True,
            env=game.home.environment).stdout, 10, "the other domain")
        with game.screen() as screen:
            screen.shows("Sound .*low  │")
            file.write_text('loudness = "high"\n')
            screen.shows("⇄ Sound changed in the editor: low → high")
            screen.press("Enter", "C-u", "x", "Enter")
            wait_until(lambda: file.read_text() == 'loudness = "x"\n', 10, "the other's file")


def the_agent_may_come_back():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        game.agent.stop()
        screen.shows("no agent")
        game.agent.start()
        screen.shows("live")
        screen.press("Right")
        game.file_has("music = 4.0")


def a_file_by_itself_is_left_to_an_agent_that_came_back():
    with Game() as game:
        path = game.home.write_file("alone.toml", "size = 14\n")
        with game.screen(path) as screen:
            screen.shows("live")
            game.agent.stop()
            screen.shows("no agent")
            game.agent.start()
            screen.shows("live")
            screen.tmux("send-keys", "-t", "m", "q")
            screen.shows("ended with 0")


def an_agent_is_started_where_none_listens():
    with Game() as game:
        game.agent.stop()
        game.agent.process = None
        with game.screen() as screen:
            screen.shows("live")
            with game.agent.connect() as connection:
                screen.press("Right")
                game.file_has("music = 4.0")
                screen.tmux("send-keys", "-t", "m", "q")
                screen.shows("ended with 0")
                os.kill(connection.peer, signal.SIGTERM)
                wait_until(lambda: connection.is_closed, 10, "the agent to end")


def what_is_typed_replaces_what_came_over_the_agents_absence():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        screen.press("Down", "Down", "Down", "Enter", "C-u")
        screen.types("Ada")
        game.agent.stop()
        screen.shows("no agent")
        screen.press("Enter")
        screen.shows("Not saved: no agent answers yet")
        game.file.write_text(SETTINGS.replace("Zoë 宇宙", "Bob"))
        game.agent.start()
        screen.shows("⇄ Player changed meanwhile: .* → Bob")
        expect('player = "Bob"' in game.file.read_text(), "it was written over")
        screen.press("Enter")
        screen.shows(r"Player → Ada; was Bob \(others, ..:..\), u restores it")
        game.file_has('player = "Ada"')
        screen.press("u")
        game.file_has('player = "Bob"')


def the_history_begins_before_the_screen():
    with Game() as game:
        for value in ("4", "5"):
            subprocess.run([settingsctl_binary(), "set", DOMAIN, "music", value], check=True,
                           env=game.home.environment, capture_output=True)
        with game.screen() as screen:
            screen.shows("live")
            screen.press("u")
            screen.shows("Nothing to undo here; the history has more")
            screen.press("3")
            screen.shows(r"start +\d+ settings read")
            screen.shows(r"Music Volume +4\.0 → 5\.0")
            screen.press("u")
            game.file_has("music = 4")


@contextlib.contextmanager
def agent_that_refuses(game, method):
    """A socket that passes everything on to the agent, but for one method."""
    error = {"code": -32006, "message": "too much", "data": {"problem": "there are too many", "advice": ""}}

    class Passing(socketserver.StreamRequestHandler):
        def handle(self):
            agent = socket.socket(socket.AF_UNIX)
            agent.connect(str(game.home.socket))

            def answer():
                with contextlib.suppress(OSError):
                    while part := agent.recv(1 << 16):
                        self.request.sendall(part)
            threading.Thread(target=answer, daemon=True).start()
            # The screen may be gone before it's answered.
            with contextlib.suppress(OSError):
                for line in self.rfile:
                    asked = json.loads(line)
                    if asked["method"] == method:
                        refusal = {"jsonrpc": "2.0", "id": asked["id"], "error": error}
                        self.request.sendall(json.dumps(refusal).encode() + b"\n")
                    else:
                        agent.sendall(line)

    path = game.home.runtime / "refusing"
    with socketserver.ThreadingUnixStreamServer(str(path), Passing) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield path
        server.shutdown()


def a_refused_subscription_is_told():
    with Game() as game, agent_that_refuses(game, "subscribe") as path:
        with game.screen(environment={"SETTINGS_AGENT_SOCKET": str(path)}) as screen:
            screen.shows("tells of no changes: there are too many. It's looked for again")
        done = subprocess.run(
            [settingsctl_binary(), "ui", "--plain", DOMAIN], capture_output=True, text=True, timeout=60,
            env={**game.home.environment, "SETTINGS_AGENT_SOCKET": str(path)})
        expect(done.returncode == 4 and "there are too many" in done.stderr, done.stderr)


def what_is_wrong_in_a_domain_that_comes_later_is_known():
    with Game() as game:
        rows = [{"Type": "PSSliderSpecifier", "SATitle": "Loudness", "Key": "loudness",
                 "DefaultValue": 1, "MinimumValue": 0, "MaximumValue": 10}]
        bundle = game.home.root / "Sound.bundle"
        bundle.mkdir()
        (bundle / "Root.plist").write_bytes(plistlib.dumps({"PreferenceSpecifiers": rows}))
        file = game.home.write_file("sound.toml", "loudness = 99\n")
        game.home.write_domain(
            "org.example.sound", f'bundle = "{bundle}"\n[[file]]\npath = "{file}"\n')
        wait_until(lambda: any(replica["diagnostics"] for replica in
                               game.agent_says("replicas", domain="org.example.sound")["replicas"]),
                   10, "the wrong value to be told")
        with game.screen() as screen:
            screen.shows("live")
            row = {**rows[0], "SADomain": "org.example.sound"}
            (game.bundle / "Root.plist").write_bytes(plistlib.dumps(
                {**PANES, "PreferenceSpecifiers": [row, *PANES["PreferenceSpecifiers"]]}))
            screen.shows("✗ Loudness")


def what_changed_while_no_agent_was_heard_is_told():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        game.agent.stop()
        screen.shows("no agent")
        game.file.write_text(SETTINGS.replace("3.5", "8.5"))
        game.agent.start()
        screen.shows(r"⇄ Music Volume changed meanwhile: 3\.5 → 8\.5")
        screen.press("3")
        screen.shows(r"editor +Music Volume +3\.5 → 8\.5")
        screen.press("u")
        game.file_has("music = 3.5        # from 0 to 10")


def a_mapped_file_gives_up_its_own_text():
    with Game() as game:
        mapped = game.home.write_file("config/player/player.ini", "[sound]\nvolume = loud\nlevel = max\n")
        domain = game.home.domains / f"{DOMAIN}.toml"
        domain.write_text(
            f"{domain.read_text()}[[file]]\npath = \"{mapped}\"\n"
            'map.sound.volume = "{music|number}"\nmap.sound.level = "{difficulty|levels}"\n'
            '[values]\nlevels = { easy = "low" }\n')
        wait_until(lambda: len(game.agent_says("replicas")["replicas"]) == 2, 10, "the file to be linked")
        with game.screen(height=40) as screen:
            screen.shows("live")
            screen.press("i")
            screen.shows(r"its own +player\.ini:2 sound\.volume loud")
            screen.shows("f follow ")
            expect("volume = loud" in mapped.read_text(), "the file's own text is gone")
            screen.press("f")
            screen.shows(r"player\.ini follows now")
            screen.shows(r"follows +player\.ini:2 sound\.volume 3\.5")
            expect("volume = 3.5\nlevel = max\n" in mapped.read_text(), mapped.read_text())
            expect("f follow " not in screen.text(), "the key is still offered")
            # As one step, which can be undone and redone.
            screen.press("Escape", "u")
            screen.shows(r"Undone: player\.ini has its own text again")
            expect("volume = loud\nlevel = max\n" in mapped.read_text(), mapped.read_text())
            screen.press("C-r")
            screen.shows(r"Redone: player\.ini follows")
            expect("volume = 3.5\nlevel = max\n" in mapped.read_text(), mapped.read_text())
            # A value that the file has no word for leaves it alone, whoever asks.
            screen.press("Down", "Right", "i")
            screen.shows(r"its own +player\.ini:3 sound\.level max")
            screen.press("f")
            screen.shows(r"player\.ini keeps its own text: ")
            expect("level = max" in mapped.read_text(), mapped.read_text())
            # The text is its word for the value from then on.
            screen.shows("w this is its ")
            screen.press("w")
            screen.shows(r"player\.ini follows now")
            expect("level = max" in mapped.read_text(), mapped.read_text())
            expect('= "max"' in domain.read_text(), domain.read_text())


def programs_that_are_found_are_adopted():
    with Game() as game:
        entries = Path(__file__).resolve().parents[2] / "Catalogue"
        shutil.copytree(entries, game.home.root / "data/settings-agent/catalogue")
        game.home.write_file("config/kitty/kitty.conf", "font_size 11.0\n")
        game.home.write_file(".gitconfig", "[pull]\n\trebase = true\n")
        with Screen(game.home) as screen:
            screen.shows(r"2 more programs found")
            screen.shows(r"git, kitty\. Their files stay as they are\.")
            screen.press("G")
            screen.tmux("send-keys", "-t", "m", "Enter")
            screen.shows(r"Adopt these 2 programs\?")
            screen.shows(r"after a change, the agent sends USR1 to 'kitty'")
            screen.tmux("send-keys", "-t", "m", "y", "Enter")
            screen.shows("Enter goes back to the screen")
            screen.tmux("send-keys", "-t", "m", "Enter")
            screen.shows(r"kitty +\S")
            screen.sent = 0
            screen.wait_for_events()
            expect("found" not in screen.text(), "what is adopted is still offered")
            screen.press("/")
            screen.types("font size")
            screen.shows("kitty")


CHECKS = [
    an_edit_lights_the_row_up, vim_in_the_other_pane_lights_the_row_up, another_program_is_named,
    a_broken_file_is_told_and_edits_wait, a_value_that_its_rule_refuses_is_told_in_its_row,
    a_row_for_another_domain_is_live, the_agent_may_come_back,
    a_file_by_itself_is_left_to_an_agent_that_came_back, an_agent_is_started_where_none_listens,
    what_is_typed_replaces_what_came_over_the_agents_absence, the_history_begins_before_the_screen,
    a_refused_subscription_is_told, what_is_wrong_in_a_domain_that_comes_later_is_known,
    what_changed_while_no_agent_was_heard_is_told, a_mapped_file_gives_up_its_own_text,
    programs_that_are_found_are_adopted,
]
