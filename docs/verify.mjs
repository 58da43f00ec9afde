// Checks an exported game of Tradewinds from the file alone: node verify.mjs GAME.ndjson [--head VERSION:HEAD]…
// For Node 18 or newer, without packages. The checks are in one module that the page of a game runs as well.
// Exit status: 0 good, 1 bad, 2 truncated.
import { readFileSync } from "node:fs";
import { verify } from "../service/web/static/verify.mjs";

function finish(status, line) { (status ? console.error : console.log)(line); process.exit(status); }
const [file, ...words] = process.argv.slice(2), receipts = [];
for (let at = 0; at < words.length; at += 2) {
  const receipt = words[at] === "--head" && /^([0-9]{1,15}):([0-9a-f]{64})$/i.exec(words[at + 1] ?? "");
  if (!receipt) finish(2, "a receipt is --head, a version, a colon and the head's 64 hex digits");
  receipts.push([Number(receipt[1]), receipt[2].toLowerCase()]);
}
if (!file) finish(2, "usage: node verify.mjs GAME.ndjson [--head VERSION:HEAD]…");
const result = await verify(readFileSync(file), receipts);
if (result.verdict === "bad") finish(1, `BAD: ${result.problem}`);
if (result.verdict === "truncated") finish(2, `TRUNCATED: ${result.problem}`);
finish(0, `OK: ${result.commits} commits; chain ok, draws of the set-up ${result.draws}, decisions skipped\nhead ${result.head}`);
