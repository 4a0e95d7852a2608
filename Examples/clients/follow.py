#!/usr/bin/env python3
"""Prints a program's settings, and each change as it happens: follow.py [DOMAIN]

It misses nothing and tells nothing twice, also when the agent ends and comes back.
"""
import json
import os
import random
import socket
import sys
import time

PATH = os.environ.get("SETTINGS_AGENT_SOCKET") or os.path.join(
    os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}"), "settings-agent/socket")
domain = sys.argv[1] if len(sys.argv) > 1 else "org.example.editor"
settings = {}  # what was told so far, as JSON; "-" for what is gone
cursor = {}  # up to where: epoch and seq; none before the first snapshot


def follow(lines):
    """Takes the agent's lines until the connection ends."""
    part = {}  # a snapshot that isn't complete yet
    for line in lines:
        message = json.loads(line)
        kind, params = message.get("method"), message.get("params", {})
        changes = {change["key"]: json.dumps(change["value"]) if "value" in change else "-"
                   for change in params.get("changes", [])}
        if kind == "snapshot":
            part = changes if params["first"] else {**part, **changes}
            if params["more"]:
                continue
            # What was there and is no more was removed while nobody listened.
            changes = {**dict.fromkeys(settings, "-"), **part}
        elif kind not in ("changed", "bookmark"):
            continue
        for key, text in changes.items():
            if settings.get(key, "-") != text:
                print(key, text, flush=True)
        settings.update(changes)
        cursor.update(epoch=params["epoch"], seq=params["seq"])


pause = 0.05
while True:
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(PATH)
            request = {"domains": [domain], **(cursor or {"snapshot": True})}
            line = json.dumps({"id": 1, "method": "subscribe", "params": request}) + "\n"
            connection.sendall(line.encode())
            pause = 0.05
            follow(connection.makefile("rb"))
    except (OSError, ValueError):
        pass  # No agent, or cut off in the middle of a line: the cursor says where to go on.
    time.sleep(pause * random.uniform(0.5, 1))
    pause = min(pause * 2, 5)
