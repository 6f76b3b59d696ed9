// The server goes away in the middle of a game and comes back.

import assert from 'node:assert/strict';
import { moveByMouse, newGame, playFast, readBoard, readEverything, startReadyMade } from './hands.mjs';
import { startServer } from './support.mjs';

const banner = '.banner:not([hidden])';

export const tests = {
  async 'a server that is killed and started again loses nothing'({ openAt, expectBreaks }) {
    const server = await startServer();
    try {
      const page = await openAt(server);
      await playFast(page);
      await newGame(page, 'tournament');
      await startReadyMade(page, 'bastion');
      for (let i = 0; i < 6; i += 1) await moveByMouse(page);
      await readBoard(page);
      const before = await readEverything(page);
      expectBreaks();

      await server.kill();
      await page.waitForSelector(banner);
      await server.start();
      await page.waitForFunction((selector) => !document.querySelector(selector), banner);
      await readBoard(page);
      assert.deepEqual(await readEverything(page), before);
      assert.ok(await moveByMouse(page), 'the game goes on');
      await readBoard(page); // the answer has come: it would not while the server is away

      // A move made while the server is away arrives when it is back.
      await server.kill();
      await page.waitForSelector(banner);
      const { mobile, plies } = await readBoard(page);
      await page.mouse.click(mobile[0].x, mobile[0].y);
      const { targets, attacks } = await readBoard(page);
      const [to] = [...attacks, ...targets];
      await page.mouse.click(to.x, to.y);
      await server.start();
      await page.waitForFunction((old) => document.querySelector('.board').dataset.plies !== old, plies);
    } finally {
      await server.stop();
    }
  },

  async 'an army being set up outlives the server'({ openAt, expectBreaks }) {
    const server = await startServer();
    try {
      const page = await openAt(server);
      await newGame(page, 'duel');
      expectBreaks();
      await server.kill();
      await page.waitForSelector(banner);
      await page.locator('[data-style=by-lot]').click();
      const army = await page.locator('.letters').inputValue();
      await server.start();
      await page.waitForFunction(() => !document.querySelector('.setup-view .play-bar .button').disabled);
      assert.equal(await page.locator('.letters').inputValue(), army);
      await page.locator('.setup-view .play-bar .button').click();
      await page.waitForSelector('.play-view');
    } finally {
      await server.stop();
    }
  },

  async 'a server that stops says so in the language of each page'({ openAt, expectBreaks }) {
    const server = await startServer();
    const words = { 'en-GB': /server is stopping/, 'nl-BE': /server stopt/, 'fr-CA': /serveur s’arrête/, 'de-AT': /Server hält/ };
    const pages = await Promise.all(Object.keys(words).map((locale) => openAt(server, { locale })));
    expectBreaks();
    await server.stop();
    for (const [i, said] of Object.values(words).entries()) {
      await pages[i].waitForSelector('.notice');
      assert.match(await pages[i].locator('.notice').textContent(), said);
    }
  },
};
