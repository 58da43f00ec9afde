/** Links to a game. */
import { Later } from "./components.js";
import { b, button, div, h3, icon, input, label, p, part, several, small, span } from "./dom.js";
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

const code = () => import("./qr.js").then((file) => file.Code);

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
