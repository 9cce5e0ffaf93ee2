/* Without a network there is no table of others: who has fetched the package that plays alone goes there, everybody else is
told so on a page of our own rather than on the browser's. Nothing else is kept, so nobody ever sees an old table for the
real one. */

const KEPT = "forno-offline";
const { pathname: BASE } = new URL(self.registration.scope);
const PAGE = `${BASE}offline`;
const PACKAGE = `${BASE}anywhere/`;

async function keep() {
  const cache = await caches.open(KEPT);
  const page = await fetch(PAGE, { cache: "reload" });
  if (!page.ok) throw new Error(`${PAGE}: ${page.status}`);
  const text = await page.clone().text();
  const needed = [...text.matchAll(/(?:href|src)="([^"#]*\/static\/[^"#]+)/g)].map((match) => match[1]);
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(PAGE, page);
  await cache.addAll([...new Set(needed)]);
}

async function withoutNetwork() {
  if (await caches.match(PACKAGE)) return Response.redirect(PACKAGE);
  return (await caches.match(PAGE)) ?? Response.error();
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { id, title, body, link } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: link }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(withoutNetwork));
  } else if (new URL(request.url).pathname.startsWith(`${BASE}static/`)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});
