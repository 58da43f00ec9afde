// A client of Tradewinds for browsers and Node 18 or newer, in one module, without dependencies: games by offers, retries that
// are safe, streams that resume, a feed without a database, webhooks that are checked, errors as types.

/** @import * as Answers from "./answers.js" */
/** @typedef {{game: string, seat?: number, token?: string | null}} Seat
 * Who speaks in a game: a seat by its token, or in custody of the client's key by its number; or the host by a token. */
/** @typedef {string | Seat} At A game: by its id, as a spectator or with the client's key; or a seat of it. */
/** @typedef {Record<string, any>} Asked Parameters: lists and `metadata` as they are, nothing for undefined and false. */
/** @typedef {{name: string, data: any, id: string}} Event One event of a stream; `id` is where to resume after it. */
/** @typedef {{game: Answers.Game, offers: Answers.Offer[], version: number}} Turn
 * A moment in which a seat is asked: the position as it sees it, and all that it may do at this version. */
/** @typedef {{game: string, entry: Answers.FeedEntry | Answers.ListedGame, cursor: string, listed: boolean}} Change
 * News of a game. `cursor` is all to keep for going on after it. `listed`: how the game stands, not a commit of it. */
/** @typedef {{query?: Asked, body?: any, headers?: Record<string, string>, at?: At, safe?: boolean, wait?: number,
 *   once?: boolean | string, version?: number, accept?: string, signal?: AbortSignal}} More
 * Of a call. `safe`: sent twice, it does the same as once. `once`: with an Idempotency-Key, this one or a new one. `version`: the one that was seen.
 * `wait`: seconds for which the service may wait. */

/** Anything that this client throws. */
export class TradewindsError extends Error {}

/** No answer came, and the request may not be sent again, or was for as long as the client's patience lasts. */
export class Unreachable extends TradewindsError {}

/** A call that is not from this webhook, or too old. */
export class BadSignature extends TradewindsError {}

/** A refusal: `code` is stable, `message` a sentence for people, `params` the figures and names in it. */
export class Problem extends TradewindsError {
  /** @param {number} status @param {Partial<Answers.Problem> | null} [body] */
  constructor(status, body) {
    super(body?.detail || `The service answered ${status}.`);
    this.name = new.target.name;
    this.status = status;
    this.code = body?.code ?? "";
    /** @type {Record<string, any>} */
    this.params = body?.params ?? {};
    this.errors = body?.errors ?? [];
    this.currentVersion = body?.current_version ?? null;
    this.rules = body?.rules ?? [];
  }
}

/** The request is wrong; `errors` name the fields. */
export class Invalid extends Problem {}

/** The token or key is missing, wrong, or has not this right (401, 403). */
export class NotAllowed extends Problem {}

/** There is no such thing (404). */
export class NotFound extends Problem {}

/** Not possible in this position (409): `code`, `params` and `rules` say why. */
export class Refused extends Problem {}

/** Another seat is asked. */
export class NotYourTurn extends Refused {}

/** Another creation has this external id: `params.game`. */
export class ExternalIdTaken extends Refused {}

/** The operator has deleted the game (410). */
export class Deleted extends Problem {}

/** What was read has changed since (412): read it again, then decide again. */
export class Stale extends Problem {}

/** The service cannot take it now (429, 500 and above), for longer than the client's patience lasts. After a change read the
 * game: with the codes `outcome_unknown` and `internal_error` it may have been made. */
export class Unavailable extends Problem {}

/** @type {Record<string, typeof Problem>} */
const BY_CODE = { not_your_turn: NotYourTurn, external_id_taken: ExternalIdTaken };
/** @type {Record<number, typeof Problem>} */
const BY_STATUS = { 401: NotAllowed, 403: NotAllowed, 404: NotFound, 409: Refused, 410: Deleted, 412: Stale, 429: Unavailable };

/** The error of an answer, by its code, or by its status. @param {number} status @param {any} [body] @returns {Problem} */
export function problem(status, body) {
  return new (BY_CODE[body?.code] ?? BY_STATUS[status] ?? (status >= 500 ? Unavailable : Invalid))(status, body);
}

