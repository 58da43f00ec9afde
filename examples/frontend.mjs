// A frontend in fifty lines: creates a game, draws it in the terminal and plays seat 0 of it. Node 18 or newer.
//     node frontend.mjs http://127.0.0.1:8000 [RULESET] [OPTIONS AS JSON]
// Pick an action by its number. docs/frontends.md explains each step; all but the lines that print works in a browser.
// Elsewhere: npm install the client, and import it as "tradewinds-client".
import { createInterface } from "node:readline";
import { Stale, Tradewinds, seatsOf } from "../clients/javascript/tradewinds.js";

const [base, ruleset = "merchants-of-the-caribbean", options = "{}"] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const service = new Tradewinds(base, { patience: Infinity });

function draw(value, name = "", depth = 0) {
  const hidden = value?.hidden ? `${value.count} hidden` : null;
  const plain = hidden ?? (typeof value !== "object" || value === null || value.length === 0 ? JSON.stringify(value) : null);
  console.log(`${"  ".repeat(depth)}${name}: ${plain ?? ""}`);
  if (plain === null) for (const [key, part] of Object.entries(value)) draw(part, key, depth + 1);
}

const players = [{ kind: "human", name: "Anne" }, { kind: "bot", level: "greedy" }];
const [seat] = seatsOf(await service.createGame(ruleset, players, { options: JSON.parse(options) }));
let game = await service.game(seat);
play: for await (const { name, data } of service.follow(seat)) {
  if (name === "commit") console.log(data.text);
  // After `rewound` the store has lost commits: draw the game anew.
  if (name === "rewound" || data.version > game.version) game = await service.game(seat);
  while (game.status === "running" && game.to_act.includes(0) && data.version === game.version) {
    draw(game.view, `version ${game.version}, turn ${game.turn}`);
    const { actions, version } = await service.offers(seat);
    actions.forEach(({ text }, number) => console.log(`${number + 1}) ${text}`));
    const { value, done } = await lines.next();
    if (done) break play;
    game = await service.act(seat, actions[value - 1] ?? actions[0], version).then((accepted) => accepted.game, (error) => {
      if (error instanceof Stale) return service.game(seat); // Somebody was faster: show the game as it is now.
      throw error;
    });
  }
}
console.log(JSON.stringify({ game: seat.game, status: (await service.game(seat)).status }));
process.exit();
