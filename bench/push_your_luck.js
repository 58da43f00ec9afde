// A small push-your-luck card game for two seats, played at random by a headless client of boardgame.io.
//
// Each line on standard input holds a number of seconds to play for; each answer is a line of JSON with the moves made,
// the games finished and the seconds taken.
'use strict';

const path = require('path');
const { createRequire } = require('module');
const readline = require('readline');
const fetched = createRequire(path.join(__dirname, '.peers', 'node', 'package.json'));
const { Client } = fetched('boardgame.io/client');
const { INVALID_MOVE } = fetched('boardgame.io/core');

const COLOURS = 5;
const CARDS = 110;
const POINTS_TO_WIN = 12;

function newDeck() {
  const deck = [];
  for (let id = 0; id < CARDS; id++) {
    // Three of five are ships that pay coins, the others people who cost coins and bring points.
    if (id % 5 < 3) deck.push({ id, kind: 'ship', colour: id % COLOURS, coins: 1 + (id % 4), cost: 0, points: 0 });
    else deck.push({ id, kind: 'person', colour: -1, coins: 0, cost: 3 + (id % 6), points: 1 + (id % 3) });
  }
  return deck;
}

const PushYourLuck = {
  name: 'push-your-luck',
  setup: ({ random }) => ({
    deck: random.Shuffle(newDeck()),
    discard: [],
    harbour: [],
    taking: false,
    seats: [{ coins: 3, points: 0, people: [] }, { coins: 3, points: 0, people: [] }],
  }),
  moves: {
    reveal: ({ G, random, events }) => {
      if (G.taking) return INVALID_MOVE;
      if (G.deck.length === 0) {
        G.deck = random.Shuffle(G.discard);
        G.discard = [];
      }
      const card = G.deck.pop();
      if (card.kind === 'ship' && G.harbour.some((other) => other.colour === card.colour)) {
        G.discard.push(card, ...G.harbour);
        G.harbour = [];
        events.endTurn();
      } else {
        G.harbour.push(card);
      }
    },
    stop: ({ G }) => {
      if (G.taking || G.harbour.length === 0) return INVALID_MOVE;
      G.taking = true;
    },
    take: ({ G, playerID, events }, place) => {
      const card = G.harbour[place];
      const seat = G.seats[playerID];
      if (!G.taking || card === undefined || card.cost > seat.coins) return INVALID_MOVE;
      G.harbour.splice(place, 1);
      seat.coins += card.coins - card.cost;
      seat.points += card.points;
      if (card.kind === 'person') seat.people.push(card);
      else G.discard.push(card);
      G.discard.push(...G.harbour);
      G.harbour = [];
      G.taking = false;
      events.endTurn();
    },
    pass: ({ G, events }) => {
      if (!G.taking) return INVALID_MOVE;
      G.discard.push(...G.harbour);
      G.harbour = [];
      G.taking = false;
      events.endTurn();
    },
  },
  endIf: ({ G }) => {
    const winner = G.seats.findIndex((seat) => seat.points >= POINTS_TO_WIN);
    return winner < 0 ? undefined : { winner };
  },
};

function legalMoves(G, player) {
  if (!G.taking) return G.harbour.length ? [['reveal'], ['stop']] : [['reveal']];
  const moves = [['pass']];
  G.harbour.forEach((card, place) => {
    if (card.cost <= G.seats[player].coins) moves.push(['take', place]);
  });
  return moves;
}

function play(seconds) {
  const began = process.hrtime.bigint();
  const until = began + BigInt(Math.round(seconds * 1e9));
  let moves = 0;
  let games = 0;
  while (process.hrtime.bigint() < until) {
    const client = Client({ game: PushYourLuck, numPlayers: 2, debug: false });
    client.start();
    let state = client.getState();
    while (!state.ctx.gameover) {
      const legal = legalMoves(state.G, state.ctx.currentPlayer);
      const [name, ...args] = legal[Math.floor(Math.random() * legal.length)];
      const before = state._stateID;
      client.moves[name](...args);
      state = client.getState();
      if (state._stateID === before) throw new Error(`${name} was refused`);
      moves += 1;
    }
    client.stop();
    games += 1;
  }
  return { moves, games, seconds: Number(process.hrtime.bigint() - began) / 1e9 };
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify(play(Number(line))));
});
