/** The coach of a lesson: says what to do, points at it, plays for the others, and leads back or on whoever does something else. */
import { Problem, get, said } from "./api.js";
import { againstBots, begin, beginLesson, play } from "./beginning.js";
import { a, b, button, classes, div, h2, icon, li, ol, p, section, span } from "./dom.js";
import { keep, kept } from "./keys.js";
import { styled } from "./modules.js";
import { ends } from "./offers.js";
import { act } from "./seatwork.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words-lesson.js";

/** @typedef {import("./game.js").Open} Open */

await styled(new URL("./lesson.css", import.meta.url).href);

/** At most so much do the others do without a script before the learner is asked again. */
const MOST_MADE_UP = 60;

/** @param {Open} game @param {Api.Step | undefined} step The offer that a step asks for, if it can be chosen now. */
const offerOf = (game, step) => (game.mine && step?.action ? game.offers?.actions.find(({ action }) => JSON.stringify(action) === JSON.stringify(step.action)) : undefined);

/** @param {{game: Open}} properties */
export function Coach({ game }) {
  const at = /** @type {import("./keys.js").Lessoning} */ (kept(game.id).lesson);
  const lesson = game.ruleset.scripts[at.name];
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const step = lesson?.steps[at.step];
  const offer = offerOf(game, step);
  const last = lesson && at.step === lesson.steps.length - 1;
  const wandered = step?.action && game.commits.some(({ version, seat, events }) => version > at.from && seat === lesson.seat && !events.some(({ type }) => type === step.until));
  const strayed = at.strayed || wandered || (Boolean(step?.action) && game.mine && game.offers?.version === game.live.version && !offer);
  const note = (/** @type {Partial<import("./keys.js").Lessoning>} */ more) => { keep(game.id, { lesson: { .../** @type {any} */ (kept(game.id).lesson), ...more } }); game.changed(); };
  /** Do something that takes a while, once at a time. @param {() => Promise<unknown>} done */
  const doing = (done) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    void done().catch((problem) => setError(said(problem))).finally(() => { working.current = false; setBusy(false); game.changed(); });
  };
  /** Play the others' part of the step, then go on to the next one. @param {number} from The version that the step made. */
  const goOn = (from) => doing(async () => {
    let version = from, { strayed: left } = at;
    try {
      for (const { seat, action } of step?.others ?? []) version = await play(game.id, at.tokens[seat], action);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      left = true; // What the learner did led elsewhere, so the script of the others has no meaning any more.
    }
    await game.fetchNews();
    note({ step: at.step + 1, from: version, strayed: left });
  });
  const brought = step?.until ? game.commits.find((commit) => commit.version > at.from && commit.events.some(({ type }) => type === step.until)) : undefined;
  const others = game.over ? [] : game.live.to_act.filter((seat) => seat !== lesson?.seat);
  useEffect(() => {
    if (brought && !at.strayed && !last) goOn(brought.version);
    else if (at.strayed && others.length && !game.live.to_act.includes(lesson.seat)) doing(() => makeUp(game, at.tokens, lesson.seat));
  }, [brought?.version, at.step, at.strayed, game.live.version, busy]);
  // Who has left the path by an action after which the script cannot go on: the others play by themselves then.
  useEffect(() => {
    if (!brought && !at.strayed && step?.action && others.length && !game.live.to_act.includes(lesson.seat) && game.live.version > at.from) note({ strayed: true });
  }, [game.live.version, brought?.version, at.strayed]);
  usePointing(strayed || game.scenes.playing ? [] : step?.at ?? [], strayed ? undefined : offer, game.shown.version);
  const restart = () => doing(async () => location.assign(await beginLesson(game.live.ruleset, at.name, at.step)));
  const back = () => doing(async () => location.assign(await beginLesson(game.live.ruleset, at.name, at.step - 1)));
  const real = () => doing(() => begin(againstBots(game.ruleset), setError));
  const next = lesson && last ? game.ruleset.lessons[game.ruleset.lessons.findIndex(({ name }) => name === at.name) + 1] : undefined;
  const forReal = button({ class: classes("btn", last || !lesson ? "main" : "early"), type: "button", disabled: busy, onClick: real }, icon("play"), words.forReal);
  if (!step) return section({ class: "coach", "aria-label": words.lesson }, p({ role: "status" }, words.lessonGone), div({ class: "go" }, forReal));
  return section({ class: classes("coach", strayed && "strayed"), "aria-labelledby": "lesson" },
    div({ class: "head" }, h2({ id: "lesson" }, icon("graduation-cap"), lesson.title),
      ol({ class: "steps", "aria-hidden": "true" }, lesson.steps.map((_, number) => li({ key: number, class: classes(number < at.step && "done", number === at.step && "now") }))),
      span({ class: "mute" }, words.stepOf(at.step + 1, lesson.steps.length))),
    p({ class: "say-so", role: "status", "aria-live": "polite" }, strayed ? words.strayed : step.text),
    strayed ? p({ class: "mute" }, step.text) : null,
    error ? p({ class: "say", role: "alert" }, error) : null,
    div({ class: "go" },
      strayed ? button({ class: "btn main", type: "button", disabled: busy, onClick: restart }, icon("undo-2"), words.backToStep)
        : step.action ? button({ class: "btn main", type: "button", disabled: busy || !offer, onClick: () => offer && void act(game, offer) }, icon("hand"), span(null, words.showMe, offer ? b(null, ":") : null), offer ? b(null, offer.label) : null)
        : last ? null : button({ class: "btn main", type: "button", disabled: busy, onClick: () => goOn(game.live.version) }, icon("arrow-right"), words.goOn),
      at.step && !strayed ? button({ class: "btn back", type: "button", disabled: busy, onClick: back }, icon("chevron-left"), span(null, words.stepBack)) : null,
      next ? button({ class: "btn", type: "button", disabled: busy, onClick: () => doing(async () => location.assign(await beginLesson(game.live.ruleset, next.name))) }, icon("graduation-cap"), next.title) : null,
      forReal, a({ class: "btn leave", href: "/" }, icon("x"), span(null, words.leaveLesson))));
}

