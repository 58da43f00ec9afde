// Plays a whole game of each kind against bots through the types that openapi.yaml generates. That it compiles in strict mode,
// with no `any` and no cast, is half of the test: views, events and commands are told apart by their discriminators alone.

import { maracaibo } from "./maracaibo.js";
import { marauders } from "./marauders.js";
import { merchants } from "./merchants.js";
import { play, type Player, type Ruleset } from "./table.js";

declare const process: { readonly argv: readonly string[] }; // all that is needed of Node's own types

/** Every game of the contract: with one left out this does not compile. */
const players: Record<Ruleset, () => Player> = {
  "merchants-of-the-caribbean": merchants,
  "merchants-and-marauders": marauders,
  "pirates-of-maracaibo": maracaibo,
};

const [baseUrl] = process.argv.slice(2);
if (baseUrl === undefined) throw new Error("usage: node play.js BASE_URL");
for (const player of Object.values(players)) console.log(await play(baseUrl, player()));
