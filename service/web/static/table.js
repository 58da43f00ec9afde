/** The table of one game: players, board, own things, offers, log and the ruler of turns. */
import { Board, Inspected, SeatAreas, seatColours } from "./board.js";
import { giveUp, handOver, resign } from "./changing.js";
import { Later, drawnBy } from "./components.js";
import { a, article, aside, b, button, classes, div, h1, h2, icon, main, nav, option, p, part, section, select, several, small, span, tool } from "./dom.js";
import { Below, useFit } from "./fit.js";
import { Game } from "./game.js";
import { embedded, forgetful, kept, settings } from "./keys.js";
import { Log, Ruler, turnStart } from "./log.js";
import { LastRoll, Stage, headed } from "./moments.js";
import { forget, hurry, settle } from "./motion.js";
import { Menu, Offers, ends, givesUp } from "./offers.js";
import { Bar, Dialog } from "./page.js";
import { Reasons } from "./reasons.js";
import { pennant } from "./seats.js";
import { act } from "./seatwork.js";
import { Aloud, useKeptFocus, useSignals } from "./signals.js";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

// What few visitors need, or not at once.
const end = () => import("./end.js").then((file) => file.End);
const coach = () => import("./lesson.js").then((file) => file.Coach);
const links = () => import("./links.js").then((file) => file.Links);
const origin = () => import("./trying.js").then((file) => file.Origin);
const unkept = () => import("./links.js").then((file) => file.Unkept);
const tree = () => import("./tree.js").then((file) => file.Tree);
const since = () => import("./since.js").then((file) => file.Since);
const playOn = () => import("./trying.js").then((file) => file.PlayOn);
const clock = () => import("./clock.js").then((file) => file.Clock);
const clockTool = () => import("./clock.js").then((file) => file.ClockTool);
const countdown = () => import("./clock.js").then((file) => file.Countdown);
const signs = () => import("./signs.js").then((file) => file.Signs);
const seating = () => import("./seating.js").then((file) => file.Seating);

/** What a finger may have meant, where there are fingers. @type {typeof import("./touch.js").touched | null} */
let touched = null;
if (navigator.maxTouchPoints) void import("./touch.js").then((file) => { touched = file.touched; }, () => {});

/** Choices in steps, where so much may be done that some of it has no key. @type {typeof import("./steps.js") | null} */
let steps = null;

/** So many offers have a key. */
const KEYS = 9;

/** The page `/games/<id>`. @param {{id: string, given: string[], shared: boolean, uncovered: boolean}} properties */
export function Table({ id, given, shared, uncovered }) {
  const game = useMemo(() => new Game(id), [id]);
  const [, redraw] = useReducer((count) => count + 1, 0);
  useLayoutEffect(() => { // At once: an effect would wait for a first frame without the game.
    const stop = game.listen(() => redraw(0));
    void game.open(given, shared, uncovered).then(() => {
      const version = /^#version=(\d+)$/.exec(location.hash)?.[1];
      if (location.hash === "#watch" && game.shown) void game.play();
      if (version && game.shown) void game.show(Number(version));
    });
    return () => { stop(); game.feed.close(); };
  }, [game]);
  if (game.missing) return several(part(Bar, {}), main({ class: "lobby" }, p({ class: "say", role: "alert" }, game.missing),
    game.left ? p(null, a({ class: "btn", href: game.left, download: `${id}.ndjson` }, icon("archive"), words.saveRecord)) : null));
  if (game.curtain !== null) return several(part(Bar, {}), part(Curtain, { game, seat: game.curtain }));
  if (!game.live || !game.shown) return several(part(Bar, {}), main({ class: "lobby" }, p({ class: "mute" }, words.loading)));
  return part(Shown, { game: /** @type {Open} */ (game) });
}

