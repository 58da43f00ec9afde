/** To give up, with one question before. */
import { button, icon } from "./dom.js";
import { resign, sure } from "./seatwork.js";
import { words } from "./words.js";

/** @param {{game: import("./game.js").Open}} properties */
export function Resign({ game }) {
  const { seat, live } = game;
  if (seat === null || live.status !== "running" || live.lost.includes(seat)) return null;
  const asked = { title: words.resignTitle, means: words.resignHint(live.seats.length - live.lost.length), yes: words.resign };
  const giveUp = async () => { if (await sure(game, asked) && game.seat === seat) await resign(game); };
  return button({ class: "tool", type: "button", title: words.resign, "aria-label": words.resign, onClick: () => void giveUp() }, icon("flag"));
}
