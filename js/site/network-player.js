// Games of the network, which plays in a worker of its own. Nothing of it is loaded before somebody watches it.

import { Refusal } from "../shared/refusal.js";
import { compiledCore } from "./core-workers.js";
import { FACTS } from "./site-facts.js";
import { siteTexts as words } from "./site-texts.js";

/** Let the network play a board. The messages are those of a native agent. */
export async function watchNetwork(request, { tell, signal, seconds }) {
  const module = await compiledCore();
  const worker = new Worker(new URL("./network-worker.js", import.meta.url), { type: "module" });
  let late = 0;
  try {
    await new Promise((done, refuse) => {
      const stop = (reason) => refuse(new Refusal(500, { detail: reason }));
      late = setTimeout(() => stop(words.late(seconds)), seconds * 1000);
      signal?.addEventListener("abort", () => stop(words.late(seconds)));
      worker.onerror = () => stop(words.noNetwork);
      worker.onmessage = ({ data }) => {
        if (data.message) tell(data.message);
        else if (data.failure !== undefined) stop(data.isMissing ? words.noNetwork : words.networkFailed(data.failure));
        else done();
      };
      worker.postMessage({ module, request, card: FACTS.network, memory: FACTS.limits.memory });
    });
  } finally {
    clearTimeout(late);
    worker.terminate();
  }
}
