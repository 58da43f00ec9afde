/** The sea: cards on their spaces, islands, the waters at both ends, and the ships. */
import { b, badge, button, classes, colour, div, icon, nameOf, part, place, ship, span, state, thing, useEffect, useRef } from "../../drawing.js";
import { areasOf, badges, colourOf, covering, figure, flag, owner, parted, row, whole } from "./parts.js";

/** The rig of each seat's ship, so that ships are told apart by their outlines too. @type {Record<string, any>} */
const RIGS = { 0: "galleon", 1: "frigate", 2: "flute", 3: "sloop", jordan: "man-o-war" };

/** @param {{drawn: any, held: any}} properties */
export function Sea({ drawn, held }) {
  const area = areasOf(drawn).get("sea");
  const [, , wide, high] = area.box;
  const frame = useRef(/** @type {any} */ (null));
  const asked = [...drawn.targets.keys()].join();
  useEffect(() => {
    // Where the sea is wider than the screen, begin where something may be done, or at the own ship.
    const sea = frame.current;
    const at = sea.scrollWidth > sea.clientWidth && (sea.querySelector(".legal") ?? sea.querySelector(`[data-piece="ship/${drawn.seat}"]`))?.closest(".pm-place");
    if (at) sea.scrollLeft = at.offsetLeft + at.offsetWidth / 2 - sea.clientWidth / 2;
  }, [asked, drawn.picture]);
  return div({ ...place(drawn, area, "pm-sea"), tabIndex: 0, ref: frame }, whole(drawn, area),
    div({ class: "pm-water" }, held.get("sea").areas.map((/** @type {any} */ spot) => {
      const [x, y, w, h] = spot.at;
      const style = { left: `${(x / wide) * 100}%`, top: `${(y / high) * 100}%`, width: `${(w / wide) * 100}%`, height: `${(h / high) * 100}%`, "--w": (w / wide).toFixed(4) };
      const { pieces } = held.get(spot.id);
      const kind = spot.id.startsWith("island/") ? Island : spot.icon ? Waters : Space;
      return div({ class: "pm-place", style, key: spot.id }, part(kind, { drawn, area: spot, pieces }));
    })));
}

/** A space with its card, and what lies on it. @param {{drawn: any, area: any, pieces: any[]}} properties */
function Space({ drawn, area, pieces }) {
  const card = pieces.find((piece) => piece.id === `${area.id}/card` || ["crew", "equipment", "ship", "location", "residence"].includes(drawn.board.faces[piece.face]?.kind) && !piece.id.includes("/"));
  const lying = pieces.filter((piece) => piece !== card);
  return div({ ...place(drawn, area, "pm-space") },
    card ? part(Card, { drawn, area, card }) : null,
    div({ class: "pm-lying" }, lying.filter((piece) => !piece.id.startsWith("ship/")).map((piece) => part(Token, { drawn, piece, key: piece.id }))),
    part(Ships, { drawn, pieces }));
}

/** @param {{drawn: any, area: any, card: any}} properties */
export function Card({ drawn, area, card }) {
  const face = drawn.board.faces[card.face];
  const facts = [...(face?.facts ?? []), ...(card.facts ?? [])];
  const [cost] = facts.filter(([key]) => key === "cost");
  const worth = facts.filter(([key]) => key === "end_vp");
  const given = facts.filter(([key]) => !["cost", "end_vp", "first", "lightning"].includes(key));
  const home = face?.kind === "residence"; // What it is worth is a sentence, which stands above the tokens.
  const long = !home && worth.some(([, value]) => `${value}`.includes(" ")); // What the card gives shares its first line.
  return button({ ...covering(drawn, card, area, classes("pm-card", face ? `pm-${face.kind}` : "pm-back")), style: colour(drawn.board, face?.colour), key: card.id },
    span({ class: "pm-head" }, badges(drawn, card, area), face?.icon ? icon(face.icon) : icon("eye-off"), cost ? figure(drawn, cost) : null),
    span({ class: "pm-name" }, parted(nameOf(drawn.board, card))),
    long ? null : row(drawn, home ? [...given, ...worth] : given),
    span({ class: "pm-foot" }, facts.some(([key]) => key === "lightning") ? icon("zap", drawn.board.words.lightning.name) : null, home ? null : row(drawn, long ? [...given, ...worth] : worth)));
}

