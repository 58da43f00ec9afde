/** To give up, with one question before. */
import { button, div, h3, icon, p, part, several } from "./dom.js";
import { Dialog } from "./page.js";
import { resign } from "./seatwork.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @param {{game: import("./game.js").Open}} properties */
export function Resign({ game }) {
  const [asks, ask] = useState(false);
  const { seat, live } = game;
  if (seat === null || live.status !== "running" || live.lost.includes(seat)) return null;
  return several(
    button({ class: "tool", type: "button", title: words.resign, "aria-label": words.resign, onClick: () => ask(true) }, icon("flag")),
    asks ? part(Dialog, { close: () => ask(false) }, div(null, h3(null, words.resignTitle), p(null, words.resignHint(live.seats.length - live.lost.length)),
      button({ class: "btn main full", type: "button", onClick: () => { ask(false); void resign(game); } }, icon("flag"), words.resign))) : null);
}
