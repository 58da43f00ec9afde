/** How the game went, over its versions: everybody's points, and each seat's estimated share of the victory. */
import { get, said } from "./api.js";
import { b, button, circle, details, div, g, h2, icon, li, line, p, part, polyline, several, span, summary, svg, text, ul } from "./dom.js";
import { pennant } from "./seats.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {Api.Standing["items"]} Points */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {(version: number) => void} Show */

const HIGH = 150, LEFT = 34, RIGHT = 8, ABOVE = 18, BELOW = 18;
/** The room that a word of a scale needs, and one of its numbers. */
const WORD = 58, NUMBER = 14;
/** Narrow windows get a narrower picture, so that its words are as large as all others. */
const wide = () => (innerWidth < 720 ? 340 : 640);

/** @param {{game: Game, show: Show}} properties */
export function Course({ game, show }) {
  const [points, setPoints] = useState(/** @type {Points} */ ([]));
  const [error, setError] = useState("");
  useEffect(() => { get(`${game.path}/standing`, game.token).then((answer) => setPoints(answer.items)).catch((problem) => setError(said(problem))); }, [game.id]);
  if (error) return p({ class: "say", role: "alert" }, error);
  if (points.length < 2) return null;
  const shares = part(Lines, { game, points, show, title: words.swing, values: points.map((each) => each.shares), unit: (value) => `${Math.round(value * 100)} %` });
  const counted = points.flatMap((each) => (each.points ? [each.points] : []));
  return div({ class: "swing" },
    counted.length ? several(h2(null, words.course), p({ class: "mute" }, words.courseHint), part(Lines, { game, points, show, title: words.course, values: counted, stairs: true, unit: (value) => `${value}` }),
      part(Best, { game, points, values: counted, least: 1, unit: (value) => `${value}`, show }),
      details(null, summary(null, words.swing), p({ class: "mute" }, words.swingHint), shares))
    : several(h2(null, words.swing), p({ class: "mute" }, words.swingHint), shares,
      part(Best, { game, points, values: points.map((each) => each.shares), least: 0.01, unit: (value) => `${Math.round(value * 100)} %`, show })));
}

/** The distance of the lines of a scale, about four of them up to the most. @param {number} most */
function stepOf(most) {
  const ten = 10 ** Math.floor(Math.log10(most / 4));
  return Math.max(1, [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= most / 4) ?? 1);
}

/**
 * A line for everybody; those without a seat come after the seats.
 * @param {{game: Game, points: Points, show: Show, title: string, values: readonly (readonly number[])[], stairs?: boolean, unit: (value: number) => string}} properties
 */
