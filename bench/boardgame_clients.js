// Plays on boardgame.io's server through its own clients, two for each of MATCHES matches: node boardgame_clients.js PORT memory|delta|file MATCHES
//
// Each line on standard input holds a number of seconds to play for; each answer is a line of JSON with the moves made and
// the seconds taken.
'use strict';

const readline = require('readline');
const { fetched, cells } = require('./boardgame_game.js');
const { Client } = fetched('boardgame.io/client');
const { SocketIO } = fetched('boardgame.io/multiplayer');

const [port, mode, matches] = process.argv.slice(2);
const game = cells(mode === 'delta');
const WARM_UP = 700;
const LOST = 1000;
// With files the server tells of a move before it has stored it, and refuses an answer that comes at once.
const THINKING = mode === 'file' ? 10 : 0;
let run = 0;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// One match of two clients; a turn is one move. A move counts when the other seat has been told of it by the server.
class Match {
  constructor(id) {
    this.id = id;
    this.turn = 0;
    this.arrivedAt = Date.now();
    this.playing = true;
    this.asked = false;
  }

  async start() {
    this.clients = [];
    for (const playerID of ['0', '1']) {
      const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ['websocket'] } });
      const client = Client({ game, numPlayers: 2, matchID: this.id, playerID, multiplayer, debug: false });
      this.clients.push(client);
      client.subscribe((state) => this.told(client, playerID, state));
      client.start();
      await wait(5); // The first creates the match; two at once would create it twice.
    }
  }

  told(client, playerID, state) {
    // A client shows its own move before it is accepted, but a new turn only as the server tells of it.
    if (!this.playing || state === null || state.ctx.currentPlayer !== playerID) return;
    if (state.ctx.turn < this.turn || (state.ctx.turn === this.turn && !this.asked)) return;
    this.turn = state.ctx.turn;
    this.asked = false;
    this.arrivedAt = Date.now();
    const free = state.G.cells.flatMap((owner, cell) => (owner === null ? [cell] : []));
    const cell = free[Math.floor(Math.random() * free.length)];
    const act = () => this.playing && client.moves.mark(cell);
    if (THINKING) setTimeout(act, THINKING);
    else setImmediate(act);
  }

  // A move that the server refused is never told of: ask it how the match stands.
  mend() {
    if (Date.now() - this.arrivedAt < LOST) return;
    this.arrivedAt = Date.now();
    this.asked = true;
    this.clients.forEach((client) => client.transport.requestSync());
  }

  stop() {
    this.playing = false;
    this.clients.forEach((client) => client.stop());
  }
}

async function play(seconds) {
  run += 1;
  const all = Array.from({ length: Number(matches) }, (_, number) => new Match(`run${run}-${number}`));
  for (const match of all) await match.start();
  const mending = setInterval(() => all.forEach((match) => match.mend()), LOST / 4);
  const total = () => all.reduce((sum, match) => sum + match.turn, 0);
  await wait(WARM_UP);
  const [before, began] = [total(), process.hrtime.bigint()];
  await wait(seconds * 1000);
  const played = { moves: total() - before, seconds: Number(process.hrtime.bigint() - began) / 1e9 };
  clearInterval(mending);
  all.forEach((match) => match.stop());
  return played;
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await play(Number(line))));
  }
  process.exit(0);
})();