/** Codes of a 503 by which nothing was accepted: any request may be sent again. */
const NOT_TAKEN = ["store_unavailable", "busy", "newer_rules", "contended", "no_place_to_follow"];
/** Why a stream ends for good, each as the status of a problem. @type {Record<string, number>} */
const ENDS = { unauthorized: 401, log_damaged: 500, deleted: 410 };

/** @param {number} ms @param {AbortSignal} [signal] */
const pause = (ms, signal) =>
  new Promise((done, failed) => {
    const stop = () => (clearTimeout(timer), failed(signal?.reason));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", stop), done(undefined)), ms);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });

const inNode = "node:crypto"; // Node 18 has no global crypto.
/** @type {Crypto} */
const webcrypto = globalThis.crypto ?? (await import(inNode)).webcrypto;

/** Random characters, also in pages that are not served over https. */
const random = () => [...webcrypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

/** @param {At} at */
const pathOf = (at) => `/v1/games/${encodeURIComponent(typeof at === "string" ? at : at.game)}`;

/** The headers that say who speaks. @param {At} [at] @returns {Record<string, string>} */
function rightsOf(at) {
  if (at === undefined || typeof at === "string") return {};
  if (at.token) return { Authorization: `Bearer ${at.token}` };
  return at.seat === undefined ? {} : { "Tradewinds-Seat": String(at.seat) };
}

/** @param {Asked} asked */
function queryOf(asked) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (Array.isArray(value)) value.length && found.set(name, value.join(","));
    else if (value && typeof value === "object") for (const key in value) found.set(`${name}[${key}]`, value[key]);
    else if (value !== undefined && value !== null && value !== false) found.set(name, String(value));
  }
  return String(found) && `?${found}`;
}

/** How long to wait before the next attempt at a request (`pause`, ms), until the patience (seconds) is over. */
class Attempts {
  started = Date.now();
  number = 0;
  pause = 1000;

  /** @param {boolean} safe @param {number} patience */
  constructor(safe, patience) {
    this.safe = safe;
    this.patience = patience;
  }

  begin() {
    this.started = Date.now();
    this.number = 0;
    this.pause = 1000;
  }

  /** No answer came, or half of it. @param {any} error */
  lost(error) {
    // Nobody listens there: the request was never sent. Browsers do not say so.
    const unsent = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"].includes(error?.cause?.code);
    this.again(new Unreachable(`No answer: ${error?.cause?.message ?? error?.message}`, { cause: error }), this.safe || unsent);
  }

  /** @param {Response} answer */
  async refused(answer) {
    const error = problem(answer.status, await answer.json().catch(() => null));
    const unavailable = [502, 503, 504].includes(error.status) && error.code !== "ruleset_not_installed";
    const again = error.status === 429 || (unavailable && (this.safe || NOT_TAKEN.includes(error.code)));
    this.again(error, again, answer.headers.get("Retry-After"));
  }

  /** @param {Error} error @param {boolean} allowed @param {string | null} [asked] */
  again(error, allowed, asked) {
    this.number += 1;
    const backoff = asked && /^\d+$/.test(asked) ? 1000 * Number(asked) : Math.min(10_000, 100 * 2 ** Math.min(this.number, 10));
    this.pause = backoff + 100 * Math.random(); // Those who were refused together come back one by one.
    if (!allowed || Date.now() - this.started + this.pause > 1000 * this.patience) throw error;
  }
}

/** The newest entry of each game of a feed, by which repeats are dropped. */
class Known {
  /** @type {Map<string, {version: number, acted_at: string}>} */
  newest = new Map();

  /** Whether an entry came before. Versions that count again, because the store lost some, have later times.
   * @param {string} game @param {{version: number, acted_at: string}} entry */
  has(game, { version, acted_at }) {
    const before = this.newest.get(game);
    if (before && version <= before.version && acted_at <= before.acted_at) return true;
    this.newest.set(game, { version, acted_at });
    return false;
  }
}

/** The events of a body, those with an id alone too. Half an event at its end is none. @param {ReadableStream<Uint8Array>} body */
async function* eventsOf(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        /** @type {Record<string, string>} */
        const found = {};
        for (const line of block.split("\n")) {
          const [, name, content] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
          if (name) found[name] = content;
        }
        yield found;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined); // It may be broken already, which was thrown above.
  }
}

