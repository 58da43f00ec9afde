/** Begins games: with the fewest choices, or as the form says. */
import { call, get, said } from "./api.js";
import { forgetGame, gamesKept, handing, keep, keepSeat, settings } from "./keys.js";
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
    location.assign(`/games/${made.game.id}${watch ? "#watch" : lasting.includes(false) ? handing(made.seats) : ""}`);
  } catch (problem) {
    setError(said(problem));
  }
}

/** A bot in each of these seats. @param {Api.Ruleset} ruleset @param {number[]} seats @returns {Api.NewGame["seats"]} */
const bots = (ruleset, seats) => seats.map((seat) => ({ kind: "bot", level: usualLevel(ruleset.bot_levels), name: CAPTAINS[seat] }));

/** How many play the smallest game of two or more, or of one where there is no other. @param {Api.Ruleset} ruleset */
export const usualCount = ({ seats }) => seats.allowed.find((count) => count > 1) ?? seats.max;

/** The seats of that game. @param {Api.Ruleset} ruleset */
const fewest = (ruleset) => Array.from({ length: usualCount(ruleset) }, (_, seat) => seat);

/** A game of bots, to watch. @param {Api.Ruleset} ruleset @returns {Api.NewGame} */
export const botsOnly = (ruleset) => ({ ruleset: ruleset.ruleset, seats: bots(ruleset, fewest(ruleset)), options: {} });

/** A game of whoever sits here against as few bots as it takes. @param {Api.Ruleset} ruleset @returns {Api.NewGame} */
export const againstBots = (ruleset) => ({ ruleset: ruleset.ruleset, seats: [{ kind: "human", name: settings().name || CAPTAINS[0] }, ...bots(ruleset, fewest(ruleset).slice(1))], options: {} });

/**
 * Begin a lesson, at one of its steps: what comes before is played. What is kept of earlier lessons goes.
 * @param {string} ruleset @param {string} name @param {number} [step] From 0. @returns {Promise<string>} The address of its game.
 */
export async function beginLesson(ruleset, name, step = 0) {
  const { scripts, title } = await get(`/v1/rulesets/${ruleset}`);
  const lesson = scripts[name];
  const made = await call("POST", "/v1/games", { body: { ruleset, lesson: name, seats: lesson.seats.map(() => ({ kind: "human" })) }, once: true });
  for (const game of gamesKept()) if (game.lesson) forgetGame(game.id);
  const { id } = made.game, tokens = Object.fromEntries(made.seats.map(({ seat, token }) => [seat, token]));
  let version = made.game.version;
  for (const { action, others } of lesson.steps.slice(0, step)) {
    if (action) version = await play(id, tokens[lesson.seat], action);
    for (const turn of others) version = await play(id, tokens[turn.seat], turn.action);
  }
  keep(id, { lesson: { name, step, from: version, tokens } });
  const lasting = keepSeat(id, lesson.seat, tokens[lesson.seat], { ruleset, title, looked: { [lesson.seat]: version } });
  return `/games/${id}${lasting ? "" : handing([{ seat: lesson.seat, token: tokens[lesson.seat] }])}`;
}

/** Let a seat do something; returns the version that it makes. @param {string} id @param {string} token @param {any} action @returns {Promise<number>} */
export const play = async (id, token, action) => (await call("POST", `/v1/games/${id}/actions`, { token, body: action, once: true })).version;
