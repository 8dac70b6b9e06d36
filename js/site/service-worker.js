// Keeps the files of one version of the page, so that it works offline. scripts/static_site puts the version and the list of
// files in place of the two lines below; the version is the digest of all files.

const VERSION = "";
const FILES = [];
const LATER_FILES = []; // fetched when the page already works offline
const OURS = `sapper ${self.registration.scope} `; // other sites of the same host have other names
const NAME = OURS + VERSION;
const LATER = `${NAME} later`; // also for what is kept when it is first used, such as the network

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(replaceOthers()));
self.addEventListener("message", (event) => {
  if (event.data === "replace") self.skipWaiting();
  if (event.data === "fetch later files") event.waitUntil(keepLater());
});
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});

/** Keep every file, or none: the files of two versions must not mix. */
async function keepAll() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function keepLater() {
  const cache = await caches.open(LATER);
  for (const file of LATER_FILES) if (!(await cache.match(file))) await cache.add(file).catch(() => {}); // the next visit tries again
}

/** The files of this version replace those of all others. */
async function replaceOthers() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME && name !== LATER) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request) {
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  const kept = await (await caches.open(NAME)).match(address.href);
  if (kept) return kept;
  const later = await caches.open(LATER);
  const used = await later.match(address.href);
  if (used) return used;
  const response = await fetch(request);
  if (response.ok && request.destination !== "document") await later.put(address.href, response.clone());
  return response;
}
