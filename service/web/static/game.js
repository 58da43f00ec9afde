/** One game as this browser plays it: what it shows, what it follows, and who of several players looks. No drawing here. */
import { GONE, Problem, get, pause, said } from "./api.js";
import { Feed } from "./feed.js";
import { forgetGame, forgetToken, keep, settings } from "./keys.js";
import { Reading, WITH_ALL } from "./reading.js";
import { accept, settle } from "./seatwork.js";
import { words } from "./words.js";

/** How long to wait before a position that could not be read is read again. */
const RETRY_MS = 2000;

/**
 * How long each version is shown while a game is played from its log; how long each new one is, and how many new ones are shown
 * one by one: if more wait, only the last one is shown.
 * @type {Record<import("./keys.js").Pace, {replay: number, each: number, most: number}>}
 */
const PACES = { "at once": { replay: 250, each: 0, most: 1 }, normal: { replay: 700, each: 300, most: 3 }, slow: { replay: 1500, each: 1200, most: 12 } };

/** A game that was read, so that there is something to draw.
 * @typedef {Game & {live: Api.Game, shown: Api.Game, ruleset: Api.Ruleset}} Open */

export class Game extends Reading {
  /** @param {string} id */
  constructor(id) {
    super(id);
    this.feed = new Feed(id, {
      token: () => (this._streamed = this.token),
      after: () => this.newest,
      waits: () => this.seat !== null && !this.over,
      commit: (commit) => this.heard([commit]),
      fetch: () => void this.fetchNews(),
      rewound: (version) => this.rewound(version),
      ended: (why) => this.ended(why),
      connected: (now) => {
        this.connected = now;
        if (now) void this.catchUp();
        this.changed();
      },
    });
    /** The token of the stream. @type {string | null} */
    this._streamed = null;
    /** Counts the positions that were wanted; an answer that is not the last one wanted is dropped. */
    this._wanted = 0;
    this._refreshing = false;
    this._fetching = false;
  }

  /** Read the game and follow it. @param {string[]} [given] The tokens of a link. @param {boolean} [shared] Whether they stay valid elsewhere. */
  async open(given = [], shared = false) {
    this.seat = this.ownSeats[0] ?? null;
    try {
      if (given.length) await accept(this, given, shared);
      await settle(this);
      await this.read();
    } catch (error) {
      if (error instanceof Problem && error.status === GONE) forgetGame(this.id);
      this.missing = said(error);
      return this.changed();
    }
    keep(this.id, { ruleset: this.live.ruleset, title: this.ruleset?.title, commitment: this.live.fairness.commitment });
    // Whoever loads the page may be any of those who play here.
    if (this.ownSeats.length > 1 && !this.over && given.length !== 1) return this.cover(this.otherAsked ?? this.seat ?? 0);
    this.recall();
    this.changed();
    this.feed.start();
  }

