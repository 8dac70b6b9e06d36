// The page offline: a service worker keeps its files, and a new version replaces the old one when the user agrees.

import { button, h } from "../shared/elements.js";
import { FACTS } from "./site-facts.js";
import { siteTexts as words } from "./site-texts.js";

const MEGABYTE = 1 << 20;

/** Write the foot of the page, and when the page has time install the service worker where the browser allows one. */
export function install(hasTime) {
  const said = h("p", { class: "small muted" }, words.about(FACTS.limits.heap / MEGABYTE));
  const update = h("p", { class: "small", role: "status", "data-testid": "version" });
  document.body.append(h("footer", { class: "foot" }, said, update));
  if (!("serviceWorker" in navigator)) return; // as on plain http to another machine
  let isReplaced = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isReplaced) location.reload();
    isReplaced = true;
  });
  hasTime.then(() => register(update)).catch((error) => console.error(error));
}

async function register(update) {
  const registration = await navigator.serviceWorker.register(new URL("service-worker.js", document.baseURI), { updateViaCache: "none" });
  const offer = (worker) => {
    if (!worker || !navigator.serviceWorker.controller) return; // the first version needs no consent
    update.replaceChildren(`${words.newer} `, button(words.reload, () => worker.postMessage("replace"), { kind: "small" }));
  };
  const follow = (worker) => {
    const look = () => worker.state === "installed" && offer(worker);
    worker.addEventListener("statechange", look);
    look();
  };
  if (registration.waiting) offer(registration.waiting);
  if (registration.installing) follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("fetch later files");
  document.documentElement.dataset.offline = "ready";
}
