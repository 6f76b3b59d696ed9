// The page without a network: its files are kept when it has been opened once. The build writes
// which these are (tools/embed.cmake); their names change with what is in them, so a kept one is
// right for good. The page itself is the kept one, too, so that it stands at once: when it stands it
// has it compared with the server's, and comes anew where that is another. And what is shown when
// the browser is woken by its push service.

const VERSION = 'unpacked';
/** @type {string[]} */
const FILES = [];

/**
 * What a service worker is given, whose types do not go together with those of a page.
 * @typedef {{waitUntil: (work: Promise<unknown>) => void}} Lasting
 * @typedef {{visibilityState: string, postMessage: (message: unknown) => void, focus: () => Promise<unknown>}} Page
 * @typedef {{request: Request, respondWith: (answer: Promise<Response>) => void}} Asked
 * @typedef {{notification: Notification}} Pressed
 */
const worker = /** @type {any} */ (globalThis);

async function keep() {
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  await cache.add(new Request('/', { cache: 'reload' }));
  await worker.skipWaiting();
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION && name !== 'wake').map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {string} path */
const kept = (path) => caches.match(path, { cacheName: VERSION, ignoreVary: true });

/** What a proxy answers in the server's place is no page of ours: kept, it would stay for good. @param {string} text */
const isOurs = (text) => text.includes('<script type="module" src="main-');

/** Has the server another page by now? It is kept then. */
async function keepNewer() {
  const [fresh, before] = await Promise.all([fetch('/', { cache: 'no-cache' }).catch(() => null), kept('/')]);
  if (!fresh?.ok || !before) return false;
  const copy = fresh.clone();
  const text = await fresh.text();
  if (!isOurs(text) || text === await before.text()) return false;
  await (await caches.open(VERSION)).put('/', copy);
  return true;
}

// A browser that knows routes shows the page without waiting until this script has started.
const ROUTE = { condition: { urlPattern: { pathname: '/' }, requestMode: 'navigate' }, source: { cacheName: VERSION } };

worker.addEventListener('install', (/** @type {Lasting & {addRoutes?: (route: object) => Promise<void>}} */ event) => {
  event.waitUntil(Promise.resolve(event.addRoutes?.(ROUTE)).catch(() => {})); // without it all goes by the handler below
  event.waitUntil(keep());
});
worker.addEventListener('message', (/** @type {Lasting & {data: unknown, source: Page}} */ event) => {
  if (event.data !== 'compare') return;
  event.waitUntil(keepNewer().catch(() => false).then((newer) => event.source.postMessage({ isCompared: true, newer })));
});
worker.addEventListener('activate', (/** @type {Lasting} */ event) => event.waitUntil(dropOthers()));
worker.addEventListener('fetch', (/** @type {Asked} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && pathname === '/') {
    event.respondWith(kept('/').then((answer) => answer ?? fetch(request)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)));
  }
});

// ---- being woken ----

const ENGLISH = {
  guest: 'Guest', turn: '{name} has moved. It is your turn.', joined: '{name} has joined your game.', over: 'Your game against {name} is over.',
  back: 'Your vacation is over: your clocks run again.',
};
/** @param {string} game */
const gameAddress = (game) => `/#/game/${encodeURIComponent(game)}`;

/** The page has left words in its language; an older page, fewer of them. */
async function wakeWords() {
  const answer = await caches.match('/wake-words', { cacheName: 'wake' }).catch(() => null);
  return answer ? { ...ENGLISH, ...await answer.json() } : ENGLISH;
}

/** @type {() => Promise<Page[]>} */
const pagesOf = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** What is looked at says by itself what has happened. @param {{why: string, game: string, opponent?: string}} news */
async function wake({ why, game, opponent }) {
  const pages = await pagesOf();
  if (pages.some((page) => page.visibilityState === 'visible')) return;
  const words = await wakeWords();
  const text = (words[why] ?? words.turn).replace('{name}', () => opponent?.replace(/ \(Guest\)$/, () => ` (${words.guest})`) ?? words.guest);
  await worker.registration.showNotification('Flagfall', { body: text, tag: game, renotify: true, icon: '/icon-192.png', data: { game } });
}

/** The page that is open is led there, so that nothing is loaded; else a new one is. @param {string} game */
async function openGame(game) {
  const [page] = await pagesOf();
  if (!page) return void await worker.clients.openWindow(gameAddress(game));
  page.postMessage({ game });
  await page.focus();
}

worker.addEventListener('push', (/** @type {Lasting & {data: ?{json: () => any}}} */ event) => {
  if (event.data) event.waitUntil(wake(event.data.json()));
});
worker.addEventListener('notificationclick', (/** @type {Lasting & Pressed} */ event) => {
  event.notification.close();
  event.waitUntil(openGame(event.notification.data.game));
});
