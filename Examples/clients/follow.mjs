#!/usr/bin/env node
// Prints a program's settings, and each change as it happens: follow.mjs [DOMAIN]
// It misses nothing and tells nothing twice, also when the agent ends and comes back.
import net from "node:net";
import readline from "node:readline";

const { env } = process;
const path = env.SETTINGS_AGENT_SOCKET ||
  `${env.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid()}`}/settings-agent/socket`;
const domain = process.argv[2] ?? "org.example.editor";
const settings = new Map(); // what was told so far, as JSON
let cursor = { snapshot: true }; // then epoch and seq: up to where
let pause = 50;

function tell(key, value) {
  const text = value === undefined ? "-" : JSON.stringify(value);
  if ((settings.get(key) ?? "-") !== text) console.log(key, text);
  settings.set(key, text);
}

function connect() {
  let part = new Map(); // a snapshot that isn't complete yet
  const socket = net.connect(path);
  socket.on("connect", () => {
    pause = 50;
    const params = { domains: [domain], ...cursor };
    socket.write(JSON.stringify({ id: 1, method: "subscribe", params }) + "\n");
  });
  socket.on("error", () => {}); // "close" comes next
  socket.on("close", () => {
    setTimeout(connect, pause * (0.5 + Math.random() / 2));
    pause = Math.min(pause * 2, 5000);
  });
  readline.createInterface({ input: socket }).on("error", () => {}).on("line", (line) => {
    const { method, params } = parse(line);
    let changes = new Map(params?.changes?.map(({ key, value }) => [key, value]));
    if (method === "snapshot") {
      part = params.first ? changes : new Map([...part, ...changes]);
      if (params.more) return;
      // What was there and is no more was removed while nobody listened.
      changes = new Map([...[...settings.keys()].map((key) => [key, undefined]), ...part]);
    } else if (method !== "changed" && method !== "bookmark") return;
    for (const [key, value] of changes) tell(key, value);
    cursor = { epoch: params.epoch, seq: params.seq };
  });
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {}; // cut off with the connection
  }
}

connect();