/** Between two players at one browser. @param {{game: Game, seat: number}} properties */
function Curtain({ game, seat }) {
  useEffect(() => { forget(); }, []); // Nor does the page remember where the pieces of the seat before lay.
  return main({ class: "lobby curtain", style: game.board ? seatColours(game.board) : undefined }, pennant(seat), h1(null, words.curtain(game.names[seat])), p({ class: "mute" }, words.curtainHint),
  button({ class: "btn main", type: "button", autofocus: true, onClick: () => void game.uncover() }, words.sitDown(game.names[seat])));
}

/** @param {{game: Open}} properties */
function Shown({ game }) {
  const [armed, arm] = useState(/** @type {string | null} */ (null));
  const [pointed, pointAt] = useState(/** @type {string | null} */ (null));
  const [aimed, aim] = useState(/** @type {import("./board.js").Choice | null} */ (null));
  const [inspected, inspect] = useState(/** @type {import("./board.js").Shown | null} */ (null));
  const [help, setHelp] = useState(false);
  const [tab, setTab] = useState("table");
  const [confirm, setConfirm] = useState(settings().confirm);
  const root = useRef(/** @type {any} */ (null));
  const seen = useRef({ seat: game.seat, past: game.past });
  const [stepped, step] = useState(/** @type {string[]} */ ([]));
  const every = game.mine && game.offers ? inOrder(game.offers.actions, game.board?.groups ?? []).map(withKey) : [];
  const taken = every.some(({ targets }) => stepped.every((id, at) => targets[at] === id)) ? stepped : [];
  const offers = steps && every.length > KEYS ? steps.stepOf(every, taken, game, KEYS) : every;
  const [, redraw] = useState(0);
  useEffect(() => { if (!steps && every.length > KEYS) void import("./steps.js").then((file) => { steps = file; redraw(1); }, () => {}); });
  const { scenes } = game, targets = byTarget(scenes.ofOthers ? [] : offers);
  const version = game.offers?.version;
  useEffect(() => { arm(null); pointAt(null); aim(null); lieNear(null); step([]); }, [version, game.seat, game.past]);
  useLayoutEffect(() => {
    const quiet = seen.current.past !== game.past || seen.current.seat !== game.seat;
    if (seen.current.seat !== game.seat) forget();
    seen.current = { seat: game.seat, past: game.past };
    settle(root.current, quiet, wayOf(scenes.beat));
  });
  // What a finger may have meant, where it is several things.
  const [near, lieNear] = useState(/** @type {{things: import("./touch.js").Touched[], at: DOMRect} | null} */ (null));
  const tapped = (/** @type {any} */ event) => {
    if (event.pointerType !== "touch" || !touched) return;
    const things = touched(event, root.current, (id) => targets.has(id)), may = things.filter(({ id }) => targets.has(id));
    const [only] = things.length === 1 ? things : may.length === 1 && may[0].direct ? may : [];
    if (!things.length || only?.direct) return;
    event.stopPropagation();
    if (only) only.element.click();
    else lieNear({ things, at: new DOMRect(event.clientX, event.clientY) });
  };
  // The second click of a double click is meant for what lay there before.
  const first = useRef(version);
  const guard = (/** @type {MouseEvent} */ event) => {
    if (event.detail > 1 && first.current !== version) return event.stopPropagation();
    if (event.detail === 1) first.current = version;
    if (scenes.playing && skipped(event)) {
      event.stopPropagation();
      return scenes.skip();
    }
    tapped(event);
  };
  useSignals(game);
  useKeptFocus(root);
  useFit(root, offers, version);
  useEffect(() => {
    const looked = () => {
      if (document.hidden) game.note();
      else void game.back();
    };
    const gone = () => game.note();
    document.addEventListener("visibilitychange", looked);
    addEventListener("pagehide", gone);
    return () => { document.removeEventListener("visibilitychange", looked); removeEventListener("pagehide", gone); };
  }, [game]);
  // The next step shows what may be done with the thing that was chosen; what all its offers share needs no step of its own.
  const take = (/** @type {import("./board.js").Choice} */ { of: within = [], targets: [thing] }) => { pointAt(null); aim(null); step(within[0].targets.slice(0, within[0].targets.indexOf(thing) + 1)); };
  const back = () => { arm(null); pointAt(null); aim(null); step([]); };
  const send = (/** @type {import("./board.js").Choice} */ offer) => { arm(null); pointAt(null); void act(game, offer); };
  const choose = (/** @type {import("./board.js").Choice} */ offer) => (offer.of ? take(offer) : givesUp(offer) ? void giveUp(game, offer) : confirm === true || (confirm && offer.ends) ? arm(offer.id) : send(offer));
  const point = (/** @type {string} */ thing) => {
    const found = targets.get(thing) ?? [];
    if (found.length === 1) choose(found[0]);
    else pointAt(thing);
  };
  useKeys((key) => {
    if (key === " ") return scenes.skip();
    if (key === "?") return setHelp(true);
    if (key === "Escape") { if (!armed && !pointed && !near) step([]); arm(null); pointAt(null); return lieNear(null); }
    if (key === "[") return void game.show(game.beside(-1));
    if (key === "]") return void game.show(game.beside(1));
    if (key === "{") return void game.show(turnStart(game, -1));
    if (key === "}") return void game.show(turnStart(game, 1));
    if (key === "End") return game.showNow();
    if (key === "a") return void import("./advice.js").then((file) => file.askAdvice(game), () => {});
    if ("uyn".includes(key)) return void import("./takeback.js").then((file) => file.secondThought(game, key), () => {});
    if (key === "Enter" && armed) return send(/** @type {import("./board.js").Choice} */ (offers.find((offer) => offer.id === armed)));
    const offer = offers.find((each) => each.key === key);
    if (offer) choose(offer);
  }, scenes.playing);

  const seats = [...game.shown.seats.keys()];
  const own = game.seat, { lesson } = kept(game.id);
  /** @type {import("./board.js").Drawn | null} */
  const drawn = game.board && game.picture
    ? { board: game.board, picture: game.picture, targets, beat: scenes.beat, lit: scenes.lit, touched: scenes.touched, roll: scenes.roll, recent: scenes.recent, armed, advised: game.advice?.ranking[0]?.offer ?? null, aimed: new Set([...taken, ...(aimed?.targets ?? [])]), point, aim, inspect, seat: own, module: game.module }
    : null;
  return div({ class: classes("table", `tab-${tab}`, scenes.playing && "playing", game.past && "past", game.over && "ended", own === null && "watching"), ref: root, style: game.board ? seatColours(game.board) : undefined, "data-version": game.shown.version, onClickCapture: guard, onPointerDownCapture: hurry, onKeyDownCapture: hurry },
    game.past ? null : a({ class: "skip", href: "#offers" }, words.skip),
    part(Bar, { what: part(What, { game }), middle: part(Asked, { game }), tools: embedded || lesson ? null : part(Tools, { game, setHelp }), changed: () => setConfirm(settings().confirm) }),
    main({ class: "wide" },
      forgetful() && !game.over && game.ownSeats.length ? part(Later, { load: unkept, given: { game } }) : null,
      section({ class: "seats", "aria-label": words.captains }, seats.filter((seat) => seat !== own).map((seat) => part(Player, { game, drawn, seat, key: seat })),
        drawn?.module.Aside ? drawnBy(drawn.module.Aside, Nothing, { drawn }) : null),
      lesson ? part(Later, { load: coach, given: { game }, quiet: true }) : null,
      section({ class: "board", "aria-label": words.board, id: "board" },
        game.live.branch_of && !game.past && !embedded ? part(Later, { load: origin, given: { game } }) : null,
        game.past ? part(PastBand, { game }) : null,
        drawn ? div({ class: "phone" }, part(LastRoll, { game, drawn })) : null,
        game.over && !game.past && !scenes.playing ? part(Later, { load: end, given: { game, drawn } }) : null,
        game.live.status === "lobby" ? part(Later, { load: seating, given: { game } }) : drawn ? drawnBy(game.module.Board, Board, { drawn }) : part(Later, { load: tree, given: { view: game.shown.view } })),
      part(Stage, { game }),
      own !== null ? section({ class: `dock seat-${own + 1}`, "aria-label": words.you }, part(Own, { game, drawn, seat: own })) : null,
      aside({ class: "side", "aria-label": words.offers },
        game.past ? null : part(Offers, { game, offers, taken: taken.map((id) => steps?.nameOfThing(id, game) ?? ""), back, armed, arm, send, choose, confirm, setConfirm, aim }),
        game.since !== null && !game.past && !scenes.playing ? part(Later, { load: since, given: { game } }) : null,
        part(Log, { game, inspect, key: tab }), // Shown anew, it is at its end.
        part(Ruler, { game })),
      part(Below)),
    part(Tabs, { tab, setTab }),
    pointed && !armed && (targets.get(pointed)?.length ?? 0) > 1 ? part(Menu, { id: pointed, offers: targets.get(pointed) ?? [], board: game.board, advice: game.advice, choose, close: () => pointAt(null), key: pointed }) : null,
    near ? part(Menu, { at: near.at, offers: near.things.flatMap(({ id }) => targets.get(id) ?? []), looks: near.things.filter(({ id }) => !targets.has(id)), board: game.board, advice: game.advice, choose: (offer) => { lieNear(null); choose(offer); }, close: () => lieNear(null) }) : null,
    inspected && drawn ? part(Dialog, { close: () => inspect(null) }, part(Inspected, { piece: inspected, board: drawn.board }), part(Reasons, { game, id: inspected.id })) : null,
    help ? part(Dialog, { close: () => setHelp(false) }, part(Later, { load: signs, given: { drawn, ruleset: game.live.ruleset } })) : null,
    part(Aloud, { game }));
}

