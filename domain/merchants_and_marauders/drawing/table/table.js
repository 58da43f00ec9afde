/** Merchants & Marauders as the table draws it: a chart of the Caribbean, ship boards of five tracks, and fights over the chart. */
import {
  b, badge, button, classes, colour, contents, div, figures, g, h2, header, icon, li, line, marksOf, nameOf, part, path,
  pennant, place, Point, rect, Rolled, several, ship, span, svg, text, thing, ul, useEffect, useRef, useState,
} from "../../drawing.js";
import { LANDS } from "./coast.js";
import { areaOf, closed, ensign, faceOf, fact, marksLine, Piece, rig, roundel, said, seatClass, Track } from "./pieces.js";

/** @typedef {{drawn: any, held: import("../../drawing.js").Held}} Held What is drawn, with the pieces and areas within each area. */

/** Tenths of the map's units. */
const SCALE = 10;

/** Zones whose ships lie above the plate, where land is below. */
const ABOVE = new Set(["havana", "tortuga", "st_maarten", "st_john"]);

/** What stands in a line above the chart. */
const HEADING = ["event", "wars", "npcs"];
/** What is under way, between the heading and the chart. */
const UNDER_WAY = ["window", "effect", "hits", "port_action"];
/** What covers the chart. */
const FIGHTS = ["raid", "battle"];
/** All other areas lie below the chart. */
const NOT_ON_SHELF = new Set([...UNDER_WAY, ...HEADING, ...FIGHTS, "sea", "round", "roll", "glory_track"]);

/** What a captain has beside the ship, in the order in which it is shown. */
const PAPERS = ["mission", "announced", "glory", "rumors", "specialists", "lasting"];
/** What a captain chooses from. */
const TABLE = ["offer", "lot", "returning"];

// ---------- areas ----------

/** Whether there is anything of an area to show. @param {Held} properties @param {string} id @returns {boolean} */
const shows = ({ drawn, held }, id) => {
  const found = held.get(id);
  return drawn.targets.has(id) || found.pieces.length > 0 || (drawn.picture.facts[id] ?? []).length > 0 || found.areas.some((/** @type {Api.Area} */ inner) => shows({ drawn, held }, inner.id));
};

/** What a click on an area does, where it is one thing; else its name. @param {any} drawn @param {any} area */
function called(drawn, area) {
  const offers = drawn.targets.get(area.id);
  return offers?.length === 1 && offers[0].label ? offers[0].label : area.name;
}

/** An area in a line: its name, its figures and what lies in it. `bare`: without its name, unless something may be done with it.
 * @param {Held & {id: string, look?: string, bare?: boolean, small?: boolean}} properties */
function Row({ drawn, held, id, look, bare, small }) {
  if (!shows({ drawn, held }, id)) return null;
  const area = areaOf(drawn, id), { pieces, areas } = held.get(id), rolled = drawn.touched.has(id);
  const facts = drawn.picture.facts[id] ?? [], count = fact(facts, "cards");
  return div(place(drawn, area, classes("mm-row", look)),
    bare && !drawn.targets.has(id) ? null : part(Point, { area, drawn }, area.icon ? icon(area.icon) : null, span({ class: "name" }, called(drawn, area)), count !== undefined && !pieces.length ? b(null, `${count}`) : null),
    figures(drawn.board, facts.filter((/** @type {Api.Fact} */ [key]) => key !== "cards")),
    pieces.length ? div({ class: "mm-line" }, pieces.map((/** @type {Api.Piece} */ piece) => part(Piece, { piece, drawn, small, rolled, key: rolled ? `${piece.id}@${drawn.picture.version}` : piece.id }))) : null,
    areas.map((/** @type {Api.Area} */ inner) => part(Row, { drawn, held, id: inner.id, small, key: inner.id })));
}

// ---------- the chart ----------