/** The seat that a claim has taken. @param {Answers.ChangedSeat} answer @returns {Seat} */
export const seatOf = ({ game, seat, token }) => ({ game: game.id, seat, token });

/** The seats whose tokens a creation or rematch has brought. @param {Answers.CreatedGame} answer @returns {Seat[]} */
export const seatsOf = ({ game, seats }) => seats.map(({ seat, token }) => ({ game: game.id, seat, token }));

/** A client of a service. `key`: an API key, never in a browser. `patience`: the seconds in which a call is sent again if that
 * is safe. */
export class Tradewinds {
  /** @param {string} url @param {{key?: string | null, patience?: number}} [more] */
  constructor(url, { key = null, patience = 60 } = {}) {
    this.url = url.replace(/\/+$/, "");
    this.key = key;
    this.patience = patience;
  }

  /** @param {string} method @param {string} path @param {More} more */
  #asked(method, path, { query = {}, body, headers = {}, at, version, accept, signal, wait = 0 }) {
    const all = /** @type {Record<string, string>} */ ({ ...(this.key && { Authorization: `Bearer ${this.key}` }), ...rightsOf(at), ...headers });
    if (body !== undefined) all["Content-Type"] = "application/json";
    if (version !== undefined) all["If-Match"] = `"${version}"`;
    if (accept) all.Accept = accept;
    const ended = new AbortController();
    const stop = () => ended.abort(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
    /** @type {any} */
    let timer;
    const alive = () => (clearTimeout(timer), (timer = setTimeout(() => ended.abort(new Error("No answer in time")), 1000 * (30 + wait))));
    const over = () => (clearTimeout(timer), signal?.removeEventListener("abort", stop), ended.abort());
    alive();
    const options = { method, headers: all, body: body === undefined ? undefined : JSON.stringify(body), signal: ended.signal };
    return { address: this.url + path + queryOf(query), options, alive, over };
  }

  /** The answer to anything of the contract, sent again as often as that is safe; with its whole body.
   * @param {string} method @param {string} path @param {More} [more] @returns {Promise<{body: Blob, headers: Headers}>} */
  async send(method, path, more = {}) {
    const headers = more.once ? { "Idempotency-Key": more.once === true ? random() : more.once, ...more.headers } : more.headers;
    const attempts = new Attempts(more.safe ?? (method !== "POST" || Boolean(more.once)), this.patience);
    for (;;) {
      const { address, options, over } = this.#asked(method, path, { ...more, headers });
      try {
        const answer = await fetch(address, options).catch((error) => attempts.lost(error));
        if (answer?.ok) {
          const body = await answer.blob().catch((error) => attempts.lost(error));
          if (body !== undefined) return { body, headers: answer.headers };
        } else if (answer) await attempts.refused(answer);
      } catch (error) {
        more.signal?.throwIfAborted();
        throw error;
      } finally {
        over();
      }
      await pause(attempts.pause, more.signal);
    }
  }

  /** The JSON of the answer to anything of the contract. @param {string} method @param {string} path @param {More} [more] @returns {Promise<any>} */
  async request(method, path, more) {
    const { body } = await this.send(method, path, more);
    return body.size ? JSON.parse(await body.text()) : null;
  }

  // Games and seats

  /** A new game; `more`: options, custody, external_id, metadata, clock and all else that `NewGame` has. A key of your own, kept
   * before you ask, brings fresh tokens of the same game after a crash, for ten minutes.
   * @param {string} ruleset @param {object[]} seats @param {{idempotencyKey?: string, [name: string]: any}} [more] @returns {Promise<Answers.CreatedGame>} */
  createGame(ruleset, seats, { idempotencyKey, ...more } = {}) {
    return this.request("POST", "/v1/games", { body: { ruleset, seats, ...more }, once: idempotencyKey ?? true });
  }

