/** One game as it is read: what the seat that looks sees of it. */
import { WITH_ALL } from "./ahead.js";
import { get } from "./api.js";
import { keep, kept } from "./keys.js";
import { moduleOf, styleOfMaps } from "./modules.js";

/** At most so many commits are told of at once to whoever was away. */
const MOST_TOLD = 100, FEWEST_TOLD = 8;

/** @typedef {{place: number, expects: string}} Rank The place of an offer in the order of a bot, from 1, and what the bot expects of it. */
/** @typedef {Api.Advice & {ranks: Map<string, Rank>}} Ranked An advice with the offers' places in it, by their ids. */

export class Reading {
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
    /** Read with the game, and the same ever after. @type {Api.Content} */
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
    /** The version for which an action was sent that is not answered yet. @type {number | null} */
    this.sent = null;
    this.say = "";
    /** The problem that refused the last action. @type {Partial<Api.Problem> | null} */
    this.refusal = null;
    /** The version that the last action was meant for, if it came too late. @type {number | null} */
    this.overtaken = null;
    /** The version that the seat saw last, if others have acted since. @type {number | null} */
    this.since = null;
    /** The `since` whose cards the reader has closed; the log still marks where it begins. @type {number | null} */
    this.closed = null;
    /** Whether the page was left and came back, and nothing was done since. */
    this.returned = false;
    /** Why there is nothing to show. */
    this.missing = "";
    /** Where the record of a game is that cannot be shown, because its rules are not installed. @type {string} */
    this.left = "";
    /** The seat that waits for its player to sit down, where several play at one browser. @type {number | null} */
    this.curtain = null;
    /** What a bot would do now, if it was asked. @type {Ranked | null} */
    this.advice = null;
    this.advising = false;
    /** The level of the bot that is asked, once one was chosen. */
    this.adviser = "";
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this._boardOf = "";
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

  /** The newest version that is known of. @returns {number} */
  get newest() {
    return this.commits.at(-1)?.version ?? this.live?.version ?? 0;
  }

  /**
   * The game at a version that the stream has brought. Null if it must be read: it is not drawn, or more has changed than a
   * commit says.
   * @param {number} version @returns {Api.Game | null}
   */
  streamed(version) {
    const news = this.commits.filter((commit) => commit.version > this.live.version && commit.version <= version);
    const last = news.at(-1);
    const around = new Set(this.ruleset.table_events);
    if (!last?.picture || news.some((commit) => commit.events.some(({ type }) => around.has(type)))) return null;
    return { ...this.positionAt(last), outcome: this.live.outcome };
  }

  /** The game after a commit, as far as the commit tells it. @param {Api.Commit} commit @returns {Api.Game} */
  positionAt({ version, turn, status, to_act, asked, picture, head, deadlines }) {
    if (version === this.live.version) return this.live;
    return { ...this.live, version, turn: picture?.turn ?? turn, status, to_act, asked, picture, head, deadlines, outcome: null, view: null };
  }

  /** The versions that were taken back later. What asked for it and agreed is none of them. @returns {Set<number>} */
  get undone() {
    /** @type {Set<number>} */
    const found = new Set();
    for (const { version, events } of this.commits) {
      const back = events.find(({ type }) => type === "taken_back");
      if (back) for (let each = /** @type {any} */ (back).to_version + 1; each < version; each++) found.add(each);
    }
    for (const { version, events } of this.commits) if (events.some(({ type }) => /^takeback_(asked|accepted)|^taken_back/.test(type))) found.delete(version);
    return found;
  }

  /** The next version in a direction that was not taken back later. @param {number} step 1 or -1 */
  beside(step) {
    const { undone } = this;
    let version = (this.shown?.version ?? 1) + step;
    while (undone.has(version)) version += step;
    return Math.max(1, version);
  }

  /** What happened between the choice of an action and its arrival, where it came too late. */
  get meanwhile() {
    const { overtaken } = this;
    return overtaken === null ? [] : this.commits.filter((commit) => commit.version > overtaken);
  }

  /** Whether an action was sent, and nothing has come of it yet: the stream may be faster than the answer. */
  get busy() {
    return this.sent !== null && this.live.version <= this.sent;
  }

