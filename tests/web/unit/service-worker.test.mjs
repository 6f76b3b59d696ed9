// What the service worker keeps of the server's answers: web/service-worker.js, in a browser that is made of maps.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SCRIPT = await readFile(new URL('../../../web/service-worker.js', import.meta.url), 'utf8');
const SCRIPTS = ['main', 'views'];
const nameOf = (script, version) => `/${script}-0000000${version}.js`;
const pageOf = (version) => `<html><script type="module" src="main-0000000${version}.js"></script></html>`;

/** What a server of that version has, by path. */
const siteOf = (version) => Object.fromEntries([['/', () => new Response(pageOf(version))],
  ...SCRIPTS.map((script) => [nameOf(script, version), () => new Response(`${script} ${version}`)])]);

/** A body that ends before all of it has come. */
const cut = () => new Response(new ReadableStream({
  start(controller) {
    controller.enqueue(new TextEncoder().encode('ma'));
    controller.error(new TypeError('network error'));
  },
}));

/** The browser's caches, as far as the script asks them, and the worker of a version. */
function browserOf() {
  const all = new Map(); // by name, in the order in which they were opened
  let room = Infinity; // files that can still be put
  let isStopped = false; // the browser ends the worker while it installs
  let isActive = false;
  const cacheOf = (files) => ({
    async put(path, answer) {
      const text = await answer.text();
      if (isStopped && files.size === 1) await new Promise(() => {});
      if (room === 0) throw new DOMException('no room', 'QuotaExceededError');
      room -= 1;
      files.set(path, new Response(text, { headers: answer.headers }));
    },
  });
  const find = (path, names) => names.map((name) => all.get(name)?.get(path)).find(Boolean)?.clone();
  const caches = {
    async open(name) {
      if (!all.has(name)) all.set(name, new Map());
      return cacheOf(all.get(name));
    },
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    match: async (path, { cacheName } = {}) => find(path, cacheName ? [cacheName] : [...all.keys()]),
  };

  /** Installs the worker of that version, and has it take over where it wants to; gives whether it did, and what it answers. */
  async function install(version, site) {
    const listeners = {};
    let isReady = false;
    const say = async (type, more = {}) => {
      const waits = [];
      listeners[type]({ waitUntil: (work) => waits.push(work), respondWith: (work) => waits.push(work), ...more });
      return (await Promise.all(waits)).at(-1);
    };
    const files = SCRIPTS.map((script) => `'${nameOf(script, version)}'`).join(', ');
    runInNewContext(SCRIPT.replace("'unpacked'", `'${version}'`).replace('FILES = []', `FILES = [${files}]`), {
      URL, caches, location: { origin: 'http://here' },
      addEventListener: (type, does) => { listeners[type] = does; },
      clients: { claim: async () => {} },
      registration: { active: isActive ? {} : null },
      skipWaiting: async () => { isReady = true; },
      fetch: async (asked) => site[asked.url ? new URL(asked.url).pathname : asked]?.() ?? new Response('', { status: 404 }),
    });
    const isInstalled = await say('install').then(() => true, () => false);
    assert.equal(isReady, isInstalled, 'it takes over when it has everything');
    if (isInstalled) await say('activate');
    isActive ||= isInstalled;
    const ask = async (path) => {
      const request = { url: `http://here${path}`, method: 'GET', mode: path === '/' ? 'navigate' : 'cors' };
      return (await say('fetch', { request })).text();
    };
    return { isInstalled, ask };
  }
  return {
    install,
    hasRoom: (files) => { room = files; },
    /** The worker of a version is ended when it has put one file. */
    async stopWithin(version, site) {
      isStopped = true;
      install(version, site);
      while (!all.get(String(version))?.size) await new Promise(setImmediate);
      isStopped = false;
    },
    names: () => [...all.keys()],
    has: (name, path) => Boolean(all.get(name)?.has(path)),
  };
}

