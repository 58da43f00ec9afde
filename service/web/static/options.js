/** The options of a game, in words for people. */

/** A name or a value of an option, as people write it. @param {any} value */
export const plain = (value) => {
  const said = `${value}`.replaceAll(/[_-]/g, " ");
  return said[0].toUpperCase() + said.slice(1);
};

/** Whether an option's numbers are those of seats. @param {string} name */
export const ofSeat = (name) => /(^|_)seat$/.test(name);

/** What an option is unless it is set, which may depend on another option.
 * @param {string} name @param {Record<string, any>} options those that are set @param {any} schema */
export function usual(name, options, { properties }) {
  const [[other, values] = []] = /** @type {[string, any][]} */ (Object.entries(properties[name]["x-default-with"] ?? {}));
  return other ? values[options[other] ?? properties[other].default] : properties[name].default;
}
