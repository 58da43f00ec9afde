/** Shows the page that the address names. */
import { part } from "./dom.js";
import { Lobby } from "./lobby.js";
import { paint } from "./page.js";
import { Table } from "./table.js";
import { render } from "./vendor/preact.js";

paint();
const game = /^\/games\/([^/]+)$/.exec(location.pathname)?.[1];
const page = document.getElementById("page");
if (page) render(game ? part(Table, { id: game }) : part(Lobby), page);
