// Saved games in the browser's database, as the opaque text of the core. Only the worker that keeps the games reads them.

const STORE = "games";
const MOST = 20; // games; the oldest are dropped
let opening = null;

function finished(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** The database; null where the browser has none, as in some private windows. Then a reload loses the game. */
function database() {
  opening ??= (async () => {
    const request = indexedDB.open("sapper", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("at", "at");
    return finished(request);
  })().catch(() => null);
  return opening;
}

/** The text of a saved game, or null. */
export async function savedGame(id) {
  const found = await database();
  const game = found && (await finished(found.transaction(STORE).objectStore(STORE).get(id)).catch(() => null));
  return game?.saved ?? null;
}

/** Save a game, and drop the oldest ones. */
export async function saveGame(id, saved) {
  const found = await database();
  if (!found) return;
  try {
    const store = found.transaction(STORE, "readwrite").objectStore(STORE);
    await finished(store.put({ id, saved, at: Date.now() }));
    const old = (await finished(store.index("at").getAllKeys())).slice(0, -MOST);
    for (const each of old) store.delete(each);
  } catch {
    // The disk is full, or the browser has closed the database: the game goes on without.
  }
}
