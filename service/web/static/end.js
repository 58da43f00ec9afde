/** The end of a game: who won, the scores by their parts, how it swung, whether it was fair, and once more. */
import { call, get, pause, said } from "./api.js";
import { Course } from "./chart.js";
import { Later } from "./components.js";
import { a, b, button, classes, details, div, h2, icon, li, ol, p, part, progress, section, span, strong, summary, table, td, th, thead, tr } from "./dom.js";
import { embedded, kept } from "./keys.js";
import { styled } from "./modules.js";
import { pennant } from "./seats.js";
import { counted, resultOf } from "./results.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {import("./game.js").Open} Open */

await styled(new URL("./end.css", import.meta.url).href);

const audit = () => import("./audit.js").then((file) => file.Audit);

/** @param {{game: Open}} properties */
export function End({ game }) {
  const [looking, look] = useState(false);
  const outcome = game.live.outcome;
  if (!outcome) return section({ class: "endband", "aria-label": words.over }, div({ class: "headline" }, icon("flag"), strong(null, words.abandoned)), part(Doings, { game, looking, look }), looking ? part(LookBack, { game }) : null);
  const own = game.ownSeats.filter((seat) => game.seat === null || seat === game.seat);
  const won = own.some((seat) => outcome.winners.includes(seat)), show = (/** @type {number} */ version) => void game.show(version);
  return section({ class: classes("endband", won && "won"), "aria-label": words.over },
    div({ class: "headline" }, icon(own.length && !won ? "flag" : "trophy"), div(null, strong(null, resultOf(outcome, game.names, own)), p({ class: "mute" }, reasonOf(outcome)))),
    part(Doings, { game, looking, look }),
    looking ? part(LookBack, { game }) : null,
    part(Standings, { game, outcome }),
    outcome.parts.length ? details({ open: true }, summary(null, words.scores), div({ class: "scroll", tabIndex: 0, role: "group", "aria-label": words.scores }, part(Parts, { game, outcome }))) : null,
    game.live.status === "finished" ? part(Course, { game, show }) : null,
    game.live.status === "finished" ? part(Later, { load: audit, given: { game, show }, quiet: true }) : null);
}

/** Why the game is over. @param {Api.Outcome} outcome */
const reasonOf = ({ because, reason }) => because || `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll("_", " ")}.`;

/** Everybody in the order of the ranks, with the points. @param {{game: Open, outcome: Api.Outcome}} properties */
function Standings({ game, outcome }) {
  const { ranks, scores, opponents } = outcome, tells = counted(outcome);
  const order = game.names.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other]);
  return ol({ class: "scores" }, opponents.filter(({ won }) => won).map(other), order.map((seat) => li({ key: seat }, pennant(seat, true), span(null, game.names[seat]), tells ? b(null, `${scores[seat]}`) : null)), opponents.filter(({ won }) => !won).map(other));
}

/** An opponent without a seat. @param {Api.Outcome["opponents"][number]} opponent */
const other = ({ name, score }) => li({ key: name }, icon("bot"), span(null, name), b(null, `${score}`));

/** What can be done now. @param {{game: Open, looking: boolean, look: (now: boolean) => void}} properties */
const Doings = ({ game, looking, look }) => div({ class: "doings" }, part(Again, { game }),
  game.seat !== null && game.token && !embedded ? button({ class: "btn", type: "button", "aria-pressed": looking, onClick: () => look(!looking) }, icon("history"), words.lookBack) : null,
  embedded ? null : a({ class: "btn", href: `${game.path}/export`, download: `${game.id}.jsonl` }, icon("archive"), words.download));

/** How often a player's page asks whether another player has begun a rematch. */
const EVERY_MS = 5000;

/** The rematch that somebody has begun, if there is one. Only pages of players who may wait for another one ask again. @param {Open} game */
function useRematch(game) {
  const [found, find] = useState(/** @type {string | null} */ (null));
  const waits = game.seat !== null && game.live.seats.some(({ kind }, seat) => kind === "human" && !game.ownSeats.includes(seat));
  useEffect(() => {
    if (found || game.live.imported) return;
    const read = () => void get(`${game.path}/rematch`).then((answer) => find(answer.game), () => {}); // The next asking, or the button, tells.
    read();
    const timer = waits ? setInterval(() => document.hidden || read(), EVERY_MS) : undefined;
    return () => clearInterval(timer);
  }, [game.id, waits, found]);
  return found;
}

