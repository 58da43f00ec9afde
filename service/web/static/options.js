/** The options of a game, in words for people. */
import { words } from "./words-later.js";

/** A name or a value of an option, as people write it. @param {any} value */
export const plain = (value) => {
  const said = `${value}`.replaceAll(/[_-]/g, " ");
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** Whether an option's numbers are those of seats. @param {string} name */
export const ofSeat = (name) => /(^|_)seat$/.test(name);

/** What an option is unless it is set, which may depend on another option.
 * @param {string} name @param {Record<string, any>} options those that are set @param {any} schema */
export function usual(name, options, { properties }) {
  const [[other, values] = []] = /** @type {[string, any][]} */ (Object.entries(properties[name]["x-default-with"] ?? {}));
  return other ? values[options[other] ?? properties[other].default] : properties[name].default;
}

/** The options of a game that differ from the usual ones, each with its value. @param {Record<string, any>} options @param {any} schema */
export const unusual = (options, schema) => Object.keys(schema.properties ?? {})
  .filter((name) => name !== "players" && name in options && `${options[name]}` !== `${usual(name, options, schema)}`)
  .map((name) => `${plain(name)}: ${valued(name, options[name])}`);

/** @param {string} name @param {any} value */
const valued = (name, value) => (typeof value === "boolean" ? words.yesNo(value) : typeof value === "number" && ofSeat(name) ? words.seat(value) : [value].flat().map(plain).join(", "));
