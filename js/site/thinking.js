// The win rates of candidate moves, played out by as many workers as there are cores. A worker of its own begins, and adds
// up what the others have played; the result does not depend on who played what.

import { CoreWorker, compute, CORES } from "./core-workers.js";

const PLAYERS = Math.min(CORES, 4);
const FIRST = 64; // layouts of the first batches, which should come at once
const LEAST = 32;
const MOST = 2048;
const LONG = 200; // ms that a batch should take

const adder = new CoreWorker();

/** Play the moves of a position out. `tell(answer)` gets each answer, as from the request `think`. */
export async function think(request, { tell, signal, seconds }) {
  if (PLAYERS < 2) return compute("think", request, { tell, signal, seconds, streams: true });
  const { position, trust_flags } = request;
  const own = adder;
  const end = new AbortController(); // also ends what the others play when one of them fails
  const given = AbortSignal.any([signal, end.signal]);
  const { cells, most, thought } = await own.ask("begin_think", request, { signal: given, seconds });
  if (thought) return tell(thought);
  const began = performance.now();
  const left = () => Math.max(0, 1000 * request.seconds - (performance.now() - began));
  const parts = new Map(); // what was played and waits for what comes before it, by its first layout
  let asked = 0;
  let added = 0;
  let adding = Promise.resolve();
  const give = async (wins, last = false) => tell(await own.ask("add_playouts", { wins, last }, { signal: given, seconds }));
  const add = async () => {
    while (parts.has(added)) {
      const { wins, count } = parts.get(added);
      parts.delete(added);
      added += count;
      await give(wins);
    }
  };
  const play = async () => {
    for (let count = FIRST; asked === 0 || (asked < most && left() > 0); ) {
      const first = asked;
      const size = Math.min(count, most - first);
      asked += size;
      const start = performance.now();
      const { wins } = await compute("play_out", { position, trust_flags, cells, first, count: size }, { signal: given, seconds, streams: true });
      parts.set(first, { wins, count: size });
      const took = Math.max(1, performance.now() - start);
      count = Math.round(Math.min(MOST, 4 * size, Math.max(LEAST, (size * Math.min(LONG, left())) / took)));
      adding = adding.then(add);
    }
  };
  try {
    await Promise.all(Array.from({ length: PLAYERS }, play));
    await adding;
    await give([], true);
  } catch (error) {
    end.abort();
    adding.catch(() => {});
    throw error;
  }
}