/** The parts of the table, one of which a phone shows at a time. */
const TABS = [["table", "layout-grid", words.table], ["captains", "users", words.captains], ["log", "scroll-text", words.log], ["replay", "history", words.replay]];

/** @param {{tab: string, setTab: (tab: string) => void}} properties */
const Tabs = ({ tab, setTab }) => nav({ class: "tabs", "aria-label": words.parts },
  TABS.map(([id, sign, name]) => button({ type: "button", key: id, "aria-pressed": tab === id, onClick: () => setTab(id) }, icon(sign), span(null, name))));

/** In place of an aside that fails. */
const Nothing = () => null;

/** Offers in the order in which they are listed, so that their numbers are: by groups, and last what ends something.
 * @param {Api.Offer[]} offers @param {Api.Board["groups"]} groups */
function inOrder(offers, groups) {
  const listed = [...groups.map(({ id }) => id), ""]; // Those of no group come last.
  const at = (/** @type {Api.Offer} */ offer) => (ends(offer) ? listed.length : listed.findIndex((id) => !id || id === offer.group));
  return [...offers].sort((one, other) => at(one) - at(other));
}

/** @param {Api.Offer} offer @param {number} index @returns {import("./board.js").Choice} */
const withKey = (offer, index) => ({ ...offer, key: index < KEYS ? `${index + 1}` : "", ends: ends(offer) });