/** @param {Held} properties */
function Chart({ drawn, held }) {
  const sea = areaOf(drawn, "sea"), { areas: zones } = held.get("sea");
  const frame = useRef(/** @type {any} */ (null));
  const here = drawn.picture.pieces.find((/** @type {Api.Piece} */ piece) => piece.id === `ship/${drawn.seat}`)?.in;
  const asked = zones.filter((/** @type {Api.Area} */ zone) => drawn.targets.has(zone.id)).map((/** @type {Api.Area} */ zone) => zone.id).join();
  useEffect(() => {
    // Where the chart is larger than its frame, show the own ship, or where something may be done.
    const box = frame.current; // Read now: the chart may be gone when its size is told.
    const centre = () => {
      const found = box.querySelector(".mm-zone.own") ?? box.querySelector(".mm-zone.legal");
      if (found) box.scrollTo(found.offsetLeft + (found.offsetWidth - box.clientWidth) / 2, found.offsetTop + (found.offsetHeight - box.clientHeight) / 2);
    };
    const watch = new ResizeObserver(centre);
    watch.observe(box);
    return () => watch.disconnect();
  }, [here, asked]);
  const middle = new Map(zones.map(({ id, at }) => [id, aboveMiddle(at ?? [])]));
  return div({ class: "mm-sea", ref: frame, tabIndex: 0, role: "region", "aria-label": sea.name },
    div(place(drawn, sea, "mm-chart"),
      svg({ class: "mm-water", viewBox: "-16 -16 1032 712", "aria-hidden": "true" },
        rect({ class: "water", x: -16, y: -16, width: 1032, height: 712 }),
        path({ class: "shoal wide", d: LANDS }), path({ class: "shoal", d: LANDS }),
        path({ class: "grid", d: "M100 0V680M200 0V680M300 0V680M400 0V680M500 0V680M600 0V680M700 0V680M800 0V680M900 0V680M0 80H1000M0 180H1000M0 280H1000M0 380H1000M0 480H1000M0 580H1000" }),
        path({ class: "land", d: LANDS }),
        text({ class: "sea-name", x: 232, y: 462 }, sea.name),
        lines(drawn, middle),
        path({ class: "frame-back", d: "M-8 -8H1008V688H-8Z" }), path({ class: "frame", d: "M-8 -8H1008V688H-8Z" }), path({ class: "frame-line", d: "M-2 -2H1002V682H-2ZM-15 -15H1015V695H-15Z" })),
      ship("rose", "mm-rose"),
      zones.map((/** @type {Api.Area} */ zone) => part(Zone, { zone, drawn, held, own: zone.id === here, key: zone.id }))));
}

/** Where routes meet in a zone. @param {number[]} place */
const aboveMiddle = ([x, y, wide, high]) => [(x + wide / 2) * SCALE, (y + high / 3) * SCALE];

/** Routes, the courses that may be sailed, and the wake of what moved. @param {any} drawn @param {Map<string, number[]>} middle */
function lines(drawn, middle) {
  const ships = drawn.picture.pieces.filter((/** @type {Api.Piece} */ { id }) => id.startsWith("ship/") || id.startsWith("npc/"));
  const here = ships.find((/** @type {Api.Piece} */ { id }) => id === `ship/${drawn.seat}`)?.in;
  const may = (/** @type {string} */ zone) => (drawn.targets.get(zone) ?? []).some((/** @type {any} */ offer) => offer.group === "move");
  const left = (/** @type {string} */ from, /** @type {string} */ to) => drawn.touched.has(from) && ships.some((/** @type {Api.Piece} */ piece) => piece.in === to && drawn.touched.has(piece.id));
  const look = (/** @type {string} */ one, /** @type {string} */ other) => (one === here && may(other) ? "course" : left(one, other) ? "wake" : "");
  return g(null, areaOf(drawn, "sea").links.map((/** @type {string[]} */ [one, other]) => {
    const [x1, y1] = middle.get(one) ?? [], [x2, y2] = middle.get(other) ?? [];
    return line({ key: `${one} ${other}`, class: look(one, other) || look(other, one) || "route", x1, y1, x2, y2 });
  }));
}