  /** Take an open or reserved seat; `more`: name, invitation, player, client_seed, which is a new one unless you bring an
   * `idempotencyKey` as for games: a repeat must say the same.
   * @param {string} game @param {number} seat @param {{idempotencyKey?: string, [name: string]: any}} [more] @returns {Promise<Answers.ChangedSeat>} */
  claim(game, seat, { idempotencyKey, ...more } = {}) {
    const body = idempotencyKey ? more : { client_seed: random(), ...more };
    return this.request("POST", `${pathOf(game)}/seats/${seat}/claim`, { body, once: idempotencyKey ?? true });
  }

  /** Give a seat to a bot ({kind: "bot", level}), back to its player ("human"), or free it in the lobby ("open").
   * @param {At} at @param {number} seat @param {{kind: string, level?: string}} to @returns {Promise<Answers.ChangedSeat>} */
  changeSeat(at, seat, to) {
    return this.request("PUT", `${pathOf(at)}/seats/${seat}`, { at, body: to, once: true });
  }

  /** The game after a game: the same one, however often anybody asks. @param {At} at @returns {Promise<Answers.CreatedGame>} */
  rematch(at) {
    return this.request("POST", `${pathOf(at)}/rematch`, { at, once: true });
  }

  // Play

  /** @param {At} at @param {string} path @param {Asked} [query] */
  #read(at, path, query) {
    return this.request("GET", pathOf(at) + path, { at, query, wait: query?.wait });
  }

  /** A game as the caller sees it; `version` or `turn` for the past, `include`, `open: true` for all after the end.
   * @param {At} at @param {Asked} [asked] @returns {Promise<Answers.Game>} */
  game(at, asked) {
    return this.#read(at, "", asked);
  }

  /** All that a seat may do now; with `unavailable: true` also what it may not, and why.
   * @param {Seat} at @param {Asked} [asked] @returns {Promise<Answers.Actions>} */
  offers(at, asked) {
    return this.#read(at, "/actions", asked);
  }

  /** Do an offer, its `action`, or its id, which needs the `version` of the offers. It happens once, however often it is sent.
   * Throws Stale if the game has moved on from `version`, Refused if it is not legal.
   * @param {Seat} at @param {any} offer @param {number} [version] @param {Asked} [query] @returns {Promise<Answers.Accepted>} */
  act(at, offer, version, query) {
    const body = typeof offer === "string" ? { offer } : (offer.action ?? offer);
    return this.request("POST", `${pathOf(at)}/actions`, { at, body, version, query, once: true });
  }

  /** Ask to take the last action back; `accept` or `decline` what another seat asks.
   * @param {Seat} at @param {"" | "accept" | "decline"} [answer] @param {number} [version] @returns {Promise<Answers.Accepted>} */
  takeback(at, answer = "", version) {
    return this.request("POST", `${pathOf(at)}/takeback${answer && `/${answer}`}`, { at, version, once: true });
  }

  /** Give the game up. @param {Seat} at @returns {Promise<Answers.Accepted>} */
  resign(at) {
    return this.request("POST", `${pathOf(at)}/resign`, { at, once: true });
  }

  /** Each moment in which this seat is asked, until the game is over. Act on it and go on; if you do nothing, the next one comes
   * after somebody has acted. @param {Seat} at @returns {AsyncGenerator<Turn>} */
  async *turns(at) {
    for (let seen = ""; ; ) {
      const game = await this.game(at);
      if (!["lobby", "running"].includes(game.status)) return;
      if (game.to_act.includes(at.seat ?? -1) && game.head !== seen) {
        const { actions, version } = await this.offers(at);
        if (version !== game.version) continue;
        seen = game.head;
        yield { game, offers: actions, version };
      } else await this.events(at, { after: game.version, limit: 1, wait: 25 });
    }
  }

  // Pictures, and what happened

  /** What stays the same in a game's pictures: areas, faces, words. @param {At} at @returns {Promise<Answers.Board>} */
  board(at) {
    return this.#read(at, "/board");
  }

  /** A position as pieces and figures, now or at `version` or `turn`. @param {At} at @param {Asked} [asked] @returns {Promise<Answers.Picture>} */
  picture(at, asked) {
    return this.#read(at, "/picture", asked);
  }

  /** A position drawn by the service, as SVG or `text/plain`; `theme` and `width`, `version` or `turn`.
   * @param {At} at @param {string} [mediaType] @param {Asked} [query] @returns {Promise<string>} */
  async drawing(at, mediaType = "image/svg+xml", query) {
    return (await this.send("GET", `${pathOf(at)}/picture`, { at, query, accept: mediaType })).body.text();
  }

  /** The same as PNG; `scene: true` draws what happened in the commit that led there. @param {At} at @param {Asked} [query] @returns {Promise<Blob>} */
  async png(at, query) {
    return (await this.send("GET", `${pathOf(at)}/picture`, { at, query, accept: "image/png" })).body;
  }

  /** A page of what happened `after` a version, with `wait` seconds for the next; `include: ["scene", "picture"]`.
   * @param {At} at @param {Asked} [asked] @returns {Promise<Answers.Commits>} */
  events(at, asked) {
    return this.#read(at, "/events", asked);
  }

  /** The commits after a version as they come, each once, until the game is over. After an event `rewound` forget what came after
   * its version, and read the game again. @param {At} at @param {number} [after] @param {{include?: string[], signal?: AbortSignal}} [more] */
  follow(at, after = 0, { include, signal } = {}) {
    return this.#listen(`${pathOf(at)}/events`, { at, query: { include }, signal }, String(after));
  }

  /** The events of a stream that resumes after the last one that arrived whole, and passes each on once.
   * @param {string} path @param {More} more @param {string | null} last @returns {AsyncGenerator<Event>} */
  async *#listen(path, more, last) {
    const attempts = new Attempts(true, this.patience);
    const known = new Known();
    for (;;) {
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream", ...(last !== null && { "Last-Event-ID": last }) };
      const { address, options, alive, over } = this.#asked("GET", path, { ...more, headers });
      try {
        const answer = await fetch(address, { ...options, cache: "no-store" }).catch((error) => attempts.lost(error));
        if (answer && !answer.ok) await attempts.refused(answer);
        if (answer?.ok && answer.body) {
          attempts.begin();
          const heard = eventsOf(answer.body);
          for (;;) {
            const { value, done } = await heard.next().catch((error) => (attempts.lost(error), { value: undefined, done: true }));
            if (done || !value) break;
            alive(); // Something comes every 15 seconds.
            const { id = "", event = "", data, retry } = value;
            if (retry) attempts.pause = Number(retry);
            if (ENDS[event]) throw problem(ENDS[event], { code: event, detail: `The stream has ended: ${event}.` });
            if (event === "over") return;
            const content = data ? JSON.parse(data) : null;
            if (event === "commit" && last !== null && content.version <= Number(last)) continue;
            if (event === "entry" && known.has(content.game, content)) continue;
            const moved = id !== "" && id !== last;
            last = id || last;
            if (content || moved) yield { name: content ? event : "cursor", data: content, id: last ?? "" };
          }
        }
      } catch (error) {
        more.signal?.throwIfAborted();
        throw error;
      } finally {
        over();
      }
      await pause(attempts.pause, more.signal);
    }
  }

  // What an API key hosts: on a server

  /** The games of the key, the one that changed last first: by status, player, to_act, external_id, ids, metadata …
   * @param {Asked} [filters] @returns {AsyncGenerator<Answers.ListedGame>} */
  async *games(filters) {
    for (let after; after !== null; ) {
      const page = await this.request("GET", "/v1/games", { query: { mine: true, limit: 100, ...filters, after } });
      yield* page.items;
      after = page.next;
    }
  }

  /** What the key has noted about a game, and the ETag of it. @param {string} game @returns {Promise<{note: Answers.Note, etag: string}>} */
  async note(game) {
    const { body, headers } = await this.send("GET", `${pathOf(game)}/note`);
    return { note: JSON.parse(await body.text()), etag: headers.get("ETag") ?? "" };
  }

  /** Change notes by their names; null deletes one. With an ETag throws Stale if they were changed since.
   * @param {string} game @param {object} change @param {string} [etag] @returns {Promise<Answers.Note>} */
  changeNote(game, change, etag) {
    return this.request("PATCH", `${pathOf(game)}/note`, { body: change, ...(etag && { headers: { "If-Match": etag } }) });
  }

  /** Every commit in every game of the key, as events `entry`, `rewound`, `left_out` and `cursor`, for ever.
   * @param {string | null} [cursor] @param {{include?: string[], signal?: AbortSignal}} [more] */
  feed(cursor = null, { include, signal } = {}) {
    return this.#listen("/v1/feed", { query: { include }, signal }, cursor);
  }

  /** News of all games of the key, for ever, for programs that keep nothing but the cursor, or not even that: without it, it begins
   * with how all games stand. Where the feed has lost something, it lists those that changed meanwhile.
   * @param {string | null} [cursor] @param {{include?: string[], signal?: AbortSignal}} [more] @returns {AsyncGenerator<Change>} */
  async *changes(cursor = null, { include, signal } = {}) {
    const known = new Known();
    let since = "";
    for (let listing = cursor === null; ; listing = false) {
      const wait = cursor === null ? 0 : 60;
      const query = { include, wait: wait || null, after: cursor };
      /** @type {Answers.Feed} */
      const page = await this.request("GET", "/v1/feed", { query, wait, signal });
      cursor = page.next;
      if (listing || page.rewound) {
        for await (const game of this.games({ updated_since: since || null })) {
          known.has(game.id, /** @type {any} */ (game));
          yield { game: game.id, entry: game, cursor, listed: true };
        }
      }
      for (const entry of page.items) {
        if (entry.acted_at > since) since = entry.acted_at;
        if (!known.has(entry.game, entry)) yield { game: entry.game, entry, cursor: entry.next, listed: false };
      }
    }
  }

  /** How the games of the key ended, the one that ended last first. @param {Asked} [query] @returns {AsyncGenerator<Answers.Result>} */
  async *results(query) {
    for (let path = "/v1/results"; path; query = undefined) {
      const { body, headers } = await this.send("GET", path, { query });
      for (const line of (await body.text()).split("\n")) if (line) yield JSON.parse(line);
      path = /<([^>]*)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1] ?? "";
    }
  }

  /** Have an address called; the `secret` is shown once. If the answer is lost, look into GET /v1/webhooks.
   * @param {string} url @param {string[]} events @returns {Promise<Answers.NewWebhookMade>} */
  createWebhook(url, events) {
    return this.request("POST", "/v1/webhooks", { body: { url, events } });
  }
}

