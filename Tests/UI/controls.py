"""What keys do to a setting, and to its file."""

import plistlib
import subprocess

from game import DOMAIN, PANES, Game, expect
from harness import settingsctl_binary, wait_until


def keys_change_the_file():
    with Game() as game, game.screen() as screen:
        screen.shows(r"▌  Music Volume .*━━●──.* 3\.5  │")
        screen.press("Right", "Right")
        game.file_has("music = 4.5        # from 0 to 10")
        screen.shows(r"Music Volume → 4\.5   saved")
        screen.press("Down", "Right")
        game.file_has('difficulty = "hard"')
        screen.press("Down", "Space")
        game.file_has("badGuys = false")
        expect("Off ●──" in screen.row("Bad Guys"), "the switch isn't off")
        screen.press("u")
        game.file_has("badGuys = true")
        expect("# The game's settings." in game.file.read_text(), "the comment is gone")


def a_field_is_typed_into():
    with Game() as game, game.screen() as screen:
        screen.shows("Zoë 宇宙")
        screen.press("Down", "Down", "Down", "Enter", "C-u")
        screen.types("Ada q")
        screen.press("Enter")
        game.file_has('player = "Ada q"')
        screen.press("Enter")
        screen.types("x")
        screen.press("Escape")
        expect("Ada q " in screen.row("Player") and "Ada qx" not in screen.row("Player"),
               "Escape kept the letter")
        expect('player = "Ada q"' in game.file.read_text(), "Escape wrote")


def a_text_of_two_lines_is_typed():
    with Game() as game:
        game.has_rows({"Type": "IASKTextViewSpecifier", "Title": "Notes", "Key": "notes"},
                      {"Type": "PSToggleSwitchSpecifier", "Title": "Bad Guys", "Key": "badGuys",
                       "DefaultValue": True})
        with game.screen() as screen:
            screen.shows("Notes")
            screen.press("Enter")
            screen.shows(r"\^S save +Esc cancel +⏎ new line")
            screen.types("Dear Zoë")
            screen.press("Enter")
            screen.types("soon")
            screen.press("Up", "End")
            screen.types(",")
            screen.press("C-s")
            game.file_has('notes = "Dear Zoë,\\nsoon"')
            screen.press("Enter", "C-k")
            screen.press("Down", "Space")
            screen.press("Escape")
            expect('notes = "Dear Zoë,\\nsoon"' in game.file.read_text(), "Escape wrote")
            expect("badGuys = true" in game.file.read_text(), "a key left the text")


def a_list_is_pushed_and_popped():
    with Game() as game, game.screen() as screen:
        screen.shows("Quality")
        screen.press("End", "Enter")
        screen.shows(r"‹ Game Settings +Quality")
        expect("✓" in screen.row("Medium"), "the default isn't ticked")
        screen.press("Down", "Enter")
        game.file_has("quality = 2")
        expect("✓" in screen.row("High"), "the tick didn't move")
        screen.press("Escape")
        expect("▌" in screen.row("Quality") and "High ›" in screen.row("Quality"),
               "the focus isn't back")


def a_default_is_restored():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        screen.press("Right", "d")
        wait_until(lambda: "music" not in game.file.read_text(), 10, "the key to go")
        screen.shows(r"Music Volume → 3\.5, the default")


def a_default_in_the_file_is_taken_away_and_comes_back():
    with Game() as game, game.screen() as screen:
        screen.shows("live")
        # The default's value stands in the file: the agent tells of no change when it comes or goes.
        screen.press("d")
        wait_until(lambda: "music" not in game.file.read_text(), 10, "the key to go")
        screen.shows(r"Music Volume → 3\.5, the default")
        screen.press("u")
        game.file_has("music = 3.5")
        screen.press("u", "d")
        wait_until(lambda: "music" not in game.file.read_text(), 10, "the key to go again")
        screen.press("d")
        screen.shows("Nothing of yours is stored here")
        game.file.write_text(game.file.read_text() + 'difficulty = "hard"\n')
        screen.shows("Difficulty changed in the editor: Easy → Hard")
        screen.press("3", "u")
        wait_until(lambda: "difficulty" not in game.file.read_text(), 10, "the default to be in force")


def wheels_are_turned():
    with Game() as game, game.screen(environment={"LC_TIME": "en_US.UTF-8", "TZ": "UTC"}) as screen:
        screen.shows("Livery .*Red, 2 stripes ›")
        screen.press("Down", "Down", "Down", "Down", "Enter", "Down", "Right", "Down", "Enter")
        game.file_has('livery = ["Green", 3]')
        screen.press("Down", "Enter", "Down")
        screen.shows(r"February .*28 .*2009 ◂")
        screen.press("Enter")
        game.file_has("birthday = 2009-02-28T00:00:00Z")
        screen.shows(r"Birthday .*February 28, 2009 ›")


