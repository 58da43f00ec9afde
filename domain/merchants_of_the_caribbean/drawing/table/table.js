/** Merchants of the Caribbean as the table draws it. */
import { Area, contents, part, several } from "../../drawing.js";

/** @param {{drawn: any}} properties */
function Board({ drawn }) {
  const held = contents(drawn.board, drawn.picture);
  const area = (/** @type {string} */ id) => part(Area, { area: drawn.board.areas.find((/** @type {any} */ each) => each.id === id), drawn, held, key: id });
  return several(["harbour", "revealed", "requests", "draw_deck", "discard_pile", "game"].map(area));
}

export default { Board };
