// A whole bot: takes an open seat and plays it to the end. node bot.js http://127.0.0.1:8000 [GAME]   (Node 18 or newer)
// It has a plan for Merchants of the Caribbean; in any other game it does anything that is legal.
const { randomUUID } = require("node:crypto");
const { setTimeout: sleep } = require("node:timers/promises");

const [base, wanted] = process.argv.slice(2);
const LIKED = ["complete_expedition", "hire_person", "loot_ship", "repel_ship", "keep_ship", "reveal_card", "stop_discovering"];

// The JSON of the answer. What the service could not take is sent again; an Idempotency-Key makes that safe.
async function call(method, path, headers, body) {
  headers = { "Content-Type": "application/json", ...headers };
  for (;;) {
    const answer = await fetch(`${base}/v1/games${path}`, { method, headers, body: JSON.stringify(body) })
      .catch((error) => console.error("Trying again:", error.message));
    if (answer?.ok) return answer.json();
    if (answer?.status === 412) return null; // the game has moved on: look again
    if (answer && ![429, 503].includes(answer.status)) throw (await answer.json()).detail;
    await sleep(1000 * Number(answer?.headers.get("Retry-After") ?? 1));
  }
}

// The whole strategy: stop at three cards in the harbour, else do what stands first in the list, else anything.
function liking(view, { type }) {
  if (type === "stop_discovering" && view.harbour.length >= 3) return -1;
  return LIKED.includes(type) ? LIKED.indexOf(type) : LIKED.length + Math.random();
}

async function play() {
  const game = wanted ?? (await call("GET", "?status=lobby&open_seats=1")).items[0]?.id;
  if (!game) throw "No game has an open seat.";
  const seat = (await call("GET", `/${game}`)).seats.findIndex(({ kind }) => kind === "open");
  if (seat < 0) throw "The game has no open seat.";
  const claim = { name: "bot.js", client_seed: randomUUID() };
  const claimed = await call("POST", `/${game}/seats/${seat}/claim`, { "Idempotency-Key": randomUUID() }, claim);
  const token = { Authorization: `Bearer ${claimed.token}` };
  for (;;) {
    const now = await call("GET", `/${game}`, token);
    if (!["lobby", "running"].includes(now.status)) {
      return JSON.stringify({ seat, status: now.status, outcome: now.outcome });
    }
    if (!now.to_act.includes(seat)) { // wait for the next commit
      await call("GET", `/${game}/events?after=${now.version}&limit=1&wait=25`, token);
      continue;
    }
    const offer = await call("GET", `/${game}/actions`, token);
    const liked = offer.actions.map(({ action }) => ({ action, liking: liking(now.view, action) }));
    const best = liked.reduce((one, other) => (other.liking < one.liking ? other : one)).action;
    const sure = { "If-Match": `"${offer.version}"`, "Idempotency-Key": randomUUID() };
    await call("POST", `/${game}/actions`, { ...token, ...sure }, best);
  }
}

play().then(console.log, (problem) => { console.error(problem); process.exitCode = 1; });
