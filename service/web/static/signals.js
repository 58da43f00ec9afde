/** How the page calls its player: title, favicon, sound, notification, and what a screen reader says. It keeps the focus, too. */
import { p, span } from "./dom.js";
import { settings } from "./keys.js";
import { actorOf, seatOf, weightOf } from "./scenes.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

/** Of at most so many commits that come at once all is read aloud, of those before only what must be heard: more would keep a player from playing. */
const ALOUD = 5;

/** What the seat that looks is asked. @param {Open} game */
const question = (game) => (game.live.asked ?? []).find((each) => each.seat === game.seat)?.to_you ?? "";

/** Sound, if it was chosen. @param {import("./sound.js").Sound} sound */
export function hear(sound) {
  if (settings().sound) void import("./sound.js").then(({ play }) => play(sound), () => {});
}

/** Whether the last that happened in the game is what others did, or somebody's turn that began after an own action. @param {Open} game */
export function othersActed({ commits, ruleset, seat }) {
  const around = new Set(ruleset.table_events);
  const last = commits.findLast(({ events }) => !events.every(({ type }) => around.has(type)));
  return last !== undefined && (actorOf(last) !== seat || (last.scene ?? []).some((beat) => beat.beat === "turn" && beat.by && seatOf(beat.by) !== seat));
}

/** Call the player in every way that was chosen, once for each turn. @param {Open} game */
export function useSignals(game) {
  useEffect(() => {
    const title = game.ruleset?.title ?? "";
    document.title = game.mine ? `● ${words.asked} · ${title}` : `${title} · ${words.brand}`;
    const link = document.querySelector('link[rel="icon"]');
    link?.setAttribute("href", new URL(game.mine ? "./icon-turn.svg" : "./icon.svg", import.meta.url).pathname);
  }, [game.mine, game.ruleset]);
  const { beat } = game.scenes;
  const mine = useRef(game.mine);
  useEffect(() => {
    if (game.mine && !mine.current && othersActed(game)) hear("turn");
    mine.current = game.mine;
  }, [game.mine]);
  useEffect(() => { if (beat?.beat === "roll") hear("dice"); else if (beat?.beat === "moment" && beat.tone === "bad" && beat.weight === 2) hear("bad"); }, [beat]);
  const over = useRef(game.over);
  useEffect(() => {
    if (game.over && !over.current) hear("end");
    over.current = game.over;
  }, [game.over]);
  useEffect(() => {
    if (!game.mine || !document.hidden || !settings().notify) return;
    const call = new Notification(`${words.asked} · ${game.ruleset?.title ?? ""}`, { body: question(game), tag: game.id });
    call.onclick = () => { focus(); call.close(); };
    return () => call.close();
  }, [game.mine]);
}

/** What is said of a commit: all but what passes by. @param {Api.Commit} commit @param {number} [least] What it weighs at least. @returns {string} */
const spoken = ({ scene, text }, least = 1) =>
  (scene ? scene.filter((beat) => weightOf(beat) >= least).map((beat) => beat.text || ("title" in beat && beat.title)).filter(Boolean).join(" ") : least > 1 ? "" : text);

/** What is said of commits that came at once. @param {Api.Commit[]} commits */
export const aloud = (commits) => commits.map((commit, at) => spoken(commit, commits.length - at > ALOUD ? 2 : 1)).filter(Boolean);

/** Whether somebody else's turn has begun since a seat acted. @param {Api.Commit[]} news @param {number | null} seat */
const turned = (news, seat) => news.some((commit) => actorOf(commit) !== seat || commit.scene?.some(({ beat }) => beat === "turn"));

/** Reads aloud what happened since it last did, and once whose move it is. What is said in a turn stays until the next one, so that nothing is replaced before it was read.
 * @param {{game: Open}} properties */
export function Aloud({ game }) {
  const told = useRef({ version: game.newest, mine: false, question: "", seat: /** @type {number | null} */ (null) });
  const [texts, say] = useState(/** @type {{text: string, calls?: boolean}[]} */ ([]));
  const asked = game.mine ? question(game) : "", called = asked !== ""; // The question may come a moment after the turn.
  useEffect(() => {
    const { version, mine, question: before, seat } = told.current;
    const commits = game.commits.filter((commit) => commit.version > version), news = aloud(commits);
    const call = called && (!mine || asked !== before) ? [`${mine ? "" : `${words.asked}: `}${asked}`] : [];
    told.current = { version: game.newest, mine: called, question: asked, seat: commits.length ? actorOf(/** @type {Api.Commit} */ (commits.at(-1))) : seat };
    const kept = (/** @type {{calls?: boolean}} */ { calls }) => game.mine || !calls; // Whoever is not asked any more is not called.
    if (news.length || call.length || (mine && !game.mine)) say((said) => [...(turned(commits, seat) ? [] : said.filter(kept)), ...(news.length ? [{ text: news.join(" ") }] : []), ...call.map((text) => ({ text, calls: true }))]);
  }, [game.newest, game.mine, asked]);
  return p({ class: "sr", role: "status", "aria-live": "polite", "aria-atomic": "false" }, texts.map(({ text }, at) => span({ key: at }, text, " ")));
}

/** When the focused thing is gone, the focus goes to what took its place, or to the list of offers. @param {{current: HTMLElement | null}} root */
export function useKeptFocus(root) {
  const last = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const noted = (/** @type {FocusEvent} */ event) => { last.current = /** @type {HTMLElement} */ (event.target); };
    const element = root.current;
    element?.addEventListener("focusin", noted);
    return () => element?.removeEventListener("focusin", noted);
  }, []);
  useLayoutEffect(() => {
    const was = last.current;
    if (!was || was.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
    last.current = null;
    const { piece } = was.dataset;
    const same = piece && root.current?.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
    const next = same || document.getElementById("offers") || document.getElementById("board");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
}
