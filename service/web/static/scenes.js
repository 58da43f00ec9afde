/**
 * Plays what happened, beat by beat. There is one queue, for news and for replays: commits wait in it, and their beats are applied
 * one after another to a working picture.
 */
import { get, said } from "./api.js";
import { settings } from "./keys.js";
import { applied } from "./working.js";

/** @typedef {NonNullable<Api.Commit["scene"]>[number]} Beat */
/** @typedef {Extract<Beat, {beat: "roll"}>} Roll */
/** @typedef {Api.Commit & {picture: Api.Picture, scene: Beat[]}} Staged A commit that can be played. */

/** What a page of commits is asked for with, so that they can be played. */
export const STAGED = "include=picture,asked,scene";

/** How long a beat of each weight is shown, and how long dice roll and lie before it is said what they mean. */
const MS = [350, 350, 1600], ROLLS_MS = 420, LIES_MS = 280;
/** How long a silent beat of weight 0 is shown: a bot's turn has up to eight of them in a row, such as cards that are cleared away, and all that while nothing is told. */
const SILENT_MS = 140;
const PACES = { "at once": 1, normal: 1, slow: 2 };
/** Beats that wait longer than this are played faster, but at most so much; longer than that, only those that must be seen. */
const HURRIED_MS = 12_000, FASTEST = 3, SKIMMED_MS = 40_000;
/** How long a frame is waited for: a page in the background draws none. */
const UNDRAWN_MS = 500;
/** How long a commit is thought to take that was not read yet. */
const UNREAD_MS = 1200;
/** How many commits are read at once, how few are left when the next are, and how many wait at most; the others are read later. */
const PAGE = 10, FEW = 4, MOST = 60;
/** How often commits that cannot be read are asked for, and how long apart. */
const TRIES = 5, AGAIN_MS = 2000;
/** How many beats that were shown are kept for drawings. */
const KEPT = 80;
/** In how many steps a figure counts up or down. */
const STEPS = 4;

/** @param {Beat} beat */
export const weightOf = (beat) => beat.weight ?? 1;

/** Whether a beat only has what comes and goes with the position: markers without a face, and heaps. @param {Beat} beat */
const isSign = (beat) => beat.beat === "show" && weightOf(beat) === 0 && !beat.text && (beat.pieces ?? []).every((piece) => typeof piece !== "string" && !piece.face);

/** The seat that did what a commit says: where no seat sent it, as when time is up, the first one that it is about. @param {Api.Commit} commit @returns {number | null} */
export const actorOf = ({ seat, scene }) => seat ?? (scene ?? []).map((beat) => (beat.beat === "moment" ? beat.seat : null)).find((each) => typeof each === "number") ?? null;

/** The ids of what a beat is about. @param {Beat} beat @returns {string[]} */
export function about(beat) {
  if (isSign(beat)) return [];
  if (beat.beat === "show" || beat.beat === "move") return (beat.pieces ?? []).map((piece) => (typeof piece === "string" ? piece : piece.id ?? piece.was ?? "")).filter(Boolean);
  if (beat.beat === "moment") return beat.at ?? [];
  if (beat.beat === "gain") return [beat.at];
  return beat.beat === "roll" ? beat.rolls.map(({ by }) => by) : [];
}

/** The seat of an id such as `seat/1/coins` or `ship/1`. @param {string | null | undefined} id @returns {number | null} */
export function seatOf(id) {
  const found = /^(?:seat|ship)\/(\d)(?=\/|$)/.exec(id ?? "");
  return found ? Number(found[1]) : null;
}

/** Whether a fight or a moment of a seat is in a scene, which its player sees in full. @param {Beat[]} scene @param {number | null} seat */
const concerns = (scene, seat) => seat !== null && scene.some((beat) => (beat.beat === "roll" && (beat.rolls.some(({ by }) => seatOf(by) === seat))) || (beat.beat === "moment" && weightOf(beat) === 2 && beat.seat === seat));

