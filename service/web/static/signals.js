/** How the page calls its player: title, favicon, sound, notification, and what a screen reader says. It keeps the focus, too. */
import { p } from "./dom.js";
import { settings } from "./keys.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

/** At most so many entries of the log are read aloud at once: more would keep a player from playing. */
const ALOUD = 5;

/** What the seat that looks is asked. @param {Open} game */
const question = (game) => (game.live.asked ?? []).find((each) => each.seat === game.seat)?.to_you ?? "";

/** Sound, if it was chosen. @param {import("./sound.js").Sound} sound */
export function hear(sound) {
  if (settings().sound) void import("./sound.js").then(({ play }) => play(sound), () => {});
}

/** Call the player in every way that was chosen, once for each turn. @param {Open} game */
export function useSignals(game) {
  const version = game.offers?.version;
  useEffect(() => {
    const title = game.ruleset?.title ?? "";
    document.title = game.mine ? `● ${words.asked} · ${title}` : `${title} · ${words.brand}`;
    const link = document.querySelector('link[rel="icon"]');
    link?.setAttribute("href", new URL(game.mine ? "./icon-turn.svg" : "./icon.svg", import.meta.url).pathname);
  }, [game.mine, game.ruleset]);
  const { beat } = game.scenes;
  useEffect(() => { if (game.mine) hear("turn"); }, [game.mine, version]);
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

/** What is said of a commit: all but what passes by. @param {Api.Commit} commit */
const spoken = ({ scene, text }) => (scene ? scene.filter((beat) => beat.text && (beat.weight ?? 1) > 0).map((beat) => beat.text).join(" ") : text);

/** Reads aloud what happened since it last did, and once whose move it is. @param {{game: Open}} properties */
export function Aloud({ game }) {
  const told = useRef({ version: game.newest, mine: false, question: "" });
  const [text, say] = useState("");
  const asked = game.mine ? question(game) : "";
  useEffect(() => {
    const { version, mine, question: before } = told.current;
    const news = game.commits.filter((commit) => commit.version > version).map(spoken).filter(Boolean);
    const call = game.mine && (!mine || asked !== before) ? [`${mine ? "" : `${words.asked}: `}${asked}`] : [];
    told.current = { version: game.newest, mine: game.mine, question: asked };
    if (news.length || call.length) say([...news.slice(-ALOUD), ...call].join(" "));
  }, [game.newest, game.mine, asked]);
  return p({ class: "sr", role: "status", "aria-live": "polite" }, text);
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