/** @param {Held & {zone: Api.Area, own: boolean}} properties */
function Zone({ zone, drawn, held, own }) {
  const { pieces } = held.get(zone.id);
  const afloat = pieces.filter(({ id }) => id.startsWith("ship/") || id.startsWith("npc/"));
  const ashore = pieces.filter((/** @type {Api.Piece} */ piece) => !afloat.includes(piece));
  const risk = Math.max(0, ...(drawn.targets.get(zone.id) ?? []).map((/** @type {any} */ offer) => offer.preview?.risk ?? 0));
  const carried = new Set((held.get(`seat/${drawn.seat}/cargo`)?.pieces ?? []).map((/** @type {Api.Piece} */ piece) => nameOf(drawn.board, piece)));
  const [x, y] = zone.at ?? [], shut = closed(drawn, zone.id), { name, icon: padlock } = drawn.board.words.closed;
  return div({ ...place(drawn, zone, classes("mm-zone", shut && "closed", ABOVE.has(zone.id) && "above", own && `own seat-${drawn.seat + 1}`)), style: { "--x": x * SCALE, "--y": y * SCALE } },
    div({ class: "mm-plate", title: [shut && `${name}: ${shut}.`, zone.text].filter(Boolean).join(" ") },
      shut ? span({ class: "mm-shut" }, wanted(drawn, held, zone) ? icon(drawn.board.words.bounties.icon, drawn.board.words.bounties.name) : null, icon(padlock, `${name}: ${shut}`)) : null,
      zone.colour ? roundel(drawn, zone.colour) : null, part(Name, { zone, drawn }, span({ class: "zn", style: { transform: `scaleX(${Math.min(1, (zone.colour ? 10.4 : 20) / zone.name.length).toFixed(2)})` } }, zone.name)),
      div({ class: "mm-toks" }, ashore.map((/** @type {Api.Piece} */ piece) => part(Tok, { piece, drawn, hot: !shut && carried.has(nameOf(drawn.board, piece)), key: piece.id })))),
    afloat.length ? div({ class: "mm-ships", style: { "--w": Math.max(23, Math.min(56, Math.floor(115 / afloat.length))) } }, afloat.map((/** @type {Api.Piece} */ piece) => part(Vessel, { piece, drawn, key: piece.id }))) : null,
    risk ? span({ class: "mm-risk" }, icon("triangle-alert"), `${Math.round(risk * 100)} %`) : null);
}

/** Whether the nation of a zone has a bounty on the seat that looks. @param {any} drawn @param {any} held @param {Api.Area} zone */
const wanted = (drawn, held, { colour: nation }) => (held.get(`seat/${drawn.seat}/bounties`)?.pieces ?? []).some((/** @type {Api.Piece} */ { face }) => face === `bounty/${nation}`);

/** The name of a zone, a button: a click does what may be done there, or shows the zone large. @param {{zone: Api.Area, drawn: any, children?: any}} properties */
const Name = ({ zone, drawn, children }) => (drawn.targets.has(zone.id) ? part(Point, { area: zone, drawn }, children)
  : button({ type: "button", class: "point", onClick: () => drawn.inspect(zone) }, children));

/** A token on a plate: a good in demand, a modification, a merchant or a mission, told apart by shape. @param {{piece: Api.Piece, drawn: any, hot: boolean}} properties */
function Tok({ piece, drawn, hot }) {
  const face = faceOf(drawn, piece);
  return button({ ...thing(drawn, piece, classes("mm-tok", piece.id.split("/")[0] === piece.id ? "note" : piece.id.split("/")[0], piece.down && "down", hot && "hot")), style: colour(drawn.board, face.colour), title: said(drawn, piece) },
    badge(drawn, piece.id), icon(face.icon ?? piece.icon));
}

/** A ship at sea. @param {{piece: Api.Piece, drawn: any}} properties */
const Vessel = ({ piece, drawn }) => button({ ...thing(drawn, piece, classes("mm-vessel", seatClass(piece))), style: colour(drawn.board, piece.colour), title: said(drawn, piece) },
  badge(drawn, piece.id), ship(rig(drawn, piece)), ensign(drawn, piece), marksLine(drawn, { ...piece, marks: piece.marks?.filter((/** @type {string} */ mark) => mark !== "at_sea" && mark !== "on_turn") }));

// ---------- fights ----------

/** A window over the chart that can be put aside. @param {Held & {id: string, children?: any}} properties */
function Fight({ drawn, held, id, children }) {
  const [aside, put] = useState(false);
  const area = areaOf(drawn, id), sea = areaOf(drawn, "sea");
  return div(place(drawn, area, classes("mm-fight", aside && "aside")),
    header({ class: "head" }, h2(null, icon(area.icon), part(Point, { area, drawn })), ul({ class: "facts" }, (drawn.picture.facts[id] ?? []).map((/** @type {Api.Fact} */ [key, value]) => li({ key: `${key}` }, drawn.board.words[`${key}`].name, " ", b(null, `${value}`)))),
      button({ type: "button", class: "tool", title: sea.name, "aria-label": sea.name, "aria-pressed": aside, onClick: () => put(!aside) }, icon("map"))),
    aside ? null : children, aside ? null : part(Row, { drawn, held, id: "hits" }));
}

