/** Calls of the HTTP interface, and the stream of a game. */
import { askedAhead } from "./ahead.js";
import { random } from "./keys.js";
import { words } from "./words.js";

/** A refusal of the service: a problem with its code and a sentence for people. */
export class Problem extends Error {
  /** @param {number} status @param {Partial<Api.Problem> | null} body */
  constructor(status, body) {
    super(body?.detail ?? body?.title ?? `The service answered ${status}.`);
    this.status = status;
    this.code = body?.code ?? "";
    this.body = body ?? {};
  }
}

/** The service could not be reached. */
export class Unreachable extends Error {}

/** The status of a game that was deleted. */
export const GONE = 410;

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** How much the clock of the service is ahead of this browser's, in milliseconds. */
let ahead = 0;

/** The time of the service, to about a second. */
export const serverNow = () => Date.now() + ahead;

/** @param {Response} answer */
function heardTime(answer) {
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (date) ahead = date + 500 - Date.now(); // The header counts whole seconds.
}

/**
 * Send a request. Repeats what the service cannot take now, with the same key, so that nothing happens twice.
 * @template {string} M @template {string} P @param {M} method @param {P} path
 * @param {{token?: string | null, body?: any, version?: number | null, once?: boolean, accept?: string, raw?: boolean}} [more]
 * `once`: with an idempotency key. `version`: the position that the player saw.
 * @returns {Promise<Api.Answer<M, P>>} By the contract (tests/client_ts/page/contract.d.ts).
 */
export async function call(method, path, { token, body, version, once, raw } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (version !== undefined && version !== null) headers["If-Match"] = `"${version}"`;
  if (once) headers["Idempotency-Key"] = random();
  for (let attempt = 0; ; attempt++) {
    let answer, early;
    try {
      early = method === "GET" ? await askedAhead(path, token) : null;
      answer = early ?? await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-cache" });
    } catch {
      if (attempt < 3 && (method !== "POST" || once)) {
        await pause(500 * 2 ** attempt);
        continue;
      }
      throw new Unreachable();
    }
    if (!early) heardTime(answer); // It may have waited for the modules of the page.
    if (!answer.ok) {
      const problem = new Problem(answer.status, await answer.json().catch(() => null));
      if (![429, 503].includes(answer.status) || problem.code === "ruleset_not_installed" || attempt >= 4 || (method === "POST" && !once)) throw problem;
      await pause(Math.min(10_000, 1000 * Number(answer.headers.get("Retry-After") ?? 1)));
      continue;
    }
    return /** @type {any} */ (raw ? answer.text() : answer.status === 204 ? null : answer.json());
  }
}

/** @template {string} P @param {P} path @param {string | null} [token] */
export const get = (path, token) => call("GET", path, { token });

/** Why a stream ends, by the status that refuses it, and the events that say so. @type {Record<number, string>} */
const REFUSED = { 401: "unauthorized", [GONE]: "deleted" };
const LAST = new Set(["over", "unauthorized", "log_damaged", "deleted"]);

/**
 * Follow a stream until it ends; returns why, or nothing if it was stopped. A stream that breaks is asked for again.
 * @param {() => {path: string, token?: string | null, body?: any}} asked What to ask for now.
 * @param {AbortSignal} signal @param {(event: string, data: any) => unknown} heard @param {(now: boolean) => unknown} connected
 */
async function stream(asked, signal, heard, connected) {
  let retry = 1000;
  while (!signal.aborted) {
    try {
      const { path, token, body } = asked();
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream", ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(body ? { "Content-Type": "application/json" } : {}) };
      const answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), signal, cache: "no-store" });
      if (REFUSED[answer.status]) return REFUSED[answer.status];
      if (!answer.ok || !answer.body) {
        retry = 1000 * Number(answer.headers.get("Retry-After") ?? 1);
        throw new Problem(answer.status, null);
      }
      connected(true);
      for await (const { event, data, wait } of events(answer.body)) {
        if (wait) retry = wait;
        if (LAST.has(event)) return event;
        if (event) heard(event, JSON.parse(data));
      }
    } catch {
      if (signal.aborted) break;
    }
    connected(false);
    await pause(retry);
  }
  return "";
}

/**
 * Follow the commits of a game, each with the position after it, until the game is over. A stream that breaks is resumed after the last version that was shown.
 * @param {string} id
 * @param {{token: () => string | null, after: () => number, signal: AbortSignal,
 *   commit: (commit: Api.Commit) => void, rewound: (version: number) => void, ended: (why: string) => void,
 *   connected: (now: boolean) => void}} heard
 */
export async function follow(id, { token, after, signal, commit, rewound, ended, connected }) {
  const why = await stream(() => ({ path: `/v1/games/${id}/events?after=${after()}&include=picture,asked,scene`, token: token() }), signal,
    (event, data) => (event === "rewound" ? rewound(data.version) : commit(data)), connected);
  if (why) ended(why);
}

/**
 * Follow several games with a token for each: the last commit of each, then all that come. What cannot be followed is left out.
 * @param {{game: string, token: string}[]} games
 * @param {{signal: AbortSignal, entry: (entry: Api.FeedEntry) => void, leftOut: (game: string) => void, missed: () => void}} heard
 * `missed`: something may have happened that was not heard.
 */
export const followAll = (games, { signal, entry, leftOut, missed }) =>
  stream(() => ({ path: "/v1/feed", body: { games } }), signal,
    (event, data) => (event === "entry" ? entry(data) : event === "left_out" ? leftOut(data.game) : missed()),
    (now) => now || missed());

/** The events of a stream. @param {ReadableStream<Uint8Array>} body */
async function* events(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = { event: "", data: "", wait: 0 };
      for (const line of block.split("\n")) {
        const [name, ...rest] = line.split(": ");
        if (name === "event" || name === "data") found[name] = rest.join(": ");
        if (name === "retry") found.wait = Number(rest[0]);
      }
      yield found;
    }
  }
}

/** What to tell a person of an error. @param {any} error */
export function said(error) {
  if (error instanceof Problem) return error.status === 412 ? words.moved : error.message;
  if (error instanceof Unreachable) return words.unreachable;
  throw error;
}
