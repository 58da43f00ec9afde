/** A link as a QR code. The page makes it itself: nothing of the link leaves the browser. */
import { p, path, rect, svg } from "./dom.js";
import { generate } from "./vendor/lean-qr.js";
import { words } from "./words-later.js";

/** The free rim that readers of codes need, in modules. */
const RIM = 4;

/** @param {{title: string, address: string}} properties */
export function Code({ title, address }) {
  let code;
  try {
    code = generate(address);
  } catch {
    return p({ class: "mute" }, words.qrTooLong);
  }
  const dark = [], wide = code.size + 2 * RIM;
  for (let y = 0; y < code.size; y++) for (let x = 0; x < code.size; x++) if (code.get(x, y)) dark.push(`M${x} ${y}h1v1h-1z`);
  return svg({ class: "qr", viewBox: `${-RIM} ${-RIM} ${wide} ${wide}`, width: 240, height: 240, "shape-rendering": "crispEdges", role: "img", "aria-label": words.qrOf(title) },
    rect({ x: -RIM, y: -RIM, width: wide, height: wide, fill: "#fff" }), path({ d: dark.join(""), fill: "#000" }));
}
