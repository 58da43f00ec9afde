/** Shows the page that the address names. */
import { part } from "./dom.js";
import { embedded } from "./keys.js";
import { Lobby } from "./lobby.js";
import { paint } from "./page.js";
import { Table } from "./table.js";
import { render } from "./vendor/preact.js";

paint();
const game = /^(?:\/embed)?\/games\/([^/]+)$/.exec(location.pathname)?.[1];
// A link to a seat carries its token behind the #, which browsers send nowhere. It is taken out of the address at once.
const tokens = game && !embedded && /^#seat=/.test(location.hash) ? new URLSearchParams(location.hash.slice(1)).getAll("token") : [];
if (tokens.length) history.replaceState(null, "", location.pathname);
// A link that is opened in the tab of its game changes only what stands behind the #.
addEventListener("hashchange", () => /^#(seat|version)=/.test(location.hash) && location.reload());
const page = document.getElementById("page");
if (page) render(game ? part(Table, { id: game, given: tokens }) : part(Lobby), page);