/** The same players once more: who asks first makes the new game, the others join it. @param {{game: Open}} properties */
function Again({ game }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const found = useRematch(game), joined = kept(game.id).rematch, made = joined ?? found;
  if (embedded || game.live.imported) return null;
  if (joined || (made && game.seat === null)) return a({ class: "btn main", href: `/games/${made}` }, icon("arrow-right"), words.toRematch);
  if (game.seat === null || (!made && game.live.rematch_by === "host" && !kept(game.id).host)) return null;
  const start = () => {
    setBusy(true);
    import("./changes.js").then(({ rematch }) => rematch(game)).then((address) => location.assign(address)).catch((problem) => { setBusy(false); setError(said(problem)); });
  };
  return div({ class: "again" }, made ? p({ role: "status" }, words.rematchMade) : null, button({ class: "btn main", type: "button", disabled: busy, title: words.rematchHint, onClick: start }, icon("rotate-cw"), made ? words.joinRematch : words.rematch),
    error ? p({ class: "say", role: "alert" }, error) : null);
}

/** The score of everybody by its parts. @param {{game: Open, outcome: Api.Outcome}} properties */
function Parts({ game, outcome: { parts, scores, opponents } }) {
  const cell = (/** @type {number} */ score, /** @type {number[]} */ row, /** @type {number} */ key) =>
    td({ key, class: classes(score > 0 && row.length > 1 && score === Math.max(...row) && "most") }, `${score}`);
  return table({ class: "parts" },
    thead(null, tr(null, td(null), game.names.map((name, seat) => th({ scope: "col", key: seat }, pennant(seat, true), " ", name)), opponents.map(({ name }) => th({ scope: "col", key: name }, icon("bot"), " ", name)))),
    parts.map((each, index) => {
      const row = [...each.scores, ...opponents.map((opponent) => opponent.parts[index] ?? 0)];
      return tr({ key: each.id }, th({ scope: "row" }, each.name), row.map((score, at) => cell(score, row, at)));
    }),
    scores.length ? tr({ class: "total" }, th({ scope: "row" }, words.total), [...scores, ...opponents.map(({ score }) => score)].map((score, at) => td({ key: at }, b(null, `${score}`)))) : null);
}

/** @typedef {Api.LookBack["costly"][number]} Costly */

const LOOKS_MS = 700;

/** Ask once, then listen until it is found. @param {Open} game @param {(found: Api.LookBack) => void} tell @param {() => boolean} wanted */
async function find(game, tell, wanted) {
  const path = /** @type {const} */ (`${game.path}/look-back`), { token } = game;
  let found = await call("POST", path, { token });
  while (wanted()) {
    tell(found);
    if (found.status !== "queued" && found.status !== "started") return;
    await pause(LOOKS_MS);
    found = await get(path, token);
  }
}

/** @param {{game: Open}} properties */
function LookBack({ game }) {
  const [found, tell] = useState(/** @type {Api.LookBack | null} */ (null));
  const [error, setError] = useState("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    setError("");
    find(game, tell, () => wanted).catch((problem) => { if (wanted) setError(said(problem)); });
    return () => { wanted = false; };
  }, [game.id, game.seat, tries]);
  const failed = found?.status === "failed";
  return div({ class: "lookback" }, h2(null, words.lookBack),
    error ? p({ class: "say", role: "alert" }, error)
    : failed ? div({ role: "alert" }, p({ class: "say" }, words.lookBackFailed), button({ class: "btn", type: "button", onClick: () => { tell(null); setTries(tries + 1); } }, words.goOn))
    : found?.status === "finished" ? part(Found, { game, found })
    : div({ class: "doing", role: "status" }, progress({ max: found?.decisions || 1, value: found?.decisions ? found.done : undefined, "aria-label": words.lookBack }), span({ class: "mute" }, found?.decisions ? words.lookingBack(found.done, found.decisions) : words.thinking)));
}

/** @param {{game: Open, found: Api.LookBack}} properties */
function Found({ game, found: { costly, measure, decisions } }) {
  if (!costly.length) return p({ role: "status" }, icon("check"), " ", decisions ? words.lookBackGood(decisions) : words.lookBackNone);
  return div(null, p({ class: "mute", role: "status" }, words.lookBackFound(costly.length, decisions), " ", words.costs(measure)),
    ol(null, costly.map((each) => part(Decision, { game, each, measure, key: each.version }))));
}

/** @param {{game: Open, each: Costly, measure: Api.LookBack["measure"]}} properties */
const Decision = ({ game, each: { version, turn, cost, given, better }, measure }) => li(null,
  span({ class: "chip loss" }, measure === "victory" ? `−${Math.round(cost * 100)} %` : `−${cost < 10 ? cost.toFixed(1) : Math.round(cost)}`),
  div({ class: "said" }, p(null, b(null, words.turn(turn)), " ", words.youChose(given.label)), p(null, icon("star"), " ", words.wasBetter(better.text))),
  button({ class: "btn", type: "button", "aria-label": words.lookAt(turn, given.label), onClick: () => void game.show(version) }, icon("eye"), words.look));
