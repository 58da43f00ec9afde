/** A game of one's own from a position of another one: how it is made, and how it leads back. */
import { Problem, call, said } from "./api.js";
import { a, button, div, h3, icon, li, p, part, several, span, ul } from "./dom.js";
import { embedded, handing, keepSeat } from "./keys.js";
import { Dialog } from "./page.js";
import { pennant } from "./seats.js";
import { usualLevel } from "./seatwork.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {import("./game.js").Open} Open */

/**
 * A new game from the position that is shown: this browser plays one seat, bots the others.
 * @param {Open} game @param {number} own The seat. @returns {Promise<string>} Its address.
 */
export async function branch(game, own) {
  const { version } = game.shown;
  const made = await call("POST", `${game.path}/branches`, { token: game.token, body: { version, seat: own }, once: true });
  const mine = made.seats.filter(({ seat }) => seat === own);
  const lasting = mine.map(({ seat, token }) => keepSeat(made.game.id, seat, token, { host: made.host_token, ruleset: game.live.ruleset, title: game.ruleset.title }));
  for (const { seat, token } of made.seats) {
    // A seat that its player had handed to a bot has a token too, and stays the bot's.
    if (seat !== own && made.game.seats[seat].kind !== "bot") await giveToBot(`/v1/games/${made.game.id}/seats/${seat}`, token, usualLevel(game.ruleset.bot_levels));
  }
  return `/games/${made.game.id}${lasting.every(Boolean) ? "" : handing(mine)}`;
}

/** Bots that play already may have ended the game meanwhile. @param {string} path @param {string} token @param {string} level */
async function giveToBot(path, token, level) {
  try {
    await call("PUT", path, { token, body: { kind: "bot", level }, once: true });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "game_over") throw error;
  }
}

/** For a watcher: which seat to play on. @param {{game: Open, start: (seat: number) => void}} properties */
const Seats = ({ game, start }) => div({ class: "playon" }, h3(null, words.playOnAs), p({ class: "mute" }, words.tryHint, ". ", game.over ? null : words.dealtAnew),
  ul(null, game.names.map((name, seat) => li({ key: seat }, button({ class: "btn full", type: "button", onClick: () => start(seat) }, pennant(seat), span(null, name))))));

/** Says that the game is a branch, of which position, and leads back there. @param {{game: Open}} properties */
export function Origin({ game }) {
  // The first commit set the position up, before any turn.
  const { branch_of: from, seats, ruleset } = game.live, [first, next = game.live] = game.commits;
  return from && first ? p({ class: "origin", role: "note" }, icon("git-branch"), span(null, words.triedFrom(game.ruleset?.title ?? ruleset, seats.map(({ name }) => name), next.turn)),
    a({ class: "btn small", href: `/games/${from.game}#version=${from.version}` }, icon("undo-2"), words.toOrigin)) : null;
}

/** Play on from the position that is shown: as the seat that looks, or as one that a watcher chooses. @param {{game: Open}} properties */
export function PlayOn({ game }) {
  const [choosing, choose] = useState(false);
  const [error, setError] = useState("");
  if (embedded) return null;
  const start = (/** @type {number} */ seat) => branch(game, seat).then((address) => location.assign(address)).catch((problem) => setError(said(problem)));
  const only = game.seat ?? (game.names.length === 1 ? 0 : null);
  return several(
    button({ class: "btn", type: "button", title: words.tryHint, onClick: () => (only === null ? choose(true) : void start(only)) }, icon("git-branch"), only === null ? words.playOn : words.tryHere),
    error ? p({ class: "say", role: "alert" }, error) : null,
    choosing ? part(Dialog, { close: () => choose(false) }, part(Seats, { game, start })) : null);
}