  /** Read the newest position and the history. A token that is no longer valid is forgotten, and the next one is used. */
  async read() {
    for (;;) {
      const token = this.token;
      try {
        await this.refresh();
        if (this.ownSeats.length < 2) this.changed(); // The log may come later. Several players must see a curtain first.
        return await this.history();
      } catch (error) {
        if (!token || !(error instanceof Problem) || error.status !== 401) throw error;
        this.forget(token);
        if (!this.token) this.seat = this.ownSeats[0] ?? null;
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
    this.note();
    this.curtain = seat;
    this.seat = null;
    this._wanted++;
    this.past = false;
    this.forgetView();
    this.feed.rest();
    this.changed();
  }

  /** The player of the seat behind the curtain sits down. */
  async uncover() {
    const seat = this.curtain;
    this.curtain = null;
    await this.look(seat);
  }

  /** @param {Api.Commit[]} commits */
  heard(commits) {
    const fresh = commits.filter((commit) => commit.version > this.newest);
    if (!fresh.length) return;
    this.commits.push(...fresh);
    void this.catchUp();
  }

  /** Read what is new where no stream brings it. A failure is noticed by the next reading. */
  async fetchNews() {
    if (this._fetching || !this.live) return;
    this._fetching = true;
    const { seat, token } = this;
    try {
      const found = await this.commitsAfter(this.newest);
      if (seat === this.seat && this.curtain === null) this.heard(found);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) this.lost(token);
      if (error instanceof Problem && error.status === GONE) this.ended("deleted");
    } finally {
      this._fetching = false;
    }
  }

  /** The page is shown again: say what happened since it was left. */
  async back() {
    if (this.curtain !== null || !this.live) return;
    await this.fetchNews();
    this.recall();
    this.changed();
  }

  /** The service has lost what came after a version. @param {number} version */
  rewound(version) {
    this.commits = this.commits.filter((commit) => commit.version <= version);
    this.stale = true;
    void this.catchUp();
  }

  /** @param {string} why */
  ended(why) {
    if (why === "unauthorized") this.lost(this._streamed);
    if (why === "log_damaged") this.say = words.damaged;
    if (why === "deleted") this.gone();
    this.changed();
  }

  /** The game was deleted: there is nothing to show, and nothing to follow. */
  gone() {
    this.feed.close();
    this.forgetView();
    forgetGame(this.id);
    this.missing = words.deleted;
  }

  /** Show what has come. One reading at a time; what comes meanwhile is read together, and what fails is read again. */
  async catchUp() {
    if (this._refreshing) return;
    this._refreshing = true;
    while (this.curtain === null && (this.stale || this.live.version < this.newest)) {
      const from = this.live.version;
      const token = this.token;
      const stale = this.stale;
      this.stale = false;
      try {
        if (!stale) await this.pass(from);
        if (token !== this.token) continue;
        await this.refresh(stale ? null : this.streamed(this.newest));
      } catch (error) {
        if (error instanceof Problem && error.status === 401 && token) {
          this.lost(token);
          continue;
        }
        if (error instanceof Problem && error.status === GONE) {
          this.ended("deleted");
          break;
        }
        this.stale = true;
        this.changed();
        await pause(RETRY_MS);
        continue;
      }
      const news = this.commits.filter((commit) => commit.version > from);
      if (news.length) this.touched = news.flatMap((commit) => commit.touched ?? []);
      const other = this.otherAsked;
      if (other !== null && !this.past) {
        this.cover(other);
        break;
      }
      this.changed();
    }
    this._refreshing = false;
    this.changed();
  }

  /** Show the versions between the one that was shown and the newest, if they are few. @param {number} from */
  async pass(from) {
    const { each, most } = PACES[settings().pace];
    const { seat, token } = this;
    if (this.past || document.hidden || this.newest - from > most) return;
    for (let version = from + 1; version < this.newest; version++) {
      const shown = this.streamed(version) ?? await get(`${this.path}${WITH_ALL}&version=${version}`, token);
      if (this.past || seat !== this.seat || this.curtain !== null) break;
      this._passing = true;
      this.shown = shown;
      this.touched = this.commits.find((commit) => commit.version === version)?.touched ?? [];
      this.changed();
      await pause(each);
    }
    this._passing = false;
  }

  /** Forget a token that is no longer valid, unless another one has taken its place. @param {string} token */
  forget(token) {
    if (this.seat !== null && this.token === token) forgetToken(this.id, this.seat);
    if (!this.token) this.say = words.unauthorized;
  }

  /** A token was replaced: by this browser, or by another one, which has the seat then. @param {string | null} token */
  lost(token) {
    if (token && this.token === token) this.forget(token);
    if (this.token) {
      this.stale = true;
      void this.catchUp();
      return this.feed.start();
    }
    const next = this.ownSeats[0];
    if (next === undefined) void this.look(null);
    else this.cover(next);
  }

  /** Look as another seat, or as a spectator. @param {number | null} seat */
  async look(seat) {
    this.feed.rest();
    this._wanted++;
    this.seat = seat;
    const { say } = this;
    this.forgetView();
    this.say = say;
    this.past = false;
    this.changed();
    try {
      await this.read();
    } catch (error) {
      this.missing = said(error);
      return this.changed();
    }
    this.recall();
    this.changed();
    this.feed.start();
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

  /** Show one version after the other, until the newest, or until it is stopped. @param {number} [from] Where to begin. */
  async play(from) {
    if (this.playing) return this.pause();
    this.playing = true;
    this.since = null;
    if (from || !this.past) await this.show(from ?? 1);
    while (this.playing && this.past) {
      await pause(PACES[settings().pace].replay);
      if (this.playing && this.past && this.shown) await this.show(this.beside(1));
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
}
