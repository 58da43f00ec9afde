/** The seats before the game begins: who takes them, and whom the host invites. */
import { said } from "./api.js";
import { claim, playedByBot, reopen } from "./changes.js";
import { a, b, button, classes, div, h2, icon, input, label, li, p, part, span, ul } from "./dom.js";
import { embedded, invitedTo, inviting, kept, set, settings } from "./keys.js";
import { Link } from "./links.js";
import { unusual } from "./options.js";
import { CAPTAINS, pennant } from "./seats.js";
import { usualLevel } from "./seatwork.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {import("./game.js").Open} Open */

/** @param {{game: Open}} properties */
export function Seating({ game }) {
  const invited = game.live.seats.find(({ kind, name }, seat) => kind === "reserved" && invitedTo(game.id, seat).length && !/^Seat \d+$/.test(name));
  const [name, setName] = useState(invited ? invited.name : settings().name);
  const [error, setError] = useState("");
  const doing = (/** @type {Promise<unknown>} */ done) => void done.then(() => setError(""), (problem) => setError(said(problem)));
  const take = (/** @type {number} */ seat) => { set({ name }); doing(claim(game, seat, name || CAPTAINS[seat])); };
  const { rematch_of: before } = game.live;
  const { about, title, how_to_play: guide } = game.ruleset, { clock } = game.live;
  const changed = unusual(game.live.options, game.ruleset.options);
  const host = game.live.seats.find(({ kind }) => kind === "human")?.name;
  return div({ class: "area main seating" }, h2({ class: "head" }, words.seats),
    p({ class: "invites" }, game.ownSeats.length || !host ? title : words.invites(host, title), about ? ` · ${words.minutes(about.minutes)}` : "", ` · ${clock ? words.eachHas(words.time(clock.seconds)) : words.noClock}`,
      guide ? " · " : null, guide ? a({ href: guide, target: "_blank", rel: "noopener" }, words.howToPlay) : null),
    changed.length ? p(null, words.unusual(changed)) : null,
    game.live.advice ? p({ class: "mute" }, words.adviceHint) : null,
    before ? p({ class: "mute" }, words.rematchWaits, " ", a({ href: `/games/${before}` }, words.gameBefore)) : null,
    embedded || !game.live.seats.some((_, seat) => takeable(game, seat)) ? null : label({ class: "option" }, b(null, words.name), input({ value: name, maxLength: 40, onInput: (/** @type {any} */ event) => setName(event.target.value) })),
    ul({ class: "games" }, game.live.seats.map((_, seat) => part(Seat, { game, seat, take, doing, key: seat }))),
    error ? p({ class: "say", role: "alert" }, error) : null);
}

/** Whether whoever uses this browser may take a seat. @param {Open} game @param {number} seat */
const takeable = (game, seat) => {
  const { kind } = game.live.seats[seat];
  return kind === "open" || (kind === "reserved" && invitedTo(game.id, seat).length > 0);
};

/** One seat, with what this browser may do about it.
 * @param {{game: Open, seat: number, take: (seat: number) => void, doing: (done: Promise<unknown>) => void}} properties */
function Seat({ game, seat, take, doing }) {
  const { host, invitations = {}, seats } = kept(game.id), levels = game.ruleset.bot_levels;
  const { kind, name, level } = game.live.seats[seat];
  const mine = seat in seats;
  const said = mine ? words.you : level ? words.bot(level) : kind === "human" ? words.person : kind === "open" ? words.free : words.reserved;
  const hosting = host && !mine && !level && !embedded;
  const act = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {"open" | "reserved"} */ wanted) =>
    button({ class: "btn small", type: "button", onClick: () => doing(reopen(game, seat, wanted)) }, icon(sign), text);
  return li({ class: classes("gameline", mine && "mine") },
    pennant(seat), b(null, name), span({ class: "mute" }, said),
    takeable(game, seat) && !embedded ? button({ class: "btn main", type: "button", onClick: () => take(seat) }, icon("log-in"), kind === "open" ? words.take : words.joinSeat) : null,
    hosting ? div({ class: "hosting" },
      kind === "reserved" && invitations[seat] ? part(Link, { title: words.invitation(name), hint: words.linkInvitation, address: `${location.origin}/games/${game.id}${inviting(seat, invitations[seat])}` }) : null,
      kind === "open" || (kind === "reserved" && !invitations[seat]) ? act(words.newInvitation, "key", "reserved") : null,
      ["open", "reserved"].includes(kind) && levels.length ? button({ class: "btn small", type: "button", onClick: () => doing(playedByBot(game, seat, usualLevel(levels))) }, icon("bot"), words.botInstead) : null,
      kind === "open" ? null : act(kind === "reserved" ? words.makeOpen : words.freeSeat, "user-plus", "open")) : null);
}
