"""Plays a recorded save again, with system calls, in a folder of its own."""

import os
import re
import time
from dataclasses import dataclass

from recordings import FILE, SETTINGS


@dataclass
class Opened:
    descriptor: int
    is_for_writing: bool
    #: A file without a name (O_TMPFILE), which gets one when it is complete.
    is_nameless: bool = False


class Player:
    """A program that reads the file at its start, and saves `buffer` whatever the file says by then."""

    def __init__(self, folder, recording, buffer):
        self.folder = folder
        self.recording = recording
        self.opened = {}
        self.was_read = b""
        self.is_created = set()  # with the OPEN of the same call still to come
        self.carriers = SETTINGS | {step.path for step in recording.save if step.destination in SETTINGS}
        self.pieces = {path: self.pieces_of(path, buffer) for path in self.carriers}
        self.plays = {
            "OPEN": self.open, "ACCESS": self.read, "MODIFY": self.write, "ATTRIB": self.change_mode,
            "CLOSE_WRITE": self.close, "CLOSE_NOWRITE": self.close, "CREATE": self.create,
            "DELETE": self.delete, "MOVED_FROM": self.move,
        }

    # MARK: What is written

    def pieces_of(self, path, buffer):
        """What each write to a file does: whether it empties it first, and what it adds."""
        steps = [step for step in self.recording.save if self.name_of(step.path) == path]
        count = max(sum(step.kind == "MODIFY" for step in steps), 1)
        if any(step.kind == "CREATE" for step in steps):
            return [(False, part) for part in parts(buffer, count)]
        if count == 1:
            return [(True, buffer)]
        return [(True, b""), *((False, part) for part in parts(buffer, count - 1))]

    def name_of(self, path):
        """The name that a file without one gets later; there is never more than one at a time."""
        if not is_nameless(path):
            return path
        return next((step.path for step in self.recording.save
                     if step.kind == "CREATE" and step.path in self.carriers), path)

    # MARK: Playing

    def start(self):
        self.play(self.recording.start)
        if not self.was_read:
            self.was_read = (self.folder / "link" / FILE).read_bytes()

    def save(self):
        self.play(self.recording.save)
        for path in list(self.opened):
            while self.opened.get(path):
                os.close(self.opened[path].pop().descriptor)

    def play(self, steps):
        for index, step in enumerate(steps):
            time.sleep(step.pause)
            following = next((each.kind for each in steps[index + 1:] if each.path == step.path), "")
            if step.kind in self.plays:
                self.plays[step.kind](step, following)

    def at(self, step):
        return self.folder / step.path

    def latest(self, path, is_for_writing=False):
        found = [each for each in self.opened.get(path, []) if each.is_for_writing or not is_for_writing]
        return found[-1] if found else None

    # MARK: One step each

    def open(self, step, _):
        if step.path in self.is_created:
            return self.is_created.remove(step.path)
        nameless = is_nameless(step.path)
        if nameless:
            descriptor = os.open(self.at(step).parent, os.O_TMPFILE | os.O_RDWR, 0o644)
        else:
            descriptor = os.open(self.at(step), os.O_RDWR if step.is_for_writing else os.O_RDONLY)
        self.opened.setdefault(step.path, []).append(
            Opened(descriptor, nameless or step.is_for_writing, nameless))

    def read(self, step, _):
        if opened := self.latest(step.path):
            self.was_read = os.pread(opened.descriptor, 1 << 20, 0)

    def write(self, step, _):
        if not (opened := self.latest(step.path, is_for_writing=True)):
            return
        pieces = self.pieces.get(self.name_of(step.path))
        # A backup has what was read for it; what else lies beside the file may have any bytes.
        empties, text = (False, self.was_read) if pieces is None else pieces.pop(0) if pieces else (False, b"")
        if empties:
            os.ftruncate(opened.descriptor, 0)
        os.lseek(opened.descriptor, 0, os.SEEK_END)
        os.write(opened.descriptor, text)

    def change_mode(self, step, _):
        if opened := self.latest(step.path):
            os.fchmod(opened.descriptor, os.fstat(opened.descriptor).st_mode & 0o7777)
        elif self.at(step).exists():
            self.at(step).chmod(self.at(step).stat().st_mode & 0o7777)

    def close(self, step, _):
        if self.opened.get(step.path):
            os.close(self.opened[step.path].pop().descriptor)

    def create(self, step, following):
        nameless = next((each for files in self.opened.values() for each in files if each.is_nameless), None)
        if following == "OPEN":
            descriptor = os.open(self.at(step), os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644)
            self.opened.setdefault(step.path, []).append(Opened(descriptor, True))
            self.is_created.add(step.path)
        elif nameless:
            # Only with a folder's descriptor does Python call linkat(2), which follows the link in /proc.
            os.link(f"/proc/self/fd/{nameless.descriptor}", self.at(step), src_dir_fd=nameless.descriptor)
            nameless.is_nameless = False
        elif "/.#" in step.path:
            self.at(step).symlink_to("somebody@here.1:1")  # as emacs and joe lock a file
        else:
            settings = next(path for path in SETTINGS if (self.folder / path).is_file())
            os.link(self.folder / settings, self.at(step))

    def delete(self, step, _):
        self.at(step).unlink()

    def move(self, step, _):
        if step.destination:
            self.at(step).rename(self.folder / step.destination)
            self.opened[step.destination] = self.opened.pop(step.path, [])


def is_nameless(path):
    """Whether the kernel made up the name, of a file without one."""
    return re.search(r"/#\d+$", path) is not None


def parts(text, count):
    size = -(-len(text) // count)
    return [text[start:start + size] for start in range(0, len(text), size)]
