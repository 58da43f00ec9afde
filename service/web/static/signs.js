/** What the signs mean: those of every table and of this game, or of all games, as the service lists them with the keys; and two cards. */
import { Inspected, Piece } from "./board.js";
import { drawnBy } from "./components.js";
import { button, div, h2, p, part, section, several } from "./dom.js";
import { documentOf } from "./modules.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./board.js").Drawn} Drawn */

/** It fills a dialog. @param {{drawn: Drawn | null, ruleset: string}} properties */
export function Signs({ drawn, ruleset }) {
  const [all, show] = useState(false), [read, tell] = useState(words.loading), lists = useRef(/** @type {any} */ (null));
  useEffect(() => void documentOf("/docs/signs").then((page) => {
    lists.current?.replaceChildren(...page.querySelectorAll(".legend > *"));
    tell("");
  }, () => tell(words.unreachable)), []);
  const sections = [...lists.current?.querySelectorAll("[id]") ?? []];
  useLayoutEffect(() => { for (const each of sections) each.hidden = !all && each.id !== ruleset; });
  const cards = sections.find(({ id }) => id === ruleset)?.dataset.cards;
  return several(
    div({ class: "head" }, h2(null, words.signs), div({ class: "pace", role: "group", "aria-label": words.signs },
      [words.signsHere, words.signsAll].map((name, of) => button({ type: "button", key: name, "aria-pressed": all === !!of, onClick: () => show(!!of) }, name)))),
    read && p({ class: "mute", role: "status" }, read),
    div({ class: "legend" }, div({ class: "sections", ref: lists }),
      drawn && cards ? section({ class: "cards-of" }, h2(null, words.aCard), cards.split(" ").map((/** @type {string} */ id) => part(Explained, { drawn, id, key: id }))) : null));
}

/** A card as the table draws it, and what its signs mean. @param {{drawn: Drawn, id: string}} properties */
function Explained({ drawn, id }) {
  const piece = { id: `sign/${id}`, in: "", face: id };
  return div({ class: "explained" }, div({ inert: true }, drawnBy(drawn.module.Piece, Piece, { piece, drawn: { ...drawn, targets: new Map() } })), part(Inspected, { piece, board: drawn.board }));
}
