// The worker that keeps the games of a person. The mines stay here until a game is over: the page gets only what a player
// may see. Every game is also saved in the browser's database, so that a reload of the page or a broken core loses none.
// Its messages are those of core/worker.js.

import { Core } from "../core/core.js";
import { savedGame, saveGame } from "./saved-games.js";

const known = new Set();
let core = null;
let turn = Promise.resolve();

async function answer(name, request) {
  const { id } = request;
  if (id !== undefined && !known.has(id)) {
    const saved = await savedGame(id);
    if (saved) await core.ask("restore_game", { id, saved });
    known.add(id);
  }
  const found = await core.ask(name, request);
  const changed = found.id ?? id;
  known.add(changed);
  await saveGame(changed, (await core.ask("save_game", { id: changed })).saved);
  return found;
}

async function take({ load, id, name, request }) {
  if (load) {
    core = await Core.load(load);
    return;
  }
  try {
    self.postMessage({ id, answer: await answer(name, request) });
    self.postMessage({ id, done: true });
  } catch (error) {
    const { kind = "broken", message } = error;
    if (kind === "out_of_budget" || kind === "broken") known.clear(); // the core may have begun anew, without its games
    self.postMessage({ id, refused: { kind, message } });
  }
}

self.onmessage = ({ data }) => {
  turn = turn.then(() => take(data));
};
