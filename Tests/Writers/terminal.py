"""A program in a tmux of its own, at which somebody types and answers its questions."""

import itertools
import re
import shlex
import subprocess
import time

from harness import PATIENCE, Failure


class Terminal:
    numbers = itertools.count()

    def __init__(self, command, environment, folder):
        self.name = command[0]
        # A server of before may be on its way out.
        self.server = ["tmux", "-S", f"{environment['XDG_RUNTIME_DIR']}/tmux{next(self.numbers)}"]
        # tmux takes the environment of whoever starts its server.
        subprocess.run([*self.server, "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "24",
                        shlex.join(command)], check=True, cwd=folder, env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*self.server, "kill-server"], capture_output=True)

    def tmux(self, *words):
        done = subprocess.run([*self.server, *words], capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"'{self.name}' has ended: {done.stderr.strip()}")
        return done.stdout

    def text(self):
        return self.tmux("capture-pane", "-p")

    def press(self, *keys):
        """Keys as tmux names them; what it has no name for is typed letter by letter."""
        for key in keys:
            self.tmux("send-keys", key)

    def shows(self, pattern, questions=()):
        """Waits until a pattern is on the screen; each question that comes before is answered once."""
        end, left = time.monotonic() + PATIENCE, dict(questions)
        while not re.search(pattern, text := self.text(), re.MULTILINE):
            for question in [each for each in left if re.search(each, text)]:
                self.press(*left.pop(question))
            if time.monotonic() > end:
                raise Failure(f"'{self.name}' didn't show '{pattern}' within {PATIENCE} s:\n{text}")
            time.sleep(0.02)
