/** What the seat may do: a list by groups, each with its effects, and a menu at a thing with which several things may be done. */
import { handOver } from "./changing.js";
import { Later } from "./components.js";
import { b, button, classes, details, div, h2, icon, input, label, li, ol, p, part, section, several, small, span, summary } from "./dom.js";
import { effects, saidMore } from "./effects.js";
import { set } from "./keys.js";
import { Meanwhile, Missed, Unavailable, rulesOf } from "./reasons.js";
import { useEffect, useLayoutEffect, useRef } from "./vendor/hooks.js";
import { words } from "./words.js";

// What few games allow, or few who look may do.
const advice = () => import("./advice.js").then((file) => file.Advice);
const playOn = () => import("./trying.js").then((file) => file.PlayOn);
const request = () => import("./takeback.js").then((file) => file.Request);
const takeBack = () => import("./takeback.js").then((file) => file.TakeBack);

/** More offers than this are folded by groups. */
const MANY = 20;

/** The group of offers by which a seat ends what it does. */
const ENDS = "finish";

/** Whether an offer is to pass: to give up what it could do, unlike to end what it did. @param {Api.Offer} offer */
const passes = (offer) => /(^|_)pass$|^decline/.test(offer.action.type);

/** Whether an offer passes, or ends what the seat does. @param {Api.Offer} offer */
export const ends = (offer) => offer.group === ENDS || passes(offer) || /^(end|stop|finish)(_|$)|^leave$|_stop$/.test(offer.action.type);

/** Whether an offer gives up for good what the seat has, which one click must not do. @param {Api.Offer} offer */
export const givesUp = (offer) => /^(retire|resign|concede|surrender)(_|$)/.test(offer.action.type);

/** @typedef {import("./board.js").Choice} Choice */

/** @typedef {{choose: (offer: Choice) => void, send: (offer: Choice) => void, arm: (id: string | null) => void, aim: (offer: Choice | null) => void}} Doing
 * What a click on an offer does: it is chosen, sent, waits for a yes, or shows what it is about. */

/**
 * @param {Doing & {game: import("./game.js").Open, offers: Choice[], taken: string[], back: () => void, armed: string | null, confirm: boolean | "ends", setConfirm: (now: boolean) => void}} properties
 */
export function Offers({ game, offers, taken, back, armed, arm, send, choose, confirm, setConfirm, aim }) {
  // What ends something is in sight, however long the list above it is.
  const ending = offers.filter((each) => each.ends), last = ending.length < offers.length ? ending : [];
  const groups = grouped(offers.filter((each) => !last.includes(each)), game.board);
  const shared = sharedBy(offers.filter((each) => !each.ends), game.board);
  const offer = (/** @type {Choice} */ each) => li({ key: each.id }, part(Offer, { offer: each, board: game.board, shared, rank: game.advice?.ranks.get(each.id), armed: each.id === armed, choose, send, arm, aim, busy: game.busy }));
  return section({ class: "offers", id: "offers", tabIndex: -1, "data-step": taken.length, "aria-labelledby": "you-may" },
    div({ class: "head" }, h2({ id: "you-may" }, words.offers),
      offers.length ? span({ class: "end" }, words.keysUpTo(Math.min(9, offers.length))) : null),
    part(Meanwhile, { game }),
    game.say ? p({ class: "say", role: "alert" }, game.say, " ", rulesOf(game.refusal?.rules)) : null,
    game.live.takeback_asked ? part(Later, { load: request, given: { game }, quiet: true }) : null,
    game.robot ? part(Robot, { game, level: game.robot }) : offers.length ? null : p({ class: "mute" }, game.waits ? words.beingShown : game.over ? words.over : words.noOffers),
    game.seat === null && game.live.status === "running" ? part(Later, { load: playOn, given: { game }, quiet: true }) : null,
    taken.length ? div({ class: "step" }, span({ role: "status" }, words.taken(taken)), button({ class: "link", type: "button", onClick: back }, icon("undo-2"), words.again)) : null,
    ol({ class: "list" }, groups.map(({ name, of }, index) => (offers.length > MANY && groups.length > 1
      ? li({ key: name }, details({ class: "fold", open: index === 0 || of.some((each) => each.id === armed) }, summary(null, name, span({ class: "mute" }, ` ${of.length}`)), ol(null, of.map(offer))))
      : several(name && groups.length > 1 ? li({ class: "group", key: name }, name) : null, of.map(offer)))),
      part(Missed, { game })),
    last.length ? ol({ class: "last", "aria-label": words.ending }, last.map(offer)) : null,
    div({ class: "more" }, game.live.advice ? part(Later, { load: advice, given: { game }, quiet: true }) : null, game.live.takeback === "never" ? null : part(Later, { load: takeBack, given: { game }, quiet: true }), offers.length ? part(Unavailable, { game }) : null,
      offers.length ? div({ class: "opts" }, label(null, input({ type: "checkbox", checked: confirm === true, onChange: (/** @type {any} */ event) => { set({ confirm: event.target.checked }); setConfirm(event.target.checked); } }), words.confirm)) : null));
}

/** A bot plays the seat that looks, until its player takes it back. @param {{game: import("./game.js").Open, level: string}} properties */
const Robot = ({ game, level }) => div({ class: "robot", role: "status" }, p(null, icon("bot"), words.robotPlays(level)),
  button({ class: "btn main full", type: "button", onClick: () => void handOver(game, false) }, icon("user"), words.takeBack));

