/** Lists of games: those of this browser, with whose move it is, and those of others. */
import { GONE, Problem, call, followAll, get, said } from "./api.js";
import { a, b, button, classes, div, h2, icon, li, p, part, section, span, tool, ul } from "./dom.js";
import { forgetGame, isKept, keep, kept } from "./keys.js";
import { resultOf } from "./results.js";
import { pennant } from "./seats.js";
import { Thumb } from "./thumb.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words-lobby.js";

/** At most this many games of this browser are listed and asked about. */
const OWN = 8;
/** How often the service is asked about a game of which this browser has no token. One that has not changed is answered by its ETag alone. */
const EVERY_MS = 5000;
/** At most this many games of a list are shown with a picture. */
const PICTURED = 6;

/** @typedef {{id: string, title: string, seats: Api.ListedGame["seats"], status: string}} Listed */

/** @param {{title: string, games: Listed[], verb: string}} properties */
export function Games({ title, games, verb }) {
  return section({ class: "panel" }, h2({ class: "head" }, title),
    games.length
      ? ul({ class: "games" }, games.map((game, place) => li({ key: game.id },
          a({ href: `/games/${game.id}`, class: "gameline" },
            place < PICTURED && game.status !== "lobby" ? part(Thumb, { id: game.id, moves: game.status === "running" }) : null,
            div({ class: "line" }, b(null, game.title), ul({ class: "who-sits" }, game.seats.map((seat, number) => li({ key: number }, sitting(seat, number))))),
            span({ class: classes("btn small", verb === words.take && "take") }, icon(SIGNS[verb]), verb)))))
      : p({ class: "mute" }, words.nothing));
}

/** @param {Api.ListedGame["seats"][number]} seat @param {number} number */
const sitting = (seat, number) => [pennant(number, true), seat.kind === "open" ? span({ class: "free" }, words.free) : seat.name, seat.kind === "bot" ? icon("bot", words.bot(seat.level ?? "")) : null];

/** What a game is entered for. @type {Record<string, string>} */
const SIGNS = { [words.take]: "log-in", [words.watch]: "eye", [words.replay]: "history" };

/** @typedef {import("./keys.js").Kept & {id: string}} Own */

/** A token by which a game can be followed, if this browser has one. @param {Own} game */
const tokenOf = ({ seats, host }) => Object.values(seats)[0]?.token ?? host;

/**
 * How games stand, by their ids. Those of which this browser has a token are followed by one stream, which a hidden page ends; the
 * others are read again and again.
 * @param {Own[]} games @returns {Record<string, Api.Game>}
 */
function useStates(games) {
  const [states, setStates] = useState(/** @type {Record<string, Api.Game>} */ ({}));
  useEffect(() => {
    /** The versions that were heard of. @type {Map<string, number>} */
    const known = new Map();
    const read = (/** @type {string} */ id) => get(`/v1/games/${id}`).then(
      (state) => {
        known.set(id, state.version);
        setStates((others) => ({ ...others, [id]: state }));
        if (isKept(id)) keep(id, { at: kept(id).at, ...standingOf(id, state) });
      },
      (problem) => {
        if (!(problem instanceof Problem)) return; // Later again.
        if (problem.status === GONE) forgetGame(id);
        else if (problem.status === 404) keep(id, { at: kept(id).at, over: true });
      });
    const held = games.flatMap((game) => (tokenOf(game) ? [{ game: game.id, token: /** @type {string} */ (tokenOf(game)) }] : []));
    const asked = games.filter((game) => !tokenOf(game)).map(({ id }) => id);
    let stream = new AbortController();
    const follow = () => {
      stream.abort();
      stream = new AbortController();
      if (document.hidden || !held.length) return;
      void followAll(held, {
        signal: stream.signal,
        entry: ({ game, version }) => { if (known.get(game) !== version) void read(game); },
        leftOut: (game) => { asked.push(game); void read(game); },
        missed: () => held.forEach(({ game }) => void read(game)),
      });
    };
    asked.forEach((id) => void read(id));
    follow(); // Begins with the last commit of each game.
    document.addEventListener("visibilitychange", follow);
    const timer = setInterval(() => document.hidden || asked.forEach((id) => void read(id)), EVERY_MS);
    return () => { stream.abort(); clearInterval(timer); document.removeEventListener("visibilitychange", follow); };
  }, [games.map(({ id }) => id).join()]);
  return states;
}

/** What is kept of how a game stands: who plays, whether no other person sat there, and how it ended. @param {string} id @param {Api.Game} state @returns {Partial<import("./keys.js").Kept>} */
function standingOf(id, { status, seats, outcome, branch_of: from }) {
  const own = Object.keys(kept(id).seats).map(Number), names = seats.map(({ name }) => name);
  return {
    over: ["finished", "abandoned"].includes(status),
    others: seats.filter((_, seat) => !own.includes(seat)).map(({ kind, name }) => (["open", "reserved"].includes(kind) ? words.free : name)),
    alone: seats.every(({ kind }, seat) => kind !== "human" || own.includes(seat)),
    result: outcome ? resultOf(outcome, names, own) : status === "abandoned" ? words.abandoned : undefined,
    branch: Boolean(from),
  };
}

