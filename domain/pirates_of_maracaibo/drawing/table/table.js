/** Pirates of Maracaibo as the table draws it. */
import { contents, div, part, Piece as Plain } from "../../drawing.js";
import { Jordan } from "./jordan.js";
import { Market, offering } from "./market.js";
import { quest } from "./parts.js";
import { Raid, raiding } from "./raid.js";
import { Card, Sea } from "./sea.js";
import { Captain, Own } from "./seats.js";
import { Track } from "./track.js";

/** The sea and the track; over them a raid that goes on, and a market that is asked about. @param {{drawn: any}} properties */
function Board({ drawn }) {
  const held = contents(drawn.board, drawn.picture);
  const market = offering(drawn, held), raid = raiding(drawn);
  return div({ class: "pm-board main" }, part(Sea, { drawn, held }), part(Track, { drawn, held }),
    market || raid ? div({ class: "pm-over" }, div(null, market ? part(Market, { drawn, held }) : null, raid ? part(Raid, { drawn }) : null)) : null);
}

/** What all share besides: Jordan, the markets, the decks. @param {{drawn: any}} properties */
function Aside({ drawn }) {
  const held = contents(drawn.board, drawn.picture);
  return div({ class: "pm-aside" }, held.has("jordan") ? part(Jordan, { drawn, held }) : null, offering(drawn, held) ? null : part(Market, { drawn, held }), raiding(drawn) ? null : part(Raid, { drawn }));
}

/** A card by itself, as it lies on the sea. @param {{piece: any, drawn: any, small?: boolean}} properties */
function Piece({ piece, drawn, small }) {
  const face = drawn.board.faces[piece.face];
  if (face?.kind === "quest") return quest(drawn, piece);
  return !small && face?.facts?.some((/** @type {Api.Fact} */ [key]) => key === "cost") ? div({ class: "pm-alone" }, part(Card, { drawn, area: { id: "" }, card: piece })) : part(Plain, { piece, drawn, small });
}

export default { Board, Aside, Own, Captain, Piece, rolls: true };
