// Games of the agent whose weights the core reads. They are loaded when somebody watches it.

import { Refusal } from "../shared/refusal.js";
import { CoreWorker } from "./core-workers.js";
import { FACTS } from "./site-facts.js";
import { siteTexts as words } from "./site-texts.js";

/** Let the agent play a board, in a worker of its own. */
export async function watchWeights(request, options) {
  const { name, file } = FACTS.weights;
  const response = await fetch(new URL(`../network/${file}`, import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Refusal(500, { detail: words.noNetwork });
  const worker = new CoreWorker();
  try {
    await worker.keepWeights(name, new Uint8Array(await response.arrayBuffer()));
    return await worker.ask("watch", request, options);
  } finally {
    worker.close();
  }
}
