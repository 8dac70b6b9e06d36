// Sapper in JavaScript: exact risks, best moves and games of Minesweeper, by the same core as the Python package.

import { Core } from "./core.js";
import { Refusal } from "./refusal.js";

export { Client } from "./client.js";
export { Core } from "./core.js";
export { Refusal } from "./refusal.js";

let core = null;

function loaded() {
  if (core === null) {
    core = Core.load();
    core.catch(() => (core = null)); // so that a later request tries again
  }
  return core;
}

/**
 * Answer a request in this thread, which is busy meanwhile; a `Client` answers it in a worker. Returns the last answer.
 * When `onAnswer`, which gets every answer, returns false, the request ends with the best result so far.
 */
export async function ask(name, request, onAnswer) {
  return (await loaded()).ask(name, request, onAnswer);
}

/** The JSON Schema of every request and answer. */
export async function schema() {
  return (await import("./facade-schema.js")).schema;
}

const FIELDS = ["rows", "cols", "mines", "solutions", "exact", "risk", "safe", "mine_cells"];

/**
 * Analyse a position, given as text such as "1??/???/??? 2". Returns what `JSON.parse` makes of the output of
 * `sapper analyse --json`; its `best` only with the option `best`.
 */
export async function analyse(position, options = {}) {
  const answer = await ask("analyse", { ...options, position, digits: null });
  if (!answer.possible) {
    const { reason, cells, uses_mine_count } = answer;
    throw new Refusal({ kind: "impossible", message: `the position is impossible: ${reason}`, cells, uses_mine_count });
  }
  answer.solutions = answer.solutions === null ? null : Number(answer.solutions);
  const fields = options.best ? [...FIELDS, "best"] : FIELDS;
  return Object.fromEntries(fields.map((field) => [field, answer[field]]));
}
