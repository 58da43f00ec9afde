/** Lists of games: those of this browser, with whose move it is, and those of others. */
import { Problem, get } from "./api.js";
import { a, b, classes, div, h2, icon, li, p, part, section, span, ul } from "./dom.js";
import { keep } from "./keys.js";
import { pennant } from "./seats.js";
import { Thumb } from "./thumb.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** At most this many games of this browser are listed and asked about. */
const OWN = 8;
/** How often the service is asked whose move it is. A game that has not changed is answered by its ETag alone. */
const EVERY_MS = 5000;
/** At most this many games of a list are shown with a picture. */
const PICTURED = 6;

/** @typedef {{id: string, title: string, seats: Api.Line["seats"], status: string}} Listed */

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

/** @param {Api.Line["seats"][number]} seat @param {number} number */
const sitting = (seat, number) => [pennant(number, true), seat.kind === "open" ? span({ class: "free" }, words.free) : seat.name, seat.kind === "bot" ? icon("bot", words.bot(seat.level ?? "")) : null];

/** What a game is entered for. @type {Record<string, string>} */
const SIGNS = { [words.take]: "log-in", [words.watch]: "eye", [words.replay]: "history" };

/** @typedef {import("./keys.js").Kept & {id: string}} Own */

/** The games of this browser, those first in which it is asked something. @param {{kept: Own[], titles: Map<string, string>}} properties */
export function YourGames({ kept, titles }) {
  const [states, setStates] = useState(/** @type {Record<string, Api.Game>} */ ({}));
  const listed = kept.slice(0, OWN);
  useEffect(() => {
    const read = (/** @type {Own} */ game) => get(`/v1/games/${game.id}`).then(
      (state) => {
        setStates((others) => ({ ...others, [game.id]: state }));
        if (["finished", "abandoned"].includes(state.status)) keep(game.id, { at: game.at, over: true });
      },
      (problem) => { if (problem instanceof Problem && problem.status === 404) keep(game.id, { at: game.at, over: true }); });
    const readAll = () => listed.filter((game) => !game.over).forEach((game) => void read(game));
    readAll();
    const timer = setInterval(() => document.hidden || readAll(), EVERY_MS);
    return () => clearInterval(timer);
  }, [listed.filter((game) => !game.over).map((game) => game.id).join()]);
  const asked = (/** @type {Own} */ game) => Number(states[game.id]?.to_act.some((seat) => seat in game.seats) ?? false);
  const order = [...listed].sort((one, other) => asked(other) - asked(one) || Number(one.over ?? false) - Number(other.over ?? false));
  return section({ class: "panel" }, h2({ class: "head" }, words.yourGames),
    ul({ class: "games" }, order.map((game) => li({ key: game.id },
      a({ href: `/games/${game.id}`, class: classes("gameline", asked(game) && "mine") },
        game.over || states[game.id]?.status !== "running" ? null : part(Thumb, { id: game.id, moves: true }),
        div({ class: "line" }, b(null, game.title ?? titles.get(game.ruleset ?? "") ?? game.ruleset), span({ class: "mute" }, standing(game, states[game.id]))),
        asked(game) ? span({ class: "btn small main" }, icon("bell"), words.asked) : span({ class: "btn small" }, icon(game.over ? "history" : "arrow-right"), game.over ? words.replay : words.table))))));
}

/** How a game stands, in words. @param {Own} game @param {Api.Game | undefined} state */
function standing(game, state) {
  if (!state) return game.over ? words.over : "";
  const names = state.seats.map((seat) => seat.name);
  const { outcome, status, to_act: asked, seats } = state;
  const count = (/** @type {Api.Seat["kind"]} */ kind) => seats.filter((seat) => seat.kind === kind).length;
  if (outcome) return words.won(outcome.winners.map((seat) => names[seat]), names);
  if (status !== "running") return status === "lobby" ? words.lobby(count("open"), count("reserved")) : words.abandoned;
  return `${words.turn(state.turn)} · ${words.toAct(asked.map((seat) => names[seat]))}`;
}
