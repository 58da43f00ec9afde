/** How a game ended, from the side of whoever looks. */

/** @typedef {Pick<Api.Outcome, "winners" | "scores"> & Partial<Pick<Api.Outcome, "opponents">>} Outcome Lists of games do not know opponents without a seat. */

/** @param {readonly (string | number)[]} all */
const listed = (all) => all.join(", ").replace(/, ([^,]*)$/, " and $1");

/** Whether scores say more than that winners have one point, and all others none. @param {Outcome} outcome */
export const counted = ({ winners, scores, opponents = [] }) => scores.length > 0 && opponents.length > 0 || scores.some((score, seat) => score && score !== Number(winners.includes(seat)));

/** All who played, the seats before the opponents. @param {Outcome} outcome @param {string[]} names */
export const players = ({ winners, scores, opponents = [] }, names) => [...names.map((name, seat) => ({ name, score: scores[seat], won: winners.includes(seat) })), ...opponents];

/** Whether somebody who has not won has as many points as the only winner. @param {ReturnType<typeof players>} all */
export const isClose = (all) => {
  const [best, ...more] = all.filter(({ won }) => won);
  return !!best && !more.length && all.some(({ won, score }) => !won && score >= best.score);
};

/** The end in a sentence: what it was for these seats of one's own, or for all where none is. @param {Outcome} outcome @param {string[]} names @param {number[]} own */
export function resultOf(outcome, names, own) {
  const all = players(outcome, names), best = all.filter(({ won }) => won), others = all.filter(({ won }) => !won), mine = own.length === 1 ? all[own[0]] : null;
  if (!best.length) return mine && all.length < 2 ? "You lost" : "Nobody wins";
  const shared = best.length > 1, points = counted(outcome);
  if (mine && !mine.won && !points) return "You lost";
  const who = mine?.won ? (shared ? "You share" : "You won") : `${listed(best.map(({ name }) => name))} ${shared ? "share" : "wins"}`;
  const what = shared ? " the victory" : points && isClose(all) ? " the tie-break" : "";
  if (!points || what || !others.length) return who + what;
  return `${who}, ${best[0].score} to ${mine && !mine.won ? `your ${mine.score}` : listed(others.map(({ score }) => score))}`;
}
