/** The error of an answer, by its code, or by its status. @param {number} status @param {any} [body] @returns {Problem} */
export function problem(status: number, body?: any): Problem;
/** The call {type, timestamp, data} of a webhook, if it is signed with the secret and so many seconds old at most; else throws
 * BadSignature. Drop calls whose `webhook-id` you have had: they are repeats.
 * @param {string} secret @param {Headers | Record<string, any>} headers @param {string} body As it came.
 * @param {{tolerance?: number, now?: number}} [more] */
export function verified(secret: string, headers: Headers | Record<string, any>, body: string, { tolerance, now }?: {
    tolerance?: number;
    now?: number;
}): Promise<any>;
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
export class TradewindsError extends Error {
}
/** No answer came, and the request may not be sent again, or was for as long as the client's patience lasts. */
export class Unreachable extends TradewindsError {
}
/** A call that is not from this webhook, or too old. */
export class BadSignature extends TradewindsError {
}
/** A refusal: `code` is stable, `message` a sentence for people, `params` the figures and names in it. */
export class Problem extends TradewindsError {
    /** @param {number} status @param {Partial<Answers.Problem> | null} [body] */
    constructor(status: number, body?: Partial<Answers.Problem> | null);
    status: number;
    code: string;
    /** @type {Record<string, any>} */
    params: Record<string, any>;
    errors: Answers.FieldError[];
    currentVersion: number | null;
    rules: string[];
}
/** The request is wrong; `errors` name the fields. */
export class Invalid extends Problem {
}
/** The token or key is missing, wrong, or has not this right (401, 403). */
export class NotAllowed extends Problem {
}
/** There is no such thing (404). */
export class NotFound extends Problem {
}
/** Not possible in this position (409): `code`, `params` and `rules` say why. */
export class Refused extends Problem {
}
/** Another seat is asked. */
export class NotYourTurn extends Refused {
}
/** Another creation has this external id: `params.game`. */
export class ExternalIdTaken extends Refused {
}
/** The operator has deleted the game (410). */
export class Deleted extends Problem {
}
/** What was read has changed since (412): read it again, then decide again. */
export class Stale extends Problem {
}
/** The service cannot take it now (429, 500 and above), for longer than the client's patience lasts. After a change read the
 * game: with the codes `outcome_unknown` and `internal_error` it may have been made. */
export class Unavailable extends Problem {
}
export function seatOf({ game, seat, token }: Answers.ChangedSeat): Seat;
export function seatsOf({ game, seats }: Answers.CreatedGame): Seat[];
/** A client of a service. `key`: an API key, never in a browser. `patience`: the seconds in which a call is sent again if that
 * is safe. */