/** A value tile, Rubies, a Black Market tile or the token of who built. @param {{drawn: any, piece: any}} properties */
function Token({ drawn, piece }) {
  const face = drawn.board.faces[piece.face];
  const who = face.kind === "tile" ? piece.seat : owner(piece);
  const value = face.kind === "value_tile" || face.kind === "ruby";
  return button({ ...thing(drawn, piece, classes("pm-token", `pm-${face.kind}`, value || who === undefined ? "" : colourOf(who))), title: [nameOf(drawn.board, piece), face.text].filter(Boolean).join(". "), style: colour(drawn.board, value ? face.colour : undefined) },
    badge(drawn, piece.id), icon(value ? "gem" : face.icon), value ? null : who === "jordan" ? nameOf(drawn.board, piece)[0] : Number(who) + 1,
    piece.marks?.length ? icon("star") : null);
}

/** Ships that lie together, each a little further. A ship is a button where something may be done with it.
 * @param {{drawn: any, pieces: any[]}} properties */
function Ships({ drawn, pieces }) {
  const ships = pieces.filter((piece) => piece.id.startsWith("ship/"));
  return ships.length ? div({ class: "pm-ships" }, ships.map((piece) => {
    const given = thing(drawn, piece, classes("pm-vessel", colourOf(owner(piece)), ...(piece.marks ?? []).map((/** @type {string} */ mark) => `pm-${mark}`)));
    const outline = [badge(drawn, piece.id), ship(RIGS[owner(piece)]), flag(drawn, owner(piece))];
    return drawn.targets.has(piece.id) ? button({ ...given, key: piece.id }, outline)
      : span({ ...given, type: undefined, onClick: undefined, role: "img", title: given["aria-label"], key: piece.id }, outline);
  })) : null;
}

/** The starting zone, the Gulf or Maracaibo. @param {{drawn: any, area: any, pieces: any[]}} properties */
function Waters({ drawn, area, pieces }) {
  return div(place(drawn, area, classes("pm-space", "pm-waters", area.id === "maracaibo" && "pm-harbour")),
    button({ type: "button", class: classes("pm-shore", state(drawn, area.id)), title: area.text, tabIndex: drawn.targets.has(area.id) ? 0 : -1,
      onClick: () => (drawn.targets.has(area.id) ? drawn.point(area.id) : drawn.inspect(area)) },
      badge(drawn, area.id), icon(area.icon), b(null, parted(area.name)), row(drawn, area.facts ?? [])),
    part(Ships, { drawn, pieces }));
}

/** An island with its markers, and what its Treasures are worth. @param {{drawn: any, area: any, pieces: any[]}} properties */
function Island({ drawn, area, pieces }) {
  const facts = new Map(drawn.picture.facts[area.id]);
  const [markers] = pieces;
  const count = markers?.count ?? 1;
  return div({ ...place(drawn, area, "pm-space pm-isle"), style: colour(drawn.board, area.colour) },
    button({ type: "button", class: classes("pm-land", state(drawn, area.id)), title: area.text, "aria-label": [area.name, ...[...facts].map(([key, value]) => `${drawn.board.words[key].name} ${value}`)].join(", "),
      onClick: () => (drawn.targets.has(area.id) ? drawn.point(area.id) : drawn.inspect(area)) },
      badge(drawn, area.id), b(null, area.name.split(" ")[0]), span({ class: "pm-worth" }, icon("gem"), icon("star"), b(null, `${facts.get("value")}`)),
      markers ? span({ class: "pm-pips", "data-piece": markers.id, "data-in": markers.in, role: "img", "aria-label": `${nameOf(drawn.board, markers)} ×${count}` },
        [...Array(Math.min(count, 9)).keys()].map((each) => span({ key: each })), span({ class: "pm-count" }, `${count}`)) : null));
}
