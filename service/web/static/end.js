/** The end of a game: who won, the scores by their parts, how it went over its turns, whether it was fair, and once more. */
import { call, get, pause, said } from "./api.js";
import { Board, Piece, contents } from "./board.js";
import { Later, drawnBy } from "./components.js";
import { a, b, button, circle, classes, details, div, g, h2, h3, icon, li, line, ol, p, part, path, progress, rect, section, several, span, strong, summary, svg, table, td, text, th, thead, tr, ul, use } from "./dom.js";
import { embedded, kept } from "./keys.js";
import { styled } from "./modules.js";
import { counted, isClose, players, resultOf } from "./results.js";
import { pennant } from "./seats.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words-later.js";

/** @typedef {import("./game.js").Open} Open */
/** @typedef {import("./board.js").Drawn} Drawn */

await styled(new URL("./end.css", import.meta.url).href);

const audit = () => import("./audit.js").then((file) => file.Audit);

/** It fills the page, until somebody wants to see the table. @param {{game: Open, drawn: Drawn | null}} properties */
export function End({ game, drawn }) {
  const [looking, look] = useState(false), [open, setOpen] = useState(true);
  const [standing, stand] = useState(/** @type {Api.Standing | null} */ (null)), [error, setError] = useState("");
  useEffect(() => { if (game.live.status === "finished") get(`${game.path}/standing`, game.token).then(stand).catch((problem) => setError(said(problem))); }, [game.id]);
  const outcome = game.live.outcome;
  if (!outcome) return section({ class: "endband", "aria-label": words.over }, div({ class: "headline" }, icon("flag"), strong(null, words.abandoned)), div({ class: "doings" }, part(Doings, { game, looking, look })), looking ? part(LookBack, { game }) : null);
  const own = game.ownSeats.filter((seat) => game.seat === null || seat === game.seat);
  const won = own.some((seat) => outcome.winners.includes(seat)), show = (/** @type {number} */ version) => void game.show(version);
  return section({ class: classes("endband", open && "full", won && "won"), "aria-label": words.over },
    won && open ? BUNTING : null,
    div({ class: "headline" }, icon("compass"), div(null, strong(null, resultOf(outcome, game.names, own)), p({ class: "mute" }, reasonOf(outcome), " ", standing?.items.length ? lengthOf(game, standing.items) : null))),
    div({ class: "doings" }, part(Doings, { game, looking, look }),
      button({ class: "btn", type: "button", onClick: () => setOpen(!open) }, icon(open ? "layout-grid" : "trophy"), open ? words.table : words.theEnd)),
    open ? several(
      div({ class: "panels" },
        part(Ladder, { game, outcome, own, rungs: standing?.ladder ?? [] }),
        section({ class: "panel", "aria-label": words.scores },
          div({ class: "head" }, h2(null, outcome.parts.length ? words.byParts : words.scores), outcome.parts.length ? span({ class: "end" }, words.mostBold) : null),
          part(Parts, { game, outcome, own, drawn, figures: standing && standing.figures })),
        looking ? div({ class: "panel" }, part(LookBack, { game })) : error ? p({ class: "say", role: "alert" }, error) : part(Course, { game, show, own, points: standing?.items ?? [] })),
      part(Later, { load: audit, given: { game, show }, quiet: true })) : null);
}

/** Why the game is over. @param {Api.Outcome} outcome */
const reasonOf = ({ because, reason }) => because || `${reason.charAt(0).toUpperCase()}${reason.slice(1).replaceAll("_", " ")}.`;

/** Its rounds and turns, and for how long it was played from its start on. @param {Open} game @param {Points} points */
function lengthOf({ live, commits }, points) {
  const { round, turn } = points[points.length - 1], [{ version: first }] = points;
  return words.played(round, turn, Date.parse(live.acted_at) - Date.parse(commits.find(({ version }) => version === first)?.at ?? live.created_at));
}

/** By what the winner was found, where most points alone do not tell. @param {{game: Open, outcome: Api.Outcome, own: number[], rungs: Api.Standing["ladder"]}} properties */
function Ladder({ game, outcome, own, rungs }) {
  const all = players(outcome, game.names), [best, ...more] = all.filter(({ won }) => won), mine = own.length === 1 ? all[own[0]] : null;
  if (!rungs.length || (best && !more.length && !isClose(all))) return null;
  const title = best && mine && !mine.won && mine.score >= best.score ? words.whyNotYou(mine.score) : words.ladder;
  return section({ class: "ladder panel", "aria-label": title }, icon("scale"), b(null, title),
    ol(null, rungs.map(({ name, condition, figures, decided }, at) => {
      const asked = figures.some((figure) => figure !== null);
      return li({ key: name, class: decided ? "decided" : asked ? "" : "mute" }, b(null, `${at + 1}`), div(null, name,
        p(null, asked ? figures.map((figure, at) => (figure === null ? null : span({ key: at }, signOf(game, at), " ", condition ? icon(figure ? "check" : "x", words.yesNo(!!figure)) : figure))) : words.notNeeded)));
    })));
}

