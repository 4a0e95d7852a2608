"""Every recorded save of a program that can hold an old text, played with one: none may undo a `set`.

Each is played at once after the `set`, a while later, and with another program that has read the file meanwhile: a
rule that goes by how long ago the agent wrote, or by who has read it since, must not let an old buffer through.
"""

import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from harness import Agent, Failure, Home

import recordings
from player import Player

BEFORE = """\
# What the window looks like.
theme = "light"   # or "dark"
size = 10

[window]
# In pixels.
width = 800
height = 600
title = "Editor"

[editor]
tabs = 4
wrap = true
ruler = 80
"""
BUFFER = BEFORE.replace("size = 10", "size = 14").encode()
# Seconds, and whether somebody reads the file meanwhile. The pause is longer than the second within which a read
# may still belong to what the agent wrote.
ROUNDS = {"at once": (0, False), "a while later": (1.2, False), "behind a reader": (1.2, True)}
AT_ONCE = 16


class Desk:
    """One recording, with a folder and a domain of its own."""

    def __init__(self, home, number, recording, pause, is_read):
        self.recording = recording
        self.pause = pause
        self.is_read = is_read
        self.domain = f"org.example.w{number}"
        self.folder = home.root / f"w{number}"
        self.path = self.folder / "link" / recordings.FILE
        target = self.folder / "target" / recordings.FILE
        for path in (self.path, target):
            path.parent.mkdir(parents=True)
        if recording.case == "symlink":
            target.write_text(BEFORE)
            self.path.symlink_to(f"../target/{recordings.FILE}")
        else:
            self.path.write_text(BEFORE)
        home.write_domain(self.domain, f'defaults = false\n[[file]]\npath = "{self.path}"\n')

    def play(self, agent):
        """Why the save didn't come to what it should; None if it did."""
        player = Player(self.folder, self.recording, BUFFER)
        with agent.connect() as connection:
            connection.call("rescan", domain=self.domain)
            player.start()
            before = self.path.stat().st_ino
            connection.call("set", domain=self.domain, key="theme", value="dark")
            connection.call("settle", domain=self.domain, timeoutMs=60_000)
            if self.path.stat().st_ino == before:
                raise Failure(f"{self.recording.name}: the change wasn't written")
            if self.is_read:
                self.path.read_bytes()
            time.sleep(self.pause)
            player.save()
            return self.complaint(connection)

    def complaint(self, connection):
        connection.call("rescan", domain=self.domain)
        connection.call("settle", domain=self.domain, timeoutMs=60_000)
        values = {key: connection.call("get", domain=self.domain, key=key).get("value")
                  for key in ("theme", "size")}
        text = self.path.read_text()
        if values["theme"] != "dark":
            return "undid the set"
        if values["size"] != 14:
            return "its own edit was lost"
        return None if text == BUFFER.decode().replace('"light"', '"dark"') else f"the file says {text!r}"


def round_of(saves, pause, is_read):
    """Plays all, several at a time; what is wrong with each."""
    with Home() as home:
        desks = [Desk(home, number, recording, pause, is_read) for number, recording in enumerate(saves)]
        with Agent(home) as agent, ThreadPoolExecutor(AT_ONCE) as pool:
            complaints = list(pool.map(lambda desk: desk.play(agent), desks))
            # What came right must stay so: nothing may follow by itself.
            with agent.connect() as connection:
                complaints = [complaint or desk.complaint(connection)
                              for desk, complaint in zip(desks, complaints)]
    return {desk.recording.name: complaint for desk, complaint in zip(desks, complaints) if complaint}


def play_all(saves, when):
    wrong = round_of(saves, *ROUNDS[when])
    undone = sum(complaint == "undid the set" for complaint in wrong.values())
    summary = f"{len(saves)} recorded saves of editors with an old buffer, {undone} undid a set"
    if wrong:
        listed = "".join(f"\n     {name}: {complaint}" for name, complaint in wrong.items())
        raise Failure(summary + listed)
    return summary


def print_table(saves):
    """Which recordings count, and why the others don't."""
    kept = {*recordings.EDITORS, *recordings.IN_ONE_GO}
    print(f"     {len(recordings.writers())} recorded writers: {len(kept)} can hold an old text")
    for reason, names in recordings.LEFT_OUT.items():
        print(f"     left out, {len(names.split())}: {reason}: {names}")
    cases = Counter(save.case.split(" (")[0] for save in saves)
    print("     played: " + ", ".join(f"{count} {case}" for case, count in cases.items()), flush=True)


def check_tables():
    if unsorted := recordings.unsorted_writers():
        raise Failure(f"recordings.py doesn't say whether these count, or has no recording: {unsorted}")


def checks(report, wanted):
    if not recordings.FOLDER.is_dir():
        return report.skip("recorded saves", f"'{recordings.FOLDER}' is missing; SHARED names its parent folder")
    yield "every recorded writer is in a table", check_tables
    saves = [save for save in (*recordings.traces(), *recordings.stale()) if save.writes_settings]
    if wanted:
        saves = [save for save in saves if save.writer in wanted]
    print_table(saves)
    # An editor that keeps its file open is played alone behind a reader, as the outcome depends on how busy the
    # agent is.
    kept_open = [save for save in saves if save.keeps_file_open]
    closed = [save for save in saves if not save.keeps_file_open]
    yield "recorded saves, at once", partial(play_all, saves, "at once")
    if not os.environ.get("CAMPAIGN") and not wanted:
        return
    yield "recorded saves, a while later", partial(play_all, saves, "a while later")
    for what, some in (("", closed), (", the file kept open", kept_open)):
        if some:
            yield f"recorded saves, behind a reader{what}", partial(play_all, some, "behind a reader")
