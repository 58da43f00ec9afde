/** Three Chests as the table draws it: a chest with its gold, and cards whose figure can be read from afar. */
import {
  badge, button, classes, contents, div, figures, h2, header, nameOf, p, part, path, pennant, Piece, place, Point, rect, section, several, ship,
  span, svg, thing,
} from "../../drawing.js";

/** A card with its figure, or its back. @param {{ piece: any, drawn: any, small?: boolean }} properties */
function Card({ piece, drawn, small }) {
  if (piece.id === "treasure") return part(Chest, { piece, drawn });
  if (small && (piece.down || drawn.seat === null || !piece.in.startsWith(`seat/${drawn.seat}`))) return part(Piece, { piece, drawn, small });
  const seated = piece.in === "laid" && piece.seat !== undefined ? pennant(piece.seat, true) : null;
  return button({ ...thing(drawn, piece, classes("chests-card", piece.down && "down")), title: nameOf(drawn.board, piece) }, badge(drawn, piece.id), seated,
    piece.down ? several(ship("lattice"), piece.count > 1 ? span({ class: "count" }, piece.count) : null) : span({ class: "figure" }, piece.face));
}

/** @param {{ piece: any, drawn: any }} properties */
const Chest = ({ piece, drawn }) => button(thing(drawn, piece, "chests-chest"),
  svg({ viewBox: "0 0 120 84", "aria-hidden": "true" },
    path({ class: "lid", d: "M8 38V30Q8 6 32 6h56q24 0 24 24v8z" }), rect({ class: "body", x: 8, y: 40, width: 104, height: 40, rx: 4 }),
    path({ class: "iron", d: "M26 7v73M94 7v73M8 39h104" }), rect({ class: "lock", x: 51, y: 31, width: 18, height: 22, rx: 3 })),
  span(null, piece.name), figures(drawn.board, piece.facts));

/** @param {{ drawn: any }} properties */
function Board({ drawn }) {
  const held = contents(drawn.board, drawn.picture);
  return div({ class: "chests" }, ["chest", "laid", "gone", "out"].map((id) => {
    const area = drawn.board.areas.find((/** @type {any} */ each) => each.id === id);
    const { pieces } = held.get(id);
    return section({ ...place(drawn, area, `of-${id}`), key: id },
      header({ class: "head" }, h2(null, part(Point, { area, drawn })), figures(drawn.board, drawn.picture.facts[id])),
      pieces.length ? div({ class: "cards" }, pieces.map((/** @type {any} */ piece) => part(Card, { piece, drawn, key: piece.id }))) : p({ class: "mute" }, "–"));
  }));
}

export default { Board, Piece: Card };
