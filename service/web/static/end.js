/** The end of a game: who won, the scores by their parts, how it swung, whether it was fair, and once more. */
import { get, said } from "./api.js";
import { Swing } from "./chart.js";
import { a, b, button, classes, details, div, icon, li, ol, p, part, section, span, strong, summary, table, td, th, thead, tr } from "./dom.js";
import { embedded, kept } from "./keys.js";
import { Later } from "./modules.js";
import { pennant } from "./seats.js";
import { resultOf } from "./results.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

const audit = () => import("./audit.js").then((file) => file.Audit);

/** @param {{game: Open}} properties */
export function End({ game }) {
  const outcome = game.live.outcome;
  if (!outcome) return section({ class: "endband", "aria-label": words.over }, strong(null, words.abandoned), part(Again, { game }));
  const order = game.names.map((_, seat) => seat).sort((one, other) => outcome.ranks[one] - outcome.ranks[other]);
  const own = game.ownSeats.filter((seat) => game.seat === null || seat === game.seat);
  return section({ class: classes("endband", own.some((seat) => outcome.winners.includes(seat)) && "won"), "aria-label": words.over },
    div({ class: "headline" }, icon(own.length && !own.some((seat) => outcome.winners.includes(seat)) ? "flag" : "trophy"), div(null, strong(null, resultOf(outcome, game.names, own)), p({ class: "mute" }, outcome.reason))),
    ol({ class: "scores" }, order.map((seat) => li({ key: seat }, pennant(seat, true), span(null, game.names[seat]), b(null, `${outcome.scores[seat] ?? ""}`)))),
    part(Again, { game }),
    outcome.parts?.length ? details({ open: true }, summary(null, words.scores), part(Parts, { game, outcome })) : null,
    game.live.status === "finished" ? part(Swing, { game, show: (version) => void game.show(version) }) : null,
    game.live.status === "finished" ? part(Check, { game }) : null);
}

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

/** The check of the log, which is loaded by whoever opens it. @param {{game: Open}} properties */
function Check({ game }) {
  const [open, setOpen] = useState(false);
  return details({ onToggle: (/** @type {any} */ event) => setOpen(event.target.open) }, summary(null, words.audit),
    open ? part(Later, { load: audit, given: { game, show: (/** @type {number} */ version) => void game.show(version) } }) : null);
}

/** The score of each seat by its parts. @param {{game: Open, outcome: Api.Outcome}} properties */
const Parts = ({ game, outcome }) => table({ class: "parts" },
  thead(null, tr(null, td(null), game.names.map((name, seat) => th({ scope: "col", key: seat }, pennant(seat, true), " ", name)))),
  outcome.parts.map((each) => tr({ key: each.id }, th({ scope: "row" }, each.name), each.scores.map((score, seat) => td({ key: seat, class: classes(score > 0 && score === Math.max(...each.scores) && "most") }, `${score}`)))),
  outcome.scores.length ? tr({ class: "total" }, th({ scope: "row" }, words.total), outcome.scores.map((score, seat) => td({ key: seat }, b(null, `${score}`)))) : null);
