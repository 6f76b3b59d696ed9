// The page without a server: kept by the browser, and games against the computer on this device.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { complaints, widthFits } from '../pages.mjs';
import { Secrets } from '../secrets.mjs';
import { chooseEdition, go, moveByMouse, playFast, pressStart, readBoard, readEverything, toNewGame } from '../hands.mjs';
import { startServer } from '../support.mjs';

export const isKept = (page) => page.waitForFunction(
  () => navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated'));

/** A page that has been opened once and is kept by the browser, and its server, which has gone. */
async function withoutServer({ openAt, expectBreaks }, does, options = {}) {
  const server = await startServer();
  try {
    const page = await openAt(server, { serviceWorkers: 'allow', ...options });
    await isKept(page);
    expectBreaks();
    await server.kill();
    await page.reload();
    await page.waitForSelector('.card.away');
    await does(page, server);
  } finally {
    await server.stop();
  }
}

/** Keeps what the worker says to the page: nothing in it may be hidden from the seat. */
export async function listenToWorker(page) {
  await page.addInitScript(() => {
    globalThis.heard = [];
    const Plain = globalThis.Worker;
    globalThis.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => globalThis.heard.push(data));
      }
    };
  });
}

export async function heardNoSecret(page, editions = []) {
  const heard = await page.evaluate(() => globalThis.heard);
  const secrets = new Secrets();
  secrets.leaksIn({ type: 'welcome', editions });
  assert.ok(heard.some(({ type, view }) => type === 'game' && view), 'the worker was heard');
  assert.deepEqual(heard.flatMap(({ record, gsn, ...message }) => {
    const leaks = (record || gsn) && message.phase !== 'over' ? ['a record before the end'] : [];
    return [...leaks, ...secrets.leaksIn(message)];
  }), []);
}

async function playSome(page, count) {
  for (let i = 0; i < count; i += 1) if (!await moveByMouse(page)) return;
}

