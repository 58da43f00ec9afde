/** The seats before the game begins: who takes them, and whom the host invites. */
import { said } from "./api.js";
import { claim, playedByBot, reopen } from "./changes.js";
import { a, aside, b, button, classes, div, h2, h3, icon, img, input, label, li, p, part, section, several, small, span, ul } from "./dom.js";
import { embedded, invitedTo, inviting, kept, set, settings } from "./keys.js";
import { Link } from "./links.js";
import { styled } from "./modules.js";
import { unusual } from "./options.js";
import { CAPTAINS, pennant } from "./seats.js";
import { usualLevel } from "./seatwork.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {import("./game.js").Open} Open */

await styled(new URL("./seating.css", import.meta.url).href);

/** It fills the page: there is no table yet. @param {{game: Open}} properties */
export function Seating({ game }) {
  const [error, setError] = useState("");
  const [watching, watch] = useState(false);
  const doing = (/** @type {Promise<unknown>} */ done) => void done.then(() => setError(""), (problem) => setError(said(problem)));
  const { live, ruleset, ownSeats } = game, { seats } = live, { cover, lessons: [lesson] = [], how_to_play: guide } = ruleset;
  const free = embedded || ownSeats.length ? [] : [...seats.keys()].filter((seat) => takeable(game, seat));
  const place = free.find((seat) => invitedTo(game.id, seat).length) ?? free[0] ?? -1;
  const changed = unusual(live.options, ruleset.options);
  const learn = several(
    lesson ? a({ class: "btn", href: `/#learn/${live.ruleset}/${lesson.name}`, target: "_blank", referrerPolicy: "same-origin" }, icon("graduation-cap"), words.learnIt(lesson.minutes)) : null,
    guide ? a({ class: "btn", href: guide, target: "_blank", rel: "noopener" }, icon("book-open"), words.howToPlay) : null);
  return div({ class: "seating" },
    section({ class: "panel invitation", "aria-label": words.seats },
      cover ? img({ class: "cover", src: cover, alt: "" }) : null,
      div({ class: "invites" },
        game.say ? p({ class: "say", role: "alert" }, game.say) : null,
        place >= 0 && !watching ? part(Invited, { game, place, doing, learn, watch: () => watch(true) })
        : part(Waiting, { game, doing, learn, watching: place >= 0 ? () => watch(false) : null }),
        error ? p({ class: "say", role: "alert" }, error) : null)),
    aside({ class: "panel", "aria-label": words.atTable }, div({ class: "head" }, h3(null, words.atTable), span({ class: "end" }, words.waitsSince(new Date(live.created_at)))),
      ul(null, seats.map((_, seat) => part(Seat, { game, seat, place, doing, key: seat }))),
      h3({ class: "head" }, words.rulesHere),
      p(null, changed.length ? words.unusual(changed) : words.asRules),
      live.advice ? p(null, words.adviceHint) : null,
      live.rematch_of ? p({ class: "mute" }, words.rematchWaits, " ", a({ href: `/games/${live.rematch_of}` }, words.gameBefore)) : null));
}

/** Who invites to which game, and the one step to sit down.
 * @param {{game: Open, place: number, doing: (done: Promise<unknown>) => void, learn: any, watch: () => void}} properties `place`: the seat. */
function Invited({ game, place, doing, learn, watch }) {
  const { seats, clock } = game.live, { about, title } = game.ruleset;
  const invited = seats[place].kind === "reserved" ? seats[place].name : "";
  const [name, setName] = useState(/^Seat \d+$/.test(invited) ? settings().name : invited || settings().name);
  const host = seats.findIndex(({ kind }) => kind === "human");
  const take = () => { set({ name }); doing(claim(game, place, name || CAPTAINS[place])); };
  const fact = (/** @type {string} */ sign, /** @type {string} */ most, /** @type {string} */ more) => li(null, icon(sign), span(null, b(null, most), small(null, more)));
  return several(
    host >= 0 ? p({ class: "from" }, pennant(host), b(null, seats[host].name), words.invites) : null,
    h2(null, title),
    about ? p({ class: "mute pitch" }, about.sentence) : null,
    ul({ class: "facts3" },
      about ? fact("clock", words.minutes(about.minutes), about.weight) : null,
      fact("hourglass", clock ? words.eachHas(words.time(clock.seconds)) : words.noClock, clock ? words.thenHappens[clock.on_timeout] : words.noHurry),
      fact("users", words.seatCount(seats.length), seats.map((seat, at) => (at === place ? words.you : seat.level ? words.aBot : seat.kind === "human" ? seat.name : words.free)).join(", "))),
    div({ class: "sit" }, label({ class: "option" }, b(null, words.name), input({ value: name, maxLength: 40, onInput: (/** @type {any} */ event) => setName(event.target.value) })),
      button({ class: "btn main", type: "button", onClick: take }, icon("log-in"), words.sitDownIn(place), pennant(place, true))),
    p({ class: "mute" }, words.noAccount),
    div({ class: "ways" }, learn, button({ class: "btn", type: "button", onClick: watch }, icon("eye"), words.onlyWatch)));
}