  /**
   * Read the newest position, its picture and what may be done. Nothing is kept if another seat looks by then.
   * @param {Api.Game | null} [streamed] The newest position, if the stream has brought it.
   */
  async refresh(streamed) {
    const { seat, token } = this;
    const live = streamed ?? await get(`${this.path}${WITH_ALL}`, token);
    const asked = seat !== null && live.to_act.includes(seat);
    const takesBack = streamed && seat !== null && live.takeback !== "never"; // No commit says whether it can.
    const [ruleset, offers, now] = await Promise.all([
      this.ruleset ?? get(`/v1/rulesets/${live.ruleset}`), asked ? get(`${this.path}/actions?unavailable=true`, token) : null,
      takesBack ? get(this.path, token) : live, this.readBoard(live)]);
    this.ruleset = ruleset;
    if (seat !== this.seat) return;
    this.live = { ...live, takeback_now: now.version === live.version ? now.takeback_now : null };
    this.offers = offers;
    this.advice = null;
    this.shown ??= this.live;
    const told = this.seat === null ? live.version : this.lastOwn ?? 0;
    for (const commit of this.commits) {
      if (commit.version <= live.version) commit.picture = commit.asked = null; // The queue has them.
      if (commit.version < told) commit.scene = null;
    }
  }

  /** The board names the players, so it is read again when one of them has changed. @param {Api.Game} live */
  async readBoard(live) {
    const names = JSON.stringify(live.seats.map((seat) => seat.name));
    if (!live.picture || names === this._boardOf) return;
    [this.board, this.module] = await Promise.all([get(`${this.path}/board`), moduleOf(live.ruleset)]);
    if (!this.module.Board && this.board.areas.some((/** @type {Api.Area} */ area) => area.label === false)) await styleOfMaps();
    this._boardOf = names;
  }

  /** All commits after a version, as this seat sees them. @param {number} after @returns {Promise<Api.Commit[]>} */
  async commitsAfter(after) {
    /** @type {Api.Commit[]} */
    const found = [];
    for (;;) {
      const page = await get(`${this.path}/events?after=${found.at(-1)?.version ?? after}&limit=100`, this.token);
      found.push(...page.items);
      if (!page.next || !page.items.length) return found;
    }
  }

  /** All commits so far. */
  async history() {
    const { seat } = this;
    const found = await this.commitsAfter(0);
    if (seat === this.seat) this.commits = found;
  }

  /** Nothing of the seat that looked may stay in the page. */
  forgetView() {
    this.offers = this.advice = this.shown = this.refusal = this.overtaken = this.since = null;
    this.commits = [];
    this.say = "";
    if (this.live) this.live = { ...this.live, view: null, picture: null, asked: null };
  }

  /** Keep what the seat has seen by now, so that it can be told later what is new. */
  note() {
    if (this.shown) keep(this.id, { looked: { ...kept(this.id).looked, [this.seat ?? ""]: this.live.version } });
  }

  /** The last version in which the seat that looks did something in the game. @returns {number | undefined} */
  get lastOwn() {
    const around = new Set(this.ruleset.table_events);
    return this.seat === null ? undefined : this.commits.filter((commit) => commit.seat === this.seat && commit.events.some(({ type }) => !around.has(type))).at(-1)?.version;
  }

  /** Find out whether others have acted since the seat did something, or since it looked. What they did is read, if it is not known. */
  recall() {
    const looked = kept(this.id).looked?.[this.seat ?? ""];
    const from = this.lastOwn ?? looked ?? (this.seat === null ? this.newest : 1);
    const since = Math.max(from, this.newest - MOST_TOLD);
    const news = this.commits.filter((commit) => commit.version >= since);
    this.since = news.some((commit) => commit.version > since && commit.seat !== this.seat) || news[0]?.seat === this.seat ? since : null;
    if (news.some((commit) => !commit.scene)) void this.retell(Math.min(since, this.newest - FEWEST_TOLD));
  }

  /** The last commits that led to a version, but for what had been taken back by then. @param {number} version */
  ledTo(version) {
    const { undone } = this, were = undone.has(version);
    return this.commits.filter((commit) => commit.version <= version && commit.version > version - FEWEST_TOLD && (were || !undone.has(commit.version)));
  }

  /** Tell again what happened from a version on. @param {number} since */
  async retell(since) {
    const { seat } = this;
    await this.readScenes(Math.max(1, since), MOST_TOLD);
    if (seat !== this.seat || this.curtain !== null) return;
    this.retold();
    this.changed();
  }

  /** Read scenes that are not known. @param {number} first The version of the first. @param {number} limit How many at most. */
  async readScenes(first, limit) {
    const { seat } = this;
    const { items } = await get(`${this.path}/events?after=${first - 1}&limit=${limit}&include=scene`, this.token).catch(() => ({ items: [] })); // Told in the log anyway.
    if (seat !== this.seat || this.curtain !== null) return;
    const scenes = new Map(/** @type {Api.Commit[]} */ (items).map(({ version, scene }) => [version, scene]));
    this.commits = this.commits.map((commit) => (commit.scene || !scenes.has(commit.version) ? commit : { ...commit, scene: scenes.get(commit.version) ?? null }));
  }

  /** The scenes of the last commits are known. */
  retold() {}
}
