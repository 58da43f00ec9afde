/** What a seat sends: its actions, and its token. */
import { Problem, call, get, said } from "./api.js";
import { keep, keepBoth, keepSeat, kept, random } from "./keys.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * Keep the tokens of a link if they are of seats. A bad link changes nothing that is kept.
 * @param {Game} game @param {string[]} tokens @param {boolean} shared Whether another device of the player goes on with them; otherwise they are replaced.
 */
export async function accept(game, tokens, shared) {
  for (const token of tokens) {
    try {
      const { seat } = await get(`${game.path}/actions`, token);
      keepSeat(game.id, seat, token);
      game.seat ??= seat;
      if (tokens.length === 1) game.seat = seat;
      if (!shared) await renew(game, seat);
    } catch (error) {
      if (!refused(error)) throw error;
      game.say = words.badLink;
    }
  }
}

/** Finish what a page before began: to replace the token of a seat. @param {Game} game */
export async function settle(game) {
  for (const seat of game.ownSeats) {
    if (kept(game.id).seats[seat].other) await renew(game, seat);
  }
}

/**
 * Replace the token of a seat, as others may have seen it in its link. The old one counts until the new one was used, and both
 * are kept until then, so no lost answer loses the seat.
 * @param {Game} game @param {number} seat
 */
async function renew(game, seat) {
  const { token, other } = kept(game.id).seats[seat];
  const next = `tw_${random(24)}`;
  if (!other) keepBoth(game.id, seat, token, next);
  for (const current of other ? [token, other] : [token]) {
    try {
      await call("PUT", `${game.path}/seats/${seat}/token`, { token: current, body: { token: next } });
      keepBoth(game.id, seat, next, current);
      await get(`${game.path}/actions`, next);
      return void keepSeat(game.id, seat, next);
    } catch (error) {
      // Over, or too often: the token stays as it is. Whatever else went wrong is tried again when the page is loaded again.
      if (error instanceof Problem && [409, 429].includes(error.status)) return void keepSeat(game.id, seat, current);
      if (!refused(error)) return;
    }
  }
}

/** @param {any} error */
const refused = (error) => error instanceof Problem && [401, 403].includes(error.status);

/** Do what an offer says. @param {Game} game @param {Api.Offer} offer */
export const act = (game, offer) => give(game, game.offers?.version ?? game.live.version,
  (more) => /** @type {Promise<Api.Accepted>} */ (call("POST", `${game.path}/actions`, { ...more, body: offer.action })));

/** Ask to go back to before the seat's last own action, which goes back at once if nobody else has acted since. @param {Game} game */
export const askBack = (game) => give(game, game.live.version, (more) => call("POST", `${game.path}/takeback`, more));

/** Answer to a player who asks to go back. @param {Game} game @param {boolean} agreed */
export const answerBack = (game, agreed) => give(game, game.live.version,
  (more) => (agreed ? call("POST", `${game.path}/takeback/accept`, more) : call("POST", `${game.path}/takeback/decline`, more)));

/** Give up. @param {Game} game */
export const giveIn = (game) => give(game, game.live.version, (more) => call("POST", `${game.path}/resign`, more));

/**
 * Send what the seat does at a version, keep the receipt, and read what came of it.
 * @param {Game} game @param {number} version
 * @param {(more: {token: string | null, version: number, once: true}) => Promise<{version: number, head: string}>} send
 */
async function give(game, version, send) {
  if (game.busy) return;
  game.sent = version;
  if (!game.past) game.scenes.skip(); // Whoever acts waits for nothing.
  game.say = "";
  game.refusal = game.overtaken = null;
  game.changed();
  try {
    const done = await send({ token: game.token, version, once: true });
    keep(game.id, { receipts: { ...kept(game.id).receipts, [done.version]: done.head } });
    if (game.offers && game.offers.version < done.version) game.offers = null;
    game.since = null;
    game.returned = false;
  } catch (error) {
    if (game.sent === version) { // Otherwise the player has gone on.
      game.say = said(error);
      game.refusal = error instanceof Problem ? error.body : null;
      if (error instanceof Problem && error.status === 412) {
        game.overtaken = version;
        void game.fetchNews();
      }
    }
    game.stale = true;
    void game.catchUp();
  } finally {
    if (game.sent === version) game.sent = null;
    game.changed();
  }
}

/** The level that plays where nobody chose one. @param {string[]} levels */
export const usualLevel = (levels) => (levels.includes("greedy") ? "greedy" : levels[0]);
