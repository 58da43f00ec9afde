/** The form for a new game, for whoever wants other seats or options than a game against a bot has. */
import { begin, usualCount } from "./beginning.js";
import { b, button, classes, details, div, fieldset, form, h2, icon, img, input, label, legend, option, part, select, several, small, span, summary } from "./dom.js";
import { settings, set } from "./keys.js";
import { ofSeat, plain, unusual, usual } from "./options.js";
import { CAPTAINS, pennant } from "./seats.js";
import { usualLevel } from "./seatwork.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words-lobby.js";

/** Made from the ruleset's seats, levels and options. `wanted`: the ruleset that is chosen at first.
 * @param {{rulesets: Api.Ruleset[], setError: (error: string) => void, wanted?: string}} properties */
export function NewGame({ rulesets, setError, wanted }) {
  const [chosen, choose] = useState(rulesets.find((each) => each.ruleset === wanted)?.ruleset ?? rulesets[0].ruleset);
  const [kinds, setKinds] = useState(/** @type {string[]} */ ([]));
  const [names, setNames] = useState(/** @type {string[]} */ ([]));
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({}));
  const [takeback, setTakeback] = useState(/** @type {Api.NewGame["takeback"]} */ ("own"));
  const [seconds, setSeconds] = useState(0);
  const [timeOut, setTimeOut] = useState(/** @type {NonNullable<Api.NewGame["clock"]>["on_timeout"]} */ ("stand_in"));
  const [advice, setAdvice] = useState(false);
  const [busy, setBusy] = useState(false);
  const ruleset = rulesets.find((each) => each.ruleset === chosen) ?? rulesets[0];
  const level = usualLevel(ruleset.bot_levels);
  const { bot_styles: styles, seats: { allowed } } = ruleset;
  const count = allowed.includes(kinds.length) ? kinds.length : usualCount(ruleset);
  const place = allowed.indexOf(count);
  const seated = (/** @type {number} */ count) => Array.from({ length: count }, (_, seat) => kinds[seat] ?? (seat ? `bot:${level}` : "human"));
  const seats = seated(count);
  const nameOf = (/** @type {number} */ seat) => names[seat] ?? (seats[seat] === "human" && seat === 0 ? settings().name : "") ?? "";
  const chosenOptions = Object.fromEntries(Object.entries(options).filter(([name, value]) => !(ofSeat(name) && value >= count)));
  const changes = unusual(chosenOptions, ruleset.options).length + Number(takeback !== "own") + Number(advice) + Number(seconds > 0);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    if (seats[0] === "human" && nameOf(0)) set({ name: nameOf(0) });
    await begin({
      ruleset: chosen,
      seats: seats.map((kind, seat) => {
        const name = nameOf(seat) || (["open", "reserved"].includes(kind) ? "" : CAPTAINS[seat]);
        const what = kind.split(":", 1)[0], of = kind.slice(what.length + 1);
        return { kind: /** @type {Api.Seat["kind"]} */ (what), ...(of ? { level: of } : {}), ...(name ? { name } : {}) };
      }),
      options: chosenOptions,
      takeback,
      ...(advice && ruleset.advising_levels.length ? { advice } : {}),
      ...(seconds ? { clock: { seconds, on_timeout: timeOut } } : {}),
    }, setError);
    setBusy(false);
  };
  return form({ class: "panel newgame", onSubmit: submit },
    h2({ class: "head" }, words.newGame),
    fieldset({ class: "pick" }, legend({ class: "sr" }, words.game), rulesets.map((each) =>
      label({ class: classes("choice", each.ruleset === chosen && "on"), key: each.ruleset },
        input({ type: "radio", name: "ruleset", checked: each.ruleset === chosen, onChange: () => { choose(each.ruleset); setKinds([]); setOptions({}); } }),
        each.cover ? img({ class: "picture", src: each.cover, alt: "" }) : span({ class: "picture" }),
        b(null, each.title),
        small({ class: "mute" }, icon("users"), words.seatsOf(each.seats.allowed), each.bot_levels.length ? several(icon("bot"), words.levels(each.bot_levels.length)) : null)))),
    fieldset(null, legend(null, words.seats),
      seats.map((kind, seat) => div({ class: "seatrow", key: seat },
        pennant(seat),
        select({ "aria-label": words.seat(seat), value: kind, onChange: (/** @type {any} */ event) => setKinds(seats.map((was, number) => (number === seat ? event.target.value : was))) },
          option({ value: "human" }, words.human), option({ value: "reserved" }, words.invite), option({ value: "open" }, words.open),
          ruleset.bot_levels.map((each) => option({ value: `bot:${each}`, key: each }, words.bot(each)))),
        input({ "aria-label": `${words.name}, ${words.seat(seat)}`, placeholder: CAPTAINS[seat], maxLength: 40, value: nameOf(seat),
          onInput: (/** @type {any} */ event) => setNames(Object.assign([...names], { [seat]: event.target.value })) }),
        styles.filter((each) => `bot:${each.level}` === kind).map(({ text }) => small({ class: "mute", key: kind }, text)))),
      div({ class: "seatcount" },
        allowed.length > 1 ? several(
          button({ type: "button", class: "btn small", disabled: !place, onClick: () => setKinds(seats.slice(0, allowed[place - 1])) }, icon("minus"), words.seats),
          button({ type: "button", class: "btn small", disabled: place === allowed.length - 1, onClick: () => setKinds(seated(allowed[place + 1])) }, icon("plus"), words.seats),
          small({ class: "mute" }, words.seatsOf(allowed))) : null)),
    details({ class: "terms" }, summary(null, words.rulesOfTable, span({ class: "mute" }, words.changes(changes))),
      part(Options, { schema: ruleset.options, options: chosenOptions, setOptions, count }),
      label({ class: "option" }, b(null, words.takebackOption), small({ class: "mute" }, words.takebackHint),
        select({ value: takeback, onChange: (/** @type {any} */ event) => setTakeback(event.target.value) }, words.takebacks.map(([value, name]) => option({ value, key: value }, name)))),
      ruleset.advising_levels.length ? label({ class: "option check" }, input({ type: "checkbox", checked: advice, onChange: (/** @type {any} */ event) => setAdvice(event.target.checked) }),
        b(null, words.adviceOption), small({ class: "mute" }, words.adviceHint)) : null,
      label({ class: "option" }, b(null, words.clock), small({ class: "mute" }, words.clockHint),
        select({ value: seconds, onChange: (/** @type {any} */ event) => setSeconds(Number(event.target.value)) }, words.clocks.map(([value, name]) => option({ value, key: value }, name)))),
      seconds ? label({ class: "option" }, b(null, words.timeOut),
        select({ value: timeOut, onChange: (/** @type {any} */ event) => setTimeOut(event.target.value) }, words.timeOuts.map(([value, name]) => option({ value, key: value }, name)))) : null),
    button({ class: "btn main full", type: "submit", disabled: busy }, busy ? words.creating : words.create));
}

