/** What few players do at a table: they sit down, open seats, hand them over, give something up, play again; and the question before what cannot be undone. */
import { Problem, call, said } from "./api.js";
import { button, dialog, div, form, h3, icon, p, part } from "./dom.js";
import { handing, invitedTo, keep, keepSeat, kept } from "./keys.js";
import { act, giveIn, usualLevel } from "./seatwork.js";
import { useEffect, useRef } from "./vendor/hooks.js";
import { render } from "./vendor/preact.js";
import { words } from "./words-later.js";

/** @typedef {import("./game.js").Game} Game */

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

/** The host lets a bot take a seat for which nobody has come. @param {Game} game @param {number} seat @param {string} level */
export async function playedByBot(game, seat, level) {
  await call("PUT", `${game.path}/seats/${seat}`, { token: kept(game.id).host, body: { kind: "bot", level }, once: true });
  await game.fetchNews();
  game.changed();
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
  const made = await call("POST", `${game.path}/rematch`, { token: (game.live.rematch_by === "host" && kept(game.id).host) || game.token, once: true });
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

/** Do what gives something up for good, if the player is sure and is still asked the same. @param {Game} game @param {Api.Offer} offer @param {number | undefined} version The version for which it is offered. */
export async function giveUp(game, offer, version) {
  if (await ask({ title: `${offer.label}?`, means: words.forGood(offer.text), yes: offer.label }) && version === game.offers?.version) await act(game, offer);
}

/** Resign, if the player is sure. @param {Game} game */
export async function resign(game) {
  const { seat, live } = game;
  const question = { title: words.resignTitle, means: words.resignHint(live.seats.length - live.lost.length), yes: words.resign };
  if (await ask(question) && game.seat === seat) await giveIn(game);
}

/** Let a bot play the seat that looks, or take it back. @param {Game} game @param {boolean} toBot */
export async function handOver(game, toBot) {
  const { seat, token } = game;
  if (seat === null || (toBot && !(await ask(words.robot(usualLevel(game.ruleset.bot_levels)))))) return;
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

/** @typedef {{title: string, means: string, yes: string}} Question `means`: what comes of it; `yes`: what the button says. */

/** Ask, and wait for the answer: whether to do it. @param {Question} question @returns {Promise<boolean>} */
export function ask(question) {
  const place = document.body.appendChild(document.createElement("div"));
  return new Promise((answer) => {
    const close = (/** @type {boolean} */ sure) => {
      render(null, place);
      place.remove();
      answer(sure);
    };
    render(part(Asking, { question, close }), place);
  });
}

/** The focus is on what does nothing, and keys that choose offers choose none meanwhile. @param {{question: Question, close: (sure: boolean) => void}} properties */
function Asking({ question: { title, means, yes }, close }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => { ref.current.showModal(); }, []);
  return dialog({ ref, class: "asking", "aria-labelledby": "asking", onClose: () => close(ref.current.returnValue === "yes"), onKeyDown: (/** @type {Event} */ event) => event.stopPropagation() },
    form({ method: "dialog" }, h3({ id: "asking" }, icon("triangle-alert"), title), p(null, means),
      div({ class: "go" }, button({ class: "btn", autofocus: true }, words.notNow), button({ class: "btn main", value: "yes" }, yes))));
}