/** Offers by the thing that each is most about. @param {import("./board.js").Choice[]} offers */
function byTarget(offers) {
  /** @type {Map<string, import("./board.js").Choice[]>} */
  const found = new Map();
  for (const offer of offers) {
    const [target] = offer.targets;
    if (target) found.set(target, [...(found.get(target) ?? []), offer]);
  }
  return found;
}

/** The keys that may be held down: they step through the past. */
const HELD = ["[", "]", "{", "}"];

/** Whether a click is on the table, but neither on what may be done nor on a tool. @param {MouseEvent} event */
function skipped(event) {
  const at = /** @type {Element} */ (event.target);
  return Boolean(at.closest(".board, .seats, .dock, .stage")) && !at.closest(".legal, .pastband, .endband, .moment .btn");
}

/** What leads the pieces of a beat to their places. @param {import("./scenes.js").Beat | null} beat @returns {import("./motion.js").Way} */
function wayOf(beat) {
  if (beat?.beat === "moment") return { lit: new Set(beat.at ?? []) };
  if (beat?.beat !== "show" && beat?.beat !== "move") return {};
  const unseen = (beat.pieces ?? []).reduce((sum, piece) => sum + (typeof piece !== "string" && !piece.id && !piece.was ? piece.count ?? 1 : 0), 0);
  return { from: beat.from, to: beat.beat === "move" ? beat.to : null, unseen };
}

