/** Asks for what a page shows first while the rest of the page is still on its way. */
import { gameHere, kept } from "./keys.js";
import { bringSymbols, moduleOf } from "./modules.js";

/** One request a position: the game, its picture, and what is asked. */
export const WITH_ALL = "?include=picture,asked";

/** Answers that nobody has taken yet, by the paths that they were asked for. @type {Map<string, {token?: string, answer: Promise<Response>}>} */
const asked = new Map();

/** @param {string} path @param {string} [token] @param {(answer: Response) => Promise<Response> | Response} [first] What is done before it is taken. */
function ask(path, token, first = (answer) => answer) {
  const answer = fetch(path, { headers: token ? { Authorization: `Bearer ${token}` } : {}, cache: "no-cache" }).then(first);
  answer.catch(() => {}); // Whoever takes the answer deals with it.
  asked.set(path, { token, answer });
}

/** The answer to what was asked ahead with the same token; null if there is none, or it was taken. @param {string} path @param {string | null} [token] */
export function askedAhead(path, token) {
  const found = asked.get(path);
  asked.delete(path);
  return found && found.token === (token ?? undefined) ? found.answer : null;
}

/** @param {string} game */
function start(game) {
  const path = `/v1/games/${game}`, [seat, key] = Object.entries(kept(game).seats)[0] ?? [];
  ask(path + WITH_ALL, key?.token, async (answer) => {
    if (!answer.ok) return answer;
    const { ruleset, picture, to_act } = /** @type {Api.Game} */ (await answer.clone().json());
    ask(`/v1/rulesets/${ruleset}`);
    if (seat && to_act.includes(Number(seat))) ask(`${path}/actions?unavailable=true`, key?.token);
    if (picture) {
      ask(`${path}/board`);
      void moduleOf(ruleset);
    }
    return answer;
  });
}

bringSymbols(new URL("./vendor/icons.svg", import.meta.url).pathname);
if (gameHere && !/^#seat=/.test(location.hash)) start(gameHere); // Tokens that a link hands over are replaced first.
