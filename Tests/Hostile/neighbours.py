"""What the cases share: a world with users, their programs, and an agent that is none."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Callable

from harness import PATIENCE, Connection, Failure, agent_binary, settingsctl_binary, wait_until

HERE = pathlib.Path(__file__).resolve().parent


@dataclass
class Case:
    """Something that a neighbour tries; `body` gets a world of its own."""

    name: str
    body: Callable
    needs_root: bool


CASES = []


def case(body=None, *, needs_root=False):
    """Marks a case; the function's name is the sentence that it proves."""
    def mark(body):
        CASES.append(Case(body.__name__.replace("_", " "), body, needs_root))
        return body
    return mark if body is None else mark(body)


def expect(what, found, expected):
    if found != expected:
        raise Failure(f"{what} is {found!r}, expected {expected!r}")


def expect_words(text, *words):
    """Fails unless a message has all of these."""
    for word in words:
        if word not in text:
            raise Failure(f"{word!r} isn't in {text!r}")


class World:
    """A folder that all users can reach, with the programs to test and the users' homes.

    It isn't the checkout's: that may lie in a home which is closed to others.
    """

    # No accounts, only numbers: a case may have any.
    NUMBERS = {"alice": 64_001, "mallory": 64_002, "root": 0}

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="hn", dir="/tmp"))
        self.root.chmod(0o755)
        self.bin = self.root / "bin"
        self.bin.mkdir(mode=0o755)
        for program in (agent_binary(), settingsctl_binary()):
            shutil.copy(program, self.bin)
        self.users = {}
        self.processes = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        for user in self.users.values():
            user.end_agent()
        shutil.rmtree(self.root, ignore_errors=True)

    def user(self, name):
        """A user of that name; without root it is always the one who runs the tests."""
        if name not in self.users:
            number = self.NUMBERS[name] if os.getuid() == 0 else os.getuid()
            self.users[name] = User(self, name, number)
        return self.users[name]

    def folder(self, name, mode, owner=None):
        """A folder outside of all homes."""
        path = self.root / name
        path.mkdir()
        path.chmod(mode)
        if owner:
            os.chown(path, owner.number, owner.number)
        return path


class User:
    """One user: a home, and programs that run as him."""

    def __init__(self, world, name, number):
        self.world = world
        self.name = name
        self.number = number
        self.home = self.folder("home-" + name)
        self.runtime = self.folder("run-" + name)
        self.environment = {
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.runtime), "LANG": "C.UTF-8",
            "PATH": os.pathsep.join([str(world.bin), os.environ["PATH"]]),
            "XDG_CONFIG_DIRS": str(world.root / "etc"), "XDG_DATA_DIRS": str(world.root / "share"),
        }

    def folder(self, name):
        return self.world.folder(name, 0o700, self if os.getuid() == 0 else None)

    def write(self, name, text, mode=0o600):
        """A file of this user's, in his home unless `name` is absolute."""
        path = self.home / name
        missing = [each for each in path.parents if not each.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        if os.getuid() == 0:
            for each in (path, *missing):
                os.chown(each, self.number, self.number)
        return path

    def start(self, *words, environment=None, **options):
        """Starts a program as this user; the world's end ends it. A variable that is None is unset."""
        if os.getuid() == 0:
            options = {"user": self.number, "group": self.number, "extra_groups": [], **options}
        variables = {**self.environment, **(environment or {})}
        process = subprocess.Popen(
            [*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/",
            env={name: str(value) for name, value in variables.items() if value is not None},
            **{"stdin": subprocess.DEVNULL, **options})
        self.world.processes.append(process)
        return process

    def start_python(self, text, *words):
        """Starts a Python program as this user.

        It becomes the user only when it runs: the interpreter may lie in a home closed to others.
        """
        become = "import json, os, signal, socket, subprocess, sys\n"
        if os.getuid() == 0:
            become += f"os.setgroups([]); os.setgid({self.number}); os.setuid({self.number})\n"
        as_we_are = {"user": None, "group": None, "extra_groups": None}
        return self.start(sys.executable, "-c", become + text, *words, **as_we_are)

    def run(self, *words, seconds=PATIENCE, said=None, **options):
        """Runs a program as this user to its end: its exit status and what it printed.

        It reads `said` from its standard input.
        """
        if said is not None:
            options["stdin"] = subprocess.PIPE
        process = self.start(*words, **options)
        output, _ = process.communicate(said, timeout=seconds)
        return process.returncode, output

    def ctl(self, *words, **environment):
        """Runs settingsctl as this user, with these variables changed."""
        return self.run(self.world.bin / "settingsctl", *words, environment=environment)

    def start_agent(self, *wrap, **environment):
        """Starts an agent as this user, perhaps by another program, and waits until it answers."""
        process = self.start(*wrap, self.world.bin / "settings-agent", environment=environment)

        def answers():
            if process.poll() is not None:
                raise Failure(f"the agent ended: {process.stdout.read()}")
            try:
                with Connection(self.socket) as connection:
                    return connection.call("stats")["pid"]
            except OSError:
                return None
        wait_until(answers, 20, "the agent")
        return process

    @property
    def socket(self):
        return self.runtime / "settings-agent" / "socket"

    def end_agent(self):
        """Ends an agent that a program of this user has started in his own folders."""
        if self.socket.exists():
            self.ctl("agent", "stop")


class PretendedAgent:
    """A program that listens as an agent does, notes what it hears, and answers as it likes."""

    def __init__(self, user, socket, answers=None):
        self.socket = socket
        self.process = user.start_python(
            (HERE / "pretended_agent.py").read_text(), socket, json.dumps(answers or {}))
        expect("the pretended agent's first line", self.process.stdout.readline(), "listens\n")

    def heard(self):
        """All lines that were sent to it so far."""
        with Connection(self.socket) as connection:
            # It listens to one after the other, so that all before this one were heard to their end.
            connection.send("end", {}, lambda reply: None)
            output, _ = self.process.communicate(timeout=PATIENCE)
        return [line for line in output.splitlines() if '"method":"end"' not in line.replace(" ", "")]
