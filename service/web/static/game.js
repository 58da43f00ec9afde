/** One game as this browser knows it: what it shows, what it follows, and what it sends. No drawing here. */
import { Problem, Unreachable, call, follow, get, pause } from "./api.js";
import { forgetSeat, keep, keepSeat, kept } from "./keys.js";
import { moduleOf } from "./modules.js";
import { words } from "./words.js";

/** More versions than this that wait are not shown one by one. */
const JUMP = 3;

/** How long to wait before a position that could not be read is read again. */
const RETRY_MS = 2000;

/** How long each version is shown while a game is played from its log. */
const PACE_MS = 700;

/** One request a position: the game, its picture, and what is asked. */
const WITH_ALL = "?include=picture,asked";

/** A game that was read, so that there is something to draw.
 * @typedef {Game & {live: Api.Game, shown: Api.Game, ruleset: Api.Ruleset}} Open */

export class Game {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = /** @type {const} */ (`/v1/games/${id}`);
    /** The game at the newest version; set before anything is drawn. @type {Api.Game} */
    this.live = /** @type {any} */ (null);
    /** What is drawn: a past position, or the newest. */
    this.shown = /** @type {Api.Game | null} */ (null);
    /** Null until it was read, and if the game is not drawn. @type {Api.Board | null} */
    this.board = null;
    /** Read with the game, and the same ever after. @type {Api.Ruleset} */
    this.ruleset = /** @type {any} */ (null);
    /** The components that the game brings. @type {import("./modules.js").Module} */
    this.module = {};
    /** @type {Api.Commit[]} */
    this.commits = [];
    /** @type {Api.Actions | null} */
    this.offers = null;
    /** The seat that looks. @type {number | null} */
    this.seat = null;
    this.past = false;
    this.playing = false;
    this.connected = true;
    /** Whether the newest position could not be read yet. */
    this.stale = false;
    this.busy = false;
    this.say = "";
    /** Why there is nothing to show. */
    this.missing = "";
    /** The seat that waits for its player to sit down, where several play at one browser. @type {number | null} */
    this.curtain = null;
    /** What the seat cannot do now, with the reasons. @type {Api.Unavailable[] | null} */
    this.unavailable = null;
    /** Ids of what the last commits touched. @type {string[]} */
    this.touched = [];
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.stop = new AbortController();
    this._wanted = 0;
    this._boardOf = "";
    this._refreshing = false;
  }

  /** @param {() => void} listener */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed() {
    for (const each of this.listeners) each();
  }

  /** @returns {number[]} The seats whose tokens this browser keeps. */
  get ownSeats() {
    return Object.keys(kept(this.id).seats).map(Number).sort((one, other) => one - other);
  }

  get token() {
    return this.seat === null ? null : kept(this.id).seats[this.seat]?.token ?? null;
  }

  /** The picture of what is shown; none of a game in the lobby, or one that is not drawn. */
  get picture() {
    return this.shown?.picture ?? null;
  }

  get names() {
    return (this.live?.seats ?? []).map((seat) => seat.name);
  }

  get over() {
    return ["finished", "abandoned"].includes(this.live?.status);
  }

  /** Whether the seat that looks is asked something, and nothing of the past is shown. */
  get mine() {
    return !this.past && this.seat !== null && (this.live?.to_act ?? []).includes(this.seat);
  }

  /** Read the game and follow it. @param {{token: string} | null} [given] What a link hands over. */
  async open(given = null) {
    this.seat = this.ownSeats[0] ?? null;
    try {
      if (given) await this.accept(given.token);
      await this.read();
    } catch (error) {
      this.missing = said(error);
      return this.changed();
    }
    keep(this.id, { ruleset: this.live.ruleset, title: this.ruleset?.title, commitment: this.live.fairness.commitment });
    // Whoever loads the page may be any of those who play here.
    if (this.ownSeats.length > 1 && !this.over && !given) return this.cover(this.otherAsked ?? this.seat ?? 0);
    this.changed();
    void this.followOn();
  }

  /** Keep the token of a link if it is one of a seat. A bad link changes nothing that is kept. @param {string} token */
  async accept(token) {
    try {
      const { seat } = await get(`${this.path}/actions`, token);
      keepSeat(this.id, seat, token);
      this.seat = seat;
    } catch (error) {
      if (!(error instanceof Problem && [401, 403].includes(error.status))) throw error;
      this.say = words.badLink;
    }
  }

  /** Read the newest position and the history. A token that is no longer valid is forgotten, and the next one is used. */
  async read() {
    for (;;) {
      const token = this.token;
      try {
        await this.refresh();
        return await this.history();
      } catch (error) {
        if (!token || !(error instanceof Problem) || error.status !== 401) throw error;
        this.forget(token);
        this.seat = this.ownSeats[0] ?? null;
      }
    }
  }

  /** The own seat that is asked something, if it is another than the one that looks. @returns {number | null} */
  get otherAsked() {
    const asked = this.ownSeats.filter((seat) => (this.live?.to_act ?? []).includes(seat));
    return asked.includes(this.seat ?? -1) ? null : asked[0] ?? null;
  }

  /** Cover the page, so that the player of another seat can sit down. Nothing of the seat before stays in it. @param {number} seat */
  cover(seat) {
    this.curtain = seat;
    this.seat = null;
    this._wanted++;
    this.past = false;
    this.offers = this.unavailable = this.shown = null;
    this.commits = [];
    this.stop.abort();
    this.changed();
  }

  /** The player of the seat behind the curtain sits down. */
  async uncover() {
    const seat = this.curtain;
    this.curtain = null;
    await this.look(seat);
  }

  /** Read the newest position, its picture and what may be done. Nothing is kept if another seat looks by then. */
  async refresh() {
    const { seat, token } = this;
    const live = await get(`${this.path}${WITH_ALL}`, token);
    this.ruleset ??= await get(`/v1/rulesets/${live.ruleset}`);
    await this.readBoard(live);
    const asked = seat !== null && live.to_act.includes(seat);
    const offers = asked ? await get(`${this.path}/actions`, token) : null;
    if (seat !== this.seat) return;
    this.live = live;
    this.offers = offers;
    this.unavailable = null;
    if (!this.past) this.shown = live;
  }

  /** The board names the players, so it is read again when one of them has changed. @param {Api.Game} live */
  async readBoard(live) {
    const names = JSON.stringify(live.seats.map((seat) => seat.name));
    if (!this.ruleset.drawn || names === this._boardOf) return;
    [this.board, this.module] = await Promise.all([get(`${this.path}/board`), moduleOf(live.ruleset)]);
    this._boardOf = names;
  }

  /** Ask why other actions are not possible now. */
  async readUnavailable() {
    const { seat, token } = this;
    try {
      const answer = await get(`${this.path}/actions?unavailable=true`, token);
      if (seat === this.seat) this.unavailable = answer.unavailable;
    } catch (error) {
      this.say = said(error);
    }
    this.changed();
  }

  /** All commits so far, as this seat sees them. */
  async history() {
    const { seat, token } = this;
    const found = [];
    let after = 0;
    for (;;) {
      const page = await get(`${this.path}/events?after=${after}&limit=100`, token);
      found.push(...page.items);
      if (!page.next || !page.items.length) break;
      after = page.items[page.items.length - 1].version;
    }
    if (seat === this.seat) this.commits = found;
  }

  /** Follow the game from now on, with the present token of the seat that looks. */
  async followOn() {
    this.stop.abort();
    this.stop = new AbortController();
    /** @type {string | null} */
    let token = null;
    await follow(this.id, {
      token: () => (token = this.token),
      after: () => this.commits.at(-1)?.version ?? 0,
      signal: this.stop.signal,
      commit: (commit) => this.heard(commit),
      rewound: (version) => {
        this.commits = this.commits.filter((commit) => commit.version <= version);
        void this.catchUp();
      },
      ended: (why) => {
        if (why === "unauthorized") this.lost(token);
        if (why === "log_damaged") this.say = words.damaged;
        this.changed();
      },
      connected: (now) => {
        this.connected = now;
        if (now) void this.catchUp();
        this.changed();
      },
    });
  }

  /** @param {Api.Commit} commit */
  heard(commit) {
    if (commit.version <= (this.commits.at(-1)?.version ?? 0)) return;
    this.commits.push(commit);
    void this.catchUp();
  }

  /** Show what has come. One reading at a time; what comes meanwhile is read together, and what fails is read again. */
  async catchUp() {
    if (this._refreshing) return;
    this._refreshing = true;
    while (this.curtain === null && (this.stale || this.live.version < (this.commits.at(-1)?.version ?? 0))) {
      const behind = (this.commits.at(-1)?.version ?? 0) - this.live.version;
      const from = this.live.version;
      const token = this.token;
      this.stale = false;
      try {
        await this.refresh();
      } catch (error) {
        if (error instanceof Problem && error.status === 401 && token) {
          this.lost(token);
          break;
        }
        this.stale = true;
        this.changed();
        await pause(RETRY_MS);
        continue;
      }
      this.touched = this.commits.filter((commit) => commit.version > from).flatMap((commit) => commit.touched ?? []);
      const other = this.otherAsked;
      if (other !== null && !this.past) {
        this.cover(other);
        break;
      }
      this.changed();
      if (behind <= JUMP) await pause(120);
    }
    this._refreshing = false;
    this.changed();
  }

  /** Forget a token that is no longer valid, unless another one has taken its place. @param {string} token */
  forget(token) {
    if (this.seat !== null && this.token === token) forgetSeat(this.id, this.seat);
    this.say = words.unauthorized;
  }

  /** A token was replaced: by this browser, or by another one, which has the seat then. @param {string | null} token */
  lost(token) {
    if (token && this.token === token) this.forget(token);
    if (this.token) return void this.followOn();
    const next = this.ownSeats[0];
    if (next === undefined) void this.look(null);
    else this.cover(next);
  }

  /** Look as another seat, or as a spectator. @param {number | null} seat */
  async look(seat) {
    this.stop.abort();
    this._wanted++;
    this.seat = seat;
    this.shown = this.offers = this.unavailable = null; // Nothing of the seat before may stay in the page.
    this.past = false;
    this.changed();
    try {
      await this.read();
    } catch (error) {
      this.missing = said(error);
      return this.changed();
    }
    this.changed();
    void this.followOn();
  }

  /** Show a past version. Answers that are not the last one wanted are dropped. @param {number} version */
  async show(version) {
    const wanted = ++this._wanted;
    if (version >= this.live.version) return this.showNow();
    let shown;
    try {
      shown = await get(`${this.path}${WITH_ALL}&version=${Math.max(1, version)}`, this.token);
    } catch (error) {
      if (wanted !== this._wanted) return;
      this.say = said(error);
      return this.showNow();
    }
    if (wanted !== this._wanted) return;
    this.past = true;
    this.shown = shown;
    this.changed();
  }

  /** Show one version after the other, until the newest, or until it is stopped. */
  async play() {
    if (this.playing) return this.pause();
    this.playing = true;
    if (!this.past) await this.show(1);
    while (this.playing && this.past) {
      await pause(PACE_MS);
      if (this.playing && this.past && this.shown) await this.show(this.shown.version + 1);
    }
    this.pause();
  }

  pause() {
    this.playing = false;
    this.changed();
  }

  showNow() {
    this._wanted++;
    this.past = false;
    const other = this.otherAsked;
    if (other !== null) return this.cover(other);
    this.shown = this.live;
    this.changed();
  }

  /** Do what an offer says. @param {Api.Offer} offer */
  async act(offer) {
    if (this.busy) return;
    this.busy = true;
    this.say = "";
    this.changed();
    try {
      const done = /** @type {Api.Accepted} */ (await call("POST", `${this.path}/actions`, { token: this.token, body: offer.action, version: this.offers?.version, once: true }));
      keep(this.id, { receipts: { ...kept(this.id).receipts, [done.version]: done.head } });
      this.offers = null;
    } catch (error) {
      this.say = said(error);
      this.stale = true;
      void this.catchUp();
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** Take an open seat. @param {number} seat @param {string} name */
  async claim(seat, name) {
    const taken = await call("POST", `${this.path}/seats/${seat}/claim`, { body: name ? { name } : {}, once: true });
    if (taken.token) keepSeat(this.id, taken.seat, taken.token, { ruleset: this.live.ruleset, title: this.ruleset?.title });
    await this.look(taken.seat);
  }

  /** The level of bots that take a place here. @returns {string} */
  get botLevel() {
    return usualLevel(this.ruleset.bot_levels);
  }

  /** Let a bot play the seat that looks, or take it back. @param {boolean} toBot */
  async handOver(toBot) {
    const { seat, token } = this;
    if (seat === null) return;
    this.stop.abort(); // The token may be replaced, and a stream with the old one would end.
    try {
      const body = toBot ? { kind: "bot", level: this.botLevel } : { kind: "human" };
      const changed = await call("PUT", `${this.path}/seats/${seat}`, { token, body, once: true });
      if (changed.token) keepSeat(this.id, seat, changed.token);
    } catch (error) {
      this.say = said(error);
    }
    if (seat !== this.seat) return;
    this.stale = true;
    void this.followOn();
    await this.catchUp();
  }

  /** A new game from the position that is shown: this browser plays the seat that looks, bots the others. */
  async branch() {
    const { version } = this.shown ?? this.live;
    const own = this.seat ?? 0;
    const made = await call("POST", `${this.path}/branches`, { token: this.token, body: { version }, once: true });
    for (const { seat, token } of made.seats) {
      if (seat === own) keepSeat(made.game.id, seat, token, { host: made.host_token, ruleset: this.live.ruleset, title: this.ruleset.title });
      else await call("PUT", `/v1/games/${made.game.id}/seats/${seat}`, { token, body: { kind: "bot", level: this.botLevel }, once: true });
    }
    return made.game.id;
  }
}

/** The level that plays where nobody chose one. @param {string[]} levels */
export const usualLevel = (levels) => (levels.includes("greedy") ? "greedy" : levels[0]);

/** What to tell a person of an error. @param {any} error */
export function said(error) {
  if (error instanceof Problem) return error.status === 412 ? words.moved : error.message;
  if (error instanceof Unreachable) return words.unreachable;
  throw error;
}