/** @param {Choice[]} offers @param {Api.Board | null} board */
function grouped(offers, board) {
  const groups = board?.groups ?? [];
  const rest = offers.filter((offer) => !groups.some(({ id }) => id === offer.group));
  const found = groups.map(({ id, name }) => ({ id, name, of: offers.filter((offer) => offer.group === id) }));
  return [...found, { id: "", name: "", of: rest }].filter(({ of }) => of.length);
}

/** @param {Doing & {offer: Choice, board: Api.Board | null, shared: Set<string>, rank?: import("./reading.js").Rank, armed: boolean, busy: boolean}} properties */
function Offer({ offer, board, shared, rank, armed, choose, send, arm, aim, busy }) {
  const more = saidMore(offer);
  const aims = { onMouseEnter: () => aim(offer), onMouseLeave: () => aim(null), onFocus: () => aim(offer), onBlur: () => aim(null) };
  return div({ class: classes("offer", armed && "armed", passes(offer) ? "pass" : offer.ends && "end") },
    button({ type: "button", class: "choose", "aria-disabled": busy, "aria-pressed": armed, title: offer.text, onClick: () => (armed ? send(offer) : choose(offer)), ...aims },
      span({ class: "key", "aria-hidden": "true" }, offer.key || "·"), b(null, passes(offer) ? icon("hand") : offer.ends ? icon("flag") : null, offer.label), offer.of ? span({ class: "chip" }, words.choices(offer.of.length)) : null, part(Effects, { offer, board, shared, rank }), more ? small({ class: "lines" }, more) : null),
    armed ? div({ class: "go" }, button({ class: "btn main", type: "button", onClick: () => send(offer) }, icon("check"), words.send),
      button({ class: "btn", type: "button", onClick: () => arm(null) }, words.again)) : null);
}

/** What every one of several offers brings, which helps nobody to choose. @param {Choice[]} offers @param {Api.Board | null} board */
function sharedBy(offers, board) {
  const [first = [], ...others] = offers.map((offer) => effects(offer.preview, board).map(({ key, text }) => `${key} ${text}`));
  return new Set(others.length > 1 ? first.filter((each) => others.every((found) => found.includes(each))) : []);
}

/** The place of an offer in the order of the bot that was asked. @param {{rank: import("./reading.js").Rank | undefined}} properties */
const RankOf = ({ rank: found }) => (found ? span({ class: "chip rank", title: words.rank(found.place, found.expects) },
  found.place === 1 ? icon("star", words.rank(1, "")) : b(null, `${found.place}.`), found.expects) : null);

/** @param {{offer: Choice, board: Api.Board | null, shared?: Set<string>, rank?: import("./reading.js").Rank}} properties */
const Effects = ({ offer, board, shared, rank }) => {
  const found = effects(offer.preview, board).filter(({ key, text }) => !shared?.has(`${key} ${text}`));
  return found.length || rank ? span({ class: "fx" }, part(RankOf, { rank }), found.map(({ key, name, sign, text, look }) => span({ class: classes("chip", look), key, title: name },
    sign ? icon(sign, name) : span(null, name), text))) : null;
};

/**
 * What may be done with one thing, at the thing; or with all that lie near a finger, which it may also look at.
 * @param {{id?: string, at?: DOMRect, offers: Choice[], looks?: import("./touch.js").Touched[], board: Api.Board | null, advice: import("./reading.js").Ranked | null,
 *   choose: (offer: Choice) => void, close: () => void}} properties
 */
export function Menu({ id = "", at: where, offers, looks = [], board, advice: asked, choose, close }) {
  const menu = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    const name = CSS.escape(id);
    const thing = /** @type {HTMLElement | null} */ (document.querySelector(`[data-piece="${name}"], [data-area="${name}"]`));
    const at = where ?? thing?.getBoundingClientRect();
    const { style, currentCSSZoom: zoom = 1 } = menu.current; // Large screens show the table enlarged.
    const { width: wide, height: high } = menu.current.getBoundingClientRect();
    const below = at && at.bottom + 6 + high <= innerHeight;
    style.left = `${Math.max(8, Math.min(at?.left ?? 8, innerWidth - wide - 8)) / zoom}px`;
    style.top = `${Math.max(8, below ? at.bottom + 6 : (at?.top ?? 8) - high - 6) / zoom}px`;
    const before = document.activeElement;
    menu.current.querySelector("button").focus();
    return () => { if (before instanceof HTMLElement && (menu.current?.contains(document.activeElement) || document.activeElement === document.body)) before.focus(); };
  }, [id, where]);
  useEffect(() => {
    const away = (/** @type {Event} */ event) => { if (!menu.current?.contains(event.target)) close(); };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [id]);
  const moved = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const items = [...menu.current.querySelectorAll("button")];
    items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
  };
  return div({ class: "menu", role: "menu", "aria-label": words.offers, ref: menu, onKeyDown: moved },
    offers.map((offer) => button({ type: "button", role: "menuitem", class: "choose", key: offer.id, title: offer.text, onClick: () => choose(offer) },
      span({ class: "key", "aria-hidden": "true" }, offer.key || "·"), b(null, offer.label), part(Effects, { offer, board, rank: asked?.ranks.get(offer.id) }))),
    looks.map(({ id: thing, name, element }) => button({ type: "button", role: "menuitem", class: "choose", key: `look ${thing}`, onClick: () => { close(); element.click(); } },
      span({ class: "key plain", "aria-hidden": "true" }, icon("eye")), b(null, words.inspect(name)))));
}
