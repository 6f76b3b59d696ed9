// A server that has another version of the page by now: it comes whole or not at all, and never under
// somebody's hands.

import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { chooseLanguage, moveByMouse, newGame, playFast, pressStart, startAtRandom } from '../hands.mjs';
import { startServer, until } from '../support.mjs';
import { isKept } from './offline.mjs';

const FILES = ['main', 'de']; // that are others in the newer version

/** All of an answer that is not compressed. */
function fetchWhole(url, { method, headers }) {
  return new Promise((done, fail) => {
    const asked = ask(url, { method, headers: { ...headers, host: new URL(url).host, 'accept-encoding': 'identity', 'if-none-match': '' } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    asked.on('error', fail);
    asked.end();
  });
}

/**
 * Stands before a server: `site.version` 'newer' has it be one whose page has other files. `site.broken`: what
 * becomes of its scripts, 'cut' or 'missing'; `site.asked` are the paths of those that were not given.
 */
export async function openSite(server) {
  const site = { version: 'older', broken: null, asked: [] };
  const names = await newNames(server);
  const renamed = (text) => [...names].reduce((now, [before, after]) => now.replaceAll(before, after), text);

  async function answerNewer(request, answer, path) {
    if (names.has(path)) return void answer.writeHead(404).end();
    const original = [...names].find(([, after]) => after === path)?.[0];
    if (original && site.broken) site.asked.push(path);
    if (original && site.broken === 'missing') return void answer.writeHead(404).end();
    const { status, headers, body } = await fetchWhole(new URL(original ?? request.url.slice(1), server.url), request);
    const isText = /html|javascript/.test(headers['content-type']);
    const text = isText ? renamed(body.toString()).replace('<html ', '<html data-page="newer" ').replace(/VERSION = '/, "VERSION = 'newer") : body;
    const whole = Buffer.from(text);
    answer.writeHead(status, { ...headers, 'content-length': whole.length, etag: '' });
    if (!original || site.broken !== 'cut') return void answer.end(whole);
    answer.end(whole.subarray(0, whole.length / 2), () => request.socket.destroy());
  }

  async function answerOlder(request, answer) {
    const { status, headers, body } = await fetchWhole(new URL(request.url.slice(1), server.url), request);
    answer.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
  }

  const http = createServer((request, answer) => {
    const path = request.url.slice(1).split('?')[0];
    const done = site.version === 'newer' && request.method === 'GET' ? answerNewer(request, answer, path) : answerOlder(request, answer);
    done.catch(() => answer.destroy());
  });
  const open = new Set();
  http.on('connection', (socket) => open.add(socket.on('close', () => open.delete(socket))));
  http.on('upgrade', (request, socket) => {
    const inner = connect(new URL(server.url).port, '127.0.0.1', () => {
      const { host, origin } = new URL(server.url);
      const lines = Object.entries({ ...request.headers, host, origin }).map(([name, value]) => `${name}: ${value}`);
      Readable.from([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n')).pipe(inner, { end: false });
      socket.pipe(inner).pipe(socket);
    });
    for (const [one, other] of [[inner, socket], [socket, inner]]) one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  const listen = (port) => new Promise((done) => { http.listen(port, '127.0.0.1', done); });
  await listen(0);
  const { port } = http.address();
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}/`,
    /** It cannot be reached. */
    async leave() {
      const gone = new Promise((done) => { http.close(done); });
      open.forEach((socket) => socket.destroy());
      await gone;
    },
    comeBack: () => listen(port),
  });
}

/** What is called otherwise in the newer version: the name of before, and the one then. */
async function newNames(server) {
  const page = await (await fetch(server.url)).text();
  return new Map(FILES.map((file) => [page.match(new RegExp(`\\b${file}-[0-9A-Z]{8}\\.js`))[0], `${file}-NEWERNEW.js`]));
}

/** Does something with a page that the browser has kept, which tells on the console which version is shown. */
async function withSite({ openAt, expectBreaks }, does) {
  const server = await startServer();
  const site = await openSite(server);
  try {
    const page = await openAt(site, { serviceWorkers: 'allow' });
    await isKept(page);
    expectBreaks();
    const shown = [];
    page.on('console', (message) => { if (message.text().startsWith('shown: ')) shown.push(message.text().slice('shown: '.length)); });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => console.log(`shown: ${document.documentElement.dataset.page ?? 'older'}`));
    });
    await does({ page, site, server, shown });
  } finally {
    await site.leave();
    await server.stop();
  }
}

const namesOf = (page) => page.evaluate(async () => (await caches.keys()).filter((name) => name !== 'wake'));
/** Looks for a newer version, as the page does when it is opened, and waits until it is there or has failed. */
export const look = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const coming = registration.installing ?? registration.waiting;
  if (!coming) return;
  await new Promise((done) => {
    const isDone = () => ['activated', 'redundant'].includes(coming.state);
    coming.addEventListener('statechange', () => { if (isDone()) done(); });
    if (isDone()) done();
  });
});

export const tests = {
  async 'a newer version of the page that does not come whole leaves the one that is kept, which plays without a server'(visitor) {
    await withSite(visitor, async ({ page, site, shown }) => {
      await playFast(page);
      site.version = 'newer';
      for (const broken of ['cut', 'missing']) {
        Object.assign(site, { broken, asked: [] });
        await page.reload();
        await page.waitForSelector('.home');
        await look(page);
        assert.ok(site.asked.length > 0, `it was asked for, and ${broken}`);
        assert.equal((await namesOf(page)).length, 1, 'nothing of it is kept');
        await site.leave();
        await page.reload();
        await page.waitForSelector('.card.away');
        await page.locator('.play-now').click();
        await pressStart(page);
        assert.ok(await moveByMouse(page));
        assert.ok(await moveByMouse(page));
        await page.locator('.top .brand').click();
        await page.waitForSelector('.home');
        await site.comeBack();
      }
      assert.deepEqual([...new Set(shown)], ['older']);

      site.broken = null;
      await page.goto('about:blank');
      await page.goto(site.url); // and is touched by nobody: a script of Playwright's would count as a hand
      await until(() => shown.at(-1), (one) => one === 'newer');
      await page.waitForSelector('.home');
      await site.leave();
      await page.reload();
      await page.waitForSelector('.card.away');
      assert.equal(shown.at(-1), 'newer');
    });
  },

  async 'where the browser has no room for a newer version it is shown all the same, but not in the middle of a game'(visitor) {
    await withSite(visitor, async ({ page, site, shown }) => {
      await playFast(page);
      await newGame(page, 'tournament');
      await startAtRandom(page);
      const [before] = await namesOf(page);
      const { usage } = await page.evaluate(() => navigator.storage.estimate());
      const session = await page.context().newCDPSession(page);
      const allow = (more) => session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, ...more });
      await allow({ quotaSize: usage + 4096 });
      site.version = 'newer';
      await look(page);
      assert.deepEqual(await namesOf(page), [before], 'nothing of it is kept');
      await moveByMouse(page);
      assert.deepEqual([...new Set(shown)], [], 'the game goes on');
      await page.locator('.top .brand').click();
      await until(() => shown.at(-1), (one) => one === 'newer');
      await page.locator('.own-games .game-row').waitFor();
      for (let i = 0; i < 2; i += 1) {
        await page.reload();
        await page.locator('.own-games .game-row').waitFor();
      }
      assert.deepEqual([...new Set(shown)], ['newer']);
      await site.leave();
      await page.reload();
      await page.waitForSelector('.card.away');
      assert.equal(shown.at(-1), 'older', 'without a network the one that is kept');
      await allow({}); // so that a game can be kept
      await page.locator('.play-now').click();
      await pressStart(page);
      assert.ok(await moveByMouse(page));
      await site.comeBack();
    });
  },

  async 'a newer version comes when a game is left, and not in the middle of it'(visitor) {
    await withSite(visitor, async ({ page, site, shown }) => {
      await playFast(page);
      await newGame(page, 'tournament');
      await startAtRandom(page);
      await moveByMouse(page);
      await page.evaluate(() => { globalThis.isSame = true; });
      site.version = 'newer';
      await look(page);
      assert.equal((await namesOf(page)).length, 2, 'that of before stays for this page');
      assert.ok(await moveByMouse(page));
      await chooseLanguage(page, 'de'); // a file that only the version before has, and the server no more
      await chooseLanguage(page, 'en');
      assert.equal(await page.evaluate(() => globalThis.isSame), true, 'it is the page of before');
      await page.locator('.top .brand').click();
      await page.waitForSelector('.home');
      await until(() => shown.at(-1), (one) => one === 'newer');
      assert.equal(shown.filter((one) => one === 'newer').length, 1);
      await page.waitForSelector('.own-games .game-row');
    });
  },
};
