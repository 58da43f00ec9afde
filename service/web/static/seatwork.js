/** What a seat sends: its actions, and who plays it. */
import { Problem, call, get, said } from "./api.js";
import { handing, invitedTo, keep, keepBoth, keepSeat, kept, random } from "./keys.js";
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
export const resign = (game) => give(game, game.live.version, (more) => call("POST", `${game.path}/resign`, more));

/** The host stops the clock, or lets it run again. @param {Game} game @param {boolean} running */
export async function runClock(game, running) {
  try {
    await call("PUT", `${game.path}/clock`, { token: kept(game.id).host, body: { running }, once: true });
  } catch (error) {
    game.say = said(error);
  }
  await game.fetchNews();
  game.changed();
}

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

/** Take an open seat, or one to which this browser was invited. @param {Game} game @param {number} seat @param {string} name */
export async function claim(game, seat, name) {
  const taken = await claimed(`${game.path}/seats/${seat}/claim`, name, invitedTo(game.id, seat));
  if (taken.token) keepSeat(game.id, taken.seat, taken.token, { ruleset: game.live.ruleset, title: game.ruleset?.title, invited: {} });
  await game.look(taken.seat);
}

/** Claim a seat by the first of these invitations that counts. @param {string} path @param {string} name @param {string[]} invitations @returns {Promise<any>} */
async function claimed(path, name, [invitation, ...others]) {
  try {
    return await call("POST", path, { body: { name, ...(invitation ? { invitation } : {}) }, once: true });
  } catch (error) {
    if (!others.length || !(error instanceof Problem) || error.code !== "seat_reserved") throw error;
    return claimed(path, name, others);
  }
}

/** The host opens a seat to anybody, or reserves it for whoever is invited. @param {Game} game @param {number} seat @param {"open" | "reserved"} kind */
export async function reopen(game, seat, kind) {
  const invite = (/** @type {string} */ invitation) => keep(game.id, { invitations: { ...kept(game.id).invitations, [seat]: invitation } });
  invite(""); // The news that the old one is void may come before the answer.
  const changed = await call("PUT", `${game.path}/seats/${seat}`, { token: kept(game.id).host, body: { kind }, once: true });
  if (changed.invitation) invite(changed.invitation);
  await game.fetchNews();
  game.changed();
}

/**
 * Play a game that is over again. There is one new game, whoever asks first. The seats of this browser are claimed in it.
 * @param {Game} game @returns {Promise<string>} Its address.
 */
export async function rematch(game) {
  const made = await call("POST", `${game.path}/rematch`, { token: game.token, once: true });
  const { id, seats } = made.game;
  const about = { ruleset: game.live.ruleset, title: game.ruleset.title, ...(made.host_token ? { host: made.host_token } : {}) };
  const taken = [];
  for (const old of game.ownSeats) {
    const seat = (old + seats.length - 1) % seats.length; // Who sat second begins.
    if (seats[seat].kind !== "reserved") continue;
    const body = { name: seats[seat].name, invitation: kept(game.id).seats[old].token };
    const { token } = await call("POST", `/v1/games/${id}/seats/${seat}/claim`, { body, once: true });
    if (token) taken.push({ seat, token, lasting: keepSeat(id, seat, token, about) });
  }
  keep(game.id, { rematch: id });
  return `/games/${id}${taken.some(({ lasting }) => !lasting) ? handing(taken) : ""}`;
}

/** Ask once before what cannot be undone: whether to do it. @param {Game} game @param {import("./asking.js").Question} question */
export async function sure(game, question) {
  try {
    return await (await import("./asking.js")).ask(question);
  } catch {
    game.say = words.unreachable; // The question could not be loaded, so it was not answered.
    game.changed();
    return false;
  }
}

/** Do what gives something up for good, if the player is sure and is still asked the same. @param {Game} game @param {Api.Offer} offer */
export async function giveUp(game, offer) {
  const version = game.offers?.version;
  if (await sure(game, { title: `${offer.label}?`, means: words.forGood(offer.text), yes: offer.label }) && version === game.offers?.version) await act(game, offer);
}

/** Let a bot play the seat that looks, or take it back. @param {Game} game @param {boolean} toBot */
export async function handOver(game, toBot) {
  const { seat, token } = game;
  if (seat === null || (toBot && !(await sure(game, words.robot(usualLevel(game.ruleset.bot_levels)))))) return;
  if (seat !== game.seat || token !== game.token) return;
  game.feed.rest(); // The token may be replaced, and a stream with the old one would end.
  try {
    const body = toBot ? { kind: "bot", level: usualLevel(game.ruleset.bot_levels) } : { kind: "human" };
    const changed = await call("PUT", `${game.path}/seats/${seat}`, { token, body, once: true });
    if (changed.token) keepSeat(game.id, seat, changed.token);
  } catch (error) {
    game.say = said(error);
  }
  if (seat !== game.seat) return;
  game.stale = true;
  game.feed.start();
  await game.catchUp();
}

/** The level that plays where nobody chose one. @param {string[]} levels */
export const usualLevel = (levels) => (levels.includes("greedy") ? "greedy" : levels[0]);
