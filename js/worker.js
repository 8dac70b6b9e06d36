// A worker that answers requests, in a browser or in node. `Client` speaks to it.
//
// In: {id, name, request}, or {id, agent, weights} with the weights of an agent. Before the first one {load} may name the core: its module, bytes or address.
// Out: {id, answer} for every answer, and at the end {id, done: true}, or {id, refused: {kind, message, cells,
// uses_mine_count}} for a request without an answer.

import { Core } from "./core.js";
import { Refusal } from "./refusal.js";

const isNode = typeof globalThis.WorkerGlobalScope === "undefined";
const port = isNode
  ? (await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads")).parentPort
  : globalThis;

let core = null;

async function answer({ id, name, request, agent, weights }) {
  try {
    core ??= Core.load();
    if (weights) await (await core).keepWeights(agent, weights);
    else await (await core).ask(name, request, (one) => port.postMessage({ id, answer: one }));
    port.postMessage({ id, done: true });
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal({ kind: "malformed", message: error.message });
    port.postMessage({ id, refused: refusal.toJSON() });
  }
}

function take(message) {
  if (message.load === undefined) return void answer(message);
  core = Core.load(message.load);
  core.catch(() => {}); // the first request says it
}

if (isNode) port.on("message", take);
else port.addEventListener("message", ({ data }) => take(data));
