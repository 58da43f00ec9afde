/** What the signs mean: those of every table and of this game, or of all games, as the service lists them; two cards; and the keys. */
import { Inspected, Piece } from "./board.js";
import { drawnBy } from "./components.js";
import { button, div, h2, kbd, p, part, section, several, span } from "./dom.js";
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
  useLayoutEffect(() => { for (const each of lists.current.querySelectorAll("[id]")) each.hidden = !all && each.id !== ruleset; }, [all, read]);
  return several(
    div({ class: "head" }, h2(null, words.signs), div({ class: "pace", role: "group", "aria-label": words.signs },
      [words.signsHere, words.signsAll].map((name, of) => button({ type: "button", key: name, "aria-pressed": all === !!of, onClick: () => show(!!of) }, name)))),
    read && p({ class: "mute", role: "status" }, read),
    div({ class: "legend" }, div({ class: "sections", ref: lists }), drawn ? part(Cards, { drawn }) : null),
    p({ class: "keyslist" }, words.keysList.map(([key, what]) => span({ key }, kbd(null, key), " ", what))));
}

/** Two cards: of each of the two kinds with most cards that have several figures, the one with most of them. @param {{drawn: Drawn}} properties */
function Cards({ drawn }) {
  /** @type {Record<string, {id: string, figures: number}[]>} */
  const kinds = {};
  for (const [id, { kind, text, facts = [] }] of Object.entries(drawn.board.faces)) if (text && facts.length > 1) (kinds[kind] ??= []).push({ id, figures: facts.length });
  const shown = Object.values(kinds).sort((one, other) => other.length - one.length).slice(0, 2).map((of) => of.sort((one, other) => other.figures - one.figures)[0].id);
  return shown.length ? section({ class: "cards-of" }, h2(null, words.aCard), shown.map((id) => part(Explained, { drawn, id, key: id }))) : null;
}

/** A card as the table draws it, and what its signs mean. @param {{drawn: Drawn, id: string}} properties */
function Explained({ drawn, id }) {
  const piece = { id: `sign/${id}`, in: "", face: id };
  return div({ class: "explained" }, div({ inert: true }, drawnBy(drawn.module.Piece, Piece, { piece, drawn: { ...drawn, targets: new Map() } })), part(Inspected, { piece, board: drawn.board }));
}