function Lines({ game, points, show, title, values, stairs, unit }) {
  const names = [...game.names, ...(stairs ? game.live.outcome?.opponents ?? [] : []).map(({ name }) => name)];
  const all = values.flat(), most = stairs ? Math.max(1, ...all) : 1, least = Math.min(0, ...all), step = stairs ? stepOf(most - least) : 0.5;
  const right = wide() - RIGHT, [first] = points, last = points[points.length - 1];
  const x = (/** @type {number} */ version) => LEFT + ((version - first.version) / Math.max(1, last.version - first.version)) * (right - LEFT);
  const y = (/** @type {number} */ value) => HIGH - ((value - least) / (most - least)) * HIGH;
  const clicked = (/** @type {any} */ event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.getScreenCTM().inverse()).x;
    show(Math.round(first.version + Math.min(1, Math.max(0, (at - LEFT) / (right - LEFT))) * (last.version - first.version)));
  };
  const begins = (/** @type {"turn" | "round"} */ what) => points.filter((each, at) => each[what] && each[what] !== points[at - 1]?.[what]);
  const rounds = spread(begins("round"), ({ version }) => x(version), NUMBER), turns = spread(begins("turn"), ({ version }) => x(version), WORD);
  // The first round with room for the word has it, the others have their numbers.
  const worded = rounds.findIndex(({ version }, at) => x(rounds[at + 1]?.version ?? last.version) - x(version) > WORD);
  const scale = Array.from({ length: Math.floor(most / step) - Math.ceil(least / step) + 1 }, (_, at) => (Math.ceil(least / step) + at) * step);
  const drawn = (/** @type {number} */ seat) => points.flatMap(({ version }, at) => {
    const here = `${x(version).toFixed(1)},${y(values[at][seat]).toFixed(1)}`;
    return stairs && at ? [`${x(version).toFixed(1)},${y(values[at - 1][seat]).toFixed(1)}`, here] : [here];
  }).join(" ");
  const end = values[values.length - 1];
  return several(
    svg({ class: "lines", viewBox: `0 ${-ABOVE} ${wide()} ${HIGH + ABOVE + BELOW}`, role: "img", "aria-label": `${title}: ${names.map((name, seat) => `${name} ${unit(end[seat])}`).join(", ")}`, onClick: clicked },
      scale.map((at) => g({ key: at }, line({ x1: LEFT, x2: right, y1: y(at), y2: y(at), class: "grid" }), text({ x: LEFT - 4, y: y(at) + 4, "text-anchor": "end" }, unit(at)))),
      rounds.map(({ version, round }, at) => g({ key: `${round}` }, line({ x1: x(version), x2: x(version), y1: -4, y2: HIGH, class: "grid round" }),
        text({ x: x(version), y: -7 }, at === worded ? words.round(round ?? 0) : `${round}`))),
      turns.filter(({ version }) => right - x(version) > WORD / 2).map(({ version, turn }) => text({ key: turn, x: x(version), y: HIGH + 14 }, words.turn(turn))),
      names.map((_, seat) => g({ key: seat, class: seat < game.names.length ? `seat-${seat + 1}` : "" },
        polyline({ points: drawn(seat) }), circle({ cx: x(last.version), cy: y(end[seat]), r: 3.5 })))),
    ul({ class: "scores" }, names.map((name, seat) => li({ key: seat }, seat < game.names.length ? pennant(seat, true) : icon("bot"), span(null, name), b(null, unit(end[seat]))))));
}

/** Those that leave room for their words. @template T @param {T[]} all @param {(each: T) => number} place @param {number} room @returns {T[]} */
const spread = (all, place, room) => all.reduce((/** @type {T[]} */ kept, each) => (kept.length && place(each) - place(kept[kept.length - 1]) < room ? kept : [...kept, each]), []);

/** At most so many turns are named. */
const NAMED = 4;

/** The turns in which a seat gained most. @param {{game: Game, points: Points, values: readonly (readonly number[])[], least: number, unit: (value: number) => string, show: Show}} properties */
function Best({ game, points, values, least, unit, show }) {
  /** @type {Map<string, {turn: number, seat: number, gain: number, most: number, version: number}>} */
  const found = new Map();
  points.slice(1).forEach(({ version, turn }, before) => game.names.forEach((_, seat) => {
    const gain = values[before + 1][seat] - values[before][seat], key = `${turn} ${seat}`;
    const was = found.get(key) ?? { turn, seat, gain: 0, most: 0, version };
    found.set(key, { ...was, gain: was.gain + gain, ...(gain > was.most ? { most: gain, version } : {}) });
  }));
  const best = [...found.values()].filter(({ gain }) => gain >= least).sort((one, other) => other.gain - one.gain).slice(0, NAMED);
  if (!best.length) return null;
  return div({ class: "best" }, h2(null, words.bestTurns), ul(null, best.map(({ turn, seat, gain, version }) => li({ key: `${turn} ${seat}` },
    button({ class: "btn", type: "button", onClick: () => show(Math.min(version, game.live.version - 1)) }, pennant(seat, true), span(null, b(null, words.turn(turn)), " ", game.commits.find((commit) => commit.version === version)?.text ?? ""), span({ class: "chip gain" }, `+${unit(gain)}`))))));
}
