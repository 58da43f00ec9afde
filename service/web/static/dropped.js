/** Checks a game's file that somebody drops on the page or picks. The page beside it goes on, whatever the file is. */
import { icon, p, part } from "./dom.js";
import { Dialog } from "./page.js";
import { render } from "./vendor/preact.js";
import { sha256 } from "./vendor/sha256.js";
import { verify } from "./verify.mjs";
import { words } from "./words-later.js";

/** Pages without TLS have no `crypto.subtle`, so a library hashes. */
const HASHES = {
  sha256: (/** @type {Uint8Array} */ bytes) => new Uint8Array(sha256.arrayBuffer(bytes)),
  mac: (/** @type {Uint8Array} */ key, /** @type {Uint8Array} */ bytes) => new Uint8Array(sha256.hmac.arrayBuffer(key, bytes)),
};

/** No file that the service would import is larger, unless its operator says so. */
const MOST_BYTES = 8 * 1024 * 1024;

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

/** What the checker says of a file. @param {Uint8Array} file @param {[number, string][]} [receipts] */
export const proved = (file, receipts) => verify(file, HASHES, receipts, nextFrame);

/** Check a file and say in a dialog what was found. @param {File} file */
export async function checkFile(file) {
  const place = document.body.appendChild(document.createElement("div"));
  const close = () => { render(null, place); place.remove(); };
  const say = (/** @type {string} */ text, /** @type {string} */ sign, bad = false) => place.isConnected && render(part(Dialog, { close },
    p({ class: bad ? "found say" : "found", role: bad ? "alert" : "status" }, icon(sign), " ", text)), place);
  say(words.auditing, "hourglass");
  const [text, good] = await sentence(file);
  say(text, good ? "shield-check" : "triangle-alert", !good);
}

/** @param {File} file @returns {Promise<[string, boolean]>} The sentence, and whether all is good. */
async function sentence(file) {
  if (file.size > MOST_BYTES) return [words.fileTooLarge(file.name, Math.ceil(file.size / 1024 / 1024), MOST_BYTES / 1024 / 1024), false];
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return [words.fileUnreadable(file.name), false]; // A folder, or a file that is gone.
  }
  if (bytes[0] !== 0x7b) return [words.noGameFile(file.name), false]; // Each line is an object of JSON.
  const found = await proved(bytes);
  if (found.verdict === "ok") return [words.fileGood(file.name, found.commits, found.draws === "ok"), true];
  return [`${file.name}: ${found.verdict === "bad" ? words.auditBad : words.auditCut} ${found.problem}.`, false];
}
