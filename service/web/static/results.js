/** How a game ended, from the side of whoever looks. */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** @param {number} count */
const points = (count) => `${NUMBERS[count] ?? count} ${count === 1 ? "point" : "points"}`;

/** @param {readonly (string | number)[]} all */
const listed = (all) => all.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Whether scores say more than that winners have one point, and all others none.
 * @param {Pick<Api.Outcome, "winners" | "scores"> & Partial<Pick<Api.Outcome, "opponents">>} outcome */
export const counted = ({ winners, scores, opponents = [] }) => scores.length > 0 && opponents.length > 0 || scores.some((score, seat) => score && score !== Number(winners.includes(seat)));

/**
 * The end in a sentence: what it was for these seats of one's own, or for all where none is. Lists of games do not know opponents without a seat.
 * @param {Pick<Api.Outcome, "winners" | "scores"> & Partial<Pick<Api.Outcome, "opponents">>} outcome @param {string[]} names @param {number[]} own
 */
export function resultOf({ winners, scores: all, opponents = [] }, names, own) {
  const scores = counted({ winners, scores: all, opponents }) ? all : [];
  const [seat] = own, [best] = winners;
  const beaten = opponents.find((opponent) => opponent.won);
  if (beaten && scores.length === 1) return `${beaten.name} wins, ${beaten.score} to ${own.length ? "your " : ""}${scores[0]}`;
  // The points of the winner, and of all others as they sit.
  const count = (/** @type {number} */ first) => {
    const others = [...scores.filter((_, each) => each !== first), ...opponents.map(({ score }) => score)];
    return scores.length && others.length ? `, ${scores[first]} to ${listed(others)}` : "";
  };
  if (!winners.length) return names.length > 1 || !own.length ? "Nobody wins" : "You lost";
  if (own.length === 1 && winners.includes(seat)) return `${winners.length > 1 ? "You share the victory" : "You won"}${count(seat)}`;
  if (own.length !== 1) return winners.length > 1 ? `${listed(winners.map((each) => names[each]))} share the victory` : `${names[best]} wins${count(best)}`;
  const behind = scores.length ? scores[best] - scores[seat] : 0;
  return behind > 0 ? `You lost by ${points(behind)}` : scores.length ? `${listed(winners.map((each) => names[each]))} ${winners.length > 1 ? "win" : "wins"} the tie-break` : "You lost";
}
