/** Checks a finished game in the browser: chain, rights, set-up, and the receipts that this browser kept. */
import { call, get, said } from "./api.js";
import { b, button, div, icon, li, p, several, ul } from "./dom.js";
import { kept } from "./keys.js";
import { hmac } from "./vendor/hmac.js";
import { useState } from "./vendor/hooks.js";
import { sha256 } from "./vendor/sha2.js";
import { verify } from "./verify.mjs";
import { words } from "./words.js";

/** Pages without TLS have no `crypto.subtle`, so a library hashes. */
const HASHES = { sha256, mac: (/** @type {Uint8Array} */ key, /** @type {Uint8Array} */ bytes) => hmac(sha256, key, bytes) };

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

/** @typedef {Awaited<ReturnType<typeof check>>} Found */

/** @param {import("./game.js").Game} game */
async function check(game) {
  const { receipts = {}, commitment } = kept(game.id);
  const [file, service] = await Promise.all([
    call("GET", `${game.path}/export`, { token: game.token, raw: true }),
    get(`${game.path}/audit`, game.token),
  ]);
  const pairs = Object.entries(receipts).map(([version, head]) => /** @type {[number, string]} */ ([Number(version), head]));
  const result = await verify(new TextEncoder().encode(file), HASHES, pairs, nextFrame);
  return { result, receipts: pairs.length, sameCommitment: !commitment || result.verdict !== "ok" || result.commitment === commitment, service };
}

/** @param {{game: import("./game.js").Game, show: (version: number) => void}} properties */
export function Audit({ game, show }) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const start = () => {
    setBusy(true);
    check(game).then(setFound).catch((problem) => setError(said(problem))).finally(() => setBusy(false));
  };
  return div({ class: "audit" }, p({ class: "mute" }, words.auditWhat),
    found ? null : button({ class: "btn main", type: "button", disabled: busy, onClick: start }, busy ? words.auditing : words.audit),
    error ? p({ class: "say", role: "alert" }, error) : null,
    found ? Verdict({ found, show }) : null);
}

/** @param {{found: Found, show: (version: number) => void}} properties */
function Verdict({ found: { result, receipts, sameCommitment, service }, show }) {
  const tick = (/** @type {string} */ text) => li({ key: text }, icon("check"), " ", text);
  const cross = (/** @type {string} */ text) => li({ key: text, class: "say" }, icon("triangle-alert"), " ", text);
  if (result.verdict !== "ok") {
    const { version } = result;
    return div({ role: "alert" }, p({ class: "say" }, icon("triangle-alert"), " ", b(null, result.verdict === "bad" ? words.auditBad : words.auditCut), " ", result.problem),
      version ? button({ class: "btn", type: "button", onClick: () => show(version) }, words.auditShow) : null);
  }
  return several(
    ul({ class: "verdict", role: "status" }, tick(words.auditOk(result.commits)),
      result.draws === "ok" ? tick(words.auditDraws) : li({ class: "mute" }, words.auditNoDraws),
      receipts ? tick(words.auditReceipts(receipts)) : li({ class: "mute" }, words.auditReceipts(0)),
      sameCommitment ? tick(words.auditCommitment) : cross(words.auditOtherCommitment),
      service.ok ? tick(words.serviceSays(true)) : cross(words.serviceSays(false))),
    p({ class: "mute" }, words.auditNot));
}