/** @param {Open} game @param {number} at The number of a seat, or after them of an opponent. */
const signOf = (game, at) => (at < game.names.length ? pennant(at, true) : icon("bot"));

const FLAGS = 36;
/** Flags on a rope, of all seats' colours. */
const BUNTING = svg({ class: "bunting", viewBox: `0 0 ${FLAGS * 38} 32`, preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true" },
  Array.from({ length: FLAGS }, (_, at) => {
    const y = 12 - ((at % 9) - 4) ** 2 / 2;
    return g({ key: at, class: `seat-${(at % 5) + 1}` }, path({ class: "flag", d: `M${at * 38 + 9} ${y}h20l-10 18z` }));
  }), path({ class: "rope", d: Array.from({ length: FLAGS / 9 }, (_, at) => `M${at * 342} 2q171 22 342 0`).join("") }));

/** The score of everybody by its parts, with bars; without points those who played in the order of the ranks. @param {{game: Open, outcome: Api.Outcome, own: number[], drawn: Drawn | null, figures: Api.Standing["figures"] | null}} properties `figures`: null until they are known. */
function Parts({ game, outcome, own, drawn, figures: found }) {
  const { parts, scores, ranks, winners, opponents } = outcome, figures = found ?? [];
  const named = (/** @type {number} */ seat) => (own.length === 1 && seat === own[0] ? words.youDid : game.names[seat]);
  if (!counted(outcome)) return several(ol({ class: "scores" }, game.names.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other]).map((seat) => li({ key: seat }, pennant(seat), span(null, named(seat)), winners.includes(seat) ? icon("trophy", words.winner) : null))),
    drawn ? div({ class: "last" }, drawnBy(drawn.module.Board, Board, { drawn })) : null);
  // What explains a part stands in its place.
  const explained = (/** @type {Api.Outcome["parts"][number]} */ { id }) => figures.some(({ part }) => part === id);
  const told = parts.flatMap((each) => (explained(each) ? figures.filter(({ part }) => part === each.id).map(({ id, name, counts }) => ({ id, name, scores: counts })) : [each]));
  const rows = told.map((each, index) => ({ ...each, all: [...each.scores, ...opponents.map((opponent) => opponent.parts[index] ?? 0)] })).filter(({ all }) => all.some(Boolean));
  const most = Math.max(1, ...rows.flatMap(({ all }) => all)), totals = [...scores, ...opponents.map(({ score }) => score)];
  const head = (/** @type {any} */ key, /** @type {any} */ sign, /** @type {string} */ name, /** @type {boolean} */ winner) => th({ scope: "col", key }, span(null, sign, " ", span({ class: "name", title: name }, name), winner ? icon("trophy", words.winner) : null));
  const below = [...parts.filter(explained).map(({ id, name, scores: counts }) => ({ id, name, counts })), ...figures.filter(({ part }) => part === null)];
  return several(table({ class: "parts" },
    thead(null, tr(null, td(null), game.names.map((_, seat) => head(seat, pennant(seat, true), named(seat), winners.includes(seat))), opponents.map(({ name, won }) => head(name, icon("bot"), name, won)))),
    rows.map(({ id, name, all }) => tr({ key: id }, th({ scope: "row" }, name), all.map((score, seat) => {
      const best = score > 0 && all.length > 1 && score === Math.max(...all);
      return td({ key: seat, class: classes(best && "most", seat < scores.length && `seat-${seat + 1}`) }, span(null, `${score}`),
        svg({ class: "share", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, rect({ width: (Math.max(0, score) / most) * 100, height: 10 })));
    }))),
    tr({ class: "total" }, th({ scope: "row" }, words.total), totals.map((score, at) => td({ key: at }, b(null, `${score}`)))),
    below.map(({ id, name, counts }) => tr({ key: id, class: "figure" }, th({ scope: "row" }, name), counts.map((count, seat) => td({ key: seat }, `${count}`))))),
    found && drawn && own.length === 1 && rows.length + below.length <= FEW_ROWS ? part(Mine, { drawn, seat: own[0] }) : null);
}

