// A frontend in seventy lines: creates a game, draws it in the terminal and plays seat 0 of it. Node 18 or newer.
//     node frontend.mjs http://127.0.0.1:8000 [RULESET] [OPTIONS AS JSON]
// Pick an action by its number. docs/frontends.md explains each step; all but the lines that print works in a browser.
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const [base, ruleset = "merchants-of-the-caribbean", options = "{}"] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

// The JSON of the answer; null where the game has moved on (412). Repeats what the service could not take now.
async function call(method, path, headers, body) {
  headers = { "Content-Type": "application/json", ...headers };
  for (;;) {
    const answer = await fetch(`${base}/v1/games${path}`, { method, headers, body: JSON.stringify(body) }).catch(() => null);
    if (answer?.ok) return answer.json();
    if (answer?.status === 412) return null;
    if (answer && ![429, 503].includes(answer.status)) throw (await answer.json()).detail;
    await sleep(1000 * Number(answer?.headers.get("Retry-After") ?? 1));
  }
}

// The events of a game after a version. A stream that breaks is resumed after the last event that arrived.
async function* follow(path, headers, last) {
  for (;;) {
    const answer = await fetch(`${base}/v1/games${path}?after=${last}`, {
      headers: { ...headers, Accept: "text/event-stream", "Last-Event-ID": last } }).catch(() => null);
    if (answer && !answer.ok && ![429, 503].includes(answer.status)) throw (await answer.json()).detail;
    const reader = answer?.ok ? answer.body.pipeThrough(new TextDecoderStream()).getReader() : null;
    for (let text = ""; reader; ) {
      const { value, done } = await reader.read().catch(() => ({ done: true }));
      if (done) break;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop();
      for (const block of blocks) {
        const { id, event, data } = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
        last = id ?? last;
        if (event) yield { event, data: JSON.parse(data) };
        if (["over", "unauthorized", "log_damaged"].includes(event)) return;
      }
    }
    await sleep(1000 * Number(answer?.headers.get("Retry-After") ?? 1));
  }
}

function draw(value, name = "", depth = 0) {
  const hidden = value?.hidden ? `${value.count} hidden` : null;
  const plain = hidden ?? (typeof value !== "object" || value === null || value.length === 0 ? JSON.stringify(value) : null);
  console.log(`${"  ".repeat(depth)}${name}: ${plain ?? ""}`);
  if (plain === null) for (const [key, part] of Object.entries(value)) draw(part, key, depth + 1);
}

const seats = [{ kind: "human", name: "Anne" }, { kind: "bot", level: "greedy" }];
const made = await call("POST", "", { "Idempotency-Key": randomUUID() }, { ruleset, seats, options: JSON.parse(options) });
const [path, token] = [`/${made.game.id}`, { Authorization: `Bearer ${made.seats[0].token}` }];
let game = await call("GET", path, token);
play: for await (const { event, data } of follow(path + "/events", token, 0)) {
  if (event === "rewound") game = await call("GET", path, token); // The store lost commits: draw the game anew.
  if (event === "commit") console.log(data.text);
  if (event === "commit" && data.version > game.version) game = await call("GET", path, token);
  while (game.status === "running" && game.to_act.includes(0) && data.version === game.version) {
    draw(game.view, `version ${game.version}, turn ${game.turn}`);
    const offers = await call("GET", `${path}/actions`, token);
    offers.actions.forEach(({ text }, number) => console.log(`${number + 1}) ${text}`));
    const { value, done } = await lines.next();
    if (done) break play;
    const sure = { ...token, "If-Match": `"${offers.version}"`, "Idempotency-Key": randomUUID() };
    const accepted = await call("POST", `${path}/actions`, sure, offers.actions[value - 1]?.action ?? offers.actions[0].action);
    game = accepted?.game ?? (await call("GET", path, token));
  }
}
console.log(JSON.stringify({ game: made.game.id, status: (await call("GET", path, token)).status }));
process.exit();
