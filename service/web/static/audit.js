/** Checks a finished game in the browser: chain, rights, set-up, and the receipts that this browser kept. */
import { call, get, said } from "./api.js";
import { button, details, div, icon, input, label, li, p, part, several, span, summary, ul } from "./dom.js";
import { checkFile, proved } from "./dropped.js";
import { kept } from "./keys.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {Awaited<ReturnType<typeof check>>} Found */

/** What the log itself shows. @param {import("./game.js").Game} game */
async function check(game) {
  const { receipts = {}, commitment } = kept(game.id);
  const file = await call("GET", `${game.path}/export`, { token: game.token, raw: true });
  const pairs = Object.entries(receipts).map(([version, head]) => /** @type {[number, string]} */ ([Number(version), head]));
  const result = await proved(new TextEncoder().encode(file), pairs);
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
  return div({ class: "audit" },
    error ? p({ class: "say", role: "alert" }, error) : found ? part(Verdict, { game, found, show }) : p({ class: "mute", role: "status" }, words.auditing),
    p({ class: "files" },
      label({ class: "btn small" }, input({ type: "file", class: "sr", onChange: picked }), icon("shield-check"), words.checkFile), span({ class: "mute" }, words.dropFile)));
}

/** One sentence, and what it rests on. @param {{game: import("./game.js").Game, found: Found, show: (version: number) => void}} properties */
function Verdict({ game, found: { result, receipts, sameCommitment }, show }) {
  const [service, hear] = useState(/** @type {string | boolean} */ (""));
  const tick = (/** @type {string} */ text) => li({ key: text }, icon("check"), " ", text);
  const cross = (/** @type {string} */ text) => li({ key: text, class: "say" }, icon("triangle-alert"), " ", text);
  if (result.verdict !== "ok") {
    const { version } = result;
    return div({ role: "alert" }, p({ class: "found say" }, icon("triangle-alert"), " ", result.verdict === "bad" ? words.auditBad : words.auditCut, " ", result.problem),
      version ? button({ class: "btn", type: "button", onClick: () => show(version) }, words.auditShow) : null);
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
      p({ class: "mute" }, words.auditNot)));
}
