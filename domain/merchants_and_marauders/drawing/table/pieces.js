/** Pieces of Merchants & Marauders: goods, cards, dice, ships and their hit locations, each with a look of its own. */
import {
  b, badge, button, classes, colour, figures, icon, marksOf, nameOf, part, pennant, Piece as Plain, ship, span, thing,
} from "../../drawing.js";

/** @param {any} drawn @param {string} id */
export const areaOf = (drawn, id) => drawn.board.areas.find((/** @type {any} */ area) => area.id === id);

/** @param {any} drawn @param {any} piece */
export const faceOf = (drawn, piece) => drawn.board.faces[piece.face] ?? {};

/** @param {any} drawn @param {any} piece */
export const said = (drawn, piece) => [nameOf(drawn.board, piece), ...marksOf(drawn.board, piece)].join(", ");

/** The faces of ships on each board. @type {WeakMap<any, [string, any][]>} */
const fleets = new WeakMap();

/** The rig of a ship: by its card, or by the type in its name. @param {any} drawn @param {any} piece */
export function rig(drawn, piece) {
  const types = fleets.get(drawn.board) ?? Object.entries(drawn.board.faces).filter(([, face]) => face.kind === "ship");
  fleets.set(drawn.board, types);
  const [type] = types.find(([id]) => id === piece.face) ?? types.find(([, face]) => nameOf(drawn.board, piece).includes(face.name)) ?? ["sloop"];
  return /** @type {any} */ (type.replaceAll("_", "-"));
}

/** The letter of a nation or of pirates, in its colour. @param {any} drawn @param {string} nation */
export function roundel(drawn, nation) {
  const name = drawn.board.faces[`bounty/${nation}`]?.name ?? drawn.board.words[nation].name;
  return span({ class: "mm-nation", style: colour(drawn.board, nation), "aria-hidden": "true" }, name[0]);
}

/** Who sails a ship. @param {any} drawn @param {any} piece */
export const ensign = (drawn, piece) => (typeof piece.seat === "number" ? pennant(piece.seat, true) : piece.colour ? roundel(drawn, piece.colour) : null);

/** @param {any} piece */
export const seatClass = (piece) => (typeof piece.seat === "number" ? `seat-${piece.seat + 1}` : "");

/** @param {any} facts @param {string} key */
export const fact = (facts, key) => (facts ?? []).find((/** @type {Api.Fact} */ [each]) => each === key)?.[1];

/** Why a port is closed to the viewer, if it is. @param {any} drawn @param {string} zone */
export const closed = (drawn, zone) => fact(drawn.picture.facts[zone], "closed");

/** @param {number} now @param {number} full */
const pips = (now, full) => span({ class: "mm-pips", "aria-hidden": "true" }, Array.from({ length: Math.max(now, full) }, (_, place) => span({ key: place, class: place < now ? "on" : "off" })));

/** A hit location of a ship: what is left of it. @param {{piece: any, drawn: any}} properties */
export function Track({ piece, drawn }) {
  const now = fact(piece.facts, "now"), full = fact(piece.facts, "full");
  return button({ ...thing(drawn, piece, classes("mm-track", now < full && "hurt")), "aria-label": `${nameOf(drawn.board, piece)} ${now}/${full}${piece.marks?.length ? `, ${marksOf(drawn.board, piece)}` : ""}` },
    badge(drawn, piece.id), icon(piece.icon), span({ class: "name" }, nameOf(drawn.board, piece)), pips(now, full), b(null, `${now}`, span({ class: "mute" }, `/${full}`)));
}

/** A die: of combat, where a skull is the only success, or of where a hit falls. @param {{piece: any, drawn: any, rolled?: boolean}} properties */
function Die({ piece, drawn, rolled }) {
  const face = faceOf(drawn, piece), hit = face.kind === "hit";
  const shown = face.icon && face.icon !== "x" ? icon(face.icon) : b(null, face.name);
  return button({ ...thing(drawn, piece, classes("mm-die", hit && "loc", piece.face === "hit/x" && "x", !hit && face.text && "skull", piece.marks?.length && "marked")), title: said(drawn, piece) },
    badge(drawn, piece.id), span({ class: classes("face", rolled && "fall") }, shown));
}

/** Cards or tokens that nobody sees here. @param {{piece: any, drawn: any}} properties */
const Back = ({ piece, drawn }) => button(thing(drawn, piece, "mm-back"), badge(drawn, piece.id), ship("lattice"), b(null, `${piece.count ?? 1}`));