/** @param {(key: string) => void} pressed @param {boolean} skips Whether the space bar skips what is played. */
function useKeys(pressed, skips) {
  const latest = useRef({ pressed, skips });
  latest.current = { pressed, skips };
  useLayoutEffect(() => { // At once: whoever sees the page may press a key.
    const heard = (/** @type {KeyboardEvent} */ event) => {
      if (document.querySelector("dialog[open]")) return; // Its keys are its own; whoever closes it is back where they were.
      const at = event.target instanceof HTMLElement ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input:not([type=range]), select, textarea")) return;
      // A key held too long sends nothing twice, nor does it press a button twice.
      if (event.repeat && !HELD.includes(event.key)) {
        if (event.key === "Enter" && at.closest("button")) event.preventDefault();
        return;
      }
      if (event.key === "Enter" && at.closest("button, a")) return;
      if (event.key === " ") {
        if (!latest.current.skips) return;
        event.preventDefault(); // Nor does it press the button that has the focus.
      }
      latest.current.pressed(event.key);
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, []);
}

/** @param {{game: Open}} properties */
const What = ({ game }) => div({ class: "what" },
  h1(null, game.ruleset?.title ?? game.live.ruleset),
  p(null, words.turn(game.shown.turn)));

/** What only a game with a clock has. @param {Open} game @param {() => Promise<any>} load @param {any} given */
const timed = (game, load, given) => (game.live.clock ? part(Later, { load, given, quiet: true }) : null);

/** How many seats are of a kind. @param {Open} game @param {Api.Seat["kind"]} kind */
const count = (game, kind) => game.shown.seats.filter((seat) => seat.kind === kind).length;

/** @param {{game: Open}} properties */
function Asked({ game }) {
  const mine = game.mine, at = mine ? game.live : game.shown, passing = mine ? null : passingOf(game);
  if (passing) return p({ class: classes("asked", "passing", passing.seat !== null && `seat-${passing.seat + 1}`), role: "group", "aria-label": words.question }, passing.seat === null ? icon("hourglass") : pennant(passing.seat, true), span({ class: "lines" }, passing.text));
  const asked = (at.asked ?? []).filter(({ seat }) => !mine || seat === game.seat);
  const sentence = game.shown.status === "lobby" ? words.lobby(count(game, "open"), count(game, "reserved"))
    : game.shown.status === "abandoned" ? words.abandoned
    : game.shown.outcome ? words.won(game.shown.outcome.winners.map((seat) => game.names[seat]), game.names)
    : asked.length ? asked.map((each) => (each.seat === game.seat ? each.to_you : each.text)).join(" ")
    : at.to_act.map((seat) => game.names[seat]).join(", ");
  return p({ class: classes("asked", mine && "mine"), role: "group", "aria-label": words.question, tabIndex: 0 }, icon(mine ? "bell" : game.shown.outcome ? "flag" : "hourglass"),
    span(null, mine ? b(null, `${words.asked}: `) : null, sentence, game.live.clock?.running === false ? span({ class: "mute" }, ` ${words.clockStopped}`) : null,
      (game.connected && !game.stale) || game.over ? null : span({ class: "mute" }, ` ${words.reconnecting}`)),
    timed(game, countdown, { game }));
}

/** What happens, in words: of the beat that is shown, or of the last one that has any. @param {Open} game */
function passingOf({ scenes }) {
  const { playing, beat, roll, commit } = scenes;
  if (!playing || !beat) return playing ? scenes.said : null;
  // What happens in a turn that begins meanwhile is of that turn, and of no seat if it is that of an opponent without one.
  const turn = commit?.scene.slice(0, Math.max(0, commit.scene.indexOf(beat))).findLast((each) => each.beat === "turn");
  const seat = (beat.beat === "moment" || beat.beat === "turn" ? beat : turn ?? commit)?.seat ?? null;
  const text = beat.beat === "roll" && roll && roll.phase < 2 ? beat.what : beat.beat === "turn" ? beat.title : beat.beat === "moment" ? headed(beat) : beat.text;
  if (text) scenes.said = { text, seat };
  return scenes.said;
}

/** @param {{game: Open, setHelp: (now: boolean) => void}} properties */
function Tools({ game, setHelp }) {
  const [sharing, share] = useState(false);
  const { ownSeats: own, robot: level, live, seat } = game;
  return several(
    own.length > 1 ? select({ "aria-label": words.you, class: "who", value: seat ?? "", onChange: (/** @type {any} */ event) => game.cover(Number(event.target.value)) },
      own.map((each) => option({ value: each, key: each }, game.names[each]))) : null,
    seat !== null && !game.over && !live.lost.includes(seat) ? tool(level ? "user" : "bot", level ? words.takeBack : words.handToBot, { word: level ? words.seatBack : words.botSeat, onClick: () => void handOver(game, !level) }) : null,
    seat !== null && live.status === "running" && !live.lost.includes(seat) ? tool("flag", words.resign, { onClick: () => void resign(game) }) : null,
    timed(game, clockTool, { game }),
    game.ruleset.how_to_play ? tool("graduation-cap", words.howToPlay, { href: game.ruleset.how_to_play }) : null,
    game.ruleset.rules ? tool("book-open", words.rules, { href: game.ruleset.rules }) : null,
    tool("keyboard", words.signs, { onClick: () => setHelp(true) }),
    tool("share-2", words.links, { onClick: () => share(true) }),
    sharing ? part(Dialog, { close: () => share(false) }, part(Later, { load: links, given: { game } })) : null);
}

/** Who plays a seat, as an icon and its name. @param {Api.Seat} seat @returns {[string, string]} */
const signOf = (seat) => (seat.level ? ["bot", words.bot(seat.level)] : seat.kind === "open" ? ["user-plus", words.free] : seat.kind === "reserved" ? ["key", words.reserved] : ["user", words.person]);

/** @param {{game: Open, drawn: import("./board.js").Drawn | null, seat: number}} properties */
function Player({ game, drawn, seat }) {
  const player = game.shown.seats[seat];
  const asked = game.shown.to_act.includes(seat);
  return article({ class: classes("panel", `seat-${seat + 1}`, asked && "now") },
    h2(null, pennant(seat), span({ class: "name", title: player.name }, player.name), span({ class: "end" },
      timed(game, clock, { game, seat }),
      asked ? span({ class: "tag" }, words.waiting) : null,
      icon(...signOf(player)))),
    drawn ? several(drawnBy(game.module.Captain, SeatAreas, { drawn, seat, brief: true }), part(LastRoll, { game, drawn, seat })) : null);
}

/** @param {{game: Open, drawn: import("./board.js").Drawn | null, seat: number}} properties */
function Own({ game, drawn, seat }) {
  return several(
    div({ class: "me" }, h2(null, pennant(seat), span({ class: "name", title: game.shown.seats[seat].name }, game.shown.seats[seat].name), span({ class: "tag" }, words.you), timed(game, clock, { game, seat }))),
    drawn ? several(part(LastRoll, { game, drawn, seat }), drawnBy(game.module.Own, SeatAreas, { drawn, seat })) : null);
}

/** @param {{game: Open}} properties */
function PastBand({ game }) {
  return div({ class: "pastband", role: "status" }, icon("rotate-cw"), span(null, words.past, " ", small({ class: "mute" }, words.turn(game.shown.turn))),
    part(Later, { load: playOn, given: { game }, quiet: true }),
    button({ class: "btn", type: "button", onClick: () => game.showNow() }, words.toNow));
}
