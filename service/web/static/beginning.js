/** Begins games: with the fewest choices, or as the form says. */
import { call, said } from "./api.js";
import { handing, keep, keepSeat, settings } from "./keys.js";
import { CAPTAINS } from "./seats.js";
import { usualLevel } from "./seatwork.js";

/** @param {Api.NewGame} wanted @param {(error: string) => void} setError */
export async function begin(wanted, setError) {
  const watch = wanted.seats.every((seat) => seat.kind === "bot");
  // Strangers find games with a seat for anybody, and games of bots.
  const visibility = watch || wanted.seats.some((seat) => seat.kind === "open") ? "public" : "unlisted";
  try {
    const made = await call("POST", "/v1/games", { body: { ...wanted, visibility }, once: true });
    if (!watch) keep(made.game.id, { host: made.host_token, ruleset: wanted.ruleset, invitations: Object.fromEntries(made.invitations.map((each) => [each.seat, each.invitation])) });
    const lasting = made.seats.map((each) => keepSeat(made.game.id, each.seat, each.token));
    // Where the browser keeps nothing, the page of the game takes the seats out of its address.
    location.assign(`/games/${made.game.id}${watch ? "#play" : lasting.includes(false) ? handing(made.seats) : ""}`);
  } catch (problem) {
    setError(said(problem));
  }
}

/** A bot in each of these seats. @param {Api.Ruleset} ruleset @param {number[]} seats @returns {Api.NewGame["seats"]} */
const bots = (ruleset, seats) => seats.map((seat) => ({ kind: "bot", level: usualLevel(ruleset.bot_levels), name: CAPTAINS[seat] }));

/** The seats of the smallest game of two or more, or of one where there is no other. @param {Api.Ruleset} ruleset */
const fewest = ({ seats }) => Array.from({ length: Math.min(Math.max(2, seats.min), seats.max) }, (_, seat) => seat);

/** A game of bots, to watch. @param {Api.Ruleset} ruleset @returns {Api.NewGame} */
export const botsOnly = (ruleset) => ({ ruleset: ruleset.ruleset, seats: bots(ruleset, fewest(ruleset)), options: {} });

/** A game of whoever sits here against as few bots as it takes. @param {Api.Ruleset} ruleset @returns {Api.NewGame} */
export const againstBots = (ruleset) => ({ ruleset: ruleset.ruleset, seats: [{ kind: "human", name: settings().name || CAPTAINS[0] }, ...bots(ruleset, fewest(ruleset).slice(1))], options: {} });
