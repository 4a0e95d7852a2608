"""What the tests and measurements share: a scratch home, an agent in it, a connection to it."""

import itertools
import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
RELEASES = [".build/release", ".build/static/release"]
BUILDS = [*RELEASES, ".build/debug"]
PROGRAMS = ["settings-agent", "settingsctl"]

# How long to wait for what should come at once, in seconds: a busy machine is slow, and only a test that
# fails waits so long.
PATIENCE = 120


# Whoever starts the tests in a shell's background has these ignored, and so would every child.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)


class Failure(Exception):
    """A test that didn't hold, or a program that didn't do what it should."""


class Disconnected(Failure):
    """The agent closed the connection, or died."""


class Refusal(Failure):
    """The agent answered with an error."""

    def __init__(self, error):
        super().__init__(json.dumps(error, ensure_ascii=False))
        self.code = error.get("code")
        self.data = error.get("data") or {}
        self.slug = self.data.get("slug")


def binary(name, variable):
    """The program to test: the environment's, else that of the newest build that has it."""
    named = os.environ.get(variable)
    if named:
        return named
    having = [folder for folder in BUILDS if (REPOSITORY / folder / name).exists()]
    if having:
        return str(REPOSITORY / max(having, key=build_time) / name)
    raise Failure(f"'{name}' isn't built; run: make build (or name it in {variable})")


def build_time(folder):
    """When the last of a build's programs was linked: both are taken from the same build."""
    paths = [REPOSITORY / folder / program for program in PROGRAMS]
    return max(path.stat().st_mtime_ns for path in paths if path.exists())


def measure_releases():
    """Has only releases found from now on: a debug build says nothing about speed."""
    BUILDS[:] = RELEASES


def newest_build():
    """The name of the build that was linked last, `release` or `debug`, as `make install` takes it."""
    return pathlib.Path(agent_binary()).parent.name


def agent_binary():
    return binary("settings-agent", "AGENT")


def settingsctl_binary():
    return binary("settingsctl", "SETTINGSCTL")


def wait_until(condition, seconds, what):
    """Polls until the condition gives something true, and returns that.

    A file that isn't there is waited for: vim, as many editors, renames the old one away before it
    writes the new one. A shorter time than PATIENCE becomes that: no test counts how busy the machine is.
    """
    seconds = max(seconds, PATIENCE)
    deadline = time.monotonic() + seconds
    while True:
        try:
            found = condition()
        except FileNotFoundError:
            found = None
        if found:
            return found
        if time.monotonic() > deadline:
            raise Failure(f"waited {seconds} s for {what}")
        time.sleep(0.003)


class Home:
    """A home folder of its own, so that nothing reaches the real one.

    It lies under the checkout's .build, not under /tmp: there vim and emacs save differently.
    """

    def __init__(self, root=None):
        self.is_ours = root is None
        if root is None:
            base = REPOSITORY / ".build" / "scratch"
            base.mkdir(parents=True, exist_ok=True)
            root = tempfile.mkdtemp(prefix="h", dir=base)
        self.root = pathlib.Path(root)
        self.memory = None
        self.config = self.root / "config"
        self.state = self.root / "state"
        # A socket's path has room for 107 bytes; a checkout may lie deep.
        self.runtime = pathlib.Path(tempfile.mkdtemp(prefix="sa", dir="/tmp"))
        self.domains = self.config / "settings-agent" / "domains"
        for folder in (self.domains, self.state, self.root / "data", self.root / "etc"):
            folder.mkdir(parents=True, exist_ok=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()

    @property
    def socket(self):
        return self.runtime / "settings-agent" / "socket"

    @property
    def events(self):
        return self.runtime / "settings-agent" / "events"

    @property
    def environment(self):
        kept = {name: os.environ[name] for name in ("PATH", "TERM", "LANG") if name in os.environ}
        return {
            "LANG": "C.UTF-8", **kept,
            "HOME": str(self.root),
            "XDG_CONFIG_HOME": str(self.config),
            "XDG_STATE_HOME": str(self.state),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "XDG_DATA_HOME": str(self.root / "data"),
            "XDG_DATA_DIRS": str(self.root / "data"),
            "XDG_CONFIG_DIRS": str(self.root / "etc"),
        }

    def use_memory_for_state(self):
        """Puts the journal where syncing costs nothing, to measure what is left."""
        self.memory = pathlib.Path(tempfile.mkdtemp(prefix="sa", dir="/dev/shm"))
        self.state = self.memory

    def write_domain(self, domain, text):
        (self.domains / f"{domain}.toml").write_text(text)

    def write_file(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def remove(self):
        shutil.rmtree(self.runtime, ignore_errors=True)
        if self.memory:
            shutil.rmtree(self.memory, ignore_errors=True)
        if self.is_ours:
            shutil.rmtree(self.root, ignore_errors=True)


class Agent:
    """One settings-agent process."""

    def __init__(self, home, environment=None, wrap=(), command=None):
        self.home = home
        self.environment = {**home.environment, **(environment or {})}
        self.wrap = list(wrap)
        self.command = command or [agent_binary()]
        self.process = None
        self.pid = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def output(self):
        path = self.home.root / "agent.out"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self, seconds=PATIENCE):
        """Starts it and waits until it answers `hello`."""
        with open(self.home.root / "agent.out", "ab") as output:
            self.process = subprocess.Popen(
                self.wrap + self.command, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT)
        self.pid = self.process.pid
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            left = deadline - time.monotonic()
            try:
                with Connection(self.home.socket, seconds=left) as connection:
                    self.pid = connection.peer
                    connection.call("hello")
                return self
            except (OSError, Failure):
                time.sleep(0.003)
        if self.is_running():
            self.kill()
        raise Failure(f"the agent did not start:\n{self.output[-2000:]}")

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            pass

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, seconds=PATIENCE):
        if self.process is None:
            return
        self.signal(signal.SIGTERM)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure(f"the agent didn't stop within {seconds} s") from None

    def connect(self, **options):
        return Connection(self.home.socket, **options)


