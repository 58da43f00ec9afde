// boardgame.io's own server for row 2: node boardgame_server.js memory|delta|file PORT FOLDER
'use strict';

const { fetched, cells } = require('./boardgame_game.js');
const { Server, FlatFile } = fetched('boardgame.io/server');

const [storage, port, folder] = process.argv.slice(2);
const server = Server({
  games: [cells(storage === 'delta')],
  origins: [`http://127.0.0.1:${port}`],
  ...(storage === 'file' ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run({ port: Number(port), callback: () => console.log('ready') });
