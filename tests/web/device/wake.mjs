// Being woken by the browser's push service: asked for by a press, shown by the service worker
// when no page is in sight, and a press on the notice leads to the game. That the server's messages
// can be opened is shown by tests/server/test_push.py: here they come from the browser's own tools.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { begin, onTurn } from '../people.mjs';
import { complaints } from '../pages.mjs';
import { openSettings } from '../hands.mjs';
import { holdBack, PROGRAM, SOURCE, startServer, until } from '../support.mjs';

const SERVICE = 'https://localhost:9/push'; // where nobody listens

/** A server that wakes people up. */
async function startWaking(...options) {
  const server = await startServer('--push-allow', 'localhost:9', ...options);
  await promisify(execFile)(PROGRAM, ['admin', '--store', server.store, 'push-keys', 'mailto:host@example.org']);
  await server.kill();
  await server.start();
  return server;
}

// The browser here belongs to no push service: the page is given what one would say.
function subscribeHere([service, point]) {
  let own = null;
  PushManager.prototype.getSubscription = async () => own;
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly) throw new Error('not allowed');
    own = {
      options: { applicationServerKey: options.applicationServerKey.buffer },
      toJSON: () => ({ endpoint: service, keys: { p256dh: point, auth: 'A'.repeat(22) } }),
      unsubscribe: async () => { own = null; },
    };
    return own;
  };
}

/** A point of the curve, as a browser's key. */
async function makePoint() {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  return Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('base64url');
}

async function allow(page) {
  await page.context().grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
  await page.addInitScript(subscribeHere, [SERVICE, await makePoint()]);
  await page.reload();
  await page.waitForSelector('.home, .play-view');
}

/** Where the server would wake this browser's person; null where it is asked too often. */
async function exported(page) {
  const answer = await page.context().request.get(new URL('/api/export', page.url()).href);
  return answer.ok() ? (await answer.json()).push.map(({ endpoint }) => endpoint) : null;
}

/** The same, as soon as the server says it. */
const told = (page) => until(() => exported(page), (list) => list !== null);

/** The page in a folder of its own, with a service worker that keeps a file that is not there. */
async function folderWithout() {
  const folder = await mkdtemp(join(tmpdir(), 'flagfall-page-'));
  await cp(SOURCE, folder, { recursive: true });
  const script = join(folder, 'service-worker.js');
  const text = await readFile(script, 'utf8');
  assert.match(text, /FILES = \[\]/);
  await writeFile(script, text.replace('FILES = []', "FILES = ['/gone.js']"));
  return folder;
}

