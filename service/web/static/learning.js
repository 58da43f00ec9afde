/** How a lesson is begun: a game whose cards are known, of which this browser holds every seat. */
import { call, get } from "./api.js";
import { forgetGame, gamesKept, handing, keep, keepSeat } from "./keys.js";

/** @typedef {Api.Lesson} Lesson */
/** @typedef {import("./keys.js").Lessoning} Lessoning */

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