/** So many rows of points leave room for cards below them. */
const FEW_ROWS = 6;

/** The cards that a player has at the end. @param {{drawn: Drawn, seat: number}} properties */
function Mine({ drawn, seat }) {
  const held = contents(drawn.board, drawn.picture), { faces } = drawn.board;
  const cards = held.get(null).areas.filter((area) => area.seat === seat).flatMap((area) => [area, ...held.get(area.id).areas]).flatMap((area) => held.get(area.id).pieces)
    .filter(({ face, down }) => !down && face && faces[face].text && faces[face].facts?.length);
  return cards.length ? several(h3(null, words.yourCards), div({ class: "mine", tabIndex: 0, role: "group", "aria-label": words.yourCards },
    cards.map((piece) => drawnBy(drawn.module.Piece, Piece, { piece, drawn, size: "mid", key: piece.id })))) : null;
}

/** What can be done now. @param {{game: Open, looking: boolean, look: (now: boolean) => void}} properties */
const Doings = ({ game, looking, look }) => several(part(Again, { game }),
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

/** @typedef {Api.Standing["items"]} Points */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {(version: number) => void} Show */

const LEFT = 42, RIGHT = 76, ABOVE = 18, BELOW = 20;
/** The room that a number of a scale needs, and a line of who it is. */
const NUMBER = 26, NAME = 17;
/** Narrow windows get a narrower picture, so that its words are as large as all others, and high ones a higher picture. */
const wide = () => (innerWidth < 720 ? 330 : innerWidth < 900 ? 380 : innerWidth < 1240 ? 470 : 640);
const high = () => (innerHeight < 720 ? 116 : 230);

/** @param {{game: Game, show: Show, own: number[], points: Points}} properties */
export function Course({ game, show, own, points }) {
  if (points.length < 2) return null;
  const counted = points.flatMap((each) => (each.points ? [each.points] : []));
  const shares = { game, points, show, own, title: words.swing, values: points.map((each) => each.shares.map((share) => Math.round(share * 100))), unit: " %" };
  const main = counted.length ? { ...shares, title: words.course, values: counted, unit: "" } : shares;
  return section({ class: "panel swing", "aria-label": main.title },
    div({ class: "head" }, h2(null, main.title), span({ class: "end" }, main === shares ? words.swingHint : words.courseHint)), part(Lines, main), part(Best, main),
    main === shares ? null : details(null, summary(null, words.swing), p({ class: "mute" }, words.swingHint), part(Lines, shares)));
}

/** The distance of the lines of a scale, about four of them up to the most. @param {number} most */
function stepOf(most) {
  const ten = 10 ** Math.floor(Math.log10(most / 4));
  return Math.max(1, [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= most / 4) ?? 1);
}

/**
 * A line for everybody; those without a seat come after the seats.
 * @param {{game: Game, points: Points, show: Show, own: number[], title: string, values: readonly (readonly number[])[], unit: string}} properties `unit`: what follows a number; points, which have none, grow in steps.
 */
function Lines({ game, points, show, title, values, unit }) {
  const stairs = !unit, names = [...game.names, ...(stairs ? game.live.outcome?.opponents ?? [] : []).map(({ name }) => name)];
  const all = values.flat(), most = stairs ? Math.max(1, ...all) : 100, least = Math.min(0, ...all), step = stairs ? stepOf(most - least) : 50;
  const right = wide() - RIGHT, HIGH = high(), [first] = points, last = points[points.length - 1];
  const x = (/** @type {number} */ version) => Math.round(LEFT + ((version - first.version) / Math.max(1, last.version - first.version)) * (right - LEFT));
  const y = (/** @type {number} */ value) => Math.round(HIGH - ((value - least) / (most - least)) * HIGH);
  const clicked = (/** @type {any} */ event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.getScreenCTM().inverse()).x;
    show(Math.round(first.version + Math.min(1, Math.max(0, (at - LEFT) / (right - LEFT))) * (last.version - first.version)));
  };
  const begins = (/** @type {"turn" | "round"} */ what) => points.filter((each, at) => each[what] && each[what] !== points[at - 1]?.[what]);
  const rounds = spread(begins("round"), x), turns = spread(begins("turn"), x);
  const scale = Array.from({ length: Math.floor(most / step) - Math.ceil(least / step) + 1 }, (_, at) => (Math.ceil(least / step) + at) * step);
  const drawn = (/** @type {number} */ seat) => points.map(({ version }, at) => (at ? (stairs ? `H${x(version)}V` : `L${x(version)} `) : `M${x(version)} `) + y(values[at][seat])).join("");
  const end = values[values.length - 1];
  // Who it is stands at the end of each line, from the top, and none over another.
  let free = -ABOVE;
  const told = names.map((_, seat) => seat).sort((one, other) => end[other] - end[one]).map((seat) => ({ seat, y: (free = Math.max(free, y(end[seat]) - NAME / 2)), next: (free += NAME) }));
  const over = Math.max(0, free - HIGH - BELOW / 2);
  return svg({ class: "curves", viewBox: `0 ${-ABOVE} ${wide()} ${HIGH + ABOVE + BELOW}`, role: "img", "aria-label": `${title}: ${names.map((name, seat) => `${name} ${end[seat]}${unit}`).join(", ")}`, onClick: clicked },
      scale.map((at) => g({ key: at }, line({ x1: LEFT, x2: right, y1: y(at), y2: y(at), class: "grid" }), text({ x: LEFT - 4, y: y(at) + 4, "text-anchor": "end" }, `${at}${unit}`))),
      [rounds.length ? [words.round, -7] : [], [words.turnNumber, HIGH + 16]].map(([word, y]) => (word ? text({ key: word, x: LEFT - 4, y, "text-anchor": "end" }, word) : null)),
      rounds.map(({ version, round }) => g({ key: `${round}` }, line({ x1: x(version), x2: x(version), y1: -4, y2: HIGH, class: "grid round" }),
        text({ x: x(version), y: -7 }, `${round}`))),
      turns.map(({ version, turn }) => text({ key: turn, x: x(version), y: HIGH + 16 }, `${turn}`)),
      names.map((_, seat) => g({ key: seat, class: seat < game.names.length ? `seat-${seat + 1}` : "" },
        path({ d: drawn(seat) }), circle({ cx: x(last.version), cy: y(end[seat]), r: 3.5 }))),
      told.map(({ seat, y }) => g({ key: seat, transform: `translate(${right + 9} ${y - over})` }, seat < game.names.length ? pennant(seat, true) : svg({ class: "i", x: 5, width: 16, height: 16, viewBox: "0 0 24 24" }, use({ href: "#i-bot" })), text({ class: "told", x: 31, y: 12 }, `${end[seat]}${unit}`))));
}

