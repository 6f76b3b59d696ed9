// The page without a network: its files are kept when it has been opened once. The build writes
// which these are (tools/embed.cmake); their names change with what is in them, so a kept one is
// right for good. The page itself is asked for first, and the kept one is shown where the server
// cannot be reached.

const VERSION = 'unpacked';
const FILES = [];
const worker = /** @type {any} */ (globalThis);

async function keep() {
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  await cache.add(new Request('/', { cache: 'reload' }));
  await worker.skipWaiting();
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

const kept = (path) => caches.match(path, { cacheName: VERSION, ignoreVary: true });

/** A proxy before a server that is gone answers, with 502 to 504. */
async function freshOrKept(request) {
  const answer = await fetch(request).catch(() => null);
  return answer && answer.status < 502 ? answer : await kept('/') ?? answer ?? Response.error();
}

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && pathname === '/') {
    event.respondWith(freshOrKept(request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)));
  }
});