/** The day on which a game was last looked at or played. @param {number | undefined} at */
const dayOf = (at) => (at ? new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "short" }) : "");

/** The games of this browser, those first in which it is asked something. @param {{games: Own[], titles: Map<string, string>}} properties */
export function YourGames({ games: known, titles }) {
  const [changes, change] = useState(0);
  const [undo, setUndo] = useState(/** @type {Own | null} */ (null));
  const [all, showAll] = useState(false);
  const [error, setError] = useState("");
  const games = known.flatMap((game) => (isKept(game.id) ? [{ ...game, ...kept(game.id) }] : []));
  const hidden = games.filter((game) => game.hidden).length;
  const listed = games.filter((game) => all || !game.hidden).slice(0, all ? games.length : OWN);
  const states = useStates(listed.filter((game) => !game.over || !game.others));
  const hide = (/** @type {Own} */ game, now = true) => { keep(game.id, { at: game.at, hidden: now }); setUndo(now ? game : null); change(changes + 1); };
  const remove = async (/** @type {Own} */ game) => {
    const { ask } = await import("./changes.js");
    if (!(await ask(words.deleteGame(titles.get(game.ruleset ?? "") ?? game.title ?? "")))) return;
    try {
      if (!game.over && game.host) await call("DELETE", `/v1/games/${game.id}`, { token: game.host });
      forgetGame(game.id);
      setError("");
    } catch (problem) {
      setError(said(problem));
    }
    change(changes + 1);
  };
  /** Others would lose what they played. @param {Own} game */
  const mayGo = (game) => Boolean(game.alone && (game.host || game.over)) || (states[game.id]?.status === "lobby" && Boolean(game.host));
  const asked = (/** @type {Own} */ game) => Number(states[game.id]?.to_act.some((seat) => seat in game.seats) ?? false);
  const order = [...listed].sort((one, other) => asked(other) - asked(one) || Number(one.over ?? false) - Number(other.over ?? false));
  return section({ class: "panel" }, h2({ class: "head" }, words.yourGames),
    undo ? p({ class: "undo", role: "status" }, words.hiddenNow, " ", button({ class: "link", type: "button", onClick: () => hide(undo, false) }, words.undo)) : null,
    error ? p({ class: "say", role: "alert" }, error) : null,
    ul({ class: "games" }, order.map((game) => li({ key: game.id, class: "ownline" },
      a({ href: `/games/${game.id}`, class: classes("gameline", asked(game) && "mine") },
        game.over || states[game.id]?.status !== "running" ? null : part(Thumb, { id: game.id, version: states[game.id].version }),
        div({ class: "line" }, b(null, game.branch ? icon("git-branch", words.aTry) : null, game.title ?? titles.get(game.ruleset ?? "") ?? game.ruleset),
          span({ class: "mute" }, [game.others?.length ? words.against(game.others) : "", game.result ?? standing(game, states[game.id], Boolean(asked(game))), dayOf(game.at)].filter(Boolean).join(" · "))),
        asked(game) ? span({ class: "btn small main" }, icon("bell"), words.asked) : span({ class: "btn small" }, icon(game.over ? "history" : "arrow-right"), game.over ? words.replay : words.table)),
      tool(game.hidden ? "eye" : "eye-off", game.hidden ? words.showAgain : words.hide, { "aria-label": `${game.hidden ? words.showAgain : words.hide}: ${game.title ?? game.ruleset}`, onClick: () => hide(game, !game.hidden) }),
      mayGo(game) ? tool("x", words.deleteIt, { "aria-label": `${words.deleteIt}: ${game.title ?? game.ruleset}`, onClick: () => void remove(game) }) : null))),
    hidden ? button({ class: "link", type: "button", onClick: () => showAll(!all) }, all ? words.hideAgain : words.hiddenGames(hidden)) : null);
}

/** How a game stands, in words. `mine`: whether this browser is asked, which the line says beside it. @param {Own} game @param {Api.Game | undefined} state @param {boolean} mine */
function standing(game, state, mine) {
  if (!state) return game.over ? words.over : "";
  const names = state.seats.map((seat) => seat.name);
  const { outcome, status, to_act: asked, seats } = state;
  const count = (/** @type {Api.Seat["kind"]} */ kind) => seats.filter((seat) => seat.kind === kind).length;
  if (outcome) return words.won(outcome.winners.map((seat) => names[seat]), names);
  if (status !== "running") return status === "lobby" ? words.lobby(count("open"), count("reserved")) : words.abandoned;
  return mine ? words.turn(state.turn) : `${words.turn(state.turn)} · ${words.toAct(asked.map((seat) => names[seat]))}`;
}