/** For whoever sits here already, or only watches; the host invites.
 * @param {{game: Open, doing: (done: Promise<unknown>) => void, learn: any, watching: (() => void) | null}} properties */
function Waiting({ game, doing, learn, watching }) {
  const { host, invitations = {} } = kept(game.id), hosting = host && !embedded, { seats } = game.live, levels = game.ruleset.bot_levels;
  const missing = seats.flatMap(({ kind }, seat) => (["open", "reserved"].includes(kind) ? [seat] : []));
  const links = hosting ? missing.filter((seat) => seats[seat].kind === "reserved" && invitations[seat]) : [];
  const of = (/** @type {string} */ kind) => missing.filter((seat) => seats[seat].kind === kind).length;
  return several(
    h2(null, missing.length === 1 ? words.stillEmpty(seats[missing[0]].name) : words.lobby(of("open"), of("reserved"))),
    p({ class: "mute pitch" }, links.length ? words.sendLink : words.beginsThen),
    hosting ? div({ class: "hosting" },
      links.map((seat, at) => part(Link, { title: words.invitation(seats[seat].name), hint: words.linkInvitation, address: `${location.origin}/games/${game.id}${inviting(seat, invitations[seat])}`, shown: !at && innerWidth > 760, key: seat })),
      part(Link, { title: words.share, hint: words.linkWatch, address: `${location.origin}/games/${game.id}` })) : null,
    hosting ? p({ class: "or" }, span(null, words.orDont)) : null,
    div({ class: "ways" },
      hosting && levels.length ? missing.map((seat) => button({ class: "btn", type: "button", key: seat, onClick: () => doing(playedByBot(game, seat, usualLevel(levels))) }, icon("bot"), words.botInstead, missing.length > 1 ? pennant(seat, true) : null)) : null,
      learn, watching ? button({ class: "btn main", type: "button", onClick: watching }, icon("log-in"), words.take) : null));
}

/** Whether whoever uses this browser may take a seat. @param {Open} game @param {number} seat */
const takeable = (game, seat) => {
  const { kind } = game.live.seats[seat];
  return kind === "open" || (kind === "reserved" && invitedTo(game.id, seat).length > 0);
};

/** One seat, with what this browser may do about it.
 * @param {{game: Open, seat: number, place: number, doing: (done: Promise<unknown>) => void}} properties `place`: the seat that is offered to whoever looks. */
function Seat({ game, seat, place, doing }) {
  const { host, invitations = {}, seats } = kept(game.id);
  const { kind, name, level } = game.live.seats[seat];
  const mine = seat in seats, free = ["open", "reserved"].includes(kind);
  const said = mine ? words.you : seat === place ? words.forYou : level ? words.bot(level) : kind === "human" ? words.person : kind === "open" ? words.freeForAll : words.reserved;
  const act = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {"open" | "reserved"} */ wanted) =>
    button({ class: "btn small", type: "button", onClick: () => doing(reopen(game, seat, wanted)) }, icon(sign), text);
  return li({ class: classes("gameline", seat === place && "foryou") },
    pennant(seat), span({ class: "line" }, b(null, name), small({ class: "mute" }, said)), icon(level ? "bot" : free ? "circle" : "check"),
    seat !== place && place >= 0 && takeable(game, seat) ? button({ class: "btn small", type: "button", onClick: () => doing(claim(game, seat, settings().name || CAPTAINS[seat])) }, icon("log-in"), words.take) : null,
    host && !mine && !level && !embedded ? div({ class: "hosts" },
      kind === "open" || (kind === "reserved" && !invitations[seat]) ? act(words.newInvitation, "key", "reserved") : null,
      kind === "open" ? null : act(kind === "reserved" ? words.makeOpen : words.freeSeat, "user-plus", "open")) : null);
}