/** Whether a beat changes what is drawn, or says something. @param {Beat} beat */
const isSeen = (beat) => Boolean(beat.text) || beat.beat === "roll" || beat.beat === "turn" || (beat.beat === "moment" ? Boolean(beat.title) : beat.beat === "gain" ? weightOf(beat) > 0 : (beat.pieces ?? []).length > 0 && !isSign(beat));

/** How many times longer than usual all takes at the pace that was chosen. */
const slowness = () => PACES[settings().pace];

/** How long a beat takes at the normal pace, in milliseconds. @param {Beat} beat @param {number} [speed] */
function lasting(beat, speed = 1) {
  const weight = weightOf(beat);
  if (!isSeen(beat)) return 0;
  return weight < 2 ? (weight || beat.text ? MS[weight] : SILENT_MS) / speed : MS[2];
}

/** How long the dice of a roll take at the normal pace before it is said what they mean. @param {Beat} beat */
const rolling = (beat) => (beat.beat === "roll" ? ROLLS_MS + LIES_MS : 0);

export class Scenes {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** The version whose end was shown. */
    this.at = 0;
    /** Commits that wait, the next one first, none missing between them. @type {Staged[]} */
    this.ahead = [];
    this.playing = false;
    /** The commit that is played. @type {Staged | null} */
    this.commit = null;
    /** The beat that is shown. @type {Beat | null} */
    this.beat = null;
    /** What was said last of what is played. @type {{text: string, seat: number | null} | null} */
    this.said = null;
    /** How long it stands, in milliseconds. */
    this.lasts = 0;
    /** The last roll, with how far it has come: 0 while dice roll, 1 while they lie, 2 once it is said what they mean.
     * @type {{roll: Roll, phase: 0 | 1 | 2} | null} */
    this.roll = null;
    /** The beats that were shown last, the newest last. @type {Beat[]} */
    this.recent = [];
    /** Ids of what the last commit moved or was about. @type {Set<string>} */
    this.touched = new Set();
    /** Whether the page came back, so that only what must be seen is played of what waits. */
    this.skims = false;
    /** Counts what was begun, so that what was stopped does not go on. */
    this._run = 0;
    this._wake = () => {};
    this._reading = /** @type {Promise<void> | null} */ (null);
  }

  /** Whether nobody is hurried: in the past, and where a spectator watches. */
  get calm() {
    return this.game.past || this.game.seat === null;
  }

  /** Whether what is played is what others did, so that the board shows nothing to be done yet. */
  get ofOthers() {
    const { commit, game } = this;
    if (!this.playing || this.at >= game.live.version) return false;
    return commit?.seat !== game.seat || this.at + 1 < game.live.version || commit.scene.some((beat) => beat.beat === "turn" && beat.by && seatOf(beat.by) !== game.seat);
  }

  /** The ids that the beat shown is about. @returns {Set<string>} */
  get lit() {
    return new Set(this.beat ? about(this.beat) : []);
  }

  /** Commits that a stream has brought. @param {Api.Commit[]} commits */
  hear(commits) {
    for (const commit of commits) {
      const next = (this.ahead.at(-1)?.version ?? this.commit?.version ?? this.at) + 1;
      if (commit.picture && commit.scene && commit.version === next && this.ahead.length < MOST) this.ahead.push(/** @type {Staged} */ ({ ...commit }));
    }
  }

  /** A position is shown as it is: what waits was either played or is of another history. @param {number} version */
  rest(version) {
    this._passOver(version);
    this._run++;
    this._reading = null; // What it brings is of what was played before.
    this._wake();
    this.playing = this.skims = this._cut = false;
    this.at = version;
    this.ahead = this.ahead.filter((commit) => commit.version > version);
    if (this.ahead[0]?.version !== version + 1) this.ahead = [];
    this.commit = this.beat = this.said = null;
    if (this.roll) this.roll = { ...this.roll, phase: 2 }; // Dice that were skipped while they rolled lie there too.
  }

  /** Keep beats that were shown, or passed over. @param {Beat[]} beats */
  _keep(beats) {
    this.recent = [...this.recent, ...beats].slice(-KEPT);
    const roll = beats.findLast((beat) => beat.beat === "roll");
    if (roll) this.roll = { roll: /** @type {Roll} */ (roll), phase: 2 };
  }

  /** What was skipped has happened too: its last roll is the last one. @param {number} version */
  _passOver(version) {
    const { at, commit, beat } = this;
    for (const each of commit ? [commit, ...this.ahead] : this.ahead) {
      if (each.version <= at || each.version > version || this._around(each)) continue;
      this._keep(each === commit && beat ? each.scene.slice(each.scene.indexOf(beat) + 1) : each.scene);
    }
  }

  /** Whether a commit is of the table, and not of the game. @param {Api.Commit} commit */
  _around({ events }) {
    const around = new Set(this.game.ruleset.table_events);
    return events.every(({ type }) => around.has(type));
  }

  /** What led to the position from which is played on, where it was not played itself. @param {Api.Commit[]} commits The last ones before it. */
  recollect(commits) {
    const { recent, roll } = this, told = commits.filter((commit) => !this._around(commit));
    this.recent = [];
    this._keep(told.flatMap(({ scene }) => scene ?? []));
    this.recent = [...this.recent, ...recent].slice(-KEPT);
    this.roll = roll ?? this.roll;
    if (!recent.length) this.touched = new Set(told.at(-1)?.scene?.flatMap(about));
  }

  /** Another position is shown, to which other beats have led. */
  leave() {
    this.recent = [];
    this.roll = null;
    this.touched = new Set();
  }

  /** Forget everything of the seat that looked. */
  forget() {
    this.rest(0);
    this.ahead = [];
    this.leave();
  }

  /** How long what waits takes at the normal pace, in milliseconds, with the commit that is begun: whoever wants it slow is not hurried sooner. */
  get waiting() {
    const { commit, ahead } = this;
    const read = (commit ? [commit, ...ahead] : ahead).flatMap(({ scene }) => scene).reduce((sum, beat) => sum + lasting(beat) + rolling(beat), 0);
    return read + Math.max(0, this.game.live.version - (ahead.at(-1)?.version ?? commit?.version ?? this.at)) * UNREAD_MS;
  }

  /** Play what waits. Something may come meanwhile; it is played too. */
  async play() {
    if (this.playing) return;
    this.playing = true;
    const run = ++this._run;
    for (let tries = 0; this.at < this.game.live.version;) {
      const commit = await this._next();
      if (run !== this._run) return;
      if (!commit && ++tries < TRIES) {
        await this._wait(AGAIN_MS);
        if (run !== this._run) return;
        continue;
      }
      if (!commit) break;
      tries = 0;
      await this._stage(commit, run);
      if (run !== this._run) return;
    }
    this.rest(this.at);
    this.game.played();
  }

  /** The next commit. @returns {Promise<Staged | undefined>} Nothing if none can be read. */
  async _next() {
    if (this.ahead[0]?.version !== this.at + 1) this.ahead = [];
    if (!this.ahead.length) await this._read();
    else if (this.ahead.length <= FEW) void this._read();
    return this.ahead.shift();
  }

  /** Read commits behind those that wait. */
  _read() {
    const reading = this._reading ?? this._page().finally(() => { if (this._reading === reading) this._reading = null; });
    return (this._reading = reading);
  }

  async _page() {
    const { game, _run: run } = this;
    const after = this.ahead.at(-1)?.version ?? this.commit?.version ?? this.at;
    if (after >= game.live.version) return;
    try {
      const { items } = await get(`${game.path}/events?after=${after}&limit=${PAGE}&${STAGED}`, game.token);
      if (run === this._run) this.hear(items);
    } catch (error) {
      game.say = said(error);
    }
  }

  /** Play the beats of a commit. @param {Staged} commit @param {number} run */
  async _stage(commit, run) {
    const { game } = this, before = /** @type {Api.Game} */ (game.shown);
    const gone = game.undone.has(commit.version) && game.past;
    if (gone || !before.picture) return this._end(commit);
    const full = (commit.seat !== null && commit.seat === game.seat) || concerns(commit.scene, game.seat);
    this.commit = commit;
    const waits = this.waiting;
    const skims = settings().pace === "at once" || (!this.calm && !full && (this.skims || waits > SKIMMED_MS));
    const speed = this.calm || full ? 1 : Math.min(FASTEST, Math.max(1, waits / HURRIED_MS));
    this.touched = new Set();
    let { picture } = before;
    for (const beat of commit.scene) {
      const ms = skims && weightOf(beat) < 2 ? 0 : lasting(beat, speed) * slowness(), was = picture;
      picture = applied(picture, beat, commit.picture);
      about(beat).forEach((id) => this.touched.add(id));
      if (!this._around(commit)) this._keep([beat]);
      if (!ms || this._cut) continue;
      this.beat = beat;
      this.lasts = ms;
      const show = (/** @type {Api.Picture} */ now) => { game.shown = { ...before, picture: now }; game.changed(); };
      if (beat.beat === "roll") await this._roll(beat, skims ? 1 : speed, () => show(picture));
      else if (beat.beat === "gain" && Math.abs(beat.by ?? 0) > 1) await this._count(was, beat, commit.picture, ms, show);
      else {
        show(picture);
        await this._wait(ms);
      }
      if (run !== this._run) return;
    }
    this._cut = false;
    this._end(commit);
  }

  /** Dice roll, lie, and then it is said what they mean. @param {Roll} roll @param {number} speed @param {() => void} show */
  async _roll(roll, speed, show) {
    for (const [phase, ms] of /** @type {[0 | 1 | 2, number][]} */ ([[0, (ROLLS_MS / speed) * slowness()], [1, (LIES_MS / speed) * slowness()], [2, this.lasts]])) {
      this.roll = { roll, phase };
      show();
      await this._wait(ms);
      if (this._cut || !this.beat) break;
    }
    if (this.beat) this.roll = { roll, phase: 2 };
  }

  /** A figure counts up or down. @param {Api.Picture} was @param {Beat} beat @param {Api.Picture} after @param {number} ms @param {(now: Api.Picture) => void} show */
  async _count(was, beat, after, ms, show) {
    const run = this._run;
    const steps = still() ? 1 : Math.min(STEPS, Math.abs(/** @type {any} */ (beat).by));
    for (let step = 1; step <= steps && run === this._run && !this._cut; step++) {
      show(applied(was, beat, after, step / steps));
      await this._wait(ms / steps);
    }
  }

  /** @param {Staged} commit */
  _end(commit) {
    this.at = commit.version;
    this.commit = this.beat = null;
    this.game.shown = this.game.positionAt(commit);
    this.game.changed();
  }

  /** Wait so long from the next frame on, which draws what was changed: a slow page takes nothing from what must be read. @param {number} ms */
  _wait(ms) {
    return new Promise((done) => {
      let timer = setTimeout(done, ms + UNDRAWN_MS);
      const frame = requestAnimationFrame(() => { clearTimeout(timer); timer = setTimeout(done, ms); });
      this._wake = () => { cancelAnimationFrame(frame); clearTimeout(timer); done(undefined); };
    });
  }

  /** Go to the end of what waits; in the past, of the commit that is played. */
  skip() {
    if (!this.playing) return;
    if (!this.game.past) this.game.showNow();
    else if (this.commit) {
      this._cut = true;
      this._wake();
    }
  }

  /** Whether the rest of the commit that is played is passed over. */
  _cut = false;
}

/** Whether nothing shall move. */
export const still = () => {
  const { motion } = settings();
  return motion === "off" || (motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
};
