"""Where panes come from: bundles, schemas and bare files."""

import json
import plistlib
import re
import subprocess

from game import DOMAIN, PANES, Game, expect
from harness import settingsctl_binary, wait_until
from screen import Screen


def a_bundle_that_is_written_is_shown_anew():
    with Game() as game:
        german = game.bundle / "de.lproj"
        german.mkdir()
        (game.bundle / "Root.plist").write_bytes(plistlib.dumps({**PANES, "StringsTable": "Root"}))
        (german / "Root.strings").write_text('"Bad Guys" = "Schurken";\n')
        with game.screen(environment={"LANGUAGE": "", "LC_MESSAGES": "de_DE.UTF-8"}) as screen:
            screen.shows("Schurken")
            screen.press("Down", "Down")
            (german / "Root.strings").write_text('"Bad Guys" = "Halunken";\n')
            screen.shows("▌  Halunken")
            # A language that comes while the screen is open, and a row that does.
            rows = [{"Type": "PSToggleSwitchSpecifier", "Title": "New", "Key": "new",
                     "DefaultValue": True}, *PANES["PreferenceSpecifiers"]]
            (game.bundle / "Root.plist").write_bytes(plistlib.dumps(
                {**PANES, "PreferenceSpecifiers": rows, "StringsTable": "Root"}))
            screen.shows("New .*On ━━●")
            expect("▌" in screen.row("Halunken"), "the focus moved")


def panes_come_from_a_json_schema():
    with Game() as game:
        schema = game.home.write_file("game.schema.json", json.dumps({
            "title": "Game", "type": "object", "properties": {
                "music": {"type": "number", "minimum": 0, "maximum": 10, "multipleOf": 0.5,
                          "default": 3.5, "title": "Music"},
                "Root": {"type": "object", "title": "The table called Root", "properties": {
                    "deep": {"type": "boolean", "default": False}}},
                "servers": {"type": "array", "title": "Servers", "items": {
                    "type": "object", "properties": {
                        "name": {"type": "string"},
                        "ports": {"type": "array", "items": {"type": "integer"}},
                        "tls": {"type": "object", "properties": {"cert": {"type": "string"}}},
                    }}}}}))
        game.file.write_text('music = 3.5\n[[servers]]\nname = "one"\nports = [80]\n')
        game.home.write_domain(
            DOMAIN, f'title = "Game"\nschema = "{schema}"\n[[file]]\npath = "{game.file}"\n')
        wait_until(lambda: b"schema.json" in subprocess.run(
            [settingsctl_binary(), "replicas"], capture_output=True,
            env=game.home.environment).stdout, 10, "the schema")
        with game.screen(DOMAIN) as screen:
            screen.shows(r"Music .*━●─.* 3\.5  │")
            screen.press("Down", "Enter", "Space")
            game.file_has("deep = true")
            expect("[Root]" in game.file.read_text() or "Root.deep" in game.file.read_text(),
                   game.file.read_text())
            screen.press("Escape", "Down", "Enter")
            screen.shows("ports|Add")
            screen.press("Down", "Down", "Enter", "9", "Enter")
            wait_until(lambda: re.search(r"ports = \[80, 9\]", game.file.read_text()), 10,
                       "the port")
            screen.press("End", "Enter", "Enter", "a", "Enter")
            wait_until(lambda: "cert" in game.file.read_text(), 10, "the certificate")
            listed = subprocess.run([settingsctl_binary(), "list", DOMAIN], capture_output=True,
                                    text=True, env=game.home.environment).stdout
            expect("\ncert" not in listed and "\ntls" not in listed, f"a key was made up:\n{listed}")


def a_table_called_root_has_a_pane_of_its_own():
    with Game() as game:
        path = game.home.write_file("root.toml", "a = 1\n[Root]\ndeep = true\n")
        with game.screen(path) as screen:
            screen.shows(r"a .* 1  │")
            screen.press("End", "Enter")
            screen.shows(r"deep .*On ━━●")
            screen.press("Space")
            wait_until(lambda: "deep = false" in path.read_text(), 10, "the file to follow")


def a_bare_file_is_shown():
    with Game() as game:
        path = game.home.write_file(
            "tool.toml", "# How loud.\nvolume = 3\nname = \"x\"\n[window]\nfull = true\n")
        with game.screen(path) as screen:
            screen.shows(r"tool\.toml")
            screen.shows(r"volume .* 3  │")
            screen.press("End", "Enter")
            screen.shows(r"full .*On ━━●")
            screen.press("Space")
            wait_until(lambda: "full = false" in path.read_text(), 10, "the file to follow")
            screen.tmux("send-keys", "-t", "m", "q")
            screen.shows("ended with 0")
        listed = subprocess.run([settingsctl_binary(), "replicas"], capture_output=True, text=True,
                                check=True, env=game.home.environment).stdout
        expect("tool.toml" not in listed, f"the file is still linked:\n{listed}")
        left = list(game.home.root.glob("**/domains/file.*"))
        expect(not left, f"a domain file is left: {left}")
        expect("# How loud." in path.read_text(), "the comment is gone")


def a_domain_without_a_bundle_is_shown():
    with Game() as game:
        game.forget_bundle()
        with game.screen() as screen:
            screen.shows(r"player .*Zoë 宇宙")
            expect("badGuys" in screen.text(), "no row 'badGuys'")
            with game.file.open("a") as file:
                file.write("lives = 9\n")
            screen.shows(r"lives .* 9  │")


