/** Draws any game from its board and picture: areas within areas, pieces in them, and what may be done marked on both. */
import { drawnBy } from "./components.js";
import { b, button, classes, div, h2, h3, header, icon, img, li, line, p, part, several, span, svg, ul } from "./dom.js";
import { pennant } from "./seats.js";
import { useEffect, useRef } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {Api.Offer & {key: string, ends: boolean, of?: Api.Offer[]}} Choice An offer with the key that chooses it, empty from the tenth on, and whether it passes or ends something; `of`: the offers about one thing, for which it stands. */
/** @typedef {{areas: Api.Area[], pieces: Api.Piece[]}} Content What is in an area. */
/** @typedef {{get: (id: string | null) => Content, has: (id: string | null) => boolean}} Held The content of each area of the board; under null, the areas that are in no other. */

/** A piece, or an area with its text. @typedef {Api.Piece & {text?: string}} Shown */

/**
 * @typedef {object} Drawn What a drawing needs.
 * @property {Api.Board} board
 * @property {Api.Picture} picture
 * @property {Map<string, Choice[]>} targets Offers by the ids of the areas and pieces that they are about.
 * @property {Set<string>} touched Ids of what the last commit was about.
 * @property {import("./scenes.js").Beat | null} beat What happens just now.
 * @property {Set<string>} lit Ids of what that is about.
 * @property {{roll: import("./scenes.js").Roll, phase: 0 | 1 | 2} | null} roll The last roll; `phase` is 0 while dice roll, 1 while they lie, 2 once it is told what they mean.
 * @property {import("./scenes.js").Beat[]} recent The beats that were shown last, the newest last.
 * @property {string | null} armed The id of the offer that waits for a yes.
 * @property {string | null} advised The id of the offer that a bot would choose, if one was asked.
 * @property {Set<string>} aimed What the offer that is pointed at is about.
 * @property {number | null} seat The seat that looks.
 * @property {(id: string) => void} point A thing was chosen.
 * @property {(offer: Choice | null) => void} aim An offer is pointed at.
 * @property {(thing: Shown) => void} inspect
 * @property {import("./modules.js").Module} module The components that the game brings.
 */

/** The back of a card. */
const LATTICE = span({ class: "lattice" });

/** The areas and pieces within each area. @param {Api.Board} board @param {Api.Picture | null} picture @returns {Held} */
export function contents(board, picture) {
  /** @type {Map<string | null, Content>} */
  const found = new Map([[null, { areas: [], pieces: [] }]]);
  for (const area of board.areas) found.set(area.id, { areas: [], pieces: [] });
  for (const area of board.areas) found.get(area.in ?? null)?.areas.push(area);
  for (const piece of picture?.pieces ?? []) found.get(piece.in)?.pieces.push(piece);
  return /** @type {Held} */ (found);
}

/** @param {Api.Board} board @param {string | null | undefined} name */
export const colour = (board, name) => {
  const value = name && board.colours[name];
  return value ? { "--c": `light-dark(${value.light}, ${value.dark})` } : undefined;
};

/** The colours of the seats, where the game has its own. @param {Api.Board} board */
export const seatColours = (board) => Object.fromEntries((board.seats ?? []).map((name, seat) => [`--s${seat + 1}`, colour(board, name)?.["--c"]]));

/** Facts as icons or words with figures. @param {Api.Board} board @param {Api.Fact[] | undefined} facts */
export const figures = (board, facts) =>
  facts?.length
    ? ul({ class: "facts" }, facts.map(([id, value]) => {
        const key = `${id}`;
        const word = board.words[key];
        return li({ title: word.name, key },
          word.icon ? icon(word.icon, word.name) : span({ class: "mute" }, word.name),
          value === null || value === undefined ? span({ class: "hid" }, words.hidden) : b(null, valueOf(board, key, value)));
      }))
    : null;

/** A figure as people read it: the number of a seat is the name of its player. @param {Api.Board} board @param {string} key @param {string | number} value */
export const valueOf = (board, key, value) => (board.words[key].seat && board.areas.find((area) => area.seat === value && !area.in)?.name) || `${value}`;