/** Delivers a message as the browser's push service would, from a page of nobody's. */
async function openPost(page) {
  const { origin } = new URL(page.url());
  const blank = await page.context().newPage();
  const session = await page.context().newCDPSession(blank);
  const registered = new Promise((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations.forEach((one) => done(one.registrationId)));
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (message) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
}

const worker = (page) => page.context().serviceWorkers()[0];
const notices = (from) => from.evaluate(async () => (await globalThis.registration.getNotifications())
  .map(({ title, body, tag }) => ({ title, body, tag })));

export const tests = {
  async 'who asks for it is woken when no page is in sight, and led to the game'({ openAt, expectBreaks }) {
    const server = await startWaking();
    try {
      const page = await openAt(server, { serviceWorkers: 'allow', locale: 'nl' });
      const speak = await holdBack(page);
      await allow(page);
      await openSettings(page);
      speak(); // what can be chosen comes with the server's words
      assert.deepEqual(await told(page), [], 'nobody is asked before a press');
      assert.deepEqual(await complaints(page), []);
      await page.locator('input[name=wake]').check();
      await until(() => exported(page), (list) => list?.length === 1);
      await page.locator('dialog .button.primary').click();
      const words = (left) => page.evaluate(async (given) => {
        const cache = await caches.open('wake');
        if (given) await cache.put('/wake-words', new Response(given));
        return await (await cache.match('/wake-words'))?.json() ?? {};
      }, left);
      await until(words, ({ turn }) => turn);
      await words('{"turn":"as an older page says it"}');
      await page.reload();
      await page.waitForSelector('.home');
      assert.deepEqual(await told(page), [SERVICE], 'it is told again at the next visit');
      await until(words, ({ back }) => back);
      const deliver = await openPost(page);
      const service = worker(page);
      await page.goto('about:blank');
      await deliver({ why: 'turn', game: 'A'.repeat(22), edition: 'duel', opponent: '$& Bob' });
      const [shown] = await until(() => notices(service), (list) => list.length === 1);
      assert.deepEqual(shown, { title: 'Flagfall', body: '$& Bob heeft gezet. Jij bent aan zet.', tag: 'A'.repeat(22) });
      await deliver({ why: 'back', game: 'A'.repeat(22), edition: 'duel', opponent: null });
      await until(() => notices(service), ([one]) => one?.body === 'Je vakantie is voorbij: je klokken lopen weer.');
      await deliver({ why: 'over', game: 'A'.repeat(22), edition: 'duel', opponent: null });
      await until(() => notices(service), ([one]) => one?.body === 'Je partij tegen Gast is afgelopen.');
      await page.goto(server.url);
      await page.waitForSelector('.home');
      await service.evaluate(async () => {
        const [notification] = await globalThis.registration.getNotifications();
        globalThis.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      });
      await page.waitForURL(`**/#/game/${'A'.repeat(22)}`);
      await until(() => notices(service), (list) => list.length === 0);
      expectBreaks();
    } finally {
      await server.stop();
    }
  },

  async 'while a page is in sight the service worker is silent'({ openAt, expectBreaks }) {
    const server = await startWaking();
    try {
      const page = await openAt(server, { serviceWorkers: 'allow' });
      await allow(page);
      await openSettings(page);
      await page.locator('input[name=wake]').check();
      await until(() => exported(page), (list) => list?.length === 1);
      const deliver = await openPost(page);
      await page.bringToFront();
      await worker(page).evaluate(() => {
        const plain = ExtendableEvent.prototype.waitUntil;
        globalThis.served = new Promise((done) => {
          ExtendableEvent.prototype.waitUntil = function keep(promise) {
            plain.call(this, promise);
            promise.then(done);
          };
        });
      });
      await deliver({ why: 'turn', game: 'B'.repeat(22), edition: 'duel', opponent: 'Bob' });
      await worker(page).evaluate(() => globalThis.served);
      assert.deepEqual(await notices(worker(page)), []);
      await page.locator('input[name=wake]').uncheck();
      await until(() => exported(page), (list) => list?.length === 0);
      expectBreaks();
    } finally {
      await server.stop();
    }
  },

  async 'where the service worker cannot be installed this is said, and one may try again'({ openAt, expectBreaks }) {
    const folder = await folderWithout();
    const server = await startWaking('--web', folder);
    try {
      const page = await openAt(server, { serviceWorkers: 'allow' });
      await allow(page);
      await openSettings(page);
      await page.locator('input[name=wake]').click();
      await page.getByText('Your browser cannot notify you').waitFor();
      assert.equal(await page.locator('input[name=wake]').isChecked(), false);
      assert.equal(await page.locator('input[name=wake]').isEnabled(), true);
      assert.deepEqual(await told(page), []);
      expectBreaks();
    } finally {
      await server.stop();
      await rm(folder, { recursive: true });
    }
  },

  async 'a game against a person offers to wake, and one on a server without keys does not'({ open, openAt, expectBreaks }) {
    const server = await startWaking();
    try {
      const pages = await begin((options) => openAt(server, { serviceWorkers: 'allow', ...options }));
      const mover = await onTurn(pages);
      await allow(mover);
      await mover.waitForSelector('.play-view .board');
      await mover.getByRole('button', { name: 'Notify me when it is my turn' }).click();
      await until(() => exported(mover), (list) => list?.length === 1);
      await mover.getByRole('button', { name: 'Notify me when it is my turn' }).waitFor({ state: 'detached' });
      expectBreaks();
    } finally {
      await server.stop();
    }
    const page = await open();
    await openSettings(page);
    assert.equal(await page.locator('input[name=wake]').count(), 0);
  },
};
