/** Checks a finished game in the browser, and any game's file: chain, rights, set-up, and the receipts that this browser kept. */
import { call, get, said } from "./api.js";
import { button, classes, details, div, icon, input, label, li, p, part, several, span, summary, ul } from "./dom.js";
import { kept } from "./keys.js";
import { Dialog } from "./page.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { render } from "./vendor/preact.js";
import { verify } from "./verify.mjs";
import { words } from "./words-later.js";

/** @typedef {Awaited<ReturnType<typeof check>>} Found */

/** What the log itself shows. @param {import("./game.js").Game} game */
async function check(game) {
  const { receipts = {}, commitment } = kept(game.id);
  const file = await call("GET", `${game.path}/export`, { token: game.token, raw: true });
  const pairs = Object.entries(receipts).map(([version, head]) => /** @type {[number, string]} */ ([Number(version), head]));
  const result = await verify(new TextEncoder().encode(file), pairs, nextFrame);
  return { result, receipts: pairs.length, sameCommitment: !commitment || result.verdict !== "ok" || result.commitment === commitment };
}

/** The check begins by itself; the service is asked for its own when somebody wants to know more. @param {{game: import("./game.js").Game, show: (version: number) => void}} properties */
export function Audit({ game, show }) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [error, setError] = useState("");
  useEffect(() => void check(game).then(setFound).catch((problem) => setError(said(problem))), []);
  const picked = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) void checkFile(file);
    event.target.value = "";
  };
  const files = p({ class: "files" },
    label({ class: "btn small" }, input({ type: "file", class: "sr", onChange: picked }), icon("shield-check"), words.checkFile), span({ class: "mute" }, words.dropFile));
  return div({ class: classes("audit", found?.result.verdict === "ok" && found.sameCommitment && "fair") },
    error ? p({ class: "say", role: "alert" }, error) : found ? part(Verdict, { game, found, show, files }) : p({ class: "mute", role: "status" }, words.auditing));
}

/** One sentence, and what it rests on. @param {{game: import("./game.js").Game, found: Found, show: (version: number) => void, files: any}} properties `files`: what checks another file. */
function Verdict({ game, found: { result, receipts, sameCommitment }, show, files }) {
  const [service, hear] = useState(/** @type {string | boolean} */ (""));
  const tick = (/** @type {string} */ text) => li({ key: text }, icon("check"), " ", text);
  const cross = (/** @type {string} */ text) => li({ key: text, class: "say" }, icon("triangle-alert"), " ", text);
  if (result.verdict !== "ok") {
    const { version } = result;
    return div({ role: "alert" }, p({ class: "found say" }, icon("triangle-alert"), " ", result.verdict === "bad" ? words.auditBad : words.auditCut, " ", result.problem),
      version ? button({ class: "btn", type: "button", onClick: () => show(version) }, words.auditShow) : null, files);
  }
  const ask = (/** @type {any} */ event) => {
    if (!event.target.open || service !== "") return;
    hear(words.auditing);
    get(`${game.path}/audit`, game.token).then(({ ok }) => hear(ok), (problem) => hear(said(problem)));
  };
  const good = sameCommitment && service !== false;
  return several(
    p({ class: good ? "found" : "found say", role: good ? "status" : "alert" }, icon(good ? "shield-check" : "triangle-alert"), " ",
      !sameCommitment ? words.auditOtherCommitment : !good ? words.serviceSays(false) : words.auditGood(result.commits, result.draws === "ok")),
    details({ onToggle: ask }, summary(null, words.auditDetails), p({ class: "mute" }, words.auditWhat),
      ul({ class: "verdict" }, tick(words.auditOk(result.commits)),
        result.draws === "ok" ? tick(words.auditDraws) : li({ class: "mute" }, words.auditNoDraws),
        receipts ? tick(words.auditReceipts(receipts)) : li({ class: "mute" }, words.auditReceipts(0)),
        sameCommitment ? tick(words.auditCommitment) : cross(words.auditOtherCommitment),
        typeof service === "string" ? li({ class: "mute" }, service) : service ? tick(words.serviceSays(true)) : cross(words.serviceSays(false))),
      p({ class: "mute" }, words.auditNot), files));
}

/** No file that the service would import is larger, unless its operator says so. */
const MOST_BYTES = 8 * 1024 * 1024;

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

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
  const found = await verify(bytes, [], nextFrame);
  if (found.verdict === "ok") return [words.fileGood(file.name, found.commits, found.draws === "ok"), true];
  return [`${file.name}: ${found.verdict === "bad" ? words.auditBad : words.auditCut} ${found.problem}.`, false];
}
