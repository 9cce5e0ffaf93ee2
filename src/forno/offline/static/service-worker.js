/* Keeps the whole package, so that it opens with no network at all. A version is fetched as a whole and checked before it
counts; the one before stays until no page shows it any more, so nothing changes in the middle of a game. */

const VERSION = "VERSION_OF_THE_PACKAGE";
const PREFIX = `forno-anywhere ${registration.scope} `;
const KEPT = PREFIX + VERSION;

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function tell(message) {
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage({ offline: message });
}

/** Whether an answer has what it should. */
async function isWhole(answer, hash) {
  if (!answer?.ok) return false;
  return hex(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer())) === hash;
}

/** A file of the package, checked: a host that is being updated may mix old and new. What another version has kept and is
the same in this one isn't fetched again. */
async function fetched(path, hash) {
  const kept = await caches.match(path);
  if (await isWhole(kept, hash)) return kept;
  const answer = await fetch(path, { cache: "no-cache" });
  if (!(await isWhole(answer, hash))) throw new Error(path);
  return answer;
}

/** Fetch what isn't here yet. What was fetched before it broke off needn't be fetched again. */
async function keep() {
  const { version, files } = await (await fetch("files.json", { cache: "no-cache" })).json();
  if (version !== VERSION) throw new Error("files.json");
  const cache = await caches.open(KEPT);
  const whole = Object.values(files).reduce((sum, [size]) => sum + size, 0);
  let done = 0;
  for (const [path, [size, hash]] of Object.entries(files)) {
    if (!(await cache.match(path))) await cache.put(path, await fetched(path, hash));
    done += size;
    await tell({ done, whole });
  }
  await cache.put("./", (await cache.match("index.html")).clone());
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== KEPT) await caches.delete(name);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => clients.claim())));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  const kept = caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
