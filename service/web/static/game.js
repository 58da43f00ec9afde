/** One game as this browser plays it: what it shows, what it follows, and who of several players looks. No drawing here. */
import { WITH_ALL } from "./ahead.js";
import { GONE, Problem, call, get, pause, said } from "./api.js";
import { Feed } from "./feed.js";
import { forgetGame, forgetToken, invitedTo, isKept, keep, kept } from "./keys.js";
import { Reading } from "./reading.js";
import { Scenes } from "./scenes.js";
import { accept, settle } from "./seatwork.js";
import { words } from "./words.js";

/** How long to wait before a position that could not be read is read again. */
const RETRY_MS = 2000;

/** How long a past position is shown before it is read what led to it: whoever pulls the ruler sees many. */
const STAYS_MS = 120;

/** A game that was read, so that there is something to draw.
 * @typedef {Game & {live: Api.Game, shown: Api.Game, ruleset: Api.Ruleset}} Open */

export class Game extends Reading {
  /** @param {string} id */
  constructor(id) {
    super(id);
    this.scenes = new Scenes(this);
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

  /** Read the game and follow it. @param {string[]} [given] The tokens of a link. @param {boolean} [shared] Whether they stay valid elsewhere. @param {boolean} [uncovered] Whether one person plays all of them. */
  async open(given = [], shared = false, uncovered = false) {
    const known = isKept(this.id);
    this.seat = this.ownSeats[0] ?? null;
    try {
      if (given.length) await accept(this, given, shared);
      await settle(this);
      await this.read();
    } catch (error) {
      if (error instanceof Problem && error.status === GONE) forgetGame(this.id);
      this.missing = said(error);
      if (error instanceof Problem && error.code === "ruleset_not_installed") await this.salvage();
      return this.changed();
    }
    keep(this.id, { ruleset: this.live.ruleset, title: this.ruleset?.title, commitment: this.live.fairness.commitment });
    // Only of a game that is new here, and with all its seats: no link lifts the curtain between people at one browser.
    if (uncovered && !known && this.ownSeats.length === this.live.seats.length) keep(this.id, { uncovered });
    if (this.seat === null && !this.say && !this.over && this.live.seats.some(({ kind }, seat) => !["open", "reserved"].includes(kind) && invitedTo(this.id, seat).length)) this.say = words.seatTaken;
    // Whoever loads the page may be any of those who play here.
    if (this.ownSeats.length > 1 && !this.over && given.length !== 1) return this.cover(this.otherAsked ?? this.seat ?? 0);
    this.recall();
    this.changed();
    this.feed.start();
  }

  /** Find out what is left of a game whose rules are not installed: its record, once it is over. */
  async salvage() {
    const path = /** @type {const} */ (`${this.path}/export`);
    await call("GET", path, { token: this.token, raw: true }).then(() => { this.left = path; }, () => {});
    this.missing = words.notInstalled(kept(this.id).title ?? "", !!this.left);
  }

  /** Read the newest position and the history. A token that is no longer valid is forgotten, and the next one is used. */
  async read() {
    for (;;) {
      const token = this.token;
      try {
        await this.refresh();
        if (this.shown === this.live) this.scenes.rest(this.live.version);
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
    const asked = this.ownSeats.filter((seat) => (this.live?.to_act ?? []).includes(seat) && !this.live?.seats[seat].level);
    return asked.includes(this.seat ?? -1) ? null : asked[0] ?? null;
  }

  retold() {
    const { scenes } = this;
    if (!scenes.recent.length) scenes.recollect(this.ledTo(scenes.at));
  }

  /** Show with a position what led to it: what is known at once, else as soon as it was read, unless another one is wanted by then. */
  async remember() {
    const { scenes, _wanted: wanted } = this, { at } = scenes;
    const unknown = this.ledTo(at).find(({ scene }) => !scene);
    scenes.leave();
    if (unknown) {
      await pause(STAYS_MS);
      if (wanted !== this._wanted) return;
      await this.readScenes(unknown.version, at + 1 - unknown.version);
    }
    if (wanted !== this._wanted || this.curtain !== null) return;
    scenes.recollect(this.ledTo(at));
    this.changed();
  }

  /** The level of the bot that plays the seat that looks; nothing where its player does. @returns {string | null} */
  get robot() {
    return this.seat === null || this.over || this.live?.lost.includes(this.seat) ? null : this.live?.seats[this.seat].level ?? null;
  }

  /** Whether the player who looks is asked something, no bot in the player's place, and sees it: what others did is shown first, unless a clock runs meanwhile. */
  get mine() {
    return !this.past && this.seat !== null && (this.live?.to_act ?? []).includes(this.seat) && !this.live.seats[this.seat].level && !this.waits;
  }

  /** Whether what others did is still being shown. */
  get waits() {
    return this.scenes.ofOthers && !(this.live.clock?.running && this.live.deadlines.some(({ seat }) => seat === this.seat));
  }

  forgetView() {
    super.forgetView();
    this.scenes.forget();
  }

  /** Cover the page, so that the player of another seat can sit down. Nothing of the seat before stays in it. @param {number} seat */
  cover(seat) {
    this.note();
    if (kept(this.id).uncovered) return void this.look(seat);
    this.curtain = seat;
    this.seat = null;
    this._wanted++;
    this.past = this.playing = false;
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
    this.scenes.hear(fresh);
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
    const { scenes } = this;
    scenes.skims = this.returned = true;
    await this.fetchNews();
    scenes.skims = this.newest > scenes.at; // What comes later is seen as ever.
    this.arrive();
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
      const token = this.token;
      const stale = this.stale;
      this.stale = false;
      try {
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
      this.arrive();
      this.drawNews();
    }
    this._refreshing = false;
    this.drawNews();
  }

  /** Draw what has come. Where a spectator watches what was before, the next beat draws it. */
  drawNews() {
    if (this.seat !== null || !this.scenes.playing) this.changed();
  }

  /** Play what has come, where it can be played: a position without a picture, and one that a hidden page has, are just there. */
  arrive() {
    if (this.past || this.curtain !== null || !this.shown || !this.live) return;
    const { scenes, shown, live } = this;
    if (live.version < scenes.at || !shown.picture || !live.picture) return this.showNow();
    if (live.version === scenes.at && !scenes.playing) return void (this.shown = live);
    if (!document.hidden) void scenes.play();
  }

  /** All that waited was played. */
  played() {
    this.showNow();
    if (this.seat !== null) this.recall();
    this.changed();
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
    this.past = this.playing = false;
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
    this.scenes.rest(shown.version);
    void this.remember();
    this.changed();
  }

  /** Play from a version, or from what is shown, until the newest, or until it is stopped. @param {number} [from] Where to begin. */
  async play(from) {
    if (this.playing) return this.pause();
    this.playing = true;
    if (from || !this.past) await this.show(from ?? 1);
    if (this.playing && this.past) void this.scenes.play();
    else this.playing = false;
    this.changed();
  }

  /** Stop a replay at the position where it is. */
  pause() {
    this.playing = false;
    const { commit } = this.scenes;
    if (this.past && commit) this.shown = this.positionAt(commit);
    if (this.past) this.scenes.rest(this.shown?.version ?? 1);
    this.changed();
  }

  showNow() {
    const { past } = this;
    this._wanted++;
    this.past = this.playing = false;
    this.scenes.rest(this.live.version);
    const other = this.otherAsked;
    if (other !== null) return this.cover(other);
    this.shown = this.live;
    if (past) void this.remember();
    this.changed();
  }
}
