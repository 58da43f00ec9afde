// Runs docs/verify.mjs once for each line of standard input, a JSON list of its arguments, each time in a thread of its own.
// For each it writes a line of JSON: the exit status and all that was said. Starting Node anew would take longer than a check.
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";

const script = new URL("../../docs/verify.mjs", import.meta.url);
for await (const line of createInterface({ input: process.stdin })) {
  const worker = new Worker(script, { argv: JSON.parse(line), stdout: true, stderr: true });
  let crash = "";
  worker.on("error", (error) => { crash = `${error.stack}\n`; });
  const ended = new Promise((resolve) => { worker.on("exit", resolve); });
  const [status, said, wrong] = await Promise.all([ended, text(worker.stdout), text(worker.stderr)]);
  process.stdout.write(`${JSON.stringify([status, said + wrong + crash])}\n`);
}
