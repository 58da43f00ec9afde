/** Checks a finished game in the browser: chain, rights, set-up, and the receipts that this browser kept. */
import { call, get, said } from "./api.js";
import { a, button, details, div, icon, input, label, li, p, several, span, summary, ul } from "./dom.js";
import { checkFile, proved } from "./dropped.js";
import { kept } from "./keys.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {Awaited<ReturnType<typeof check>>} Found */

/** @param {import("./game.js").Game} game */
async function check(game) {
  const { receipts = {}, commitment } = kept(game.id);
  const [file, service] = await Promise.all([
    call("GET", `${game.path}/export`, { token: game.token, raw: true }),
    get(`${game.path}/audit`, game.token),
  ]);
  const pairs = Object.entries(receipts).map(([version, head]) => /** @type {[number, string]} */ ([Number(version), head]));
  const result = await proved(new TextEncoder().encode(file), pairs);
  return { result, receipts: pairs.length, sameCommitment: !commitment || result.verdict !== "ok" || result.commitment === commitment, service };
}

/** The check begins when it is opened. @param {{game: import("./game.js").Game, show: (version: number) => void}} properties */
export function Audit({ game, show }) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [error, setError] = useState("");
  const box = useRef(/** @type {any} */ (null));
  useEffect(() => void check(game).then(setFound).catch((problem) => setError(said(problem))), []);
  useEffect(() => { box.current.scrollIntoView({ block: "nearest" }); }, [found, error]);
  const picked = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) void checkFile(file);
    event.target.value = "";
  };
  return div({ class: "audit", ref: box },
    error ? p({ class: "say", role: "alert" }, error) : found ? Verdict({ found, show }) : p({ class: "mute", role: "status" }, words.auditing),
    p({ class: "files" }, a({ class: "btn small", href: `${game.path}/export`, download: `${game.id}.jsonl` }, icon("archive"), words.download),
      label({ class: "btn small" }, input({ type: "file", class: "sr", onChange: picked }), icon("shield-check"), words.checkFile), span({ class: "mute" }, words.dropFile)));
}

/** One sentence, and what it rests on. @param {{found: Found, show: (version: number) => void}} properties */
function Verdict({ found: { result, receipts, sameCommitment, service }, show }) {
  const tick = (/** @type {string} */ text) => li({ key: text }, icon("check"), " ", text);
  const cross = (/** @type {string} */ text) => li({ key: text, class: "say" }, icon("triangle-alert"), " ", text);
  if (result.verdict !== "ok") {
    const { version } = result;
    return div({ role: "alert" }, p({ class: "found say" }, icon("triangle-alert"), " ", result.verdict === "bad" ? words.auditBad : words.auditCut, " ", result.problem),
      version ? button({ class: "btn", type: "button", onClick: () => show(version) }, words.auditShow) : null);
  }
  const good = sameCommitment && service.ok;
  return several(
    p({ class: good ? "found" : "found say", role: good ? "status" : "alert" }, icon(good ? "shield-check" : "triangle-alert"), " ",
      !sameCommitment ? words.auditOtherCommitment : !service.ok ? words.serviceSays(false) : words.auditGood(result.commits, result.draws === "ok")),
    details(null, summary(null, words.auditDetails), p({ class: "mute" }, words.auditWhat),
      ul({ class: "verdict" }, tick(words.auditOk(result.commits)),
        result.draws === "ok" ? tick(words.auditDraws) : li({ class: "mute" }, words.auditNoDraws),
        receipts ? tick(words.auditReceipts(receipts)) : li({ class: "mute" }, words.auditReceipts(0)),
        sameCommitment ? tick(words.auditCommitment) : cross(words.auditOtherCommitment),
        service.ok ? tick(words.serviceSays(true)) : cross(words.serviceSays(false))),
      p({ class: "mute" }, words.auditNot)));
}
