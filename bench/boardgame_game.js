// The game of row 2: two seats take turns to mark one of 16 cells; when all are marked the board is cleared.
'use strict';

const path = require('path');
const { createRequire } = require('module');

// boardgame.io as the benchmark has fetched it.
exports.fetched = createRequire(path.join(__dirname, '.peers', 'node', 'package.json'));
const { INVALID_MOVE } = exports.fetched('boardgame.io/core');

const CELLS = 16;

exports.cells = (deltaState) => ({
  name: 'cells',
  deltaState,
  setup: () => ({ cells: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (!(cell >= 0 && cell < CELLS) || G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
      if (!G.cells.includes(null)) G.cells.fill(null);
    },
  },
});