/** The picture of an area or piece that the game brings, else its icon. @param {Api.Board} board @param {{image?: string | null, icon?: string | null}} thing
 * @param {Partial<Api.Face>} [face] Of a piece. @returns {any} */
export const artOf = (board, thing, face) => {
  const own = board.images?.[thing.image ?? face?.image ?? ""], name = thing.icon ?? face?.icon;
  return own ? img({ class: "i", src: own, alt: "" }) : name ? icon(name) : null;
};

/** What a piece shows. @param {Api.Board} board @param {Api.Piece} piece @returns {Partial<Api.Face>} */
export const faceOf = (board, piece) => board.faces[piece.face ?? ""] ?? {};

/** The name of a piece, as people read it. @param {Api.Board} board @param {Api.Piece} piece */
export function nameOf(board, piece) {
  return piece.name || faceOf(board, piece).name || (piece.down ? words.down : "");
}

/** What a click on a thing ends or passes, where that is all it does: nobody would guess it from the name of the thing.
 * @param {Drawn} drawn @param {string} id */
const ending = (drawn, id) => {
  const [offer, ...others] = drawn.targets.get(id) ?? [];
  return offer?.ends && !others.length ? offer.label : null;
};

/** The keys of the offers about a thing, and what a click ends. @param {Drawn} drawn @param {string} id */
export const badge = (drawn, id) => {
  const offers = drawn.targets.get(id), label = ending(drawn, id);
  const keys = [...(offers ?? []).slice(0, 3).map((offer) => offer.key), offers?.some((offer) => offer.id === drawn.advised) && "★", label].filter(Boolean);
  return offers ? span({ class: classes("key", label && "does"), "aria-hidden": label ? undefined : "true" }, keys.join(" ")) : null;
};

/** The classes of what may be done with a thing and what happened to it. @param {Drawn} drawn @param {string} id */
export const state = (drawn, id) => {
  const offers = drawn.targets.get(id);
  return classes(offers && "legal", offers?.some((offer) => offer.id === drawn.armed) && "armed", offers?.some((offer) => offer.id === drawn.advised) && "advised", drawn.aimed.has(id) && "aimed", drawn.lit.has(id) && `lit ${drawn.beat?.beat === "moment" ? drawn.beat.tone ?? "neutral" : ""}`);
};

/** The properties of a button that is a piece: a click does what may be done with it, or shows it large.
 * @param {Drawn} drawn @param {Api.Piece} piece @param {string} [look] Its own classes. */
export const thing = (drawn, piece, look) => {
  const said = [nameOf(drawn.board, piece), ...marksOf(drawn.board, piece)].join(", ");
  return {
    type: "button", class: classes(look, state(drawn, piece.id)), "data-piece": piece.id, "data-in": piece.in, "aria-label": said,
    onClick: () => (drawn.targets.has(piece.id) ? drawn.point(piece.id) : drawn.inspect(piece)),
  };
};

/** The properties of an element that is an area. @param {Drawn} drawn @param {Api.Area} area @param {string} [look] Its own classes. */
export const place = (drawn, area, look) => ({ class: classes(look, state(drawn, area.id)), role: "group", "aria-label": area.name, "data-area": area.id });

/** The name of an area; where something may be done with it, a button for that. @param {{area: Api.Area, drawn: Drawn, children?: any}} properties */
export const Point = ({ area, drawn, children }) => (drawn.targets.has(area.id)
  ? button({ type: "button", class: "point", onClick: () => drawn.point(area.id) }, badge(drawn, area.id), ending(drawn, area.id) ? null : children ?? area.name)
  : span({ class: "point" }, children ?? area.name));

/** A card or token, as the game draws it or else as any. @param {{piece: Api.Piece, drawn: Drawn, small?: boolean, fills?: boolean}} given */
const Lying = (given) => drawnBy(given.drawn.module.Piece, Piece, given);