/** @param {Held} properties */
const Battle = ({ drawn, held }) => part(Fight, { drawn, held, id: "battle" }, several(div({ class: "mm-sides" },
  part(Side, { drawn, held, side: 0 }),
  div({ class: "mm-volleys" }, [0, 1].map((side) => {
    const facts = drawn.picture.facts[`battle/${side}`]?.filter((/** @type {Api.Fact} */ [key]) => key === "hits");
    return div({ class: classes("mm-volley", side && "back"), key: side }, facts?.length ? span({ class: "verdict" }, icon("arrow-right"), figures(drawn.board, facts)) : null, part(Row, { drawn, held, id: `battle/${side}/hits`, bare: true }));
  })),
  part(Side, { drawn, held, side: 1 })), part(LastRound, { drawn }), part(Verbs, { drawn })));

/** The place of what began at an area among the last beats; -1 if that is longer ago. @param {any[]} recent @param {string} id */
const begunAt = (recent, id) => recent.findLastIndex((/** @type {any} */ beat) => beat.beat === "moment" && beat.weight !== 2 && beat.at?.includes(id));

/** The place of the last roll of both sides of this battle among the last beats; -1 if there is none. @param {any} drawn @returns {number} */
export function lastFought({ recent }) {
  const at = recent.findLastIndex((/** @type {any} */ beat) => beat.beat === "roll" && beat.rolls.length > 1);
  return at > begunAt(recent, "battle") ? at : -1;
}
/** The dice that say where hits of the last round fell. @param {any} drawn @returns {any[]} */
export function fell(drawn) {
  const after = drawn.recent.slice(lastFought(drawn) + 1), over = after.findIndex((/** @type {any} */ beat) => beat.beat === "turn" || (beat.beat === "moment" && beat.weight === 2 && beat.at?.includes("battle")));
  return after.slice(0, over < 0 ? undefined : over).filter((/** @type {any} */ beat) => beat.beat === "roll");
}
/** @param {any} drawn */
const fought = (drawn) => lastFought(drawn) >= 0;

/** The last round of a battle: both sides' dice, what counted, where hits fell, and what came of it. @param {{drawn: any}} properties */
function LastRound({ drawn }) {
  const { recent } = drawn, at = lastFought(drawn);
  if (at < 0) return null;
  const begun = Math.max(0, recent.slice(0, at).findLastIndex((/** @type {any} */ beat) => beat.beat === "roll" || beat.beat === "turn") + 1);
  const told = (/** @type {any[]} */ beats) => beats.filter((beat) => beat.text && beat.beat !== "roll" && beat.beat !== "turn");
  const phaseOf = (/** @type {any} */ roll) => (drawn.roll?.roll === roll ? drawn.roll.phase : 2);
  const said = (/** @type {any[]} */ beats) => div({ class: "said" }, beats.map((beat, key) => span({ key }, beat.text, " ")));
  return div({ class: "mm-round" }, said(told(recent.slice(begun, at)).slice(-2)), part(Rolled, { drawn, roll: recent[at], phase: phaseOf(recent[at]) }),
    div({ class: "mm-fell" }, fell(drawn).map((roll, key) => part(Rolled, { drawn, roll, phase: phaseOf(roll), key }))), phaseOf(recent[at]) < 2 ? null : said(told(recent.slice(at + 1)).slice(0, 4)));
}

/** What may be declared in a battle, as buttons with words. @param {{drawn: any}} properties */
function Verbs({ drawn }) {
  const offers = [...drawn.targets].flatMap(([id, found]) => (id.startsWith("battle/") || id === "battle" ? found.map((/** @type {any} */ offer) => ({ offer, id, only: found.length === 1 })) : []));
  if (!offers.length || offers.length > 5 || !offers.every(({ only }) => only)) return null;
  return div({ class: "mm-verbs" }, offers.map(({ offer, id }) => button({ type: "button", class: "mm-verb", key: offer.id, onClick: () => drawn.point(id) },
    span({ class: "key", "aria-hidden": "true" }, offer.key), b(null, offer.label))));
}

