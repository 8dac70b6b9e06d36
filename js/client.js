// Requests to the core in a worker, where they block nothing and can be stopped.

import { Refusal, stopped } from "./refusal.js";

/** Start worker.js. Bundlers know this form. */
async function startWorker() {
  if (typeof Worker !== "undefined") return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const threads = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads");
  // Without the options of this process: node refuses some of them for a file, such as --input-type.
  return new threads.Worker(new URL("./worker.js", import.meta.url), { execArgv: [] });
}

/** One worker, which answers requests one after another. */
export class Client {
  #start;
  #load;
  #worker; // a promise
  #queue = []; // the first one is being answered
  #count = 0;

  /**
   * @param {object} [options]
   * @param {() => Worker | Promise<Worker>} [options.start] starts the worker
   * @param {WebAssembly.Module | BufferSource | URL | string} [options.load] the core, if it is not beside worker.js
   */
  constructor({ start = startWorker, load } = {}) {
    this.#start = start;
    this.#load = load instanceof URL ? load.href : load;
    this.#open();
  }

  /**
   * Answer a request. To stop it, its worker is ended, with the games that it holds; another worker answers the
   * requests that still wait.
   * @param {string} name the name of the request, such as "think"
   * @param {object} request its fields
   * @param {object} [options]
   * @param {(answer: object) => void} [options.onAnswer] gets every answer
   * @param {AbortSignal} [options.signal] stops the request, which is then refused with the kind "stopped"
   * @returns {Promise<object>} the last answer
   */
  ask(name, request, options) {
    return this.#call({ name, request }, options);
  }

  /** Keep the weights of an agent, as bytes, in this worker. It can then be watched under this name. */
  async keepWeights(agent, weights) {
    await this.#call({ agent, weights });
  }

  #call(message, { onAnswer, signal } = {}) {
    return new Promise((resolve, reject) => {
      const call = { message: { id: ++this.#count, ...message }, onAnswer, resolve, reject, answer: null };
      if (signal?.aborted) return reject(stopped());
      const stop = () => this.#refuse(call, stopped());
      signal?.addEventListener("abort", stop, { once: true });
      call.forget = () => signal?.removeEventListener("abort", stop);
      this.#queue.push(call);
      if (this.#queue.length === 1) this.#send();
    });
  }

  /** End the worker. Requests without an answer are refused with the kind "stopped". */
  close() {
    this.#end();
    for (const call of this.#queue.splice(0)) this.#settle(call, call.reject, stopped());
  }

  #open() {
    const opened = Promise.resolve(this.#start()).then((worker) => {
      const take = (message) => opened === this.#worker && this.#take(message);
      const fail = (error) => opened === this.#worker && this.#fail(error);
      if (worker.on) {
        worker.on("message", take).on("error", fail);
        worker.unref(); // an idle worker does not keep node running
      } else {
        worker.addEventListener("message", ({ data }) => take(data));
        worker.addEventListener("error", fail);
      }
      if (this.#load !== undefined) worker.postMessage({ load: this.#load });
      return worker;
    });
    this.#worker = opened;
    opened.catch((error) => opened === this.#worker && this.#fail(error));
  }

  #end() {
    this.#worker?.then(
      (worker) => worker.terminate(),
      () => {},
    );
    this.#worker = null;
  }

  #send() {
    const [call] = this.#queue;
    if (!call) return;
    if (!this.#worker) this.#open();
    const worker = this.#worker;
    worker.then(
      (started) => {
        if (worker !== this.#worker || call !== this.#queue[0]) return;
        started.ref?.();
        try {
          started.postMessage(call.message);
        } catch (error) {
          this.#next(call, call.reject, error); // a field that no message can hold, such as a function
        }
      },
      () => {}, // see #open
    );
  }

  #take({ id, answer, refused }) {
    const [call] = this.#queue;
    if (call?.message.id !== id) return;
    if (refused) return this.#next(call, call.reject, new Refusal(refused));
    if (answer === undefined) return this.#next(call, call.resolve, call.answer);
    call.answer = answer;
    call.onAnswer?.(answer);
  }

  /** Settle the request that is being answered, and go on with the one after it. */
  #next(call, settle, value) {
    this.#queue.shift();
    if (this.#queue.length === 0) this.#worker?.then((worker) => this.#queue.length === 0 && worker.unref?.());
    this.#settle(call, settle, value);
    this.#send();
  }

  #settle(call, settle, value) {
    call.forget();
    settle(value);
  }

  /** Refuse a request that waits or is being answered. */
  #refuse(call, refusal) {
    if (call !== this.#queue[0]) {
      this.#queue = this.#queue.filter((one) => one !== call);
      return this.#settle(call, call.reject, refusal);
    }
    this.#end();
    this.#open(); // at once, so that the next request need not wait for it
    this.#next(call, call.reject, refusal);
  }

  #fail(error) {
    const message = `the worker ended: ${error?.message ?? "it could not be loaded"}`;
    const [call] = this.#queue;
    this.#end();
    if (call) this.#next(call, call.reject, new Refusal({ kind: "broken", message }));
  }
}