/** A card or token that shows what it is; `fills`: as large as the space that it is in. @param {{piece: Api.Piece, drawn: Drawn, small?: boolean, fills?: boolean}} properties */
export function Piece({ piece, drawn, small, fills }) {
  const { board } = drawn;
  const face = faceOf(board, piece);
  const name = nameOf(board, piece);
  const picture = artOf(board, piece, face);
  const seat = piece.in.startsWith(`seat/${piece.seat}`) ? null : piece.seat ?? null;
  const count = piece.count ?? 1;
  const inside = small
    ? several(piece.down && !picture ? LATTICE : null, picture, seat !== null ? pennant(seat, true) : null, span({ class: "name" }, name), count > 1 ? b(null, `×${count}`) : null)
    : piece.down ? LATTICE : several(
        span({ class: "band" }),
        span({ class: "name" }, seat !== null ? pennant(seat, true) : null, name),
        picture ? span({ class: "art" }, picture) : null,
        face.text ? span({ class: "text lines" }, face.text) : null,
        span({ class: "foot" }, figures(board, [...(face.facts ?? []), ...(piece.facts ?? [])])),
      );
  return button({
    ...thing(drawn, piece, classes(small ? "token" : "card", fills && `fills ${picture ? "drawn" : ""} seat-${(piece.seat ?? -1) + 1}`, piece.down && "back", small && face.text && !piece.down && "titled")),
    style: colour(board, piece.colour ?? face.colour),
    title: small ? [name, ...marksOf(board, piece)].join(", ") : undefined,
  }, badge(drawn, piece.id), inside,
    !small && piece.marks?.length ? span({ class: "marks" }, piece.marks.map((mark) => span({ class: "tag", key: mark }, board.words[mark].name))) : null,
    !small && count > 1 ? span({ class: "count" }, `×${count}`) : null);
}

/** @param {Api.Board} board @param {Api.Piece} piece */
export const marksOf = (board, piece) => (piece.marks ?? []).map((mark) => board.words[mark].name);

/** An area with all that is in it. @param {{area: Api.Area, drawn: Drawn, held: Held, level?: number, first?: boolean}} properties */
export function Area({ area, drawn, held, level = 2, first }) {
  if (area.kind === "map") return part(Map_, { area, drawn, held });
  const { areas, pieces } = held.get(area.id);
  const facts = drawn.picture?.facts[area.id];
  const legal = drawn.targets.has(area.id);
  const empty = !pieces.length && !areas.length && !facts?.length;
  const title = level === 2 ? h2 : h3;
  return div({
      class: classes("area", area.kind, area.main && "main", first && "first", state(drawn, area.id), empty && "empty"),
      style: colour(drawn.board, area.colour), role: "group", "aria-label": area.name, "data-area": area.id },
    header({ class: "head" },
      legal ? button({ type: "button", class: "point", onClick: () => drawn.point(area.id) }, badge(drawn, area.id), ending(drawn, area.id) ? null : area.name)
        : title(null, artOf(drawn.board, area), area.name),
      figures(drawn.board, facts), area.private ? icon("eye", words.private) : null),
    area.kind === "pile" ? part(Pile, { area, pieces, drawn })
      : pieces.length ? div({ class: "cards" }, pieces.map((piece) => part(Lying, { piece, drawn, key: piece.id, small: isToken(drawn.board, piece) }))) : null,
    areas.length ? div({ class: "inner" }, areas.map((inner) => part(Area, { area: inner, drawn, held, level: 3, key: inner.id }))) : null);
}

/** A piece that shows no text and few figures is drawn small. @param {Api.Board} board @param {Api.Piece} piece */
function isToken(board, piece) {
  const face = faceOf(board, piece);
  return !piece.down && !face.text && (face.facts ?? []).length + (piece.facts ?? []).length === 0;
}

/** @param {{area: Api.Area, pieces: Api.Piece[], drawn: Drawn}} properties */
function Pile({ pieces, drawn }) {
  const top = pieces.at(-1);
  return top ? div({ class: "cards" }, part(Lying, { piece: top, drawn })) : null;
}

