/** Mistakes that the check must find: where a line has none, @ts-expect-error is an error itself. */
import { nameOf } from "../build/page/board.js";
import { call, get } from "../build/page/api.js";
import { part } from "../build/page/dom.js";
import { End } from "../build/page/end.js";

/** @param {Api.Board} board @param {Api.Piece} piece @param {import("../build/page/game.js").Game} game */
export async function planted(board, piece, game) {
  // @ts-expect-error: a field that no piece has
  nameOf(board, piece).concat(piece.label);
  // @ts-expect-error: a kind of area that there is not
  board.areas.some((area) => area.kind === "hand");
  // @ts-expect-error: a field that may be missing
  piece.marks.length;
  // @ts-expect-error: what is hidden is null
  piece.facts?.[0][1].toFixed();
  // @ts-expect-error: an address that the contract does not have
  (await get(`${game.path}/bord`)).areas;
  // @ts-expect-error: a field of another answer
  (await get(`${game.path}/picture`)).areas;
  // @ts-expect-error: a method that the address does not have
  (await call("PUT", `${game.path}/branches`)).game;
  // @ts-expect-error: a component that misses a property
  part(End, { game });
}
