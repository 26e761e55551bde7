// The service worker of the app (served by deploy/installable.py, which puts KEPT before this text): every page comes
// from the network as ever; only where there is none does a page that says so take its place. Nothing personal is kept.

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
  if (request.mode === "navigate") event.respondWith(orElse(request, KEPT.offline));
  else if (KEPT.files.includes(new URL(request.url).pathname)) event.respondWith(orElse(request, request));
});

/** The network's answer; without a network what is kept under `spare`. */
const orElse = async (request, spare) => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(spare);
    if (kept) return kept;
    throw error;
  }
};

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
