/** Clocks that run: how much time a seat has left, by the time of the service. */
import { serverNow } from "./api.js";
import { button, classes, icon, span } from "./dom.js";
import { kept } from "./keys.js";
import { runClock } from "./seatwork.js";
import { useEffect, useReducer } from "./vendor/hooks.js";
import { words } from "./words.js";

/** Less than this part of the time, or than this many seconds, is little. */
const LITTLE = 0.1, LITTLE_SECONDS = 20;

/** @typedef {import("./game.js").Open} Open */

/** How much time a seat has left; nothing where no time runs. @param {{game: Open, seat: number}} properties */
export function Clock({ game, seat }) {
  const [, tick] = useReducer((count) => count + 1, 0);
  const deadline = game.past ? undefined : game.live.deadlines.find((each) => each.seat === seat)?.deadline;
  useEffect(() => {
    if (!deadline) return;
    const timer = setInterval(() => document.hidden || tick(0), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (!deadline || !game.live.clock) return null;
  const left = Math.max(0, Math.round((Date.parse(deadline) - serverNow()) / 1000));
  const little = left < Math.max(LITTLE_SECONDS, LITTLE * game.live.clock.seconds);
  return span({ class: classes("clock", little && "little"), role: "timer", title: words.timeLeft, "aria-label": `${words.timeLeft}: ${words.time(left)}` }, icon("clock"), words.time(left));
}

/** For the host: to stop the clock, and to let it run again. @param {{game: Open}} properties */
export function ClockTool({ game }) {
  const { clock, status } = game.live;
  if (!clock || status !== "running" || !kept(game.id).host) return null;
  const what = clock.running ? words.stopClock : words.startClock;
  return button({ class: "tool", type: "button", title: what, "aria-label": what, onClick: () => void runClock(game, !clock.running) }, icon(clock.running ? "pause" : "play"));
}