export class Tradewinds {
    /** @param {string} url @param {{key?: string | null, patience?: number}} [more] */
    constructor(url: string, { key, patience }?: {
        key?: string | null;
        patience?: number;
    });
    url: string;
    key: string | null;
    patience: number;
    /** The answer to anything of the contract, sent again as often as that is safe; with its whole body.
     * @param {string} method @param {string} path @param {More} [more] @returns {Promise<{body: Blob, headers: Headers}>} */
    send(method: string, path: string, more?: More): Promise<{
        body: Blob;
        headers: Headers;
    }>;
    /** The JSON of the answer to anything of the contract. @param {string} method @param {string} path @param {More} [more] @returns {Promise<any>} */
    request(method: string, path: string, more?: More): Promise<any>;
    /** A new game; `more`: options, custody, external_id, metadata, clock and all else that `NewGame` has. A key of your own, kept
     * before you ask, brings fresh tokens of the same game after a crash, for ten minutes.
     * @param {string} ruleset @param {object[]} seats @param {{idempotencyKey?: string, [name: string]: any}} [more] @returns {Promise<Answers.CreatedGame>} */
    createGame(ruleset: string, seats: object[], { idempotencyKey, ...more }?: {
        idempotencyKey?: string;
        [name: string]: any;
    }): Promise<Answers.CreatedGame>;
    /** Take an open or reserved seat; `more`: name, invitation, player, client_seed, which is a new one unless you bring an
     * `idempotencyKey` as for games: a repeat must say the same.
     * @param {string} game @param {number} seat @param {{idempotencyKey?: string, [name: string]: any}} [more] @returns {Promise<Answers.ChangedSeat>} */
    claim(game: string, seat: number, { idempotencyKey, ...more }?: {
        idempotencyKey?: string;
        [name: string]: any;
    }): Promise<Answers.ChangedSeat>;
    /** Give a seat to a bot ({kind: "bot", level}), back to its player ("human"), or free it in the lobby ("open").
     * @param {At} at @param {number} seat @param {{kind: string, level?: string}} to @returns {Promise<Answers.ChangedSeat>} */
    changeSeat(at: At, seat: number, to: {
        kind: string;
        level?: string;
    }): Promise<Answers.ChangedSeat>;
    /** The game after a game: the same one, however often anybody asks. @param {At} at @returns {Promise<Answers.CreatedGame>} */
    rematch(at: At): Promise<Answers.CreatedGame>;
    /** A game as the caller sees it; `version` or `turn` for the past, `include`, `open: true` for all after the end.
     * @param {At} at @param {Asked} [asked] @returns {Promise<Answers.Game>} */
    game(at: At, asked?: Asked): Promise<Answers.Game>;
    /** All that a seat may do now; with `unavailable: true` also what it may not, and why.
     * @param {Seat} at @param {Asked} [asked] @returns {Promise<Answers.Actions>} */
    offers(at: Seat, asked?: Asked): Promise<Answers.Actions>;
    /** Do an offer, its `action`, or its id, which needs the `version` of the offers. It happens once, however often it is sent.
     * Throws Stale if the game has moved on from `version`, Refused if it is not legal.
     * @param {Seat} at @param {any} offer @param {number} [version] @param {Asked} [query] @returns {Promise<Answers.Accepted>} */
    act(at: Seat, offer: any, version?: number, query?: Asked): Promise<Answers.Accepted>;
    /** Ask to take the last action back; `accept` or `decline` what another seat asks.
     * @param {Seat} at @param {"" | "accept" | "decline"} [answer] @param {number} [version] @returns {Promise<Answers.Accepted>} */
    takeback(at: Seat, answer?: "" | "accept" | "decline", version?: number): Promise<Answers.Accepted>;
    /** Give the game up. @param {Seat} at @returns {Promise<Answers.Accepted>} */
    resign(at: Seat): Promise<Answers.Accepted>;
    /** Each moment in which this seat is asked, until the game is over. Act on it and go on; if you do nothing, the next one comes
     * after somebody has acted. @param {Seat} at @returns {AsyncGenerator<Turn>} */
    turns(at: Seat): AsyncGenerator<Turn>;
    /** What stays the same in a game's pictures: areas, faces, words. @param {At} at @returns {Promise<Answers.Board>} */
    board(at: At): Promise<Answers.Board>;
    /** A position as pieces and figures, now or at `version` or `turn`. @param {At} at @param {Asked} [asked] @returns {Promise<Answers.Picture>} */
    picture(at: At, asked?: Asked): Promise<Answers.Picture>;
    /** A position drawn by the service, as SVG or `text/plain`; `theme` and `width`, `version` or `turn`.
     * @param {At} at @param {string} [mediaType] @param {Asked} [query] @returns {Promise<string>} */
    drawing(at: At, mediaType?: string, query?: Asked): Promise<string>;
    /** The same as PNG; `scene: true` draws what happened in the commit that led there. @param {At} at @param {Asked} [query] @returns {Promise<Blob>} */
    png(at: At, query?: Asked): Promise<Blob>;
    /** A page of what happened `after` a version, with `wait` seconds for the next; `include: ["scene", "picture"]`.
     * @param {At} at @param {Asked} [asked] @returns {Promise<Answers.Commits>} */
    events(at: At, asked?: Asked): Promise<Answers.Commits>;
    /** The commits after a version as they come, each once, until the game is over. After an event `rewound` forget what came after
     * its version, and read the game again. @param {At} at @param {number} [after] @param {{include?: string[], signal?: AbortSignal}} [more] */
    follow(at: At, after?: number, { include, signal }?: {
        include?: string[];
        signal?: AbortSignal;
    }): AsyncGenerator<Event, any, any>;
    /** The games of the key, the one that changed last first: by status, player, to_act, external_id, ids, metadata …
     * @param {Asked} [filters] @returns {AsyncGenerator<Answers.ListedGame>} */
    games(filters?: Asked): AsyncGenerator<Answers.ListedGame>;
    /** What the key has noted about a game, and the ETag of it. @param {string} game @returns {Promise<{note: Answers.Note, etag: string}>} */
    note(game: string): Promise<{
        note: Answers.Note;
        etag: string;
    }>;
    /** Change notes by their names; null deletes one. With an ETag throws Stale if they were changed since.
     * @param {string} game @param {object} change @param {string} [etag] @returns {Promise<Answers.Note>} */
    changeNote(game: string, change: object, etag?: string): Promise<Answers.Note>;
    /** Every commit in every game of the key, as events `entry`, `rewound`, `left_out` and `cursor`, for ever.
     * @param {string | null} [cursor] @param {{include?: string[], signal?: AbortSignal}} [more] */
    feed(cursor?: string | null, { include, signal }?: {
        include?: string[];
        signal?: AbortSignal;
    }): AsyncGenerator<Event, any, any>;
    /** News of all games of the key, for ever, for programs that keep nothing but the cursor, or not even that: without it, it begins
     * with how all games stand. Where the feed has lost something, it lists those that changed meanwhile.
     * @param {string | null} [cursor] @param {{include?: string[], signal?: AbortSignal}} [more] @returns {AsyncGenerator<Change>} */
    changes(cursor?: string | null, { include, signal }?: {
        include?: string[];
        signal?: AbortSignal;
    }): AsyncGenerator<Change>;
    /** How the games of the key ended, the one that ended last first. @param {Asked} [query] @returns {AsyncGenerator<Answers.Result>} */
    results(query?: Asked): AsyncGenerator<Answers.Result>;
    /** Have an address called; the `secret` is shown once. If the answer is lost, look into GET /v1/webhooks.
     * @param {string} url @param {string[]} events @returns {Promise<Answers.NewWebhookMade>} */
    createWebhook(url: string, events: string[]): Promise<Answers.NewWebhookMade>;
    #private;
}
/**
 * Who speaks in a game: a seat by its token, or in custody of the client's key by its number; or the host by a token.
 */