/** Those that leave room for their numbers. @param {Points} points @param {(version: number) => number} x @returns {Points} */
const spread = (points, x) => points.reduce((/** @type {Points} */ kept, each) => (kept.length && x(each.version) - x(kept[kept.length - 1].version) < NUMBER ? kept : [...kept, each]), []);

/** At most so many turns are named. */
const NAMED = 4;

/** What a seat did, of all that happened with it: the sentence of it that tells its gain, without its name. @param {string} text @param {string} name @param {string} gain */
const didOf = (text, name, gain) => {
  const all = text.split(/(?<=\.) /).filter((each) => each.startsWith(`${name} `));
  const told = all.find((each) => each.includes(gain)) ?? all[0];
  return told?.slice(name.length + 1).replace(/ \([^)]*\)/g, "") ?? text;
};

/** The turns in which a seat gained most. @param {{game: Game, points: Points, values: readonly (readonly number[])[], unit: string, show: Show, own: number[]}} properties */
function Best({ game, points, values, unit, show, own }) {
  /** @type {Record<string, {turn: number, seat: number, gain: number, most: number, version: number}>} */
  const found = {};
  points.slice(1).forEach(({ version, turn }, before) => game.names.forEach((_, seat) => {
    const gain = values[before + 1][seat] - values[before][seat], each = (found[`${turn} ${seat}`] ??= { turn, seat, gain: 0, most: 0, version });
    each.gain += gain;
    if (gain > each.most) Object.assign(each, { most: gain, version });
  }));
  const best = Object.values(found).filter(({ gain }) => gain > 0).sort((one, other) => other.gain - one.gain).slice(0, NAMED);
  if (!best.length) return null;
  return div({ class: "best" }, h3(null, words.bestTurns), ul(null, best.map(({ turn, seat, gain, version }) => li({ key: `${turn} ${seat}` },
    button({ class: "btn", type: "button", onClick: () => show(Math.min(version, game.live.version - 1)) }, pennant(seat, true), span(null, b(null, words.turn(turn)), ", ", own.length === 1 && seat === own[0] ? words.you : game.names[seat], span({ class: "mute" }, didOf(game.commits.find((commit) => commit.version === version)?.text ?? "", game.names[seat], `${gain}${unit}`))), span({ class: "chip gain" }, `+${gain}${unit}`))))));
}