/** @param {Held & {side: number}} properties */
function Side({ drawn, held, side }) {
  const id = `battle/${side}`, lying = held.get(`${id}/ship`).pieces;
  const card = lying.find((/** @type {Api.Piece} */ piece) => piece.id.endsWith("/card")), facts = drawn.picture.facts[id] ?? [];
  const face = card && faceOf(drawn, card);
  return div({ ...place(drawn, areaOf(drawn, id), classes("mm-side", card && seatClass(card))), style: card && colour(drawn.board, card.colour ?? face.colour) },
    card ? div({ class: "mm-who" }, ensign(drawn, card), b(null, nameOf(drawn.board, card)), span({ class: "mute" }, areaOf(drawn, id).name)) : null,
    div(place(drawn, areaOf(drawn, `${id}/ship`), "mm-fighter"), div({ class: "mm-act" },
      card ? button(thing(drawn, card, classes("mm-pic", side && "flip")), badge(drawn, card.id), lying.length > 1 ? ship(rig(drawn, card)) : icon(face.icon ?? "users")) : null,
      div(null, fact(facts, "declares") ? span({ class: "tag" }, fact(facts, "declares")) : null,
        figures(drawn.board, facts.filter((/** @type {Api.Fact} */ [key]) => key !== "declares" && key !== "hits")), held.get(`${id}/dice`).pieces.some((/** @type {Api.Piece} */ die) => drawn.targets.has(die.id)) || !fought(drawn) ? part(Row, { drawn, held, id: `${id}/dice`, bare: true }) : null)),
    div({ class: "mm-tracks" }, lying.filter((/** @type {Api.Piece} */ piece) => piece !== card).map((/** @type {Api.Piece} */ piece) => part(Track, { piece, drawn, key: piece.id })))));
}

/** Whether the last roll is of what was begun at an area. @param {any} drawn @param {string} id */
const rolledSince = ({ recent, roll }, id) => roll && recent.slice(begunAt(recent, id)).includes(roll.roll);

/** @param {Held} properties */
const Raid = ({ drawn, held }) => part(Fight, { drawn, held, id: "raid" },
  rolledSince(drawn, "raid") ? part(Rolled, { drawn, ...drawn.roll }) : null,
  div({ class: "mm-line" }, held.get("raid").pieces.map((/** @type {Api.Piece} */ piece) => part(Piece, { piece, drawn, key: piece.id }))),
  part(Row, { drawn, held, id: "raid/table" }),
  div({ class: "mm-line" }, part(Row, { drawn, held, id: "raid/dice" }), drawn.targets.has("cargo") ? part(Row, { drawn, held, id: "cargo" }) : null));

// ---------- the board ----------

/** @param {{drawn: any}} properties */
function Board({ drawn }) {
  const held = contents(drawn.board, drawn.picture), context = { drawn, held };
  const heading = useRef(/** @type {any} */ (null));
  useEffect(() => heading.current.scrollTo({ left: 0, top: 0 }), [drawn.picture.version]); // It was scrolled for what was asked before.
  const shared = held.get(null).areas.filter((/** @type {Api.Area} */ area) => area.seat === undefined || area.seat === null);
  const raid = shows(context, "raid"), battle = shows(context, "battle");
  const chosen = TABLE.map((what) => `seat/${drawn.seat}/${what}`).filter((id) => held.has(id));
  /** @type {(area: Api.Area) => string[]} */
  const within = (area) => [area.id, ...held.get(area.id).pieces.map((/** @type {Api.Piece} */ piece) => piece.id), ...held.get(area.id).areas.flatMap(within)];
  // While one activity of a Port action is under way, the others wait aside.
  const doing = !held.get("port_action").pieces.some((/** @type {Api.Piece} */ piece) => drawn.targets.has(piece.id));
  const idle = within(areaOf(drawn, "port_action")).some((/** @type {string} */ id) => drawn.targets.has(id)) ? "" : "port_action";
  const shelf = shared.filter(({ id }) => !NOT_ON_SHELF.has(id));
  const asked = shelf.filter((/** @type {Api.Area} */ area) => !(raid && area.id === "cargo") && within(area).some((id) => drawn.targets.has(id)));
  const row = (/** @type {string} */ id, /** @type {object} */ more = {}) => part(Row, { ...context, id, key: id, ...more });
  const [above, below] = [0, 1].map((half) => held.get("sea").areas.filter((/** @type {Api.Area} */ zone) => Number((zone.at ?? [])[1] > 30) === half && within(zone).some((id) => drawn.targets.has(id))).length);
  return div({ class: "mm" },
    div({ class: "mm-view" },
      div({ class: "mm-strip", ref: heading }, part(Round, context), raid || battle ? null : part(Roll, context), HEADING.map((id) => row(id, { small: true }))),
      div({ class: classes("mm-way", (raid || battle || above > below) && "low"), tabIndex: 0 }, UNDER_WAY.filter((id) => !(battle && id === "hits") && id !== idle).map((id) => row(id, { look: classes(doing && id === "port_action" && "doing") })), asked.map(({ id }) => row(id)), chosen.map((id) => row(id))),
      div({ class: classes("mm-over", (raid || battle) && "fighting") }, part(Chart, context), battle ? part(Battle, context) : raid ? part(Raid, context) : null)),
    div({ class: "mm-shelf" }, part(Glory, context), raid || battle ? row("roll", { small: true }) : null, shelf.filter((/** @type {Api.Area} */ area) => !asked.includes(area) && !(raid && area.id === "cargo" && drawn.targets.has("cargo"))).map(({ id }) => row(id, { small: true })), idle ? row(idle, { small: true }) : null));
}

