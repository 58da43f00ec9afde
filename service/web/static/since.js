/** What went wrong in the last action of the seat that looks, if anything did, and what each of the others did since: a card for each. */
import { b, button, classes, div, h2, h3, icon, li, part, section, span, tool, ul } from "./dom.js";
import { changeOf, headed } from "./moments.js";
import { actorOf, seatOf, weightOf } from "./scenes.js";
import { pennant } from "./seats.js";
import { useMemo } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./scenes.js").Beat} Beat */
/** @typedef {import("./moments.js").Change} Change */
/** @typedef {{version: number, text: string, heavy: boolean, changes: Change[], worth: number}} Line */
/** @typedef {{who: string, seat: number | null, name: string, sum: Change[], lines: Line[], from: number, steps: number}} Telling */

/** At most so many lines are told of each. */
const LINES = 4;

/** @param {Change[]} changes @returns {Change[]} Those of one name together. */
function summed(changes) {
  /** @type {Map<string, Change>} */
  const found = new Map();
  for (const change of changes) found.set(change.name, { ...change, by: (found.get(change.name)?.by ?? 0) + change.by });
  return [...found.values()].filter(({ by }) => by);
}

/** A change as a chip. @param {Change} change */
export const chip = ({ name, sign, by, bad = false }) => span({ class: classes("chip", by > 0 !== bad ? "plus" : "minus"), key: name, title: name }, sign ? icon(sign, name) : span(null, name), by > 0 ? `+${by}` : `−${-by}`);

/** The beats of a commit by who acts. @param {Api.Commit} commit @returns {[string | null, Beat[]][]} */
function byActor(commit) {
  const seat = actorOf(commit);
  /** @type {[string | null, Beat[]][]} */
  const found = [[seat === null ? null : `seat/${seat}`, []]];
  for (const beat of commit.scene ?? []) {
    if (beat.beat === "turn" && beat.by) found.push([beat.by, []]);
    else found.at(-1)?.[1].push(beat);
  }
  return found.filter(([, beats]) => beats.length);
}

/** What each of the others did, and first what the own action ended in, if it went wrong. @param {import("./game.js").Open} game @returns {Telling[]} */
export function tellings(game) {
  const since = game.since ?? game.newest, own = game.seat === null ? "" : `seat/${game.seat}`;
  /** @type {Map<string, Telling>} */
  const found = new Map();
  const of = (/** @type {string} */ who, /** @type {number} */ version) => {
    const name = game.board?.areas.find(({ id }) => id === who)?.name ?? who, seat = seatOf(who);
    if (!found.has(who)) found.set(who, { who, seat, name: who === own ? words.youDid : name, sum: [], lines: [], from: version, steps: 0 });
    return /** @type {Telling} */ (found.get(who));
  };
  for (const commit of game.commits.filter(({ version }) => version >= since)) {
    for (const [who, beats] of byActor(commit)) {
      const known = (who === own && (commit.seat === game.seat || commit.version === since)) || (commit.version === since && who === `seat/${commit.seat}`);
      if (!who || (known && !beats.some((beat) => beat.beat === "moment" && beat.tone === "bad" && beat.seat === game.seat && weightOf(beat) === 2))) continue;
      const told = of(who, commit.version), line = lineOf(game, commit.version, told, beats);
      told.steps++;
      if (line) told.lines.push(line);
    }
    for (const beat of commit.scene ?? []) {
      const seat = beat.beat === "gain" ? seatOf(beat.at) : null, change = beat.beat === "gain" && changeOf(game, beat);
      if (!change || seat === null || (commit.seat === game.seat && commit.version === since)) continue;
      if (seat !== game.seat || (commit.seat !== null && commit.seat !== seat)) of(`seat/${seat}`, commit.version).sum.push(change);
    }
  }
  return [...found.values()].filter(({ lines, sum }) => lines.length || sum.length).map((told) => ({ ...told, sum: summed(told.sum), lines: most(told.lines) }))
    .filter(({ lines, sum }) => lines.length || sum.length).sort((one, other) => Number(one.who === own && one.from > since) - Number(other.who === own && other.from > since));
}

