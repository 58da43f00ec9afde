/** What is seen of beats besides the pieces that move and the words in the bar: a ribbon for moments, a line for turns, dice, the pace. */
import { b, button, classes, div, icon, p, part, several, small, span } from "./dom.js";
import { set, settings } from "./keys.js";
import { fly } from "./motion.js";
import { about, seatOf, still, weightOf } from "./scenes.js";
import { pennant } from "./seats.js";
import { useLayoutEffect, useRef } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */
/** @typedef {import("./scenes.js").Roll} Roll */
/** @typedef {import("./scenes.js").Beat} Beat */
/** @typedef {{name: string, sign?: string | null, by: number, bad?: boolean}} Change A figure that grew or fell; `bad`: less of it is better. */

/** What endangers whoever has more of it. */
const BAD = /bount/;

/** The figure that a gain changes: by the fact's sign, of a piece whose fact has none by its name. @param {import("./game.js").Open} game @param {Extract<Beat, {beat: "gain"}>} gain @returns {Change | null} */
export function changeOf(game, { at, fact, by }) {
  if (!by || !game.board) return null;
  const piece = game.picture?.pieces.find(({ id }) => id === at), word = game.board.words[fact], face = game.board.faces[piece?.face ?? ""];
  if (piece && !word?.icon && (piece.name || face?.name)) return { name: piece.name || face.name, sign: piece.icon ?? face?.icon, by, bad: BAD.test(`${at} ${fact}`) };
  return word ? { name: word.name, sign: word.icon, by, bad: BAD.test(`${at} ${fact}`) } : null;
}

/** A moment in a line: its title, unless what is said of it gives that already, and what is said of it. @param {{title?: string | null, text?: string | null}} moment */
export const headed = ({ title, text }) => (title && text && !text.toLowerCase().includes(`${title}: `.toLowerCase()) ? `${title}${/[.!?]$/.test(title) ? "" : ":"} ${text}` : text || title);

/** Signs of the tones. */
const SIGNS = { good: "trophy", bad: "triangle-alert", neutral: "bell" };

/** Where the ribbon may stand in the board, from the best place on. */
const PLACES = /** @type {const} */ (["top", "bottom", "middle"]);

/** The elements of a thing. @param {string} id */
const elementsOf = (id) => document.querySelectorAll(`:is([data-piece="${CSS.escape(id)}"], [data-area="${CSS.escape(id)}"])`);

/** The beat that is shown, in words, between the things that it is about. @param {{game: Open}} properties */
export function Stage({ game }) {
  const { scenes } = game, { beat } = scenes;
  const stage = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    if (!beat) return;
    const box = stage.current.getBoundingClientRect(), strip = stage.current.firstElementChild?.getBoundingClientRect();
    if (strip) stage.current.dataset.place = freest(box, strip.height, about(beat));
    if (beat.beat === "gain") {
      const change = changeOf(game, beat), [at] = elementsOf(beat.at);
      if (change && at && weightOf(beat) > 0) fly.chip(at, change, still());
    }
  }, [beat]);
  if (!beat || !scenes.playing) return div({ class: "stage", ref: stage });
  return div({ class: "stage", ref: stage }, beat.beat === "moment" && weightOf(beat) === 2 ? part(Ribbon, { game, beat }) : part(Line, { beat }));
}