/** A field for each option of the game. `count`: of seats. @param {{schema: any, options: Record<string, any>, setOptions: (options: any) => void, count: number}} properties */
function Options({ schema, options, setOptions, count }) {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== "players");
  if (!fields.length) return null;
  const change = (/** @type {string} */ name, /** @type {any} */ value) => {
    const { [name]: _, ...others } = options;
    setOptions(value === undefined ? others : { ...others, [name]: value });
  };
  return fieldset({ class: "options" }, legend(null, words.options), fields.map(([name, field]) =>
    part(Field, { key: name, name, field, given: options[name], usually: usual(name, options, schema), change: (value) => change(name, value), schema, count })));
}

/** What an option means, without the numbers of the rules that say so, and with its values as the form shows them. @param {string} [text] */
const meaning = (text = "") => text.replaceAll(/\s\((?:(?:[A-Z]{2}-|chapter )[\w.]+(?:, )?)+\)/g, "").replaceAll(/`([^`]+)`/g, (_, value) => `“${plain(value)}”`);

/** @param {any} field @param {any} schema */
const resolved = (field, schema) => (field.$ref ? schema.$defs?.[field.$ref.split("/").at(-1)] ?? {} : field);

/** @param {{name: string, field: any, given: any, usually: any, change: (value: any) => void, schema: any, count: number}} properties */
function Field({ name, field, given, usually, change, schema, count }) {
  const value = given ?? usually;
  const kinds = (field.anyOf ?? [field]).map((/** @type {any} */ each) => resolved(each, schema));
  const kind = kinds.find((/** @type {any} */ each) => each.type !== "null") ?? field;
  const title = plain(name);
  const choices = kinds.flatMap((/** @type {any} */ each) => each.enum ?? (each.const !== undefined ? [each.const] : []));
  const hint = small({ class: "mute" }, meaning(field.description));
  if (kind.type === "boolean") {
    return label({ class: "option check" }, input({ type: "checkbox", checked: value === true, onChange: (/** @type {any} */ event) => change(event.target.checked) }), several(b(null, title), hint));
  }
  if (kind.type === "array") {
    const items = resolved(kind.items ?? {}, schema).enum;
    const held = new Set(value ?? []);
    return items ? fieldset({ class: "option" }, legend(null, b(null, title)), hint, div({ class: "many" }, items.map((/** @type {string} */ item) =>
      label({ class: "check", key: item }, input({ type: "checkbox", checked: held.has(item), onChange: (/** @type {any} */ event) => {
        event.target.checked ? held.add(item) : held.delete(item);
        change(items.filter((/** @type {string} */ each) => held.has(each)));
      } }), plain(item))))) : null;
  }
  const whole = kinds.find((/** @type {any} */ each) => each.type === "integer");
  if (whole && ofSeat(name)) {
    const seats = Array.from({ length: Math.min(whole.maximum + 1, count) - whole.minimum }, (_, index) => whole.minimum + index);
    return label({ class: "option" }, b(null, title), hint,
      select({ value, onChange: (/** @type {any} */ event) => change(/^\d+$/.test(event.target.value) ? Number(event.target.value) : event.target.value) },
        choices.map((/** @type {any} */ each) => option({ value: each, key: each }, plain(each))), seats.map((seat) => option({ value: seat, key: seat }, words.seat(seat)))));
  }
  return label({ class: "option" }, b(null, title), hint,
    choices.length && !whole
      ? select({ value: value ?? "", onChange: (/** @type {any} */ event) => change(event.target.value || undefined) },
          value === null ? option({ value: "" }, "–") : null,
          choices.map((/** @type {any} */ each) => option({ value: each, key: each }, plain(each))))
      : input({ type: whole ? "number" : "text", min: whole?.minimum, max: whole?.maximum, value: given ?? "",
          placeholder: usually === null ? "" : words.asUsual(usually),
          onInput: (/** @type {any} */ event) => change(event.target.value === "" ? undefined : whole ? Number(event.target.value) : event.target.value) }));
}
