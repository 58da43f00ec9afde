/** Pirates of Maracaibo as the table draws it. */
import { contents, div, part } from "../../drawing.js";
import { Jordan } from "./jordan.js";
import { Market } from "./market.js";
import { Raid, raiding } from "./raid.js";
import { Sea } from "./sea.js";
import { Captain, Own } from "./seats.js";
import { Track } from "./track.js";

/** The sea and the track; over them a raid that goes on. @param {{drawn: any}} properties */
function Board({ drawn }) {
  const held = contents(drawn.board, drawn.picture);
  return div({ class: "pm-board main" }, part(Sea, { drawn, held }), part(Track, { drawn, held }), raiding(drawn) ? div({ class: "pm-over" }, part(Raid, { drawn })) : null);
}

/** What all share besides: Jordan, the markets, the decks. @param {{drawn: any}} properties */
function Aside({ drawn }) {
  const held = contents(drawn.board, drawn.picture);
  return div({ class: "pm-aside" }, held.has("jordan") ? part(Jordan, { drawn, held }) : null, part(Market, { drawn, held }), raiding(drawn) ? null : part(Raid, { drawn }));
}

export default { Board, Aside, Own, Captain, rolls: true };
