// The page without a network: a version of it, the page and all its files, is kept whole when it has
// been opened once. The build writes which files these are (tools/embed.cmake); their names change with
// what is in them. The page is always shown as it is kept, so that it stands at once. A newer version
// is another service worker: it takes over when it has kept everything, and not at all where something
// has not arrived. Where all has arrived and cannot be kept, as the browser has no room for it, it takes over
// too: the page comes over the network then, and without one it is the version before that is shown. And what
// is shown when the browser is woken by its push service.

const VERSION = 'unpacked';
/** @type {string[]} */
const FILES = [];

/**
 * What a service worker is given, whose types do not go together with those of a page.
 * @typedef {{waitUntil: (work: Promise<unknown>) => void}} Lasting
 * @typedef {Lasting & {addRoutes?: (route: object) => Promise<void>}} Installing
 * @typedef {{visibilityState: string, postMessage: (message: unknown) => void, focus: () => Promise<unknown>}} Page
 * @typedef {{request: Request, respondWith: (answer: Promise<Response>) => void}} Asked
 * @typedef {{notification: Notification}} Pressed
 */
const worker = /** @type {any} */ (globalThis);

/** @param {string} path @returns {Promise<Response | undefined>} */
const kept = (path) => caches.match(path, { cacheName: VERSION, ignoreVary: true });
const LASTING = /[^"/]+-[0-9A-Z]{8}\.[a-z0-9]+/g; // what has a hash in its name

/**
 * The server may have another page than this script's by now, and a proxy may answer in its place:
 * then nothing is kept.
 * @returns {Promise<Response>}
 */
async function ownPage() {
  const page = await fetch('/', { cache: 'reload' });
  const names = page.ok ? (await page.clone().text()).match(LASTING) : null;
  if (!names?.every((name) => FILES.includes(`/${name}`))) throw new Error('The page is not of this version.');
  return page;
}

/** All of a file. @param {string} path @returns {Promise<Response>} */
async function wholeFile(path) {
  const answer = await fetch(path);
  const isFile = answer.ok && !answer.headers.get('content-type')?.startsWith('text/html');
  if (!isFile) throw new Error(`${path} has not come.`);
  await answer.clone().arrayBuffer(); // fails where it is cut
  return answer;
}

/** The page comes last: where it is, everything is. @param {Response[]} files @param {Response} page */
async function keep(files, page) {
  try {
    const cache = await caches.open(VERSION);
    await Promise.all(files.map((file, i) => cache.put(FILES[i], file)));
    await cache.put('/', page);
  } catch (error) {
    if (!await kept('/')) await caches.delete(VERSION);
    throw error;
  }
}

// A browser that knows routes shows the page without waiting until this script has started.
const ROUTE = { condition: { urlPattern: { pathname: '/' }, requestMode: 'navigate' }, source: { cacheName: VERSION } };

/**
 * Where nothing is kept and was not before either, there is nothing that a service worker could show.
 * @param {Installing} event
 */
async function install(event) {
  const page = await ownPage();
  const files = await Promise.all(FILES.map(wholeFile));
  const isKept = await keep(files, page).then(() => true, (error) => {
    if (!worker.registration.active) throw error;
    return false;
  });
  if (isKept) await event.addRoutes?.(ROUTE).catch(() => {}); // without it all goes by the handler below
  await worker.skipWaiting();
}

/** The names of other versions, the latest last, and which of them are whole. */
async function others() {
  const names = (await caches.keys()).filter((name) => name !== VERSION && name !== 'wake');
  const pages = await Promise.all(names.map((name) => caches.match('/', { cacheName: name, ignoreVary: true })));
  return { names, whole: names.filter((_, i) => pages[i]), page: pages.filter(Boolean).at(-1) };
}

/** The version before stays for the pages that are still open; one that did not come whole does not. */
async function dropOlder() {
  const { names, whole } = await others();
  await Promise.all(names.filter((name) => name !== whole.at(-1)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The page as it is kept; else the server's, or without a network the one of the version before. @param {Request} request */
async function showPage(request) {
  return await kept('/') ?? fetch(request).catch(async (error) => {
    const { page } = await others();
    if (!page) throw error;
    return page;
  });
}

worker.addEventListener('install', (/** @type {Installing} */ event) => event.waitUntil(install(event)));
worker.addEventListener('activate', (/** @type {Lasting} */ event) => event.waitUntil(dropOlder()));
worker.addEventListener('fetch', (/** @type {Asked} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && pathname === '/') {
    event.respondWith(showPage(request));
  } else if (pathname.match(LASTING)) { // of whichever version
    event.respondWith(caches.match(pathname, { ignoreVary: true }).then((answer) => answer ?? fetch(request)));
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
