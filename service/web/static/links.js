/** Links to a game. */
import { Later } from "./components.js";
import { b, button, div, h3, icon, input, label, p, part, path, rect, several, small, span, svg } from "./dom.js";
import { handing } from "./keys.js";
import { useRef, useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** Links to watch, to this position, and to the seat. @param {{game: import("./game.js").Open}} properties */
export function Links({ game }) {
  const watch = `${location.origin}/games/${game.id}`;
  const token = game.token;
  return several(h3(null, words.links),
    part(Link, { title: words.share, hint: words.linkWatch, address: watch }),
    part(Link, { title: words.shareHere, hint: words.linkWatch, address: `${watch}#version=${game.shown.version}` }),
    token && game.seat !== null ? several(
      part(Link, { title: words.shareMine, hint: words.linkMine, address: `${watch}${handing([{ seat: game.seat, token }])}&shared=1` }),
      part(Link, { title: words.shareSeat, hint: words.linkSeat, address: watch + handing([{ seat: game.seat, token }]) })) : null);
}

/** Where the browser keeps nothing: the links that the player must keep. @param {{game: import("./game.js").Open}} properties */
export const Unkept = ({ game }) => div({ class: "say unkept", role: "alert" }, p(null, icon("triangle-alert"), words.unkept),
    game.seat === null ? null : part(Link, { title: words.keepLink, hint: words.linkSeat, address: `${location.origin}/games/${game.id}${handing([{ seat: game.seat, token: game.token ?? "" }])}` }));

/** The free rim that readers of codes need, in modules. */
const RIM = 4;

/** A link as a QR code. The page makes it itself: nothing of the link leaves the browser. */
export const code = () => import("./vendor/lean-qr.js").then(({ generate }) => (/** @type {{title: string, address: string}} */ { title, address }) => {
  let squares;
  try {
    squares = generate(address);
  } catch {
    return p({ class: "mute" }, words.qrTooLong);
  }
  const dark = [], wide = squares.size + 2 * RIM;
  for (let y = 0; y < squares.size; y++) for (let x = 0; x < squares.size; x++) if (squares.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  return svg({ class: "qr", viewBox: `${-RIM} ${-RIM} ${wide} ${wide}`, width: 240, height: 240, "shape-rendering": "crispEdges", role: "img", "aria-label": words.qrOf(title) },
    rect({ x: -RIM, y: -RIM, width: wide, height: wide, fill: "#fff" }), path({ d: dark.join(""), fill: "#000" }));
});

/** @param {{title: string, hint: string, address: string, shown?: boolean}} properties `shown`: with its code. */
export function Link({ title, hint, address, shown = false }) {
  const [copied, setCopied] = useState(false), [coded, setCoded] = useState(shown);
  const field = useRef(/** @type {any} */ (null));
  const copy = async () => {
    field.current.select();
    // Pages without TLS have no clipboard; the address is selected there, to be copied by hand.
    if (navigator.clipboard) await navigator.clipboard.writeText(address).then(() => setCopied(true), () => {});
  };
  return div({ class: "alink" }, label({ class: "option" }, b(null, title), small({ class: "mute" }, hint),
    span({ class: "copying" }, input({ ref: field, readOnly: true, value: address }), button({ class: "btn small", type: "button", onClick: copy }, icon(copied ? "check" : "copy"), copied ? words.copied : ""),
      "share" in navigator ? button({ class: "btn small", type: "button", onClick: () => void navigator.share({ title: words.brand, url: address }).catch(() => {}) }, icon("share-2"), words.shareIt) : null,
      button({ class: "btn small", type: "button", title: words.qr, "aria-expanded": coded, onClick: () => setCoded(!coded) }, "QR"))),
    coded ? part(Later, { load: code, given: { title, address } }) : null);
}
