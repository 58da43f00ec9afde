/** Merchants of the Caribbean as the table draws it: the harbour on the water, cards with the colours of their ships. */
import {
  b, badge, button, classes, colour, div, figures, header, h2, h3, icon, li, marksOf, nameOf, p, part, Piece, place, Point, rect,
  section, several, ship, span, state, svg, thing, ul,
} from "../../drawing.js";

const FLEET = new Set(["pinace", "skiff", "flute", "frigate", "galleon"]);

/** @param {any} face @param {string} key */
const fact = (face, key) => face.facts?.find((/** @type {[string, any]} */ [each]) => each === key)?.[1];

/** The fact of an area. @param {any} drawn @param {string} area @param {string} key */
const told = (drawn, area, key) => fact({ facts: drawn.picture.facts[area] }, key);

/** An area of the board. @param {any} drawn @param {string} id */
const areaOf = (drawn, id) => drawn.board.areas.find((/** @type {any} */ each) => each.id === id);

/** @param {any} drawn @param {string} area @returns {any[]} */
const lying = (drawn, area) => drawn.picture.pieces.filter((/** @type {any} */ piece) => piece.in === area);

/** A figure with its icon. @param {any} drawn @param {string} key @param {any} value @param {string} [look] */
const worth = (drawn, key, value, look) => {
  const word = drawn.board.words[key];
  return value === undefined ? null : span({ class: classes("worth", look), title: word.name, key }, icon(word.icon, word.name), value === "skull" ? icon("skull", value) : b(null, `${value}`));
};

/** The silhouette of a ship, or the icon of the face. @param {any} face */
const art = (face) => (FLEET.has(face.name.toLowerCase()) ? ship(face.name.toLowerCase()) : icon(face.icon));

/** A name whose long words may be parted before their last syllables. @param {string} name */
const parted = (name) => name.replace(/(\w{7})(?=\w{5}\b)/g, "$1\u00ad");

/** @param {{piece: any, drawn: any, small?: boolean, size?: string}} properties */
function Card({ piece, drawn, small, size }) {
  const { board } = drawn;
  const face = board.faces[piece.face];
  if (piece.down || !face) return part(Piece, { piece, drawn, small });
  const price = fact(face, "cost") ?? fact(face, "threshold");
  // The text of a person says how strong it is.
  const without = face.kind === "person" ? ["cost", "strength"] : ["coins", "threshold"];
  const rest = face.facts.filter((/** @type {[string, any]} */ [key]) => !without.includes(key));
  const said = [face.name, face.text, ...marksOf(board, piece)].filter(Boolean).join(". ");
  if (small) {
    return button({ ...thing(drawn, piece, "mc-mini"), style: colour(board, face.colour), title: said }, badge(drawn, piece.id), art(face),
      span({ class: "name" }, face.name), b({ title: board.words.influence.name }, `${fact(face, "influence") ?? ""}`));
  }
  return button({ ...thing(drawn, piece, classes("mc-card", face.kind, size)), style: colour(board, face.colour), title: said },
    badge(drawn, piece.id), span({ class: "band" }), span({ class: "name" }, parted(nameOf(board, piece))),
    span({ class: "art" }, art(face)),
    face.kind === "ship" ? null : span({ class: "text lines" }, face.text),
    piece.marks?.length ? span({ class: "bust" }, icon("bomb"), marksOf(board, piece).join(", ")) : null,
    span({ class: "foot" }, price === undefined ? worth(drawn, "coins", fact(face, "coins"), "price") : worth(drawn, "coins", price, "price"),
      span(null, rest.map((/** @type {[string, any]} */ [key, value]) => worth(drawn, key, value)))));
}

/** A pile: what lies on top, and how many cards it has. @param {{drawn: any, id: string}} properties */
function Pile({ drawn, id }) {
  const area = areaOf(drawn, id);
  const top = lying(drawn, id).at(-1);
  const face = top && drawn.board.faces[top.face];
  return div(place(drawn, area, "mc-pile"),
    // An offer about the pile is one about its top.
    top ? button({ ...thing({ ...drawn, inspect: drawn.targets.has(id) ? () => drawn.point(id) : drawn.inspect }, top, classes("mc-card", "pile", face?.kind, top.down && "back", state(drawn, id))),
      "aria-label": area.name, style: colour(drawn.board, face?.colour) },
      badge(drawn, id), top.down ? ship("lattice") : several(span({ class: "band" }), span({ class: "name" }, face.name), span({ class: "art" }, art(face))))
      : div({ class: "mc-card pile none" }),
    p(null, b(null, `${lying(drawn, id).reduce((sum, piece) => sum + (piece.count ?? 1), 0)}`), " ", span({ class: "mute" }, area.name)));
}