/** The call {type, timestamp, data} of a webhook, if it is signed with the secret and so many seconds old at most; else throws
 * BadSignature. Drop calls whose `webhook-id` you have had: they are repeats.
 * @param {string} secret @param {Headers | Record<string, any>} headers @param {string} body As it came.
 * @param {{tolerance?: number, now?: number}} [more] */
export async function verified(secret, headers, body, { tolerance = 300, now = Date.now() / 1000 } = {}) {
  const sent = headers instanceof Headers ? headers : new Headers(headers);
  const [id, stamp] = [sent.get("webhook-id"), sent.get("webhook-timestamp") ?? ""];
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (each) => each.charCodeAt(0));
  const key = await webcrypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${stamp}.${body}`);
  const given = (sent.get("webhook-signature") ?? "").split(" ").filter((each) => /^v1,[A-Za-z0-9+/]+=*$/.test(each));
  const right = given.map((each) => webcrypto.subtle.verify("HMAC", key, Uint8Array.from(atob(each.slice(3)), (one) => one.charCodeAt(0)), signed));
  if (!(await Promise.all(right)).includes(true)) throw new BadSignature("The signature is not that of this secret.");
  if (!/^\d+$/.test(stamp) || Math.abs(now - Number(stamp)) > tolerance) throw new BadSignature("The call is too old, or from the future.");
  return JSON.parse(body);
}
