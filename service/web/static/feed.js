/**
 * News of a game. One tab of this browser streams it, as browsers open only six connections to one service; the others hear
 * from that tab that there is something new, and read it themselves, each as its own seat. A hidden tab ends its stream. If it
 * has a seat it asks now and then, so that it can say whose move it is.
 */
import { follow } from "./api.js";
import { random } from "./keys.js";

/** How long a tab waits to hear whether another one streams. */
const ASK_MS = 150;
/** How often the streaming tab says that it is there, and after how long without a word another one takes over. */
const HERE_MS = 3000, GONE_MS = 9000;
/** How often a hidden tab with a seat asks. */
const HIDDEN_MS = 10_000;

/**
 * @typedef {object} Reader
 * @property {() => string | null} token
 * @property {() => number} after The newest version that is known.
 * @property {() => boolean} waits Whether somebody at this tab has a seat.
 * @property {(commit: Api.Commit) => void} commit
 * @property {() => void} fetch There is something newer than `after`, to be read.
 * @property {(version: number) => void} rewound
 * @property {(why: string) => void} ended
 * @property {(now: boolean) => void} connected
 */

export class Feed {
  /** @param {string} game @param {Reader} reader */
  constructor(game, reader) {
    this.game = game;
    this.reader = reader;
    this.id = random(8);
    /** @type {"off" | "asking" | "streaming" | "listening" | "hidden"} */
    this.state = "off";
    this.stream = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {BroadcastChannel | null} */
    this.tabs = globalThis.BroadcastChannel ? new BroadcastChannel(`tradewinds/${game}`) : null;
    if (this.tabs) this.tabs.onmessage = (/** @type {MessageEvent} */ event) => this.heard(event.data);
    this.shown = () => this.state !== "off" && this.start();
    this.gone = () => { this.rest(); this.state = "hidden"; };
    document.addEventListener("visibilitychange", this.shown);
    addEventListener("pagehide", this.gone);
    addEventListener("pageshow", this.shown);
  }

  /** Follow the game, with the token that the seat has now. */
  start() {
    if (this.state === "streaming" && !document.hidden) return this.lead();
    this.rest();
    if (document.hidden) return this.hide();
    if (!this.tabs) return this.lead();
    this.state = "asking";
    this.say("who");
    this.after(ASK_MS, () => this.lead());
  }

  /** End the stream, and leave it to another tab. */
  rest() {
    clearTimeout(this.timer);
    this.stream.abort();
    if (this.state === "streaming") this.say("left");
    this.state = "off";
  }

  /** The page is gone. */
  close() {
    this.rest();
    this.tabs?.close();
    document.removeEventListener("visibilitychange", this.shown);
    removeEventListener("pagehide", this.gone);
    removeEventListener("pageshow", this.shown);
  }

  /** @param {string} what @param {Record<string, any>} [more] */
  say(what, more) {
    this.tabs?.postMessage({ from: this.id, what, ...more });
  }

  /** @param {number} ms @param {() => void} what */
  after(ms, what) {
    clearTimeout(this.timer);
    this.timer = setTimeout(what, ms);
  }

  hide() {
    this.state = "hidden";
    if (!this.reader.waits()) return;
    this.after(HIDDEN_MS, () => {
      this.reader.fetch();
      this.hide();
    });
  }

  lead() {
    this.stream.abort();
    this.stream = new AbortController();
    const { signal } = this.stream;
    this.state = "streaming";
    const here = () => {
      this.say("here", { version: this.reader.after() });
      this.after(HERE_MS, here);
    };
    here();
    void follow(this.game, {
      token: this.reader.token,
      after: this.reader.after,
      signal,
      commit: (commit) => {
        this.reader.commit(commit);
        this.say("here", { version: commit.version });
      },
      rewound: (version) => {
        this.reader.rewound(version);
        this.say("rewound", { version });
      },
      ended: (why) => {
        this.rest();
        this.reader.ended(why);
      },
      connected: (now) => {
        this.reader.connected(now);
        this.say("connected", { now });
      },
    });
  }

  /** What another tab of this game says. @param {any} message */
  heard(message) {
    if (message.what === "who") {
      if (this.state === "streaming") this.say("here", { version: this.reader.after() });
    } else if (message.what === "left") {
      // Several may have listened: the first to ask again streams.
      if (this.state === "listening") this.after(Math.random() * ASK_MS, () => this.start());
    } else if (message.what === "here") {
      this.another(message);
    } else if (this.state === "listening") {
      if (message.what === "connected") this.reader.connected(message.now);
      if (message.what === "rewound") this.reader.rewound(message.version);
    }
  }

  /** Another tab streams. Of two that do, the one with the smaller id goes on. @param {{from: string, version: number}} message */
  another({ from, version }) {
    if (this.state === "streaming") {
      if (from > this.id) return this.say("here", { version: this.reader.after() });
      clearTimeout(this.timer);
      this.stream.abort();
      this.state = "asking";
    }
    if (this.state === "asking" || this.state === "listening") {
      if (this.state === "asking") this.reader.connected(true);
      this.state = "listening";
      this.after(GONE_MS, () => this.start());
    }
    const listens = this.state === "listening" || (this.state === "hidden" && this.reader.waits());
    if (listens && version > this.reader.after()) this.reader.fetch();
  }
}

