// The core in WebAssembly, in the thread that loads it.

import { fromBytes, toBytes } from "./message-bytes.js";
import { Refusal } from "./refusal.js";

// What the function `send` of the module returns.
const GO_ON = 0;
const FAILED = 1;
const STOP = 2;
const REALTIME = 0; // the clock of WASI that tells the date; the others only count on

async function compile(source = new URL("./sapper.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** What the module needs of its surroundings: a clock and random bytes. `memory` returns the bytes of its memory. */
function surroundings(memory) {
  let words = new DataView(new ArrayBuffer(0)); // of the memory, which moves when it grows
  return {
    env: {
      emscripten_notify_memory_growth() {},
      getentropy(start, count) {
        crypto.getRandomValues(new Uint8Array(memory(), start, count));
        return 0;
      },
    },
    wasi_snapshot_preview1: {
      clock_time_get(clock, _precision, start) {
        const nanoseconds = Math.round(1e6 * (clock === REALTIME ? Date.now() : performance.now()));
        if (words.buffer !== memory()) words = new DataView(memory());
        // In halves: to make a BigInt takes longer than everything else here.
        words.setUint32(start, nanoseconds % 2 ** 32, true);
        words.setUint32(start + 4, nanoseconds / 2 ** 32, true);
        return 0;
      },
      proc_exit(status) {
        throw new Error(`the core ended with status ${status}`);
      },
    },
  };
}

/** The core with its session. While a request is answered, its thread is busy. */
export class Core {
  #module;
  #exports;
  #ready;
  #call;

  constructor(module) {
    this.#module = module;
    this.#ready = this.#start();
  }

  /**
   * Load the core.
   * @param {WebAssembly.Module | BufferSource | URL | string} [source] the module, its bytes or its address
   */
  static async load(source) {
    const core = new Core(await compile(source));
    await core.#ready;
    return core;
  }

  /**
   * Answer a request, and return the last answer. When `onAnswer`, which gets every answer, returns false, the
   * request ends with the best result so far.
   */
  async ask(name, request, onAnswer) {
    await this.#ready;
    const bytes = toBytes({ name, request });
    return this.#run(onAnswer, () => {
      this.#put(bytes);
      this.#exports.sapper_ask();
    });
  }

  /** Keep the weights of an agent, as bytes. It can then be watched under this name. */
  async keepWeights(agent, weights) {
    await this.#ready;
    const name = new TextEncoder().encode(agent);
    this.#run(null, () => {
      this.#put(name, weights);
      this.#exports.sapper_keep_weights(name.length);
    });
  }

  /** Put bytes where the module reads them. */
  #put(...parts) {
    let place = this.#exports.sapper_place(parts.reduce((sum, part) => sum + part.length, 0));
    if (place === 0) throw new Refusal({ kind: "out_of_budget", message: "the request is too large" });
    for (const part of parts) {
      new Uint8Array(this.#exports.memory.buffer).set(part, place);
      place += part.length;
    }
  }

  async #start() {
    const memory = () => this.#exports.memory.buffer;
    const send = (start) => {
      const call = this.#call;
      call.answer = fromBytes(memory(), start);
      try {
        return call.onAnswer?.(call.answer) === false ? STOP : GO_ON;
      } catch (error) {
        call.error = error;
        return FAILED;
      }
    };
    const refuse = (start) => {
      this.#call.error = new Refusal(fromBytes(memory(), start));
    };
    const { exports } = await WebAssembly.instantiate(this.#module, { sapper: { send, refuse }, ...surroundings(memory) });
    this.#exports = exports;
    exports._initialize();
  }

  #run(onAnswer, enter) {
    const call = { onAnswer, answer: null, error: null };
    this.#call = call;
    try {
      enter();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // Nothing is known about the memory of the core any more.
      this.#ready = this.#start();
      throw new Refusal({
        kind: "out_of_budget",
        message: `the request ended the core, which has started anew without its games (${error.message})`,
      });
    }
    if (call.error) throw call.error;
    return call.answer;
  }
}
