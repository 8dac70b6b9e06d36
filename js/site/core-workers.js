// Workers with the core: started when they are needed, and ended when their answer is not wanted any more.

import { Client } from "../core/client.js";
import { Refusal } from "../shared/refusal.js";
import { siteTexts as words } from "./site-texts.js";

const STATUS = { malformed: 400, impossible: 422, out_of_budget: 422, unknown: 404, conflict: 409 };
/** How many computations may run at the same time. */
export const CORES = navigator.hardwareConcurrency || 2;
/** How many workers compute at the same time. One of them is left for quick questions, so a few more than cores help. */
const MOST_WORKERS = Math.min(6, Math.max(4, CORES + 1));
const PATIENCE = 60; // ms that a question may go on after nobody waits for it: a new worker takes about as long

let compiling = null;

/** The compiled core. All workers share it. */
export function compiledCore() {
  compiling ??= compile();
  compiling.catch(() => {
    compiling = null; // so that the next request tries again
  });
  return compiling;
}

async function compile() {
  const response = await fetch(new URL("../core/sapper.wasm", import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Refusal(0, { detail: words.noCore });
  // While it is still being loaded, which needs a host that names its type.
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker with the core. Requests to it are answered one after another. */
export class CoreWorker {
  constructor(script = "../core/worker.js") {
    this.script = script;
    this.client = null;
  }

  async start() {
    const load = await compiledCore();
    this.client ??= new Client({ load, start: () => new Worker(new URL(this.script, import.meta.url), { type: "module" }) });
  }

  /** Keep the weights of an agent, which this worker then knows. */
  async keepWeights(agent, weights) {
    await this.start();
    await this.client.keepWeights(agent, weights);
  }

  close() {
    this.client?.close();
  }

  /** Send a request, and return its last answer. `tell(answer)` gets each one. After `seconds` the worker is ended. */
  async ask(name, fields, { tell, seconds, signal } = {}) {
    await this.start();
    const late = AbortSignal.timeout(seconds * 1000);
    try {
      return await this.client.ask(name, fields, { onAnswer: tell, signal: signal ? AbortSignal.any([signal, late]) : late });
    } catch (error) {
      if (error.kind === "stopped") throw late.aborted ? new Refusal(504, { detail: words.late(seconds) }) : stopped();
      if (!error.kind) throw error;
      throw new Refusal(STATUS[error.kind] ?? 500, { detail: error.message });
    }
  }
}

const idle = [];
const waiting = [];
let busy = 0;
let streaming = 0;

/** Start a worker in advance, so that the first question does not wait for it. */
export async function warm() {
  const worker = idle.pop() ?? new CoreWorker();
  idle.push(worker);
  await worker.start();
}

/** Let those who wait begin, in their order, while there are workers. */
function next() {
  for (let i = 0; i < waiting.length && busy < MOST_WORKERS; ) {
    if (waiting[i].streams && streaming >= MOST_WORKERS - 1) {
      i += 1;
      continue;
    }
    const [entry] = waiting.splice(i, 1);
    busy += 1;
    streaming += entry.streams ? 1 : 0;
    entry.begin();
  }
}

/** Wait for a worker. A place that is aborted while it waits is given up. */
function place(streams, signal) {
  return new Promise((begin, refuse) => {
    const entry = { streams, begin };
    waiting.push(entry);
    signal?.addEventListener("abort", () => {
      const at = waiting.indexOf(entry);
      if (at < 0) return;
      waiting.splice(at, 1);
      refuse(stopped());
    });
    next();
  });
}

const stopped = () => new DOMException("stopped", "AbortError");

/**
 * Ask a worker that is free, or the next one to become free, and return the last answer; `tell(answer)` gets each one.
 * When `signal` aborts, the worker of a stream is ended at once, and another one unless it answers in a moment.
 */
export async function compute(name, fields, { tell, seconds, signal, streams = false }) {
  if (signal?.aborted) throw stopped();
  await place(streams, signal);
  const worker = idle.pop() ?? new CoreWorker();
  const ending = new AbortController();
  const end = () => setTimeout(() => ending.abort(), streams ? 0 : PATIENCE);
  signal?.addEventListener("abort", end);
  try {
    if (signal?.aborted) throw stopped();
    const listen = (answer) => signal?.aborted || tell?.(answer);
    const answer = await worker.ask(name, fields, { tell: listen, seconds, signal: ending.signal });
    if (signal?.aborted) throw stopped();
    return answer;
  } finally {
    signal?.removeEventListener("abort", end);
    busy -= 1;
    streaming -= streams ? 1 : 0;
    idle.push(worker);
    next();
  }
}
