/** The exploration track: its branches from left to right, the rivers across them, and the Explorers. */
import { badge, button, classes, div, h2, path, place, span, svg, thing } from "../../drawing.js";
import { areasOf, colourOf, flag, gift, owner, spot, whole } from "./parts.js";

/**
 * @typedef {{across: number, lane: number}} Step The longest way to a space, and its branch: 0 above, 1 where all ways meet, 2 below.
 * @typedef {[number, number]} Point In percent of the track.
 */

/** @type {WeakMap<any, Map<string, Step>>} */
const known = new WeakMap();

/** Where each space lies on its way. On the board the track is bent; its ways part and meet in the same order.
 * @param {any} track @param {any[]} spots @returns {Map<string, Step>} */
function stepsOf(track, spots) {
  const high = new Map(spots.map((each) => [each.id, each.at[1]]));
  /** @type {Map<string, Step>} */
  const found = known.get(track) ?? new Map();
  const step = (/** @type {string} */ id) => {
    const before = track.links.filter((/** @type {string[]} */ [, there]) => there === id).map((/** @type {string[]} */ [here]) => here);
    const steps = before.map((/** @type {string} */ each) => found.get(each) ?? step(each));
    const lanes = new Set(steps.map((/** @type {Step} */ each) => each.lane));
    const [lane = 1] = lanes;
    const turn = Math.sign((high.get(id) ?? 0) - (high.get(before[0]) ?? high.get(id) ?? 0));
    found.set(id, { across: Math.max(-1, ...steps.map((/** @type {Step} */ each) => each.across)) + 1, lane: lanes.size > 1 ? 1 : lane === 1 ? 1 + turn : lane });
    return /** @type {Step} */ (found.get(id));
  };
  if (!found.size) for (const each of spots) step(each.id);
  known.set(track, found);
  return found;
}

/** @param {{drawn: any, held: any}} properties */
export function Track({ drawn, held }) {
  const track = areasOf(drawn).get("track");
  const spots = held.get("track").areas;
  const steps = stepsOf(track, spots);
  const last = Math.max(...[...steps.values()].map((step) => step.across));
  const [left, top, wide, high] = track.box;
  /** @type {Map<string, Point>} */
  const straight = new Map([...steps].map(([id, { across, lane }]) => [id, [((across + .5) / (last + 1)) * 100, 24 + lane * 28]]));
  /** @type {Map<string, Point>} */
  const bent = new Map(spots.map((/** @type {any} */ { id, at: [x, y, w, h] }) => [id, [((x + w / 2 - left) / wide) * 100, ((y + h / 2 - top) / high) * 100]]));
  const facts = drawn.picture.facts.track ?? [];
  return div(place(drawn, track, "pm-track"), whole(drawn, track),
    h2({ class: "sr" }, track.name, facts.map((/** @type {any} */ [key, value]) => `, ${drawn.board.words[key].name} ${value}`)),
    div({ class: "pm-way" },
      lines("pm-straight", track, spots, straight, true), lines("pm-bent", track, spots, bent, false),
      spots.map((/** @type {any} */ each) => {
        const { pieces } = held.get(each.id);
        const [[x, y], [bx, by]] = [straight.get(each.id) ?? [0, 0], bent.get(each.id) ?? [0, 0]];
        return div({ class: classes("pm-step", pieces.length && `pm-met ${colourOf(owner(pieces[0]))}`), style: { "--x": x, "--y": y, "--bx": bx, "--by": by }, key: each.id },
          spot(drawn, each, "pm-coin", ...gift(drawn, each)),
          pieces.length ? span({ class: "pm-flags" }, pieces.map((/** @type {any} */ piece) => explorer(drawn, piece))) : null);
      })));
}

/** @param {any} drawn @param {any} piece */
function explorer(drawn, piece) {
  const given = { ...thing(drawn, piece, "pm-explorer"), key: piece.id };
  return drawn.targets.has(piece.id) ? button(given, badge(drawn, piece.id), flag(drawn, owner(piece)))
    : span({ ...given, type: undefined, onClick: undefined, role: "img", title: given["aria-label"] }, flag(drawn, owner(piece)));
}

/** The ways between spaces, and the rivers: across all ways, or across each.
 * @param {string} look @param {any} track @param {any[]} spots @param {Map<string, Point>} at @param {boolean} whole */
function lines(look, track, spots, at, whole) {
  const point = (/** @type {string} */ id) => at.get(id) ?? [0, 0];
  const ways = track.links.map((/** @type {string[]} */ [here, there]) => `M${point(here)}L${point(there)}`).join("");
  const beyond = new Set(spots.filter((each) => each.facts?.some((/** @type {any} */ [key]) => key === "beyond_river")).map((each) => each.id));
  const crossed = track.links.filter((/** @type {string[]} */ [, there]) => beyond.has(there));
  const rivers = whole ? [...beyond].map((id) => {
    const x = point(id)[0] - 50 / at.size * 1.35;
    return `M${x} 0q1 8 0 17t0 17t0 17t0 17t0 17t0 17`;
  }) : crossed.map((/** @type {string[]} */ [here, there]) => {
    const [[x1, y1], [x2, y2]] = [point(here), point(there)];
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    return x1 === x2 ? `M${x - 5} ${y}q2.5 -3 5 0t5 0` : `M${x} ${y - 7}q2 3.5 0 7t0 7`;
  });
  return svg({ class: look, viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    path({ class: "pm-trail", d: ways }), rivers.map((/** @type {string} */ river) => path({ class: "pm-river", d: river, key: river })));
}