/** What the others do where the lesson does not say it: they end and pass where they can. @param {Open} game @param {Record<string, string>} tokens @param {number} learner */
async function makeUp(game, tokens, learner) {
  for (let count = 0; count < MOST_MADE_UP; count++) {
    const { to_act: asked } = await get(game.path, tokens[learner]);
    if (!asked.length || asked.includes(learner)) break;
    const { actions } = await get(`${game.path}/actions`, tokens[asked[0]]);
    await play(game.id, tokens[asked[0]], (actions.find(ends) ?? actions[0]).action);
  }
  await game.fetchNews();
}

/** Where a thing is drawn. @param {string} id @returns {Element[]} */
const drawn = (id) => [...document.querySelectorAll(`[data-piece="${CSS.escape(id)}"], [data-area="${CSS.escape(id)}"]`)];

/** Mark what a step speaks of, on the table and among the offers, and bring it into sight.
 * @param {string[]} things Ids of areas and pieces. @param {Api.Offer | undefined} offer @param {number} version The version that is shown. */
function usePointing(things, offer, version) {
  const name = things.join(" "), id = offer?.id;
  useLayoutEffect(() => {
    const wanted = new Set(things.flatMap(drawn));
    if (offer) for (const choice of document.querySelectorAll(".offer .choose")) if (choice.getAttribute("title") === offer.text) wanted.add(choice);
    for (const element of document.querySelectorAll("[data-taught]")) if (!wanted.has(element)) element.removeAttribute("data-taught");
    for (const element of wanted) element.setAttribute("data-taught", "");
  });
  useEffect(() => {
    let frame = 0;
    // After the table has brought into sight what the first offers act on. What comes last is in sight in any window.
    const show = () => { frame = requestAnimationFrame(() => {
      const thing = things.find((each) => offer?.targets.includes(each)) ?? things[0];
      for (const element of [...[...document.querySelectorAll("[data-taught]")].reverse(), ...thing ? drawn(thing).slice(0, 1) : []]) element.scrollIntoView({ block: "nearest", inline: "nearest" });
    }); };
    show();
    addEventListener("resize", show);
    return () => { cancelAnimationFrame(frame); removeEventListener("resize", show); };
  }, [name, id, version]);
  useEffect(() => () => { for (const element of document.querySelectorAll("[data-taught]")) element.removeAttribute("data-taught"); }, []);
}