/** The lines that are worth most, in their order. @param {Line[]} lines */
const most = (lines) => [...lines].sort((one, other) => other.worth - one.worth || other.version - one.version).slice(0, LINES).sort((one, other) => one.version - other.version);

/** The beat that stands for all that weigh the most: of those that must be seen the last one, else the first that is neither a bare moment nor dice.
 * @param {Beat[]} said @param {number} weight @returns {Beat} */
function best(said, weight) {
  const heaviest = said.filter((beat) => weightOf(beat) === weight);
  if (weight === 2) return heaviest.at(-1) ?? said[0];
  return heaviest.find(({ beat }) => beat !== "moment" && beat !== "roll") ?? heaviest.find(({ beat }) => beat !== "roll") ?? heaviest[0];
}

/** How much a kind of beat is worth among those of the same weight that change as many figures. @type {Partial<Record<Beat["beat"], number>>} */
const WORTH = { move: 2, gain: 2, roll: 1, moment: 1 };

/** What somebody did in a commit, in a sentence without the name. @param {import("./game.js").Open} game @param {number} version @param {Telling} told @param {Beat[]} beats @returns {Line | null} */
function lineOf(game, version, { who, name }, beats) {
  const said = beats.filter((beat) => (beat.text || (beat.beat === "moment" && beat.title)) && weightOf(beat) > 0);
  if (!said.length) return null;
  const weight = Math.max(...said.map(weightOf)), told = best(said, weight);
  const changes = summed(beats.flatMap((beat) => (beat.beat === "gain" && weightOf(beat) > 0 && (beat.at === who || beat.at.startsWith(`${who}/`)) ? changeOf(game, beat) ?? [] : [])));
  const title = told.beat === "moment" && told.title, sentence = told.text ?? "";
  const text = title && (weight === 2 || !sentence) ? headed({ title, text: sentence }) ?? "" : sentence.startsWith(`${name} `) ? sentence[name.length + 1].toUpperCase() + sentence.slice(name.length + 2) : sentence;
  return { version, text, heavy: weight === 2, changes, worth: weight * 100 + Math.min(changes.length, 9) * 10 + (WORTH[told.beat] ?? 0) };
}

/** @param {{game: import("./game.js").Open}} properties */
export function Since({ game }) {
  const { since, past, scenes } = game;
  const cards = useMemo(() => (since === null ? [] : tellings(game)), [since, game.commits, game.newest, game.live.version, past]);
  if (since === null || since === game.closed || past || scenes.playing || !cards.length || !(game.mine || game.over || game.returned)) return null;
  const done = () => { game.closed = since; game.changed(); };
  return section({ class: "since", "aria-label": words.since },
    div({ class: "head" }, h2(null, words.since), span({ class: "end" }, button({ class: "link", type: "button", onClick: done }, words.allTurns),
      tool("x", words.close, { onClick: done }))),
    div({ class: "tellings", tabIndex: 0, role: "group", "aria-label": words.since }, cards.map((told) => part(Card, { game, told, key: told.who }))));
}

/** @param {{game: import("./game.js").Open, told: Telling}} properties */
function Card({ game, told: { seat, name, sum, lines, from } }) {
  const show = (/** @type {number} */ version) => { game.pause(); void game.show(version); };
  return div({ class: classes("telling", seat !== null && `seat-${seat + 1}`) },
    h3(null, seat === null ? icon("user") : pennant(seat, true), span({ class: "name" }, name), span({ class: "fx" }, sum.map(chip))),
    ul(null, lines.map(({ version, text, heavy, changes }) => li({ key: version },
      button({ type: "button", class: classes("entry", heavy && "heavy"), onClick: () => show(version) }, (heavy ? b : span)({ class: "lines" }, text), span({ class: "fx" }, changes.map(chip)))))),
    lines.length ? button({ class: "btn small", type: "button", onClick: () => void game.play(Math.max(1, from - 1)) }, icon("play"), words.watchIt) : null);
}
