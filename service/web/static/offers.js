/** What the seat may do: a list by groups, each with its effects. */
import { b, button, classes, details, div, h2, icon, input, label, li, ol, p, part, section, several, small, span, summary, ul } from "./dom.js";
import { set } from "./keys.js";
import { words } from "./words.js";

/** @param {any} properties */
export function Offers({ game, offers, armed, arm, send, choose, pointed, pointAt, targets, confirm, setConfirm }) {
  const listed = pointed ? targets.get(pointed) ?? [] : offers;
  const groups = grouped(listed, game.board);
  return section({ class: "offers", id: "offers", tabIndex: -1 },
    div({ class: "head" }, h2(null, words.offers),
      listed.length ? span({ class: "end" }, pointed ? button({ class: "link", type: "button", onClick: () => pointAt(null) }, words.allOffers) : words.keysUpTo(Math.min(9, listed.length))) : null),
    game.say ? p({ class: "say", role: "alert" }, game.say) : null,
    listed.length ? null : p({ class: "mute" }, game.over ? words.over : words.noOffers),
    ol(null, groups.map(([name, of]) => several(
      name ? li({ class: "group", key: name }, name) : null,
      of.map((/** @type {any} */ offer) => li({ key: offer.id }, part(Offer, { offer, armed: offer.id === armed, choose, send, arm, busy: game.busy })))))),
    offers.length && !pointed ? part(Unavailable, { game }) : null,
    offers.length ? div({ class: "opts" }, label(null, input({ type: "checkbox", checked: confirm, onChange: (/** @type {any} */ event) => { set({ confirm: event.target.checked }); setConfirm(event.target.checked); } }), words.confirm)) : null);
}

/** What a person would look for and cannot do now, with the reasons; asked for when it is opened. @param {{game: import("./game.js").Game}} properties */
const Unavailable = ({ game }) => details({ class: "cannot", onToggle: (/** @type {any} */ event) => event.target.open && game.unavailable === null && void game.readUnavailable() },
  summary(null, icon("lock"), " ", words.unavailable),
  game.unavailable?.length ? ul(null, game.unavailable.map((each) => li({ key: each.id ?? each.label }, b(null, each.label), small(null, each.refusal.detail)))) : p({ class: "mute" }, game.unavailable ? words.nothing : words.loading));

/** @param {any[]} offers @param {any} board @returns {[string, any[]][]} */
function grouped(offers, board) {
  const names = (board?.groups ?? []).map((/** @type {any} */ group) => [group.id, group.name]);
  const found = names.map(([id, name]) => [name, offers.filter((offer) => offer.group === id)]).filter(([, of]) => of.length);
  const rest = offers.filter((offer) => !names.some(([id]) => id === offer.group));
  return rest.length ? [...found, ["", rest]] : found;
}

/** @param {any} properties */
function Offer({ offer, armed, choose, send, arm, busy }) {
  const effects = Object.entries(offer.preview ?? {}).map(([key, value]) => [key.replaceAll("_", " "), figure(key, value)]).filter(([, value]) => value !== null).slice(0, 4);
  return div({ class: classes("offer", armed && "armed") },
    button({ type: "button", class: "choose", disabled: busy, "aria-pressed": armed, onClick: () => (armed ? send(offer) : choose(offer)) },
      span({ class: "key", "aria-hidden": "true" }, offer.key || "·"), b(null, offer.label),
      offer.text && offer.text.replace(/\.$/, "") !== offer.label ? small(null, offer.text) : null,
      effects.length ? span({ class: "fx" }, effects.map(([key, value]) => span({ class: classes("chip", `${value}`.startsWith("−") && "minus", `${value}`.startsWith("+") && "plus"), key }, `${key} ${value}`.trim()))) : null),
    armed ? div({ class: "go" }, button({ class: "btn main", type: "button", onClick: () => send(offer) }, icon("check"), words.send),
      button({ class: "btn", type: "button", onClick: () => arm(null) }, words.again)) : null);
}

/** A figure of a preview as people read it; null where it says nothing. @param {string} key @param {any} value */
function figure(key, value) {
  if (value === true) return "";
  if (typeof value === "string") return value.replaceAll("_", " ");
  if (typeof value !== "number" || value === 0) return null;
  if (/chance|risk|odds/.test(key) && value <= 1) return `${Math.round(value * 100)} %`;
  return value < 0 ? `−${-value}` : `${value}`;
}
