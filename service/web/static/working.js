/** The working picture: beats are applied to it one after another, from the picture before a commit to the one after it. */

/** @typedef {import("./scenes.js").Beat} Beat */

/**
 * The picture after a beat.
 * @param {Api.Picture} picture @param {Beat} beat @param {Api.Picture} after The picture in which the commit ends.
 * @param {number} [part] How much of a gain has been counted, from 0 to 1.
 * @returns {Api.Picture}
 */
export function applied(picture, beat, after, part = 1) {
  if (beat.beat === "gain") return counted(picture, beat, part);
  if (beat.beat !== "show" && beat.beat !== "move") return picture;
  let { pieces } = picture;
  const to = beat.beat === "move" ? beat.to : null;
  for (const piece of beat.pieces ?? []) {
    if (typeof piece === "string") pieces = beat.beat === "move" ? moved(pieces, piece, to, after) : pieces;
    else if (piece.id) pieces = placed(lies(pieces, piece) ? pieces : heaped(pieces, beat.from, -1, { down: true }), /** @type {any} */ (piece));
    else if (piece.was) pieces = heaped(pieces.filter(({ id }) => id !== piece.was), to, piece.count ?? 1, piece);
    else pieces = heaped(heaped(pieces, beat.from, -(piece.count ?? 1), piece), to, piece.count ?? 1, piece);
  }
  return { ...picture, pieces };
}

/** Whether a piece was in sight already; else it was one of those that nobody tells apart. @param {Api.Piece[]} pieces @param {{id?: string | null, was?: string | null}} piece */
const lies = (pieces, { id, was }) => pieces.some((each) => each.id === id || each.id === was);

/** @param {Api.Picture} picture @param {Extract<Beat, {beat: "gain"}>} gain @param {number} part @returns {Api.Picture} */
function counted(picture, { at, fact, by, now }, part) {
  if (now === null || now === undefined) return picture;
  const value = now - Math.round((by ?? 0) * (1 - part));
  const told = (/** @type {Api.Fact[]} */ facts) => /** @type {Api.Fact[]} */ (facts.some(([key]) => key === fact) ? facts.map((each) => (each[0] === fact ? [fact, value] : each)) : [...facts, [fact, value]]);
  if (!picture.pieces.some(({ id }) => id === at)) return { ...picture, facts: { ...picture.facts, [at]: told(picture.facts[at] ?? []) } };
  return { ...picture, pieces: picture.pieces.map((piece) => (piece.id === at ? { ...piece, facts: told(piece.facts ?? []) } : piece)) };
}

/** @param {Api.Piece[]} pieces @param {string} id @param {string | null | undefined} to @param {Api.Picture} after */
function moved(pieces, id, to, after) {
  const old = pieces.find((piece) => piece.id === id), known = after.pieces.find((piece) => piece.id === id && piece.in === to);
  if (!to || (!old && !known)) return pieces.filter((piece) => piece.id !== id);
  return placed(pieces, known ?? { .../** @type {Api.Piece} */ (old), in: to });
}

/** A piece in its area, behind those that lie there. @param {Api.Piece[]} pieces @param {Api.Piece & {was?: string | null}} piece */
function placed(pieces, { was, ...piece }) {
  const same = (/** @type {Api.Piece} */ each) => each.id === piece.id || each.id === was;
  const stays = pieces.some((each) => same(each) && each.in === piece.in);
  return stays ? pieces.map((each) => (same(each) ? piece : each)) : [...pieces.filter((each) => !same(each)), piece];
}

/** So many more or fewer of the pieces that nobody tells from one. A beat says when the last of them is gone. @param {Api.Piece[]} pieces @param {string | null | undefined} area @param {number} by @param {{face?: string | null, down?: boolean}} one */
function heaped(pieces, area, by, { face = null, down = false }) {
  const heap = area ? pieces.find((piece) => piece.in === area && (piece.face ?? null) === face && (piece.down ?? false) === down) : undefined;
  return heap ? pieces.map((piece) => (piece === heap ? { ...heap, count: Math.max(1, (heap.count ?? 1) + by) } : piece)) : pieces;
}
