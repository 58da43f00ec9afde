/** What happened, in words and as a ruler of turns. */
import { button, classes, div, h2, h3, icon, input, li, ol, part, rect, section, several, small, span, svg, tool } from "./dom.js";
import { Pace } from "./moments.js";
import { Sentence, namesOf } from "./sentences.js";
import { useEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** What happened, by turns, the newest last. @param {{game: import("./game.js").Open, inspect: (piece: any) => void}} properties */
export function Log({ game, inspect }) {
  const end = useRef(/** @type {any} */ (null));
  const upTo = game.shown.version;
  const count = game.commits.length;
  const last = () => { if (end.current) end.current.scrollTop = end.current.scrollHeight; };
  useEffect(last, [count, upTo]);
  useEffect(() => { // Nor does another window leave it at its beginning.
    const watch = new ResizeObserver(last);
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  const names = useMemo(() => (game.board ? namesOf(game.board) : null), [game.board]);
  const shows = useMemo(() => new Map((game.picture?.pieces ?? []).map((piece) => [piece.id, piece.face])), [game.picture]);
  const { undone } = game;
  const hidden = new Set(game.ruleset.silent_events);
  // A past position tells nothing of what came later.
  const told = game.commits.filter((commit) => commit.version <= upTo && commit.text && !(commit.events?.length && commit.events.every((event) => hidden.has(event.type))));
  const turns = [];
  for (const commit of told) {
    if (!turns.length || turns.at(-1)?.turn !== commit.turn) turns.push({ turn: commit.turn, commits: /** @type {Api.Commit[]} */ ([]) });
    turns.at(-1)?.commits.push(commit);
  }
  const firstNew = game.since === null || game.past ? undefined : told.find((commit) => commit.version > (game.since ?? 0))?.version;
  const show = (/** @type {number} */ version) => { game.pause(); void game.show(version); };
  return section({ class: "log", "aria-label": words.log }, div({ class: "head" }, h2(null, words.log), game.live.advice ? span({ class: "end" }, words.adviceAllowed) : null),
    ol({ ref: end, tabIndex: 0 }, turns.slice(-40).map((turn) => li({ key: turn.commits[0].version },
      h3(null, button({ type: "button", class: "entry", onClick: () => show(turn.commits[0].version) }, words.turn(turn.turn))),
      ol(null, turn.commits.map((commit) => several(
        commit.version === firstNew ? li({ class: "newfrom", key: "new" }, words.sinceHere) : null,
        li({ key: commit.version, class: classes(commit.seat !== null && `seat-${commit.seat + 1}`, commit.version === upTo && "at", undone.has(commit.version) && "undone"), title: undone.has(commit.version) ? words.undone : undefined },
          button({ type: "button", class: "link to", title: words.showThen, "aria-label": words.showThen, onClick: () => show(commit.version) }, icon("chevron-right")),
          span({ class: "entry", onClick: (/** @type {Event} */ event) => { if (event.target === event.currentTarget) show(commit.version); } }, part(Sentence, { commit, names, shows, inspect }))))))))));
}

/** The turns, each with its first and last version and the seat that gave most of its commands; what was taken back stands apart.
 * @param {Api.Commit[]} commits @param {Set<number>} undone */
function turnsOf(commits, undone) {
  /** @type {{turn: number, from: number, to: number, seat: number | null, back: boolean}[]} */
  const found = [];
  for (const { turn, version, seat } of commits) {
    const last = found.at(-1), back = undone.has(version);
    if (last && last.turn === turn && last.back === back) { last.to = version; last.seat ??= seat; }
    else found.push({ turn, from: version, to: version, seat, back });
  }
  return found;
}

/** The first version of the turn before or after the one shown. @param {import("./game.js").Open} game @param {number} step */
export function turnStart(game, step) {
  const { undone } = game;
  const told = game.commits.filter((commit) => !undone.has(commit.version));
  const turns = [...new Set(told.map((commit) => commit.turn))];
  const wanted = turns[turns.indexOf(game.shown.turn) + step];
  return told.find((commit) => commit.turn === wanted)?.version ?? (step > 0 ? game.live.version : told.length ? 1 : game.shown.version); // The log may come later.
}

/** To any version. @param {{game: import("./game.js").Open}} properties */
export function Ruler({ game }) {
  const [held, hold] = useState(/** @type {number | null} */ (null));
  const at = game.shown.version;
  const most = game.live.version;
  const to = (/** @type {number} */ version) => {
    game.pause();
    void game.show(Math.max(1, version));
  };
  const turns = useMemo(() => turnsOf(game.commits, game.undone), [game.commits, game.commits.length]);
  const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ version) => tool(sign, name, { disabled: version === at, onClick: () => to(version) });
  const seats = game.live.seats.length;
  return section({ class: "ruler", "aria-label": words.replay },
    svg({ class: "turns", viewBox: `0 0 100 ${seats * 3}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      turns.map(({ from, to: last, seat, back }) => seat === null ? null
        : rect({ key: from, class: classes(`seat-${seat + 1}`, back && "undone"), x: ((from - 1) / most) * 100, width: Math.max(0.4, ((last - from + 1) / most) * 100 - 0.2), y: seat * 3, height: 2 })),
      rect({ class: "at", x: ((at - 0.5) / most) * 100 - 0.2, width: 0.5, y: 0, height: seats * 3 })),
    input({ type: "range", min: 1, max: most, value: held ?? at, "aria-label": words.replay, "aria-valuetext": `${words.turn(game.shown.turn)}, ${words.position(at, most)}`,
      onInput: (/** @type {any} */ event) => { hold(Number(event.target.value)); to(Number(event.target.value)); },
      onChange: () => hold(null) }),
    waits(game),
    div({ class: "steps" },
      tool(game.playing ? "pause" : "play", game.playing ? words.pause : words.play, { onClick: () => void game.play() }),
      step("chevron-first", words.first, 1), step("chevron-left", words.before, game.beside(-1)),
      span({ class: "where" }, game.past ? words.turn(game.shown.turn) : `${words.now}: ${words.turn(game.shown.turn).toLowerCase()}`, small({ class: "mute", title: words.position(at, most) }, `${at}/${most}`)),
      step("chevron-right", words.next, Math.min(most, game.beside(1))), step("chevron-last", words.last, most)));
}

/** What can be done while something is played, and how fast it is. @param {import("./game.js").Open} game */
function waits(game) {
  const { scenes } = game, behind = game.live.version - scenes.at;
  return div({ class: "waits", "data-waits": scenes.ahead.length },
    scenes.playing && !game.past && !scenes.calm ? button({ class: "btn small skipper", type: "button", onClick: () => scenes.skip() }, icon("chevron-last"), words.skipBeats, span({ class: "key plain", "aria-hidden": "true" }, words.space)) : null,
    scenes.playing && scenes.calm && behind > 1 ? button({ class: "btn small skipper", type: "button", onClick: () => game.showNow() }, icon("chevron-last"), words.goToNow) : null,
    part(Pace, { game }));
}
