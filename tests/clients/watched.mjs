// What the JavaScript client does, one case a run: node watched.mjs CASE JSON. Prints what it saw as JSON.
import * as client from "../../clients/javascript/tradewinds.js";

const [, , wanted, given] = process.argv;
const { url, key, ...more } = JSON.parse(given);
const service = new client.Tradewinds(url, { key, patience: more.patience ?? 60 });

/** The type, code and params of what is thrown. */
const thrown = async (doing) => {
  try {
    await doing();
  } catch (error) {
    return { type: error.constructor.name, code: error.code, params: error.params, current: error.currentVersion, message: error.message };
  }
  return null;
};

const cases = {
  async game({ ruleset, options }) {
    const made = await service.createGame(ruleset, [{ kind: "human" }, { kind: "bot", level: "random" }], { options });
    const [seat] = client.seatsOf(made);
    let acted = 0;
    for await (const { offers, version } of service.turns(seat)) {
      await service.act(seat, acted % 2 ? offers[0].id : offers.at(-1), version);
      acted += 1;
    }
    return { game: seat.game, acted };
  },
  async lost({ seats }) {
    const made = await service.createGame("tic-tac-toe", seats, { custody: true });
    const seat = { game: made.game.id, seat: made.game.to_act[0] };
    const { actions, version } = await service.offers(seat);
    const done = await service.act(seat, actions[0], version);
    const webhook = await thrown(() => service.createWebhook("http://127.0.0.1:9/", ["turn"]));
    const games = [];
    for await (const each of service.games()) games.push(each.id);
    return { games, game: seat.game, before: version, after: done.version, webhook, webhooks: (await service.request("GET", "/v1/webhooks")).items.length };
  },
  async refusals() {
    return { done: await service.act({ game: "0g1", seat: 0, token: "tw_1" }, { type: "pass" }, 1), end: await thrown(() => service.createWebhook("https://club.example/", [])) };
  },
  async follow({ game }) {
    const events = [];
    for await (const event of service.follow(game, 0, { include: ["scene"] })) events.push(event);
    return events;
  },
  async feed({ cursor, count }) {
    const heard = new Set();
    const stop = new AbortController();
    let rest = 0;
    for await (const { name, data, id } of service.feed(cursor, { signal: stop.signal })) {
      if (name !== "entry") continue;
      rest += 1;
      heard.add(`${data.game} ${data.version}`);
      cursor = id;
      if (heard.size === count) break;
    }
    return { heard: [...heard], rest };
  },
  async changes({ seats }) {
    const seen = [];
    for await (const { game, entry, cursor, listed } of service.changes()) {
      seen.push({ game, version: entry.version, listed });
      if (listed) await service.createGame("tic-tac-toe", seats, { custody: true });
      else {
        const seat = { game, seat: entry.asked[0].seat };
        await service.act(seat, (await service.offers(seat)).actions[0]);
        for await (const again of service.changes(cursor)) {
          if (again.game === game && again.entry.version > entry.version) return [...seen, { game: again.game, version: again.entry.version, listed: again.listed }];
        }
      }
    }
  },
  async errors({ seats }) {
    const { game } = await service.createGame("merchants-of-the-caribbean", seats, { custody: true, external_id: "table 1" });
    const [acting] = game.to_act;
    const seat = { game: game.id, seat: acting };
    const [offer] = (await service.offers(seat)).actions;
    const { etag } = await service.note(game.id);
    await service.changeNote(game.id, { metadata: { told: "1" } }, etag);
    return {
      game: game.id,
      thrown: [
        await thrown(() => service.act({ game: game.id, seat: 1 - acting }, offer)),
        await thrown(() => service.act(seat, offer, 99)),
        await thrown(() => service.createGame("tic-tac-toe", seats, { external_id: "table 1" })),
        await thrown(() => service.createGame("tic-tac-toe", seats, { colour: "red" })),
        await thrown(() => service.game("0g22222222222222222222")),
        await thrown(() => service.act({ ...seat, token: `tw_${"x".repeat(32)}` }, offer)),
        await thrown(() => service.changeNote(game.id, { metadata: { told: "2" } }, etag)),
        await thrown(() => new client.Tradewinds("http://127.0.0.1:9", { patience: 0.3 }).game("0g1")),
      ],
    };
  },
  async shown({ game }) {
    const { items } = await service.events(game, { after: 1, limit: 1, include: ["scene", "picture"] });
    const results = [];
    for await (const each of service.results({ limit: 1 })) results.push(each.game);
    return {
      areas: (await service.board(game)).areas.map(({ id }) => id),
      pieces: (await service.picture(game)).pieces.map((each) => each.in),
      past: (await service.picture(game, { version: 1 })).version,
      svg: await service.drawing(game, undefined, { theme: "dark" }),
      text: await service.drawing(game, "text/plain"),
      png: (await service.png(game, { version: 2, scene: true })).type,
      beats: items[0].scene.map(({ beat }) => beat),
      results,
    };
  },
  async webhook({ secret, headers, body, now }) {
    const call = await client.verified(secret, headers, body, { now });
    return { call, wrong: [
      await thrown(() => client.verified(secret, headers, `${body} `, { now })),
      await thrown(() => client.verified(`whsec_${"A".repeat(32)}`, headers, body, { now })),
      await thrown(() => client.verified(secret, {}, body, { now })),
      await thrown(() => client.verified(secret, headers, body, { now: now + 301 })),
    ] };
  },
};

console.log(JSON.stringify(await cases[wanted](more)));
process.exit();