/** A map: its links as lines, its spots in their places. @param {{area: Api.Area, drawn: Drawn, held: Held}} properties */
function Map_({ area, drawn, held }) {
  const [left, top, wide, high] = area.box ?? [];
  const { areas: spots, pieces } = held.get(area.id);
  const box = useRef(/** @type {any} */ (null));
  const asked = spots.map((spot) => spot.id).filter((id) => drawn.targets.has(id)).join();
  useEffect(() => {
    // Where the map is wider than the screen, begin where something may be done.
    const spot = box.current.querySelector(".spot.legal");
    if (spot && box.current.scrollWidth > box.current.clientWidth) box.current.scrollLeft = spot.offsetLeft + spot.offsetWidth / 2 - box.current.clientWidth / 2;
  }, [asked]);
  const middle = new Map(spots.map((spot) => [spot.id, middleOf(spot)]));
  return div({ class: classes("area", "map", area.main && "main"), role: "group", ref: box, tabIndex: 0, "aria-label": area.name, "data-area": area.id },
    header({ class: "head" }, h2(null, area.name), figures(drawn.board, drawn.picture?.facts[area.id])),
    div({ class: classes("chart", spots.every(({ label }) => label === false) && "plain"), style: { "aspect-ratio": `${wide} / ${high}`, "--ratio": wide / high } },
      svg({ class: "links", viewBox: `${left} ${top} ${wide} ${high}`, "aria-hidden": "true" },
        (area.links ?? []).map(([one, other]) => {
          const [x1, y1] = middle.get(one) ?? [0, 0];
          const [x2, y2] = middle.get(other) ?? [0, 0];
          return line({ x1, y1, x2, y2, key: `${one} ${other}` });
        })),
      spots.map((spot) => part(Spot, { spot, drawn, pieces: held.get(spot.id).pieces, box: area.box ?? [], key: spot.id }))),
    pieces.length ? div({ class: "cards" }, pieces.map((piece) => part(Lying, { piece, drawn, small: true, key: piece.id }))) : null);
}

/** The middle of a spot. @param {Api.Area} spot */
const middleOf = ({ at }) => {
  const [x, y, wide, high] = at ?? [];
  return [x + wide / 2, y + high / 2];
};

/** @param {{spot: Api.Area, drawn: Drawn, pieces: Api.Piece[], box: number[]}} properties */
function Spot({ spot, drawn, pieces, box }) {
  const [left, top, wide, high] = box;
  const [x, y, width, height] = spot.at ?? [];
  const legal = drawn.targets.has(spot.id);
  const card = pieces.find((piece) => !piece.seat && faceOf(drawn.board, piece).text);
  const covered = card && !drawn.picture?.facts[spot.id]?.length && !spot.icon && !spot.colour;
  // A card that covers its space stands for it.
  const standing = covered && legal ? { ...drawn, inspect: () => drawn.point(spot.id) } : drawn;
  const percent = (/** @type {number} */ value) => `${value.toFixed(3)}%`;
  const bare = spot.label === false, [offer, ...others] = drawn.targets.get(spot.id) ?? [];
  const aims = bare && offer && !others.length ? { onPointerEnter: () => drawn.aim(offer), onPointerLeave: () => drawn.aim(null) } : null;
  const name = button({ type: "button", class: "point", "aria-label": bare ? spot.name : undefined, onClick: () => (legal ? drawn.point(spot.id) : drawn.inspect({ id: spot.id, in: spot.in ?? "", name: spot.name, icon: spot.icon, image: spot.image, colour: spot.colour, text: spot.text })) }, badge(drawn, spot.id),
    ending(drawn, spot.id) ? null : several(artOf(drawn.board, spot), bare ? null : span({ class: covered ? "sr" : undefined }, spot.name)));
  return div({
      class: classes("spot", bare && "bare", `as-${spot.outline?.length ? "polygon" : spot.shape ?? "box"}`, state(drawn, spot.id), covered && "covered"), role: "group", "aria-label": spot.name, "data-area": spot.id, title: spot.text || (bare ? spot.name : undefined), ...aims,
      onClick: legal ? (/** @type {MouseEvent} */ event) => event.target === event.currentTarget && drawn.point(spot.id) : undefined,
      style: {
        ...colour(drawn.board, spot.colour), left: percent(((x - left) / wide) * 100), top: percent(((y - top) / high) * 100),
        width: percent((width / wide) * 100), [bare ? "height" : "min-height"]: percent((height / high) * 100),
        "--outline": spot.outline?.length ? `polygon(${spot.outline.map(([right, down]) => `${percent(((right - x) / width) * 100)} ${percent(((down - y) / height) * 100)}`).join()})` : undefined,
      } },
    name, figures(drawn.board, drawn.picture?.facts[spot.id]),
    pieces.length ? div({ class: "tokens" }, pieces.map((piece) => part(Lying, { piece, drawn: standing, small: true, fills: bare, key: piece.id }))) : null);
}