/** A good on a card: what it costs or brings where it is traded, else what it is worth and does in a raid. @param {{piece: any, drawn: any, small?: boolean}} properties */
function Good({ piece, drawn, small }) {
  const face = faceOf(drawn, piece);
  return button({ ...thing(drawn, piece, classes("mm-good", !small && "large", demanded(drawn).has(face.name) && "hot")), title: [said(drawn, piece), face.text].join(": ") },
    badge(drawn, piece.id), icon(face.icon), span({ class: "name" }, face.name), figures(drawn.board, piece.facts ?? (small ? face.facts.slice(0, 1) : face.facts)), marksLine(drawn, piece));
}

/** @param {any} drawn @param {any} piece */
export const marksLine = (drawn, piece) => (piece.marks?.length ? span({ class: "mm-marks" }, piece.marks.map((/** @type {string} */ mark) => icon(drawn.board.words[mark].icon, drawn.board.words[mark].name))) : null);

/** The goods that the port wants where the viewer's ship is. @param {any} drawn @returns {Set<string>} */
function demanded(drawn) {
  const here = drawn.picture.pieces.find((/** @type {any} */ piece) => piece.id === `ship/${drawn.seat}`)?.in;
  if (closed(drawn, here)) return new Set();
  return new Set(drawn.picture.pieces.filter((/** @type {any} */ piece) => piece.id === `demand/${here}`).map((/** @type {any} */ piece) => nameOf(drawn.board, piece)));
}

/** What can be bought: a ship, a weapon or a modification. @param {{piece: any, drawn: any}} properties */
function Hull({ piece, drawn }) {
  const face = faceOf(drawn, piece);
  return button({ ...thing(drawn, piece, "mm-hull"), title: face.text },
    badge(drawn, piece.id), face.kind === "ship" ? ship(rig(drawn, piece)) : icon(face.icon), span({ class: "name" }, face.name), piece.in.endsWith("/returning") ? null : figures(drawn.board, face.facts?.filter((/** @type {Api.Fact} */ [key]) => key === "usual_price")),
    piece.count > 1 ? span({ class: "count" }, `×${piece.count}`) : null);
}

/** A card with its text. @param {{piece: any, drawn: any}} properties */
function Card({ piece, drawn }) {
  const face = faceOf(drawn, piece);
  return button({ ...thing(drawn, piece, classes("mm-card", face.kind)), style: colour(drawn.board, face.colour), title: face.text },
    badge(drawn, piece.id), span({ class: "name" }, face.icon ? icon(face.icon) : null, face.name), span({ class: "text lines" }, face.text),
    span({ class: "foot" }, marksLine(drawn, piece), figures(drawn.board, [...(piece.facts ?? []), ...(face.facts ?? [])].slice(0, 2))));
}

/** A nation's token. @param {{piece: any, drawn: any}} properties */
const Token = ({ piece, drawn }) => button({ ...thing(drawn, piece, "mm-chip"), title: said(drawn, piece) }, badge(drawn, piece.id), roundel(drawn, piece.face.split("/")[1]),
  piece.count > 1 ? b(null, `×${piece.count}`) : span({ class: "name" }, nameOf(drawn.board, piece)));

/** What stands small in a line: a modification, a weapon, a card of somebody else. @param {{piece: any, drawn: any}} properties */
function Chip({ piece, drawn }) {
  const face = faceOf(drawn, piece), shown = piece.icon ?? face.icon;
  return button({ ...thing(drawn, piece, classes("mm-chip", piece.marks?.includes("used_up") && "down")), style: colour(drawn.board, piece.colour ?? face.colour), title: [said(drawn, piece), face.text].filter(Boolean).join(": ") },
    badge(drawn, piece.id), face.kind === "captain" ? roundel(drawn, face.colour) : shown ? icon(shown) : null, ensign(drawn, piece), span({ class: "name" }, nameOf(drawn.board, piece)), marksLine(drawn, piece), piece.count > 1 ? b(null, `×${piece.count}`) : null);
}

const CARDS = new Set(["glory", "specialist", "mission", "rumor", "event", "npc_captain", "captain"]);

/** @param {{piece: any, drawn: any, small?: boolean, rolled?: boolean}} properties */
export function Piece({ piece, drawn, small, rolled }) {
  const kind = faceOf(drawn, piece).kind;
  if (piece.down && !piece.icon) return part(Back, { piece, drawn });
  if (kind === "die" || kind === "hit") return part(Die, { piece, drawn, rolled });
  if (kind === "merchant" || kind === "bounty") return part(Token, { piece, drawn });
  if (kind === "cargo") return part(Good, { piece, drawn, small });
  if (kind === "ship" || (!small && (kind === "weapon" || kind === "modification"))) return part(Hull, { piece, drawn });
  if (fact(piece.facts, "full") !== undefined) return part(Track, { piece, drawn });
  if (small) return part(Chip, { piece, drawn });
  return CARDS.has(kind) ? part(Card, { piece, drawn }) : kind ? part(Plain, { piece, drawn }) : part(Chip, { piece, drawn });
}
