// A whole bot: takes an open seat and plays it to the end. node bot.js http://127.0.0.1:8000 [GAME]   (Node 18 or newer)
// It has a plan for Merchants of the Caribbean; in any other game it does anything that is legal.
// Elsewhere: npm install the client, and import it as "tradewinds-client".
const client = import("../clients/javascript/tradewinds.js");

const [base, wanted] = process.argv.slice(2);
const LIKED = ["complete_expedition", "hire_person", "loot_ship", "repel_ship", "keep_ship", "reveal_card", "stop_discovering"];

// The whole strategy: stop at three cards in the harbour, else do what stands first in the list, else anything.
function liking(view, { type }) {
  if (type === "stop_discovering" && view.harbour.length >= 3) return -1;
  return LIKED.includes(type) ? LIKED.indexOf(type) : LIKED.length + Math.random();
}

async function play() {
  const { Stale, Tradewinds, seatOf } = await client;
  const service = new Tradewinds(base, { patience: Infinity });
  const game = wanted ?? (await service.request("GET", "/v1/games?status=lobby&open_seats=1")).items[0]?.id;
  if (!game) throw new Error("No game has an open seat.");
  const number = (await service.game(game)).seats.findIndex(({ kind }) => kind === "open");
  if (number < 0) throw new Error("The game has no open seat.");
  const seat = seatOf(await service.claim(game, number, { name: "bot.js" }));
  for await (const turn of service.turns(seat)) {
    const liked = turn.offers.map((offer) => ({ offer, liking: liking(turn.game.view, offer.action) }));
    const best = liked.reduce((one, other) => (other.liking < one.liking ? other : one)).offer;
    await service.act(seat, best, turn.version).catch((error) => {
      if (!(error instanceof Stale)) throw error; // Somebody was faster: the next turn shows the game as it is now.
    });
  }
  const { status, outcome } = await service.game(seat);
  return JSON.stringify({ seat: number, status, outcome });
}

play().then(console.log, ({ message }) => { console.error(message); process.exitCode = 1; });
