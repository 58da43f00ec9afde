/** The first page: games to sit down to, those of this browser, and those of others. */
import { get, said } from "./api.js";
import { againstBots, begin, beginLesson, botsOnly } from "./beginning.js";
import { Later } from "./components.js";
import { a, article, aside, button, div, h1, h2, header, icon, img, li, main, p, part, section, several, span, ul } from "./dom.js";
import { gamesKept } from "./keys.js";
import { Games, YourGames } from "./lists.js";
import { styled } from "./modules.js";
import { Bar } from "./page.js";
import { useEffect, useState } from "./vendor/hooks.js";
import { words } from "./words-lobby.js";

// Tables do without it.
await styled(new URL("./lobby.css", import.meta.url).href);

const EVERY_MS = 5000;
/** The address of the form for a new game, behind that of the page. */
const FORM = "#table";
const form = () => import("./newgame.js").then((file) => file.NewGame);

/** The page `/`. */
export function Lobby() {
  const [rulesets, setRulesets] = useState(/** @type {Api.Ruleset[]} */ ([]));
  const [games, setGames] = useState(/** @type {Api.ListedGame[]} */ ([]));
  const [error, setError] = useState("");
  const [making, setMaking] = useState(location.hash.startsWith(FORM));
  useEffect(() => {
    document.title = words.brand;
    const read = () => get("/v1/games?limit=50").then((answer) => setGames(answer.items)).catch((problem) => setError(said(problem)));
    const moved = () => setMaking(location.hash.startsWith(FORM));
    get("/v1/rulesets").then((answer) => { setRulesets(answer.items); return follow(answer.items, setError); }).catch((problem) => setError(said(problem)));
    void read();
    addEventListener("hashchange", moved);
    moved(); // The address may have changed since the first render, before anybody listened.
    const timer = setInterval(() => document.hidden || void read(), EVERY_MS);
    return () => { clearInterval(timer); removeEventListener("hashchange", moved); };
  }, []);
  const titles = new Map(rulesets.map((ruleset) => [ruleset.ruleset, ruleset.title]));
  // Whoever has only watched, or come too late with an invitation, has no part in a game.
  const own = gamesKept().filter(({ lesson, seats, host }) => !lesson && (host || Object.keys(seats).length));
  const ownIds = new Set(own.map((game) => game.id));
  const strangers = games.filter((game) => !ownIds.has(game.id)).map((game) => ({ ...game, title: titles.get(game.ruleset) ?? game.ruleset }));
  // What is learnt soonest comes first; games that say nothing of themselves come last.
  const easiest = [...rulesets].sort((one, other) => weightOf(one) - weightOf(other));
  const of = (/** @type {string} */ status) => strangers.filter((game) => game.status === status);
  return div({ class: "lobby" },
    part(Bar, {}),
    main({ id: "main" },
      header({ class: "welcome" }, h1(null, making ? words.makeTable : words.about), p(null, making ? words.makeHint : words.about2)),
      error ? p({ class: "say", role: "alert" }, error) : null,
      div({ class: "columns" },
        own.length ? div({ class: "own" }, part(YourGames, { games: own, titles })) : null,
        !rulesets.length ? div() : making ? part(Later, { load: form, given: { rulesets: easiest, setError, wanted: location.hash.slice(FORM.length + 1) } })
          : section({ class: "gamecards", "aria-label": words.game }, easiest.map((ruleset) => part(GameCard, { ruleset, setError, key: ruleset.ruleset }))),
        aside({ class: "lists", "aria-label": words.withOthers },
          section({ class: "panel" }, h2({ class: "head" }, words.withOthers), making ? a({ class: "btn full", href: "#" }, icon("layout-grid"), words.allGames) : a({ class: "btn full", href: FORM }, icon("users"), words.makeTable)),
          part(Games, { title: words.openSeats, verb: words.take, games: strangers.filter((game) => game.open_seats) }),
          of("running").length ? part(Games, { title: words.running, verb: words.watch, games: of("running") }) : null,
          of("finished").length ? part(Games, { title: words.finished, verb: words.replay, games: of("finished").slice(0, 6) }) : null)),
      p({ class: "mute unofficial" }, words.unofficial)));
}

