"""Listens on a socket that everybody may connect to; prints what it hears; answers from a table.

It ends with the request `end`.
"""

import json
import os
import socket
import sys

path, answers = sys.argv[1], json.loads(sys.argv[2])
os.umask(0)
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen()
print("listens", flush=True)
while True:
    connection, _ = listener.accept()
    for line in connection.makefile("r", errors="replace"):
        print(line, end="", flush=True)
        try:
            request = json.loads(line)
        except ValueError:
            continue
        if request.get("method") == "end":
            sys.exit()
        answer = {"id": request.get("id"), "result": answers.get(request.get("method"), {})}
        try:
            connection.sendall(json.dumps(answer).encode() + b"\n")
        except OSError:
            break
    connection.close()