/** The round, and what is left of the turn. @param {Held} properties */
function Round({ drawn }) {
  const area = areaOf(drawn, "round"), facts = drawn.picture.facts.round ?? [], actions = fact(facts, "actions"), used = fact(facts, "port_used");
  return div(place(drawn, area, "mm-row"), drawn.targets.has("round") ? part(Point, { area, drawn }, called(drawn, area)) : null,
    b(null, `${drawn.board.words.round.name} ${fact(facts, "round") ?? ""}`),
    actions === undefined ? null : span({ class: "mm-actions" }, drawn.board.words.actions.name, " ", b(null, `${actions}`)),
    used ? span({ title: `${drawn.board.words.port_used.name}: ${used}` }, icon("anchor", drawn.board.words.port_used.name), icon("check", used)) : null,
    figures(drawn.board, facts.filter((/** @type {Api.Fact} */ [key]) => !["round", "turn", "actions", "port_used"].includes(`${key}`))));
}

/** The dice rolled last, by whom, in the heading: they cover no port. @param {Held} properties */
function Roll({ drawn, held }) {
  if (drawn.roll) return part(Rolled, { drawn, ...drawn.roll });
  const seat = held.get("roll").pieces.find((/** @type {Api.Piece} */ piece) => typeof piece.seat === "number")?.seat;
  return shows({ drawn, held }, "roll") ? div({ class: "mm-throw" }, typeof seat !== "number" ? null : several(pennant(seat, true), span(null, areaOf(drawn, `seat/${seat}`).name)), part(Row, { drawn, held, id: "roll", bare: true })) : null;
}

/** The glory track: a pennant for each captain. @param {Held} properties */
function Glory({ drawn, held }) {
  const track = areaOf(drawn, "glory_track");
  return div(place(drawn, track, "mm-row mm-glory"), part(Point, { area: track, drawn }, icon(track.icon), span({ class: "name" }, track.name)), figures(drawn.board, drawn.picture.facts.glory_track),
    div({ class: "mm-steps" }, held.get("glory_track").areas.map((/** @type {any} */ step) => div({ ...place(drawn, step, "mm-step"), key: step.id }, part(Point, { area: step, drawn }, step.id.split("/")[1]),
      held.get(step.id).pieces.map((/** @type {Api.Piece} */ piece) => button({ ...thing(drawn, piece, "mm-marker"), key: piece.id, title: said(drawn, piece) }, badge(drawn, piece.id), pennant(piece.seat ?? 0, true)))))));
}

// ---------- seats ----------