export const tests = {
  async 'without a server the page opens, a game is begun, and goes on after a reload'(visitor) {
    await withoutServer(visitor, async (page) => {
      await listenToWorker(page);
      await page.reload();
      await page.waitForSelector('.card.away');
      assert.deepEqual(await complaints(page), []);
      await playFast(page);
      await page.locator('.play-now').click();
      await pressStart(page);
      await playSome(page, 6);
      await readBoard(page);
      assert.deepEqual(await complaints(page), []);
      await heardNoSecret(page);
      const before = await readEverything(page);
      await page.reload();
      await readBoard(page);
      assert.deepEqual(await readEverything(page), before, 'the same game');
      await playSome(page, 2);
    });
  },

  async 'without a server the pages that need it say so'(visitor) {
    await withoutServer(visitor, async (page) => {
      for (const hash of ['#/lobby', '#/tournaments', '#/tournaments/one', '#/people']) {
        await go(page, hash);
        await page.locator('main .message').getByText('needs the server').waitFor();
        assert.equal(await page.locator('main').getByText('One moment').count(), 0, hash);
      }
    });
  },

  async 'a game of the server that is opened without it says that there is no connection, and comes with it'({ openAt, expectBreaks }) {
    const server = await startServer();
    try {
      const page = await openAt(server, { serviceWorkers: 'allow' });
      await isKept(page);
      await page.locator('.play-now').click();
      await page.waitForSelector('.setup-view .play-bar .button:enabled');
      expectBreaks();
      await server.kill();
      await page.reload();
      await page.locator('.banner').getByText('Connection lost').waitFor();
      await page.locator('.banner .play-here').waitFor();
      await server.start();
      await page.waitForSelector('.setup-view .play-bar .button:enabled');
      assert.equal(await page.locator('.banner').isVisible(), false);
    } finally {
      await server.stop();
    }
  },

  async 'a game on this device ends, is kept with its record, and the server reads it later'(visitor) {
    await withoutServer(visitor, async (page, server) => {
      await page.locator('.play-now').click();
      await pressStart(page);
      await playSome(page, 2);
      await readBoard(page);
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.waitForFunction(() => document.querySelector('.play-view .board').dataset.plies === '2');
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.locator('dialog .danger').click();
      await page.waitForSelector('dialog.result');
      await page.locator('dialog .button').first().click();
      const download = page.waitForEvent('download');
      await page.locator('.downloads button').first().click();
      const record = await readFile(await (await download).path(), 'utf8');
      assert.match(record, /\[Termination "resign"\]/);
      const another = page.waitForEvent('download');
      await page.getByRole('button', { name: 'GSN' }).click();
      const gsn = await readFile(await (await another).path(), 'utf8');
      await server.start();
      const review = await page.evaluate(async (body) => (await fetch('/api/review', { method: 'POST', body })).json(), record);
      assert.equal(review.games[0].error, null);
      assert.equal(review.games[0].events.length, 2);
      const other = await page.evaluate(async (body) => (await fetch('/api/review', { method: 'POST', body })).json(), gsn);
      assert.deepEqual(other.games[0].events, review.games[0].events);
      // With the server back, the game stays in the list of one's own.
      await go(page, '#/');
      await page.waitForSelector('.doors .main-door');
      await page.waitForSelector('.own-games a[href*=local-]');
    });
  },

  async 'with a server, a game is played on this device by choice and survives that server'({ openAt, expectBreaks }) {
    const server = await startServer();
    try {
      const page = await openAt(server, { serviceWorkers: 'allow' });
      await page.evaluate(() => {
        globalThis.persistAsked = 0;
        navigator.storage.persist = async () => { globalThis.persistAsked += 1; return true; };
      });
      await playFast(page);
      await toNewGame(page);
      await chooseEdition(page, 'duel');
      await page.locator('input[name=here]').check();
      assert.equal(await page.locator('select[name=clock]').isVisible(), false, 'there is no clock');
      await page.locator('.play-bar .button').click();
      await page.waitForSelector('.setup-view');
      assert.match(page.url(), /#\/game\/local-/);
      await pressStart(page);
      await playSome(page, 1);
      assert.equal(await page.evaluate(() => globalThis.persistAsked), 1, 'the browser is asked once to keep the games');
      expectBreaks();
      await server.kill();
      if ((await readBoard(page)).turn === 'mine') assert.ok(await moveByMouse(page), 'the game goes on');
      assert.equal(await page.locator('.banner').isVisible(), false, 'this game needs no server');
      await go(page, '#/');
      await page.waitForSelector('.banner:not([hidden])');
    } finally {
      await server.stop();
    }
  },

  async 'who loses the server is offered a game here'({ openAt, expectBreaks }) {
    const server = await startServer();
    try {
      const page = await openAt(server, { serviceWorkers: 'allow' });
      await isKept(page);
      expectBreaks();
      await server.kill();
      await page.locator('.banner .play-here').click();
      await page.waitForSelector('.new-game');
      await page.locator('.play-bar .button').click();
      await page.waitForSelector('.setup-view .play-bar .button:enabled');
    } finally {
      await server.stop();
    }
  },

  async 'without a server it speaks the four languages, and fits a phone'(visitor) {
    await withoutServer(visitor, async (page) => {
      for (const language of ['nl', 'fr', 'de', 'en']) {
        await page.locator('.top .open-settings').click();
        await page.locator('dialog select[name=language]').selectOption(language);
        await page.waitForFunction((code) => document.documentElement.lang === code, language);
        await page.locator('dialog .button.primary').click();
        await widthFits(page, `the start page in ${language}`);
        assert.deepEqual(await complaints(page), []);
      }
      await go(page, '#/new/computer');
      await page.waitForSelector('.new-game .away-note');
      await widthFits(page, 'the choice of a game');
      assert.deepEqual(await complaints(page), []);
    }, { viewport: { width: 390, height: 844 } });
  },

  async 'the browser may install the page'({ openAt }) {
    const server = await startServer();
    try {
      const page = await openAt(server, { serviceWorkers: 'allow' });
      await isKept(page);
      const session = await page.context().newCDPSession(page);
      const { errors, url } = await session.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      const manifest = await (await fetch(url)).json();
      for (const { src, sizes } of manifest.icons) {
        const size = await page.evaluate(async (address) => {
          const picture = new Image();
          picture.src = address;
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }, new URL(src, url).href);
        assert.equal(size, sizes);
      }
      const kept = await page.evaluate(async () => (await caches.keys()).length);
      assert.equal(kept, 1, 'one version is kept');
    } finally {
      await server.stop();
    }
  },
};
