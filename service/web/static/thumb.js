/** A small picture of a game: the main area of its board, with spots and pieces as plain shapes. */
import { get } from "./api.js";
import { colour, contents } from "./board.js";
import { circle, g, rect, svg } from "./dom.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";

const EVERY_MS = 10_000;
/** At most this many cards of an area that is no map are drawn, in rows of so many. */
const CARDS = 24, ROW = 8;

/** @typedef {import("./board.js").Held} Held */

/** Read when it is scrolled into view, and again at another `version`, or now and then if the game `moves` unheard. Browsers keep the
 * board, and an unchanged picture is answered by its ETag alone. @param {{id: string, moves?: boolean, version?: number}} properties */
export function Thumb({ id, moves, version }) {
  const box = useRef(/** @type {any} */ (null));
  const [seen, see] = useState(false);
  const [drawn, draw] = useState(/** @type {{board: Api.Board, picture: Api.Picture} | null} */ (null));
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => see(entry.isIntersecting));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!seen) return;
    const read = async () => {
      const [board, picture] = await Promise.all([get(`/v1/games/${id}/board`), get(`/v1/games/${id}/picture`)]);
      draw({ board, picture });
    };
    const ornament = () => void read().catch(() => {}); // The line of the game says all that is needed.
    ornament();
    const timer = moves ? setInterval(() => document.hidden || ornament(), EVERY_MS) : undefined;
    return () => clearInterval(timer);
  }, [seen, id, moves, version]);
  const main = drawn?.board.areas.find((area) => area.main);
  const held = drawn ? contents(drawn.board, drawn.picture) : null;
  const [left, top, wide, high] = main?.box ?? [0, 0, 100, 56];
  return svg({ class: "thumb", ref: box, viewBox: `${left} ${top} ${wide} ${high}`, "aria-hidden": "true" },
    drawn && main && held ? (main.kind === "map" ? held.get(main.id).areas.map((spot) => spotOf(drawn.board, spot, held)) : cardsOf(drawn.board, main, held)) : null);
}

/** A place of a map, with the pieces in it. @param {Api.Board} board @param {Api.Area} spot @param {Held} held */
function spotOf(board, spot, held) {
  const [x, y, width, height] = spot.at ?? [];
  const { pieces } = held.get(spot.id);
  const owned = pieces.filter((piece) => typeof piece.seat === "number");
  const rest = pieces.filter((piece) => typeof piece.seat !== "number");
  const size = Math.min(width, height) * 0.3;
  // What lies in a space without a label fills it; a bar is seen by that alone.
  if (spot.label === false && (rest.length || spot.shape === "bar")) return rest.length ? rect({ key: spot.id, x, y, width, height, class: "piece-of", style: colour(board, rest[0].colour) }) : null;
  return g({ key: spot.id }, rect({ x, y, width, height, rx: 1, class: "spot-of", style: colour(board, spot.colour) }),
    rest.slice(0, 4).map((piece, place) => circle({ key: piece.id, r: 0.7, cx: x + 1.6 + 2 * place, cy: y + height - 1.6, class: "piece-of", style: colour(board, piece.colour) })),
    owned.map((piece, place) => circle({ key: piece.id, r: size, cx: x + width / 2 + 1.2 * size * (place - (owned.length - 1) / 2), cy: y + height / 2, class: `piece-of seat-${(piece.seat ?? 0) + 1}` })));
}

/** The cards that the seats share, where the main area is no map: its own first. @param {Api.Board} board @param {Api.Area} main @param {Held} held */
function cardsOf(board, main, held) {
  const shared = held.get(null).areas.filter((area) => area !== main && typeof area.seat !== "number");
  const all = [main, ...held.get(main.id).areas, ...shared].flatMap((area) => held.get(area.id).pieces).slice(0, CARDS);
  return all.map((piece, place) => rect({
    key: piece.id, x: 4 + (place % ROW) * 11.6, y: 4 + Math.floor(place / ROW) * 17, width: 10, height: 14, rx: 1.5,
    class: piece.down ? "card-of down" : "card-of", style: colour(board, piece.colour ?? board.faces[piece.face ?? ""]?.colour) }));
}
