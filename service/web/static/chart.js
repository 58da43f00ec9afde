/** How the game swung: each seat's estimated share of the victory, over its versions. */
import { get, said } from "./api.js";
import { b, button, div, g, h2, li, line, p, part, polyline, span, svg, text, ul } from "./dom.js";
import { pennant } from "./seats.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

const WIDE = 600, HIGH = 160;

/** @param {{game: import("./game.js").Game, show: (version: number) => void}} properties */
export function Swing({ game, show }) {
  const [points, setPoints] = useState(/** @type {Api.Standing["items"]} */ ([]));
  const [error, setError] = useState("");
  useEffect(() => { get(`${game.path}/standing`, game.token).then((answer) => setPoints(answer.items)).catch((problem) => setError(said(problem))); }, [game.id]);
  if (error) return p({ class: "say", role: "alert" }, error);
  if (points.length < 2) return null;
  const last = points[points.length - 1];
  const x = (/** @type {number} */ version) => ((version - points[0].version) / Math.max(1, last.version - points[0].version)) * WIDE;
  const y = (/** @type {number} */ share) => HIGH - share * HIGH;
  const clicked = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    show(Math.round(points[0].version + ((event.clientX - box.left) / box.width) * (last.version - points[0].version)));
  };
  const share = (/** @type {number} */ seat) => `${Math.round(last.shares[seat] * 100)} %`;
  return div({ class: "swing" }, h2(null, words.swing), p({ class: "mute" }, words.swingHint),
    svg({ viewBox: `0 -4 ${WIDE} ${HIGH + 8}`, role: "img", "aria-label": `${words.swing}: ${game.names.map((name, seat) => `${name} ${share(seat)}`).join(", ")}`, onClick: clicked },
      [0, 0.5, 1].map((at) => g({ key: at }, line({ x1: 0, x2: WIDE, y1: y(at), y2: y(at), class: "grid" }), text({ x: 2, y: y(at) - 3 }, `${at * 100} %`))),
      game.names.map((_, seat) =>
        polyline({ key: seat, class: `seat-${seat + 1}`, points: points.map((point) => `${x(point.version).toFixed(1)},${y(point.shares[seat]).toFixed(1)}`).join(" ") }))),
    ul({ class: "scores" }, game.names.map((name, seat) => li({ key: seat }, pennant(seat, true), span(null, name)))),
    part(Best, { game, points, show }));
}

/** At most so many turns are named. */
const NAMED = 4;

/** The turns in which a seat's share of the victory rose most. @param {{game: import("./game.js").Game, points: Api.Standing["items"], show: (version: number) => void}} properties */
function Best({ game, points, show }) {
  /** @type {Map<string, {turn: number, seat: number, gain: number, most: number, version: number}>} */
  const found = new Map();
  points.slice(1).forEach(({ version, turn, shares }, before) => shares.forEach((share, seat) => {
    const gain = share - points[before].shares[seat], key = `${turn} ${seat}`;
    const was = found.get(key) ?? { turn, seat, gain: 0, most: 0, version };
    found.set(key, { ...was, gain: was.gain + gain, ...(gain > was.most ? { most: gain, version } : {}) });
  }));
  const best = [...found.values()].filter(({ gain }) => gain >= 0.01).sort((one, other) => other.gain - one.gain).slice(0, NAMED);
  if (!best.length) return null;
  return div({ class: "best" }, h2(null, words.bestTurns), ul(null, best.map(({ turn, seat, gain, version }) => li({ key: version },
    button({ class: "btn", type: "button", onClick: () => show(version) }, pennant(seat, true), span(null, b(null, words.turn(turn)), " ", game.commits.find((commit) => commit.version === version)?.text ?? ""), span({ class: "chip gain" }, `+${Math.round(gain * 100)} %`))))));
}
