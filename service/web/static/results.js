/** How a game ended, from the side of whoever looks. */

/** @param {number} count */
const points = (count) => `${count} ${count === 1 ? "point" : "points"}`;

/** Whether scores say more than that winners have one point, and all others none.
 * @param {Pick<Api.Outcome, "winners" | "scores"> & Partial<Pick<Api.Outcome, "opponents">>} outcome */
export const counted = ({ winners, scores, opponents = [] }) => scores.length > 0 && opponents.length > 0 || scores.some((score, seat) => score && score !== Number(winners.includes(seat)));

/**
 * The end in a sentence: what it was for these seats of one's own, or for all where none is. Lists of games do not know opponents without a seat.
 * @param {Pick<Api.Outcome, "winners" | "scores"> & Partial<Pick<Api.Outcome, "opponents">>} outcome @param {string[]} names @param {number[]} own
 */
export function resultOf({ winners, scores: all, opponents = [] }, names, own) {
  const scores = counted({ winners, scores: all, opponents }) ? all : [];
  const [seat] = own, won = winners.filter((each) => own.includes(each)), [best] = winners;
  const beaten = opponents.find((opponent) => opponent.won);
  if (beaten && scores.length === 1) return own.length ? `You lose to ${beaten.name}, ${scores[0]} to ${beaten.score}` : `${beaten.name} wins, ${beaten.score} to ${scores[0]}`;
  if (own.length !== 1) return winners.length > 1 ? `${winners.map((each) => names[each]).join(" and ")} share the victory` : winners.length ? `${names[best]} wins` : "Nobody wins";
  if (won.length) {
    const others = [...scores.filter((_, each) => each !== seat), ...opponents.map(({ score }) => score)];
    const count = scores.length && others.length ? `, ${scores[seat]} to ${others.join(" and ")}` : "";
    return winners.length > 1 ? `You share the victory${count}` : `You win${count}`;
  }
  if (!winners.length) return names.length > 1 ? "Nobody wins" : "You lose";
  const behind = scores.length ? scores[best] - scores[seat] : 0;
  return behind > 0 ? `You lose by ${points(behind)}` : scores.length && behind === 0 ? "You lose the tie" : "You lose";
}
