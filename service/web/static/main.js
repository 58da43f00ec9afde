/** Shows the page that the address names. */
import { part } from "./dom.js";
import { keepSeat } from "./keys.js";
import { Lobby } from "./lobby.js";
import { paint } from "./page.js";
import { Table } from "./table.js";
import { render } from "./vendor/preact.js";

paint();
const game = /^\/games\/([^/]+)$/.exec(location.pathname)?.[1];
// A link to a seat carries its token behind the #, which browsers send nowhere. It is kept, and taken out of the address at once.
const seat = /^#seat=(\d+)&token=([\w-]+)$/.exec(location.hash);
if (game && seat) {
  keepSeat(game, Number(seat[1]), seat[2]);
  history.replaceState(null, "", location.pathname);
}
const page = document.getElementById("page");
if (page) render(game ? part(Table, { id: game }) : part(Lobby), page);