/** The place in the board where the fewest things of a beat lie. @param {DOMRect} box @param {number} high @param {string[]} ids */
function freest(box, high, ids) {
  const things = ids.flatMap((id) => [...elementsOf(id)]).filter((thing) => thing.matches("[data-piece]")).map((thing) => thing.getBoundingClientRect());
  const covered = (/** @type {typeof PLACES[number]} */ place) => {
    const top = place === "top" ? box.top : place === "bottom" ? box.bottom - high - 16 : (box.top + box.bottom - high) / 2;
    return things.filter((thing) => thing.width && thing.top < top + high + 16 && thing.bottom > top && thing.left < box.right && thing.right > box.left).length;
  };
  return PLACES.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

/** A moment that must be seen. @param {{game: Open, beat: Extract<import("./scenes.js").Beat, {beat: "moment"}>}} properties */
function Ribbon({ game, beat }) {
  const { tone = "neutral", seat = null, title, text } = beat;
  return div({ class: classes("moment", tone, seat !== null && `seat-${seat + 1}`), style: { "--ms": `${Math.round(game.scenes.lasts)}ms` } },
    icon(SIGNS[tone]), b(null, title || game.ruleset.title), span({ class: "why" }, seat === null ? null : pennant(seat, true), span(null, text?.startsWith(`${title}: `) ? text.slice(`${title}: `.length) : text)),
    button({ class: "btn", type: "button", onClick: () => game.scenes.skip() }, words.goOn, small({ class: "key plain", "aria-hidden": "true" }, words.space)),
    span({ class: "runs", "aria-hidden": "true", key: text }));
}

/** Whose turn begins, or what is worth a word; all else is told in the bar. @param {{beat: import("./scenes.js").Beat}} properties */
function Line({ beat }) {
  if ((beat.beat !== "turn" && beat.beat !== "moment") || !beat.title) return null;
  const { seat = null } = beat;
  return p({ class: classes("nowline", seat !== null && `seat-${seat + 1}`) }, seat === null ? null : pennant(seat, true), span(null, beat.title));
}

/** The last roll, named by who rolled and by what was asked: dice first, then what they mean.
 * @param {{drawn: import("./board.js").Drawn, roll: Roll, phase: number}} properties */
export function Rolled({ drawn, roll, phase }) {
  const nameOf = (/** @type {string} */ id) => {
    const seat = seatOf(id);
    return drawn.board.areas.find((area) => area.id === (seat === null ? id : `seat/${seat}`))?.name ?? drawn.picture.pieces.find((piece) => piece.id === id)?.name ?? "";
  };
  const decided = phase === 2 && !roll.open;
  const won = decided ? roll.won : null, tied = isTied(roll);
  return div({ class: classes("rolled", phase === 0 && "rolling", won === true && "good", won === false && "bad"), role: "group", "aria-label": `${words.rolled}: ${roll.what}` },
    p({ class: "what-for" }, b(null, roll.what), typeof roll.needed === "number" ? span({ class: "mute" }, ` ${words.needed(roll.needed)}`) : null),
    roll.rolls.map(({ by, dice, bonus, total }, side) => {
      const seat = seatOf(by);
      return p({ class: classes("side-of", seat !== null && `seat-${seat + 1}`, decided && roll.winner === by && "wins"), key: side },
        seat === null ? null : pennant(seat, true), span({ class: "name" }, nameOf(by)),
        span({ class: "dice" }, dice.map((die, index) => span({ class: classes("die", phase > 0 && die.counts && "counts", phase > 0 && die.again && "again"), style: { "--n": index }, key: index, title: die.again ? words.rerolled : undefined }, phase === 0 && !still() ? "" : faceOf(drawn, die.shows)))),
        bonus ? span({ class: "mute" }, bonus > 0 ? `+${bonus}` : `−${-bonus}`) : null,
        phase === 2 && typeof total === "number" ? b({ class: "total" }, `= ${total}`) : null);
    }),
    decided && (roll.winner || tied || typeof roll.won === "boolean") ? p({ class: "verdict" }, typeof roll.won === "boolean" ? several(icon(roll.won ? "check" : "x"), roll.won ? words.enough : words.notEnough)
      : roll.winner ? several(icon("trophy"), words.wins(nameOf(roll.winner))) : words.nobodyWins) : null);
}

/** Whether sides were compared, and none was better. Dice of several rounds that lie together are no comparison. @param {Roll} roll */
const isTied = ({ rolls, winner }) => !winner && rolls.length > 1 && new Set(rolls.map(({ by }) => by)).size === rolls.length && new Set(rolls.map(({ total }) => total)).size < rolls.length && typeof rolls[0].total === "number";

/** The face of a die: an icon where the board has one of that name. @param {import("./board.js").Drawn} drawn @param {string} shows */
function faceOf(drawn, shows) {
  const sign = shows === "skull" ? "skull" : drawn.board.words[shows]?.icon ?? Object.values(drawn.board.faces).find((face) => face.name === shows && face.icon)?.icon;
  return sign && sign !== "x" ? icon(sign, drawn.board.words[shows]?.name ?? shows) : shows;
}

/** The last roll in the panel of a seat that rolled, where the game's own drawing has no place for it. @param {{game: Open, drawn: import("./board.js").Drawn, seat?: number}} properties */
export function LastRoll({ game, drawn, seat }) {
  const { roll } = game.scenes;
  if (!roll || game.module.rolls || (seat !== undefined && !roll.roll.rolls.some(({ by }) => seatOf(by) === seat))) return null;
  return part(Rolled, { drawn, ...roll });
}

/** How fast what others do is played. @param {{game: Open}} properties */
export function Pace({ game }) {
  const { pace } = settings();
  return div({ class: "pace", role: "group", "aria-label": words.pace }, words.paces.map(([value, name]) =>
    button({ type: "button", key: value, "aria-pressed": pace === value, onClick: () => { set({ pace: /** @type {any} */ (value) }); game.changed(); } }, name)));
}