/** All areas but the seats', the main one first. @param {{drawn: Drawn}} properties */
export function Board({ drawn }) {
  const held = contents(drawn.board, drawn.picture);
  const shared = held.get(null).areas.filter((area) => area.seat === undefined || area.seat === null);
  // What is asked now stands first, such as a battle over the chart; then the main area.
  const asked = (/** @type {Api.Area} */ area) => Number(!area.main && within(area, held).some((id) => drawn.targets.has(id)));
  const order = [...shared].sort((one, other) => asked(other) - asked(one) || Number(other.main ?? false) - Number(one.main ?? false));
  return several(order.map((area) => part(Area, { area, drawn, held, first: asked(area) > 0, key: area.id })));
}

/** The ids of the pieces in an area and in those that it holds. @param {Api.Area} area @param {Held} held @returns {string[]} */
function within(area, held) {
  const { areas, pieces } = held.get(area.id);
  return [...pieces.map((piece) => piece.id), ...areas.flatMap((inner) => within(inner, held))];
}

/** What belongs to a seat. `brief`: without what only its player needs at a glance. @param {{drawn: Drawn, seat: number, brief?: boolean}} properties */
export function SeatAreas({ drawn, seat, brief }) {
  const held = contents(drawn.board, drawn.picture);
  const own = held.get(null).areas.filter((area) => area.seat === seat);
  return several(own.map((area) => {
    const { areas, pieces } = held.get(area.id);
    const facts = figures(drawn.board, drawn.picture?.facts[area.id]);
    const lying = pieces.length ? div({ class: "cards" }, pieces.map((piece) => part(Lying, { piece, drawn, key: piece.id, small: brief || isToken(drawn.board, piece) }))) : null;
    if (brief) return div({ ...place(drawn, area, "own"), key: area.id }, drawn.targets.has(area.id) ? part(Point, { area, drawn }, span({ class: "sr" }, area.name)) : null, facts, lying, areas.map((inner) => part(Brief, { area: inner, drawn, held, key: inner.id })));
    return div({ class: "own", key: area.id, "data-area": area.id }, facts || lying ? div({ class: "area" }, facts, lying) : null,
      areas.map((inner) => part(Area, { area: inner, drawn, held, level: 3, key: inner.id })));
  }));
}

/** An area of somebody else: its name, its figures and what lies in it, as tokens. @param {{area: Api.Area, drawn: Drawn, held: Held}} properties */
function Brief({ area, drawn, held }) {
  const { pieces, areas } = held.get(area.id);
  const lying = [...pieces, ...areas.flatMap((inner) => held.get(inner.id).pieces)];
  const facts = drawn.picture?.facts[area.id];
  if (!lying.length && !facts?.length) return null;
  return div({ class: classes("brief", drawn.lit.has(area.id) && "lit"), role: "group", "aria-label": area.name },
    span({ class: "mute" }, artOf(drawn.board, area), area.name), figures(drawn.board, facts),
    lying.length ? div({ class: "cards" }, lying.map((piece) => part(Lying, { piece, drawn, small: true, key: piece.id }))) : null);
}

/** A card, or an area of the board with its text, large. @param {{piece: Shown, board: Api.Board}} properties */
export function Inspected({ piece, board }) {
  const face = faceOf(board, piece);
  const picture = artOf(board, piece, face);
  return div({ class: "inspected", style: colour(board, piece.colour ?? face.colour) },
    picture ? div({ class: "art" }, picture) : null,
    div({ class: "said" }, h3(null, nameOf(board, piece)),
      face.text ?? piece.text ? p(null, face.text ?? piece.text) : null,
      ul({ class: "named" }, /** @type {[string, string | number | null][]} */ ([...(face.facts ?? []), ...(piece.facts ?? [])]).map(([key, value]) =>
        li({ key }, board.words[key].icon ? icon(board.words[key].icon) : null, span(null, board.words[key].name), b(null, value === null ? words.hidden : valueOf(board, key, value))))),
      marksOf(board, piece).map((mark) => span({ class: "tag", key: mark }, mark))));
}
