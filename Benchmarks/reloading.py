"""Measures how soon a program runs with a change, and whether bad clients hold up good ones."""

import os
import resource
import selectors
import shutil
import socket
import subprocess
import time

from harness import REPOSITORY, Agent, Failure, Home

DOMAIN = "org.example.bench"
CLIENTS = 10_000
# Prints a line at each SIGHUP, and nothing else: what is measured is who sends it.
HANDLER = r"""
#include <signal.h>
#include <unistd.h>
static void hear(int number) {
    (void)number;
    if (write(1, "heard\n", 6) != 6) _exit(1);
}
int main(void) {
    signal(SIGHUP, hear);
    if (write(1, "ready\n", 6) != 6) return 1;
    for (;;) pause();
}
"""


class Listener:
    """A program whose lines are read; each save is timed until the line that it leads to."""

    def __init__(self, command, environment=None):
        self.process = subprocess.Popen([*map(str, command)], env=environment, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def line(self, seconds=10):
        if not self.selector.select(seconds):
            raise Failure(f"'{self.process.args[0]}' heard nothing within {seconds} s")
        return os.read(self.process.stdout.fileno(), 65536)

    def drain(self, seconds=0.3):
        while self.selector.select(seconds):
            os.read(self.process.stdout.fileno(), 65536)

    def times(self, file, count, rest=0.03):
        """Microseconds from a save by rename to the program's line, with a rest between two saves."""
        samples = []
        for index in range(count):
            new = file.with_name(".new")
            new.write_text(f"number = {index + 1}\n")
            started = time.perf_counter()
            new.rename(file)
            self.line()
            samples.append((time.perf_counter() - started) * 1e6)
            # The next save begins when nothing of this one is under way.
            self.drain(rest)
        samples.sort()
        return {"p50": samples[len(samples) // 2], "p99": samples[len(samples) * 99 // 100]}


class Reloading:
    """The measurements; `bench` has the table and the probe."""

    def __init__(self, bench, few):
        self.bench = bench
        self.few = few
        self.handler = str(REPOSITORY / ".build" / "hears-hangup")

    def compile(self):
        compiler = next(filter(shutil.which, ["cc", "clang"]))
        subprocess.run([compiler, "-O2", "-xc", "-", "-o", self.handler], input=HANDLER, text=True,
                       check=True)

    def measure(self):
        self.compile()
        count = self.few(200)
        swift = self.swift_client(count)
        if swift:
            self.row("Swift client's loop body", swift)
        hook = self.hook(count)
        self.row("program's SIGHUP handler, by a reload hook", hook)
        for name, measure in (("inotifywait", self.inotifywait), ("entr", self.entr)):
            if not shutil.which(name):
                self.bench.note(f"{name} isn't installed: nothing to compare with")
                continue
            peer = measure(count)
            ratio = hook["p50"] / peer["p50"]
            self.row(f"program's SIGHUP handler, by a loop around {name}", peer,
                     f"; the hook {ratio:.2f} × that")
        self.neighbours()

    def row(self, what, found, more=""):
        self.bench.add(f"save by rename → {what}, p50",
                       f"{found['p50']:.0f} µs; p99 {found['p99']:.0f} µs{more}")

    def files(self, more=""):
        home = Home()
        file = home.write_file("files/settings.toml", "number = 0\n")
        home.write_domain(DOMAIN, f'defaults = false\n[[file]]\npath = "{file}"\n{more}')
        return home, file

    def swift_client(self, count):
        package = REPOSITORY / "Examples" / "clients" / "swift"
        build = REPOSITORY / ".build" / "bench-clients"
        done = subprocess.run(["swift", "build", "-c", "release", "--package-path", package,
                               "--scratch-path", build, "--product", "follow"],
                              capture_output=True, text=True)
        if done.returncode:
            self.bench.note(f"the Swift client wasn't built: {done.stderr.strip()[-200:]}")
            return None
        home, file = self.files()
        with home, Agent(home):
            with Listener([build / "release" / "follow", DOMAIN], home.environment) as listener:
                listener.line()
                return listener.times(file, count)

    def hook(self, count):
        home, file = self.files('[[reload]]\nsignal = "HUP"\npidfile = "~/pid"\nsettle = "0ms"\n')
        with home, Agent(home):
            with Listener([self.handler]) as listener:
                listener.line()
                (home.root / "pid").write_text(f"{listener.process.pid}\n")
                listener.drain()
                return listener.times(file, count)

    def peer(self, count, command, rest=0.03):
        home, file = self.files()
        with home, Listener([self.handler]) as listener:
            listener.line()
            # It has to watch before the first save; it says so by hearing a trial.
            peer = subprocess.Popen(command(file, listener.process.pid), shell=True,
                                    stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                for _ in range(100):
                    file.with_name(".new").write_text("number = 0\n")
                    file.with_name(".new").rename(file)
                    if listener.selector.select(0.1):
                        break
                listener.drain()
                return listener.times(file, count, rest)
            finally:
                os.killpg(peer.pid, 9)
                peer.wait()

    def inotifywait(self, count):
        return self.peer(count, lambda file, process: (
            f"inotifywait -qm -e moved_to --format %f {file.parent} | "
            f"while read -r name; do [ \"$name\" != {file.name} ] || kill -HUP {process}; done"))

    def entr(self, count):
        # It gathers what comes within a tenth of a second, and is deaf for a while after that.
        return self.peer(count // 4, lambda file, process: (
            f"while :; do echo {file} | entr -np kill -HUP {process}; done"), rest=0.3)

    # Neighbours.

    def neighbours(self):
        """A client's durable sets beside others who do their worst; the best of three runs each, as
        whatever else the machine does shows in a p99 first."""
        alone = self.best_beside("nobody", lambda home: [])
        for name, others in (("a client that never reads", self.never_reads),
                             ("a client stuck within a line", self.stuck),
                             (f"{CLIENTS:,} clients of another domain", self.crowd)):
            found = self.best_beside(name, others)
            ratio = found["p99"] / alone["p99"]
            self.bench.add(f"set → a subscriber, in memory, beside {name}, p99",
                           f"{found['p99']:.0f} µs; alone {alone['p99']:.0f} µs; {ratio:.2f} ×",
                           "≤ 2 ×", ratio <= 2)

    def best_beside(self, name, others):
        return min((self.beside(name, others) for _ in range(3)), key=lambda found: found["p99"])

    def beside(self, name, others):
        with self.bench.home(journal="memory") as home, Agent(home) as agent:
            try:
                kept = others(home)
            except OSError as error:
                raise Failure(f"{name}: {error}") from None
            with agent.connect() as connection:
                connection.call("ping")
            found = self.bench.probe("set", self.few(2_000), home.socket, DOMAIN, "number")
            for one in kept:
                one.close()
            return found["notified"]

    def connect(self, home):
        one = socket.socket(socket.AF_UNIX)
        one.connect(str(home.socket))
        return one

    def never_reads(self, home):
        """It asks for everything again and again, and takes nothing."""
        one = self.connect(home)
        one.sendall(b'{"method":"subscribe","params":{"domains":["%s"]},"id":1}\n'
                    % DOMAIN.encode())
        one.setblocking(False)
        try:
            while True:
                one.send(b'{"method":"replicas","id":2}\n' * 1_000)
        except BlockingIOError:
            return [one]

    def stuck(self, home):
        one = self.connect(home)
        one.sendall(b'{"id":1,"method":"set","params":{"domain":"')
        return [one]

    def crowd(self, home):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        if hard < CLIENTS + 100:
            raise OSError(f"only {hard} descriptors are allowed")
        line = b'{"id":1,"method":"subscribe","params":{"domains":["org.example.other"]}}\n'
        crowd = []
        for _ in range(CLIENTS):
            one = self.connect(home)
            one.sendall(line)
            crowd.append(one)
        for one in crowd:
            one.recv(4096)
        return crowd