/** Begin what the link of a guide asks for: `#learn/GAME/LESSON`, or `#play/GAME` against bots. Going back does not begin it again.
 * @param {Api.Ruleset[]} rulesets @param {(error: string) => void} setError */
async function follow(rulesets, setError) {
  const [way, name, lesson] = location.hash.slice(1).split("/");
  const ruleset = rulesets.find((each) => each.ruleset === name);
  // A link of another site begins nothing: it could begin games again and again, and end the lesson that somebody is in.
  if (!ruleset || !document.referrer.startsWith(`${location.origin}/`)) return;
  const learns = way === "learn" && ruleset.lessons.some((each) => each.name === lesson);
  if (!learns && !(way === "play" && ruleset.bot_levels.length)) return;
  history.replaceState(null, "", location.pathname);
  if (learns) location.assign(await beginLesson(name, lesson));
  else await begin(againstBots(ruleset), setError);
}

/** The place of what a game says of its weight, from 0. @param {Api.Ruleset} ruleset */
const weightOf = ({ about }) => (about ? words.weights.findIndex(([key]) => key === about.weight) : words.weights.length);

/** A game in a few words, and the ways into it. @param {{ruleset: Api.Ruleset, setError: (error: string) => void}} properties */
function GameCard({ ruleset, setError }) {
  const [busy, setBusy] = useState(false);
  const { about, title, seats, cover, how_to_play: guide, bot_levels: levels, lessons: [lesson, ...others] } = ruleset;
  const learn = (/** @type {string} */ lesson) => () => { setBusy(true); void beginLesson(ruleset.ruleset, lesson).then((address) => location.assign(address)).catch((problem) => setError(said(problem))).finally(() => setBusy(false)); };
  const start = (/** @type {Api.NewGame} */ wanted) => () => { setBusy(true); void begin(wanted, setError).finally(() => setBusy(false)); };
  return article({ class: "panel gamecard" },
    cover ? img({ class: "cover", src: cover, alt: "" }) : div({ class: "cover" }, icon("compass")),
    div({ class: "pitch" }, h2(null, title), about ? p(null, about.sentence) : null,
      about?.kinds.length ? ul({ class: "kinds" }, about.kinds.map((kind) => li({ key: kind }, kind))) : null),
    ul({ class: "figures" },
      li(null, icon("users"), words.players(seats.allowed, about?.best_seats)),
      about ? several(li(null, icon("clock"), words.minutes(about.minutes)), li(null, span({ class: "weight", "aria-hidden": "true" }, "●".repeat(weightOf(ruleset) + 1)), words.weights[weightOf(ruleset)][1])) : null),
    div({ class: "ways" },
      levels.length ? button({ class: "btn main full", type: "button", disabled: busy, onClick: start(againstBots(ruleset)), "aria-label": `${words.playBot}: ${title}` }, icon("play"), words.playBot) : a({ class: "btn main full", href: `${FORM}/${ruleset.ruleset}` }, icon("users"), words.makeTable),
      lesson ? button({ class: "btn", type: "button", disabled: busy, onClick: learn(lesson.name), "aria-label": `${words.learn(lesson.minutes)}: ${title}` }, icon("graduation-cap"), words.learn(lesson.minutes))
        : guide ? a({ class: "btn", href: guide, "aria-label": `${words.howToPlay}: ${title}` }, icon("graduation-cap"), words.howToPlay) : null,
      levels.length ? button({ class: "btn", type: "button", disabled: busy, onClick: start(botsOnly(ruleset)), "aria-label": `${words.watchBots}: ${title}` }, icon("eye"), words.watchBots) : null,
      lesson || guide ? null : p({ class: "mute" }, words.noGuide),
      lesson && guide ? a({ class: "link", href: guide, "aria-label": `${words.howToPlay}: ${title}` }, words.howToPlay) : null,
      others.map((each) => button({ class: "link", type: "button", key: each.name, disabled: busy, title: each.text, onClick: learn(each.name) }, `${words.lesson}: ${each.title}`))));
}
