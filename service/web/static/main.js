/** Shows the page that the address names. */
import { Later } from "./components.js";
import { part } from "./dom.js";
import { embedded, gameHere as game, keepInvitation } from "./keys.js";
import { paint } from "./page.js";
import { Table } from "./table.js";
import { render } from "./vendor/preact.js";

paint();
// A link to a seat carries its token or invitation behind the #, which browsers send nowhere. It is taken out of the address at once.
const handed = new URLSearchParams(game && !embedded && /^#seat=/.test(location.hash) ? location.hash.slice(1) : "");
const tokens = handed.getAll("token"), invitation = handed.get("invitation");
if (game && invitation) keepInvitation(game, handed.get("seat") ?? "", invitation);
if (handed.size) history.replaceState(null, "", location.pathname);
// A link that is opened in the tab of its game changes only what stands behind the #.
addEventListener("hashchange", () => /^#(seat|version)=/.test(location.hash) && location.reload());
// A file that is dropped on the page is checked; the browser would leave the page for it.
addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
addEventListener("drop", (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  void import("./audit.js").then(({ checkFile }) => checkFile(file));
});
const page = document.getElementById("page");
const lobby = () => import("./lobby.js").then((file) => file.Lobby);
if (page) render(game ? part(Table, { id: game, given: tokens, shared: handed.has("shared"), uncovered: handed.has("uncovered") }) : part(Later, { load: lobby, given: {} }), page);