def a_domain_of_several_files_is_shown_whole():
    with Game() as game:
        other = game.home.write_file("config/game/more.toml", "depth = 3\n")
        ui = game.home.write_file("config/game/ui.toml", "[font]\nsize = 12\n")
        game.home.write_domain(
            DOMAIN, f'title = "Game"\n[[file]]\npath = "{game.file}"\n'
            f'[[file]]\npath = "{other}"\n[[file]]\npath = "{ui}"\nprefix = "ui"\n')
        wait_until(lambda: b"ui.toml" in subprocess.run(
            [settingsctl_binary(), "replicas"], capture_output=True,
            env=game.home.environment).stdout, 10, "the third file")
        with game.screen(DOMAIN) as screen:
            screen.shows("player .*Zoë")
            screen.shows("depth .* 3  │")
            screen.press("End", "Enter", "Enter")
            screen.shows("size .* 12  │")


def an_empty_file_shows_the_defaults_and_stays_empty():
    with Game() as game:
        # A file that had something and is emptied is one that can't be read; this one never had.
        file = game.home.write_file("fresh.toml", "")
        game.home.write_domain(
            "org.example.fresh", f'bundle = "{game.bundle}"\n[[file]]\npath = "{file}"\n')
        wait_until(lambda: b"example.fresh" in subprocess.run(
            [settingsctl_binary(), "domains"], capture_output=True,
            env=game.home.environment).stdout, 10, "the domain")
        with game.screen("org.example.fresh") as screen:
            screen.shows(r"Player +not set")
            screen.shows(r"Music Volume .*━━●──.* 3\.5  │")
            expect("▐Easy▌" in screen.row("Difficulty"), "the default isn't chosen")
            screen.press("End", "Enter", "Escape", "2", "1")
            screen.shows("live")
        expect(file.read_text() == "", "a default was written")


def all_domains_are_listed():
    with Game() as game:
        file = game.home.write_file("config/other.toml", "a = 1\n")
        game.home.write_domain("org.example.other", f'title = "Other"\n[[file]]\npath = "{file}"\n')
        wait_until(lambda: b"example.other" in subprocess.run(
            [settingsctl_binary(), "domains"], capture_output=True,
            env=game.home.environment).stdout, 10, "the second domain")
        with Screen(game.home) as screen:
            screen.shows(r"Game +1 modified ›")
            screen.shows(r"Other +1 ›")
            screen.press("End", "Enter")
            screen.shows("‹ Settings")
            screen.press("Escape")
            expect("▌" in screen.row("Other"), "the focus isn't back")


def a_file_that_comes_later_is_shown():
    with Game() as game:
        later = game.home.root / "config/later.toml"
        game.home.write_domain("org.example.later", f'[[file]]\npath = "{later}"\n')
        wait_until(lambda: "org.example.later" in subprocess.run(
            [settingsctl_binary(), "domains"], capture_output=True, text=True,
            env=game.home.environment).stdout, 10, "the domain")
        with game.screen("org.example.later") as screen:
            screen.shows("live")
            later.write_text("volume = 3\n")
            screen.shows(r"volume .* 3 ")
            screen.press("Enter", "C-u")
            screen.types("4")
            screen.press("Enter")
            wait_until(lambda: later.read_text() == "volume = 4\n", 10, "the new value in the file")


def the_keys_go_beside_the_table():
    with Game() as game:
        game.forget_bundle()
        other = game.home.write_file("config/other.toml", "a = 1\n")
        game.home.write_domain("org.example.other", f'title = "Other"\n[[file]]\npath = "{other}"\n')
        wait_until(lambda: b"example.other" in subprocess.run(
            [settingsctl_binary(), "domains"], capture_output=True,
            env=game.home.environment).stdout, 10, "the second domain")
        editor = game.home.write_file("editor.sh", f'#!/bin/sh\necho "$@" > {game.home.root}/asked\n')
        editor.chmod(0o755)
        with Screen(game.home, width=120, height=40, environment={"EDITOR": str(editor)}) as screen:
            screen.shows("Other +1 ›")
            screen.press("Enter")
            screen.shows("‹ Settings +Game")
            # The panes of a bare file: one group of values.
            screen.shows(r"user +3\.5")
            screen.press("Tab")
            screen.shows("▌ ▸ user")
            screen.press("e")
            asked = game.home.root / "asked"
            wait_until(asked.exists, 10, "the editor")
            wait_until(lambda: str(game.file) in asked.read_text(), 10, "the file")
            screen.press("Tab")
            screen.shows("▌ Game")
            screen.press("Down", "Enter")
            screen.shows("‹ Settings +other|‹ Settings +Other")
            screen.shows(r"▌  a .* 1  │")


CHECKS = [
    a_bundle_that_is_written_is_shown_anew, panes_come_from_a_json_schema,
    a_table_called_root_has_a_pane_of_its_own, a_bare_file_is_shown,
    a_file_that_comes_later_is_shown,
    a_domain_without_a_bundle_is_shown, a_domain_of_several_files_is_shown_whole,
    an_empty_file_shows_the_defaults_and_stays_empty,
    all_domains_are_listed, the_keys_go_beside_the_table,
]