class Connection:
    """Requests and notifications on one socket, read by a thread of its own."""

    def __init__(self, path, seconds=PATIENCE, on_notification=None):
        self.seconds = seconds
        self.notifications = queue.Queue()
        self.on_notification = on_notification or self.notifications.put
        self.on_reply = {}
        self.ids = itertools.count(1)
        self.lock = threading.Lock()
        self.is_closed = False
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(max(seconds, 0.01))
        self.socket.connect(str(path))
        self.socket.settimeout(None)
        credentials = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        self.peer = struct.unpack("3i", credentials)[0]
        self.lines = self.socket.makefile("rb")
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The agent was faster.
        self.socket.close()

    def send(self, method, params, then):
        """Sends a request; `then` gets its reply, or None when the connection ended."""
        with self.lock:
            if self.is_closed:
                return then(None)
            number = next(self.ids)
            self.on_reply[number] = then
        line = json.dumps({"id": number, "method": method, "params": params}, ensure_ascii=False)
        try:
            self.socket.sendall(line.encode("utf-8", "surrogatepass") + b"\n")
        except OSError:
            self._end()

    def call(self, method, /, **params):
        """The result of a request."""
        answer = queue.Queue()
        self.send(method, params, answer.put)
        try:
            reply = answer.get(timeout=max(self.seconds, 0.01))
        except queue.Empty:
            raise Failure(f"no answer to '{method}' within {self.seconds} s") from None
        if reply is None:
            raise Disconnected(f"the connection ended before the answer to '{method}'")
        if "error" in reply:
            raise Refusal(reply["error"])
        return reply["result"]

    def notification(self, method, seconds=PATIENCE):
        """The next notification of that kind; others are dropped."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                message = self.notifications.get(timeout=max(deadline - time.monotonic(), 0.001))
            except queue.Empty:
                raise Failure(f"no '{method}' notification within {seconds} s") from None
            if message.get("method") == method:
                return message["params"]

    def _read(self):
        try:
            for line in self.lines:
                message = json.loads(line)
                if "id" in message and "method" not in message:
                    with self.lock:
                        then = self.on_reply.pop(message["id"], None)
                    if then:
                        then(message)
                else:
                    self.on_notification(message)
        except (OSError, ValueError):
            pass  # Closed, or cut off in the middle of a line by the agent's death.
        self._end()

    def _end(self):
        with self.lock:
            self.is_closed = True
            waiting, self.on_reply = list(self.on_reply.values()), {}
        for then in waiting:
            then(None)


class Report:
    """Counts checks and prints one line each; `finish` gives the exit code."""

    def __init__(self, title):
        self.title = title
        self.passed = 0
        self.failed = 0
        self.skipped = 0

    def check(self, name, body):
        """Runs one check; it fails by raising."""
        started = time.monotonic()
        try:
            note = body()
        except (Failure, OSError, KeyError, ValueError, AssertionError,
                subprocess.SubprocessError) as error:
            self.failed += 1
            print(f"FAIL {name}: {type(error).__name__}: {error}", flush=True)
            return
        self.passed += 1
        print(f"ok   {name} ({time.monotonic() - started:.2f} s){f': {note}' if note else ''}",
              flush=True)

    def skip(self, name, reason):
        self.skipped += 1
        print(f"skip {name}: {reason}", flush=True)

    def finish(self):
        print(f"{self.title}: {self.passed} passed, {self.failed} failed, {self.skipped} skipped",
              flush=True)
        return 1 if self.failed or not self.passed else 0
