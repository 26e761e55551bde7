// The service worker of the app (served by deploy/installable.py, which puts KEPT before this text): every page comes
// from the network as ever; only where there is none does a page that says so take its place, or what a person asked to
// have on this device to play without a network (js/offline/page.js). Nothing personal is kept.

const NAME = `tabellone-${KEPT.version}`;

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(NAME);
    await cache.addAll(KEPT.files.map((path) => new Request(path, { cache: "reload", credentials: "omit" })));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("tabellone-") && name !== NAME).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(orElse(request, KEPT.offline));
  else if (pathname.startsWith(KEPT.fixed)) event.respondWith(keptFirst(request));
  else if (KEPT.files.includes(pathname) || KEPT.rooms.some((room) => pathname.startsWith(room))) event.respondWith(orElse(request));
});

/** What is kept for a request, whatever stands after the "?". */
const keptFor = (request) => caches.match(request, { ignoreSearch: true, ignoreVary: true });

/** The network's answer; without a network, or where a proxy has no server behind it, what is kept, else `spare`. */
const orElse = async (request, spare) => {
  try {
    const answer = await fetch(request);
    return (answer.status === 502 || answer.status === 504 ? await keptFor(request) : null) ?? answer;
  } catch (error) {
    const kept = (await keptFor(request)) ?? (spare && (await caches.match(spare)));
    if (kept) return kept;
    throw error;
  }
};

/** What is kept; else the network's answer: a file whose address names its content. */
const keptFirst = async (request) => (await keptFor(request)) ?? fetch(request);

// A push (league/delivery/push.py): shown at once, and a tap opens the page that it is about.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // not ours, or not to be read: something happened all the same
  }
  const { title = "Tabellone", body = "", url = "/notifications/", tag = "" } = told;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: KEPT.icon, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (target.origin !== self.location.origin) return;
  const show = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((one) => new URL(one.url).pathname === target.pathname);
    return there ? there.focus() : self.clients.openWindow(target.href);
  };
  event.waitUntil(show());
});
