/** To give up, with one question before. */
import { button, icon } from "./dom.js";
import { resign } from "./changing.js";
import { words } from "./words.js";

/** @param {{game: import("./game.js").Open}} properties */
export function Resign({ game }) {
  const { seat, live } = game;
  if (seat === null || live.status !== "running" || live.lost.includes(seat)) return null;
  return button({ class: "tool", type: "button", title: words.resign, "aria-label": words.resign, onClick: () => void resign(game) }, icon("flag"));
}