test('a version is kept whole, and the files of the one before stay for pages that are open', async () => {
  const browser = browserOf();
  for (const version of [1, 2, 3]) {
    const { isInstalled, ask } = await browser.install(version, siteOf(version));
    assert.ok(isInstalled);
    assert.equal(await ask('/'), pageOf(version));
    assert.equal(await ask(nameOf('views', version)), `views ${version}`);
    if (version > 1) assert.equal(await ask(nameOf('views', version - 1)), `views ${version - 1}`);
  }
  assert.deepEqual(browser.names(), ['2', '3']);
});

test('of the versions before, the last that came whole stays, whichever were begun after it', async () => {
  const browser = browserOf();
  await browser.install(1, siteOf(1));
  await browser.stopWithin(2, siteOf(2));
  assert.deepEqual(browser.names(), ['1', '2']);
  const { ask } = await browser.install(3, siteOf(3));
  assert.deepEqual(browser.names(), ['1', '3']);
  assert.equal(await ask(nameOf('views', 1)), 'views 1');
});

test('a version that has come and cannot be kept is shown all the same, and without a network the one before', async () => {
  const browser = browserOf();
  await browser.install(1, siteOf(1));
  for (const room of [0, 1, SCRIPTS.length]) {
    browser.hasRoom(room);
    const site = siteOf(2);
    const { isInstalled, ask } = await browser.install(2, site);
    assert.ok(isInstalled);
    assert.deepEqual(browser.names(), ['1'], `${room} files: nothing of it is kept`);
    assert.equal(await ask('/'), pageOf(2));
    assert.equal(await ask(nameOf('main', 2)), 'main 2');
    site['/'] = () => { throw new Error('no network'); };
    assert.equal(await ask('/'), pageOf(1));
    assert.equal(await ask(nameOf('main', 1)), 'main 1');
  }
  browser.hasRoom(Infinity);
  assert.equal(await (await browser.install(3, siteOf(3))).ask('/'), pageOf(3));
  assert.deepEqual(browser.names(), ['1', '3'], 'the next one is kept when there is room');
});

test('where nothing can be kept and nothing is, there is no service worker', async () => {
  const browser = browserOf();
  browser.hasRoom(0);
  assert.equal((await browser.install(1, siteOf(1))).isInstalled, false);
  assert.deepEqual(browser.names(), []);
});

const FAULTS = {
  'has not got a script': { [nameOf('views', 2)]: undefined },
  'is cut off within a script': { [nameOf('views', 2)]: cut },
  'has a proxy before it that says something else for a script': {
    [nameOf('views', 2)]: () => new Response('<html>We are back soon.</html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  },
  'has a proxy before it that says something else for the page': { '/': () => new Response('<html>We are back soon.</html>') },
  'fails when the page is asked for': { '/': () => new Response(pageOf(2), { status: 502 }) },
  'has the page of another version by now': { '/': () => new Response(pageOf(3)) },
  'cannot be reached': { '/': () => { throw new Error('no network'); } },
};

for (const [what, fault] of Object.entries(FAULTS)) {
  test(`a newer version does not come where the server ${what}, and comes later`, async () => {
    const browser = browserOf();
    const before = await browser.install(1, siteOf(1));
    assert.equal((await browser.install(2, { ...siteOf(2), ...fault })).isInstalled, false);
    assert.deepEqual(browser.names(), ['1'], 'nothing of it is kept');
    assert.equal(await before.ask('/'), pageOf(1));
    assert.equal(await before.ask(nameOf('main', 1)), 'main 1');
    assert.ok((await browser.install(2, siteOf(2))).isInstalled);
    // A service worker of the same files, which does not get them all this time.
    assert.equal((await browser.install(2, { ...siteOf(2), ...fault })).isInstalled, false);
    assert.ok(browser.has('2', '/') && browser.has('2', nameOf('main', 2)) && browser.has('2', nameOf('views', 2)), 'what is kept stays whole');
  });
}
