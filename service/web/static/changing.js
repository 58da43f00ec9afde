/** What few players do with a seat: the file that does it is loaded when it is wanted. */
import { words } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * Do what few players do, with the file that is loaded for it.
 * @param {Game} game @param {(changes: typeof import("./changes.js")) => Promise<void>} change
 */
async function changing(game, change) {
  let changes;
  try {
    changes = await import("./changes.js");
  } catch {
    game.say = words.unreachable;
    return game.changed();
  }
  await change(changes);
}

/** Do what gives something up for good, if the player is sure. @param {Game} game @param {Api.Offer} offer */
export function giveUp(game, offer) {
  const version = game.offers?.version;
  return changing(game, (changes) => changes.giveUp(game, offer, version));
}

/** Let a bot play the seat that looks, or take it back. @param {Game} game @param {boolean} toBot */
export const handOver = (game, toBot) => changing(game, (changes) => changes.handOver(game, toBot));

/** Resign, if the player is sure. @param {Game} game */
export const resign = (game) => changing(game, (changes) => changes.resign(game));
