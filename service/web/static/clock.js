/** Clocks that run: how much time a seat has left, by the time of the service. */
import { serverNow } from "./api.js";
import { runClock } from "./changes.js";
import { b, classes, icon, span, tool } from "./dom.js";
import { kept } from "./keys.js";
import { hear } from "./signals.js";
import { useEffect, useReducer } from "./vendor/hooks.js";
import { words } from "./words.js";

/** Little is the last minute, or this part of the time if that is longer; of a short clock at most a third. */
const LITTLE = 0.1, LITTLE_SECONDS = 60;

/** The last seconds, which are called once more. */
const LAST_SECONDS = 10;

/** @typedef {import("./game.js").Open} Open */

/** The seconds that a seat has left, counted down, and whether they are few; nothing where no time runs.
 * @param {Open} game @param {number | null} seat @param {boolean} [hidden] Whether to count on where nobody looks. */
function useLeft({ live: { clock, deadlines } }, seat, hidden) {
  const [, tick] = useReducer((count) => count + 1, 0);
  const deadline = clock ? deadlines.find((each) => each.seat === seat)?.deadline : undefined;
  useEffect(() => {
    if (!deadline) return;
    const timer = setInterval(() => (document.hidden && !hidden) || tick(0), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (!deadline || !clock) return null;
  const left = Math.max(0, Math.round((Date.parse(deadline) - serverNow()) / 1000));
  return { left, few: left <= Math.min(clock.seconds / 3, Math.max(LITTLE_SECONDS, LITTLE * clock.seconds)) };
}

/** How much time a seat has left; nothing where no time runs, or where the past is shown. @param {{game: Open, seat: number}} properties */
export function Clock({ game, seat }) {
  const time = useLeft(game, seat);
  return !time || game.past ? null : span({ class: classes("clock", time.few && "little"), role: "timer", title: words.timeLeft, "aria-label": `${words.timeLeft}: ${words.time(time.left)}` }, icon("clock"), words.time(time.left));
}

/** Before the time of the seat that looks runs out: how much is left, and what happens then. It is said and sounds once, and again in the last seconds.
 * @param {{game: Open}} properties */
export function Countdown({ game }) {
  const time = useLeft(game, game.seat, true), few = Boolean(time?.few), last = Boolean(time && time.left <= LAST_SECONDS);
  useEffect(() => { if (few) hear("time"); }, [few, last]);
  if (!time || !game.live.clock || !few) return null;
  const then = words.thenHappens[game.live.clock.on_timeout];
  return b({ class: "countdown" }, span({ class: "sr", role: "alert" }, words.hurry(last ? LAST_SECONDS : null, then)), span({ "aria-hidden": "true" }, icon("clock"), `${words.time(time.left)}, ${then}`));
}

/** For the host: to stop the clock, and to let it run again. @param {{game: Open}} properties */
export function ClockTool({ game }) {
  const { clock, status } = game.live;
  if (!clock || status !== "running" || !kept(game.id).host) return null;
  const what = clock.running ? words.stopClock : words.startClock;
  return tool(clock.running ? "pause" : "play", what, { onClick: () => void runClock(game, !clock.running) });
}
