// Agents that play the same board side by side, each in a worker of its own.

import { compute } from "./core-workers.js";
import { watchNetwork } from "./network-player.js";
import { FACTS } from "./site-facts.js";
import { watchWeights } from "./weights-player.js";

/** Let agents play. The page gets one message about the board, and the steps and the record of each agent by its number. */
export async function watch({ agents, rows, cols, mines, first_move = "safe", seed, index = 0, start = [0, 0] }, { tell, ...options }) {
  const rules = { rows, cols, mines, first_move };
  let isShown = false;
  const games = agents.map((name, agent) => {
    const hear = (message) => {
      if (message.kind !== "board") tell({ ...message, agent });
      else if (!isShown) {
        isShown = true;
        tell({ ...message, agents });
      }
    };
    const request = { rules, start, seed, index, agents: [name] };
    const listening = { tell: hear, ...options };
    if (name === FACTS.network?.name) return watchNetwork(request, listening);
    if (name === FACTS.weights?.name) return watchWeights(request, listening);
    return compute("watch", request, listening);
  });
  const ends = await Promise.allSettled(games);
  const failed = ends.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}