/** What it is worth to reveal one card more. @param {{drawn: any}} properties */
function Risk({ drawn }) {
  const chance = (drawn.targets.get("draw_deck") ?? []).map((/** @type {any} */ offer) => offer.preview?.bust_chance).find((/** @type {any} */ each) => each !== undefined);
  if (chance === undefined) return null;
  const percent = `${Math.round(chance * 100)} %`;
  return div({ class: "mc-risk", role: "img", "aria-label": `${drawn.board.words.bust_chance.name}: ${percent}` },
    p(null, b(null, percent), " ", drawn.board.words.bust_chance.name),
    svg({ viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, rect({ width: 100, height: 10, class: "of" }), rect({ width: chance * 100, height: 10, class: "is" })));
}

/** The persons that an Expedition asks for, by the id of its card, such as `expedition-2-captain-1-settler`. @param {string} face @returns {string[]} */
const asked = (face) => [...face.matchAll(/(\d+)-([a-z_]+)/g)].flatMap(([, count, type]) => Array(Number(count)).fill(type));

/** An Expedition: whom it asks for, which of them the captain has, and what it brings. @param {{piece: any, drawn: any, own: string[]}} properties */
function Expedition({ piece, drawn, own }) {
  const { faces } = drawn.board;
  const face = faces[piece.face];
  const free = [...own];
  return button({ ...thing(drawn, piece, "mc-exp"), title: [face.name, face.text].join(". ") }, badge(drawn, piece.id),
    span({ class: "syms" }, asked(piece.face).map((type, index) => {
      const at = free.indexOf(type);
      if (at >= 0) free.splice(at, 1);
      const person = Object.keys(faces).find((id) => id.startsWith(`${type}-`));
      return span({ class: classes("sym", at >= 0 && "have"), key: index }, icon(person ? faces[person].icon : "user"));
    })),
    span({ class: "reward" }, face.facts.map((/** @type {[string, any]} */ [key, value]) => worth(drawn, key, value))));
}

/** The types of the persons that a seat has. @param {any} drawn @param {number | null | undefined} seat */
const crew = (drawn, seat) => lying(drawn, `seat/${seat}/persons`).map((piece) => piece.face.replace(/(-\d+)+$/, ""));

/** @param {{drawn: any}} properties */
function Board({ drawn }) {
  const { board } = drawn;
  const harbour = areaOf(drawn, "harbour");
  const requests = areaOf(drawn, "requests");
  const cards = [...lying(drawn, "harbour"), ...lying(drawn, "revealed")];
  const revealed = lying(drawn, "revealed");
  const lies = new Set(lying(drawn, "harbour").map((piece) => board.faces[piece.face].name));
  const types = new Map(Object.values(board.faces).filter((/** @type {any} */ face) => face.kind === "ship").map((/** @type {any} */ face) => [face.name, face]));
  const choosing = cards.some((piece) => drawn.targets.has(piece.id));
  // A bust: the second Ship of a type lies beside the first one.
  const bust = drawn.beat?.beat === "moment" && drawn.beat.tone === "bad" ? revealed.find((piece) => drawn.lit.has(piece.id)) : undefined;
  const twin = bust && lying(drawn, "harbour").find((piece) => drawn.lit.has(piece.id));
  const quay = lying(drawn, "harbour").flatMap((piece) => (piece === twin ? [piece, bust] : [piece]));
  const expeditions = lying(drawn, "requests");
  return div({ class: "mc" },
    div({ class: "mc-upper" },
      div({ class: "mc-piles" }, part(Pile, { drawn, id: "draw_deck" }), part(Pile, { drawn, id: "discard_pile" })),
      part(Risk, { drawn }),
      expeditions.length ? section(place(drawn, requests, "mc-requests"),
        header({ class: "head" }, h2(null, part(Point, { area: requests, drawn }))),
        div({ class: "list" }, expeditions.map((piece) => part(Expedition, { piece, drawn, own: crew(drawn, drawn.seat), key: piece.id })))) : null),
    section(place(drawn, harbour, classes("mc-harbour", choosing && "choosing")),
      header({ class: "head" }, h2(null, part(Point, { area: harbour, drawn })), figures(board, drawn.picture.facts.harbour), span({ class: "end", title: harbour.text }, said(board, drawn.picture.facts.game.filter((/** @type {[string, any]} */ [key]) => !ELSEWHERE.includes(key))))),
      ul({ class: "rail" }, [...types.values()].map((face) => li({ key: face.name, class: classes(lies.has(face.name) && "on"), style: colour(board, face.colour) },
        art(face), face.name, lies.has(face.name) ? span({ class: "second", title: board.words.bust_chance.name }, icon("triangle-alert"), "2×") : null))),
      div({ class: classes("quay", cards.length > 6 && "many", cards.length > 8 && "crowd", twin && "busted") }, quay.map((piece) => part(Card, { piece, drawn, key: piece.id })),
        revealed.length && !twin ? div({ class: "fresh", role: "group", "aria-label": areaOf(drawn, "revealed").name, "data-area": "revealed" }, revealed.map((piece) => part(Card, { piece, drawn, key: piece.id }))) : null),
      p({ class: "rule mute", title: harbour.text }, harbour.text)));
}

/** How far a seat is on its way to the end. @param {{drawn: any, seat: number}} properties */
function Standing({ drawn, seat }) {
  const { influence: word } = drawn.board.words;
  const has = Number(told(drawn, `seat/${seat}`, "influence") ?? 0);
  const target = Number(told(drawn, "game", "target") ?? 10);
  return div({ class: "mc-standing", role: "img", "aria-label": `${word.name}: ${has} / ${target}`, title: word.name }, icon(word.icon), b(null, `${has}`),
    svg({ viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, rect({ width: 100, height: 10, rx: 2, class: "of" }), rect({ width: Math.min(100, (has / target) * 100), height: 10, rx: 2, class: "is" })),
    span({ class: "mute" }, `${target}`));
}

/** @param {any} drawn @param {number} seat */
const markers = (drawn, seat) => lying(drawn, `seat/${seat}/markers`).map((piece) =>
  button({ ...thing(drawn, piece, "mc-marker"), key: piece.id, title: piece.name }, icon(piece.icon), span(null, piece.name)));

/** What is said of the game elsewhere, or matters to hardly anybody. */
const ELSEWHERE = ["turn", "target", "round_limit", "reveals"];

/** Facts in words. @param {any} board @param {[string, any][]} facts */
const said = (board, facts) => ul({ class: "facts" }, facts.map(([key, value]) => li({ key }, span({ class: "mute" }, board.words[key].name), b(null, `${value}`))));

/** The facts of a seat but those that are drawn larger. @param {any} drawn @param {number} seat @param {string[]} without */
const others = (drawn, seat, without) => (drawn.picture.facts[`seat/${seat}`] ?? []).filter((/** @type {[string, any]} */ [key]) => !without.includes(key));

/** The coins of a seat: a pile face down. @param {any} drawn @param {number} seat @param {any[]} inside */
const purse = (drawn, seat, ...inside) => {
  const [top] = lying(drawn, `seat/${seat}/coins`);
  const area = areaOf(drawn, `seat/${seat}/coins`);
  return div({ ...place(drawn, area, "mc-purse") }, top ? button({ ...thing(drawn, top, "mc-coins"), "aria-label": area.name }, inside) : span({ class: "mc-coins" }, inside));
};

/** Another captain. @param {{drawn: any, seat: number}} properties */
function Captain({ drawn, seat }) {
  const row = (/** @type {string} */ id) => {
    const cards = lying(drawn, `seat/${seat}/${id}`);
    return cards.length ? div(place(drawn, areaOf(drawn, `seat/${seat}/${id}`), "mc-minis"), cards.map((piece) => part(Card, { piece, drawn, small: true, key: piece.id }))) : null;
  };
  return div({ class: "mc-captain", "data-area": `seat/${seat}` },
    part(Standing, { drawn, seat }),
    div({ class: "facts" }, purse(drawn, seat, worth(drawn, "coins", told(drawn, `seat/${seat}`, "coins"), "price")), figures(drawn.board, others(drawn, seat, ["influence", "coins"]))),
    div({ ...place(drawn, areaOf(drawn, `seat/${seat}/markers`), "mc-markers") }, markers(drawn, seat)),
    row("persons"), row("requests"));
}

/** The captain who looks. @param {{drawn: any, seat: number}} properties */
function Own({ drawn, seat }) {
  const panel = `seat/${seat}`;
  const row = (/** @type {string} */ id) => {
    const area = areaOf(drawn, `${panel}/${id}`);
    const cards = lying(drawn, area.id);
    return cards.length ? section(place(drawn, area, `mc-display ${id}`), h3(null, area.name),
      div({ class: "row" }, cards.map((piece) => part(Card, { piece, drawn, size: "mid", key: piece.id })))) : null;
  };
  return div({ class: "mc-own", "data-area": panel },
    div({ class: "mc-state" },
      purse(drawn, seat, icon("coins", drawn.board.words.coins.name), b(null, `${told(drawn, panel, "coins") ?? 0}`)),
      part(Standing, { drawn, seat }),
      figures(drawn.board, others(drawn, seat, ["influence", "coins"])),
      div({ ...place(drawn, areaOf(drawn, `${panel}/markers`), "mc-markers") }, markers(drawn, seat))),
    row("persons"), row("requests"));
}

export default { Board, Own, Captain, Piece: Card };