export type Seat = {
    game: string;
    seat?: number;
    token?: string | null;
};
/**
 * A game: by its id, as a spectator or with the client's key; or a seat of it.
 */
export type At = string | Seat;
/**
 * Parameters: lists and `metadata` as they are, nothing for undefined and false.
 */
export type Asked = Record<string, any>;
/**
 * One event of a stream; `id` is where to resume after it.
 */
export type Event = {
    name: string;
    data: any;
    id: string;
};
/**
 * A moment in which a seat is asked: the position as it sees it, and all that it may do at this version.
 */
export type Turn = {
    game: Answers.Game;
    offers: Answers.Offer[];
    version: number;
};
/**
 * News of a game. `cursor` is all to keep for going on after it. `listed`: how the game stands, not a commit of it.
 */
export type Change = {
    game: string;
    entry: Answers.FeedEntry | Answers.ListedGame;
    cursor: string;
    listed: boolean;
};
/**
 * Of a call. `safe`: sent twice, it does the same as once. `once`: with an Idempotency-Key, this one or a new one. `version`: the one that was seen.
 * `wait`: seconds for which the service may wait.
 */
export type More = {
    query?: Asked;
    body?: any;
    headers?: Record<string, string>;
    at?: At;
    safe?: boolean;
    wait?: number;
    once?: boolean | string;
    version?: number;
    accept?: string;
    signal?: AbortSignal;
};
import type * as Answers from "./answers.js";
