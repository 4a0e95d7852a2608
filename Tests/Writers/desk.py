"""One agent with one linked file, and what the checks of this part ask of both."""

import json
import os
import re
import shlex
import subprocess
import time

from harness import PATIENCE, Agent, Failure, Home, settingsctl_binary

DOMAIN = "d"
# In seconds: a program or the agent that answers a save does so sooner.
QUIET = 2
# How long two that answer each other may go on, in seconds.
LONGEST_FIGHT = 10
BEFORE = """\
# What the window looks like.
theme = "light"   # of every window
size = 10   # in points

[window]
# In pixels.
width = 800
height = 600
title = "Editor"   # shown at the top

[editor]
tabs = 4
wrap = true
"""
ADVICE = re.compile(r"settingsctl restore (?P<file>'[^']+'|\S+) --version (?P<number>\d+)")


def expect(condition, what):
    if not condition:
        raise Failure(what)


class Desk:
    """A linked file: as it is, or behind a symlink. Nothing here reads the file before somebody has saved it,
    as the agent counts who has read what."""

    def __init__(self, text=BEFORE, name="settings.toml", is_symlink=False):
        self.home = Home()
        self.folder = self.home.root / "linked"
        self.path = self.folder / name
        target = self.home.root / "real" / name if is_symlink else self.path
        for path in {self.path, target}:
            path.parent.mkdir()
        target.write_text(text)
        if is_symlink:
            self.path.symlink_to(f"../real/{name}")
        self.agent = Agent(self.home)

    def __enter__(self):
        self.agent.start()
        return self

    def __exit__(self, *_):
        self.agent.stop()
        self.home.remove()

    # MARK: Programs

    @property
    def environment(self):
        path = os.pathsep.join([os.path.dirname(settingsctl_binary()), os.environ["PATH"]])
        return {**self.home.environment, "PATH": path, "FILE": str(self.path), "SWIFT_BACKTRACE": "enable=no"}

    def run(self, command, code=0):
        """What a shell command prints; it must end with `code`."""
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
        expect(done.returncode == code,
               f"'{command}' ended with {done.returncode}: {done.stdout}{done.stderr}".strip())
        return done.stdout

    def settingsctl(self, *words, code=0):
        return self.run(shlex.join(["settingsctl", *map(str, words)]), code)

    def link(self):
        self.settingsctl("link", DOMAIN, self.path)

    def set(self, key, value):
        """Sets a value and waits until the file has it."""
        self.settingsctl("set", DOMAIN, key, value)
        self.settle()

    def settle(self):
        """Waits until the agent has seen the file as it is, and has written what follows."""
        with self.agent.connect() as connection:
            connection.call("rescan", domain=DOMAIN)
            connection.call("settle", domain=DOMAIN, timeoutMs=60_000)

    def wait_for_rest(self):
        """Waits until nobody has written the file for a while; gives how many saves were seen meanwhile."""
        end, last, saves = time.monotonic() + LONGEST_FIGHT, self.stamp(), 0
        since = time.monotonic()
        while (now := time.monotonic()) < since + QUIET:
            expect(now < end, f"the file was still written after {LONGEST_FIGHT} s, {saves} times so far")
            if (stamp := self.stamp()) != last:
                last, since, saves = stamp, now, saves + 1
            time.sleep(0.003)
        self.settle()
        return saves

    def stamp(self):
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    # MARK: What is so

    def value(self, key):
        with self.agent.connect() as connection:
            return connection.call("get", domain=DOMAIN, key=key).get("value")

    def log(self, key=None):
        return [json.loads(line) for line in
                self.settingsctl("log", DOMAIN, *([key] if key else []), "--json").splitlines()]

    def says(self, text, who):
        found = self.path.read_text()
        expect(found == text, f"after {who} the file says {differences(found, text)}")

    def can_be_undone(self, replaced, who):
        """Each replaced value, by its key, is in the history, from where it can be restored."""
        for key, (old, new) in replaced.items():
            entries = [each for each in self.log(key) if each.get("old") == old and each.get("new") == new]
            expect(entries, f"the history doesn't have '{key}' from {old!r} to {new!r} by {who}")
            self.settingsctl("undo", entries[-1]["id"])
            expect(self.value(key) == old, f"'{key}' is {self.value(key)!r} after its undo, expected {old!r}")

    def advice(self):
        """The advice to restore a version, as it is printed; None if there is none."""
        # Doctor doesn't end with 1 for a save that was kept out.
        printed = self.settingsctl("replicas", DOMAIN) + self.settingsctl("doctor")
        found = ADVICE.search(printed)
        return found.group() if found else None

    # MARK: What a person saved

    def is_taken(self, saved, replaced, who):
        """What a person saved is what the file says, and the domain."""
        self.wait_for_rest()
        self.says(saved, who)
        for key, (_, new) in replaced.items():
            expect(self.value(key) == new, f"'{key}' is {self.value(key)!r}, though {who} saved {new!r}")

    def is_taken_or_reported(self, saved, replaced, who):
        """It is in force; or what was kept out is reported, with a command that works. Says which."""
        self.wait_for_rest()
        if self.path.read_text() == saved:
            self.is_taken(saved, replaced, who)
            return "taken"
        advice = self.advice()
        expect(advice, f"what {who} saved was kept out in silence; the file says "
               + differences(self.path.read_text(), saved))
        expect(any(each["why"] == "ambiguous" for each in self.log()), "the history has nothing 'ambiguous'")
        self.run(advice)
        self.is_taken(saved, replaced, f"'{advice}'")
        return "kept out and reported"


def differences(found, expected):
    """The lines that differ, in a line."""
    found, expected = found.splitlines(), expected.splitlines()
    more = [line for line in found if line not in expected]
    less = [line for line in expected if line not in found]
    return f"{more}, expected {less}"