/** @param {{drawn: any, seat: number}} properties */
function Own({ drawn, seat }) {
  const held = contents(drawn.board, drawn.picture), context = { drawn, held };
  const id = `seat/${seat}`, of = (/** @type {string} */ what) => `${id}/${what}`;
  const row = (/** @type {string} */ what, /** @type {object} */ more = {}) => part(Row, { ...context, id: of(what), key: what, ...more });
  const facts = drawn.picture.facts[id] ?? [];
  return div(place(drawn, areaOf(drawn, id), "mm-own"),
    div({ class: "mm-me" }, row("captain", { bare: true, small: true, look: "captain" }), skills(drawn, held, of("captain")),
      drawn.targets.has(id) ? part(Point, { area: areaOf(drawn, id), drawn }, icon("coins"), drawn.targets.get(id).length === 1 ? called(drawn, areaOf(drawn, id)) : drawn.board.words.gold.name) : null, div({ class: "mm-purse" }, figures(drawn.board, facts)), row("bounties", { bare: true, look: "bounties" })),
    shows(context, of("ship")) ? div({ class: "mm-shipboard" }, part(Ship, { ...context, seat }), div({ class: "mm-line" }, row("modifications", { bare: true, small: true }), row("weapons", { bare: true, small: true }))) : null,
    row("cargo", { small: true, look: "hold" }),
    div({ class: "mm-papers", tabIndex: 0, role: "group", "aria-label": areaOf(drawn, id).name }, PAPERS.map((what) => row(what))));
}

/** @param {any} drawn @param {any} held @param {string} id */
const skills = (drawn, held, id) => held.get(id).pieces.map((/** @type {Api.Piece} */ piece) => figures(drawn.board, faceOf(drawn, piece).facts?.slice(0, 4)));

/** The ship board: silhouette and five tracks. @param {Held & {seat: number, where?: string}} properties */
function Ship({ drawn, held, seat, where }) {
  const id = `seat/${seat}/ship`, area = areaOf(drawn, id), { pieces } = held.get(id);
  const card = pieces.find((/** @type {Api.Piece} */ piece) => piece.id.endsWith("/card"));
  return div(place(drawn, area, classes("mm-ship", `seat-${seat + 1}`)),
    header(null, drawn.targets.has(id) ? part(Point, { area, drawn }, called(drawn, area)) : null, card ? b(null, nameOf(drawn.board, card)) : null, figures(drawn.board, drawn.picture.facts[id]), where ? span({ class: "mute" }, where) : null),
    card ? button({ ...thing(drawn, card, "mm-pic"), key: card.id }, badge(drawn, card.id), ship(rig(drawn, card))) : null,
    div({ class: "mm-tracks" }, pieces.filter((/** @type {Api.Piece} */ piece) => piece !== card).map((/** @type {Api.Piece} */ piece) => part(Track, { piece, drawn, key: piece.id }))));
}

/** Another captain, in brief. @param {{drawn: any, seat: number}} properties */
function Captain({ drawn, seat }) {
  const held = contents(drawn.board, drawn.picture), context = { drawn, held };
  const id = `seat/${seat}`, of = (/** @type {string} */ what) => `${id}/${what}`;
  const row = (/** @type {string} */ what, /** @type {object} */ more = {}) => part(Row, { ...context, id: of(what), key: what, small: true, bare: true, ...more });
  const facts = drawn.picture.facts[id] ?? [], points = fact(facts, "points") ?? 0, goal = fact(drawn.picture.facts.glory_track, "goal");
  const afloat = drawn.picture.pieces.find((/** @type {Api.Piece} */ piece) => piece.id === `ship/${seat}`);
  return div(place(drawn, areaOf(drawn, id), "mm-captain"),
    drawn.targets.has(id) ? part(Point, { area: areaOf(drawn, id), drawn }, called(drawn, areaOf(drawn, id))) : null,
    row("captain", { look: "captain" }),
    div({ class: "mm-points" }, figures(drawn.board, [["points", points]]), svg({ viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, rect({ width: 100, height: 10, rx: 2, class: "bg" }), rect({ width: Math.min(100, (points / goal) * 100), height: 10, rx: 2, class: "fg" })), span({ class: "mute" }, `${goal}`)),
    shows(context, of("ship")) ? part(Ship, { ...context, seat, where: afloat && [areaOf(drawn, afloat.in).name, ...marksOf(drawn.board, afloat)].join(", ") }) : null,
    figures(drawn.board, facts.filter((/** @type {Api.Fact} */ [key]) => key !== "points")),
    div({ class: "mm-things" }, ["bounties", "modifications", "weapons", "cargo", ...TABLE, ...PAPERS].map((what) => row(what, { bare: ["bounties", "modifications", "weapons"].includes(what) }))));
}

export default { Board, Own, Captain, Piece, rolls: true };