def a_list_is_added_to_and_taken_from():
    with Game() as game, game.screen() as screen:
        screen.shows("Add a server")
        screen.press("Tab", "Enter")
        screen.types("a.example")
        screen.press("Enter")
        game.file_has('servers = ["a.example"]')
        screen.press("Enter")
        screen.types("b.example")
        screen.press("Enter")
        game.file_has('servers = ["a.example", "b.example"]')
        screen.press("Up", "Up", "x")
        game.file_has('servers = ["b.example"]')
        screen.press("u")
        game.file_has('servers = ["a.example", "b.example"]')


def a_command_is_shown_and_copied():
    with Game() as game, game.screen() as screen:
        screen.shows(r"Count .*expr 6 '\*' 7")
        screen.shows("Home page .*https://example.org/")
        screen.tmux("set", "-s", "set-clipboard", "on")
        screen.press("Down", "Down", "Down", "Down", "Down", "Down", "Enter")
        screen.shows("Count is only shown: y copies it")
        screen.press("y")
        screen.shows("Count is copied")
        wait_until(lambda: screen.clipboard() == "expr 6 '*' 7", 10, "the command to be copied")


def a_watch_prints_the_commands_that_the_screen_copies():
    with Game() as game, game.screen(environment={"TZ": "UTC"}) as screen:
        screen.shows("live")
        screen.tmux("set", "-s", "set-clipboard", "on")
        watch = subprocess.Popen(
            [settingsctl_binary(), "watch", DOMAIN, "--as-commands"], stdout=subprocess.PIPE, text=True,
            env=game.home.environment)
        try:
            connection = game.agent.connect()
            wait_until(lambda: connection.call("stats")["subscriptions"] >= 2, 10, "the watch")
            connection.close()

            def same(*keys):
                screen.press(*keys)
                printed = watch.stdout.readline().rstrip("\n")
                screen.press("Y")
                copied = wait_until(screen.clipboard, 10, f"the clipboard after {keys}")
                expect(printed == copied, f"printed:\n{printed}\ncopied:\n{copied}")
                screen.tmux("delete-buffer")
                return printed

            same("Right")
            same("S-Right")
            same("Enter", "C-u", "7", "Enter")
            same("d")
            same("u")
            same("C-r")
            same("Down", "Right")
            same("Down", "Space")
            same("Down", "Enter", "C-u", "a", "'", "Space", "b", "Enter")
            same("Down", "Enter", "Down", "Right", "Up", "Enter")
            same("Down", "Enter", "Down", "Enter")
            same("Tab", "Enter", "x", "Enter")
            same("Up", "Enter", "-", "Enter")
            same("x")
            # Among options, letters go to rows.
            same("End", "Enter", "Down", "Enter", "Escape")
            last = same("d")
            expect(last == f"settingsctl reset {DOMAIN} quality", last)
        finally:
            watch.kill()
            watch.wait()


def dates_are_written_as_the_user_does():
    wake = {"Type": "IASKDatePickerSpecifier", "Title": "Wake up", "Key": "wake",
            "DatePickerMode": "Time", "DefaultValue": "2009-01-06T07:30:00Z"}
    with Game() as game:
        (game.bundle / "Root.plist").write_bytes(plistlib.dumps(
            {**PANES, "PreferenceSpecifiers": [wake, *PANES["PreferenceSpecifiers"]]}))
        for locale, time, bar, date in (
                ("ko_KR", "오전 7:30", r"▸ +오전 +7 +30 +◂", "2009년 1월 31일"),
                ("en_US", "7:30 AM", r"▸ +7 +30 +AM +◂", "January 31, 2009"),
                ("ja_JP", "07:30", r"▸ +07 +30 +◂", "2009年1月31日")):
            look = {"LC_TIME": locale + ".UTF-8", "TZ": "UTC"}
            with game.screen(environment=look) as screen:
                screen.shows(f"Wake up .*{time} ›")
                screen.shows(f"Birthday .*{date} ›")
                screen.press("Enter")
                screen.shows(bar)


CHECKS = [
    keys_change_the_file, a_field_is_typed_into, a_text_of_two_lines_is_typed,
    a_list_is_pushed_and_popped, a_default_is_restored, a_default_in_the_file_is_taken_away_and_comes_back,
    wheels_are_turned, a_list_is_added_to_and_taken_from, a_command_is_shown_and_copied,
    a_watch_prints_the_commands_that_the_screen_copies, dates_are_written_as_the_user_does,
]
