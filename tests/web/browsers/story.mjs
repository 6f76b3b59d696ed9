// What is done in each browser: a first game to its end and its replay, a game without a server, a newer
// version of the page, and two people with a link.

import assert from 'node:assert/strict';
import { moveByKeys, moveByMouse, readBoard, readEverything, tabTo } from '../hands.mjs';
import { look as lookForNewer, openSite } from '../device/versions.mjs';
import { startServer, until } from '../support.mjs';

const isOver = (page) => page.evaluate(() => document.querySelector('.play-view .board')?.dataset.turn === 'over');

async function choose(page, name, value) {
  await page.press('.top .open-settings');
  await page.evaluate(([field, wanted]) => {
    const select = document.querySelector(`dialog select[name=${field}]`);
    const choice = select ?? document.querySelector(`dialog input[name=${field}][value=${wanted}]`);
    if (select) select.value = wanted;
    else choice.checked = true;
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  }, [name, value]);
  await page.press('dialog .button.primary');
}

async function start(page) {
  await page.press('.setup-view .play-bar .button:enabled');
  await page.waitForSelector('.play-view .board');
}

async function resign(page) {
  await page.waitForSelector('.play-view .board');
  await page.evaluate(() => [...document.querySelectorAll('.play-view .button')].find(({ textContent }) => /resign/i.test(textContent)).setAttribute('data-resign', ''));
  await page.press('[data-resign]');
  await page.press('dialog .danger');
  await page.waitForSelector('dialog.result');
}

async function visit(page, server) {
  await page.goto(server.url);
  await page.waitForSelector('.home');
  await choose(page, 'battles', 'quick');
}

/** @type {Record<string, (given: {person: () => Promise<any>, server: any, look: (page: any, name: string) => Promise<void>}) => Promise<void>>} */
export const STORIES = {
  async 'a first game, by mouse and keys, a reload, dark, the end and its replay'({ person, server, look }) {
    const page = await person();
    await visit(page, server);
    await look(page, 'start');
    await page.press('.play-now');
    await page.waitForSelector('.setup-view .play-bar .button:enabled');
    await page.press('[data-style=bastion]'); // whose flag is not taken within six moves
    await look(page, 'set-up');
    await start(page);
    for (let i = 0; i < 4; i += 1) assert.ok(await moveByMouse(page));
    await tabTo(page, '.board .cell');
    for (let i = 0; i < 2; i += 1) assert.ok(await moveByKeys(page));
    const { mobile } = await readBoard(page);
    const before = await readEverything(page);
    await page.reload();
    await readBoard(page);
    assert.deepEqual(await readEverything(page), before, 'a reload shows the same game');
    await page.mouse.click(mobile[0].x, mobile[0].y);
    await look(page, 'play');
    await choose(page, 'theme', 'dark');
    await look(page, 'dark');
    await resign(page);
    await look(page, 'result');
    await page.press('dialog.result .button');
    await page.waitForSelector('.replay-bar, .replay-view, .play-view');
    await look(page, 'replay');
    await page.keyboard.press('ArrowLeft');
    await page.press('.brand');
    await page.waitForSelector('.home .own-games .game-row');
    await page.goto(`${server.url}#/learn`);
    await page.waitForSelector('.lesson-board');
    await look(page, 'learn');
  },

  async 'a game without a server, by WebAssembly, which outlives a reload'({ person, look }) {
    const server = await startServer();
    try {
      const page = await person();
      await visit(page, server);
      await page.waitForFunction(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated'));
      await server.kill();
      await page.reload();
      await page.waitForSelector('.card.away');
      await page.press('.play-now');
      await start(page);
      for (let i = 0; i < 4; i += 1) assert.ok(await moveByMouse(page));
      await readBoard(page);
      const before = await readEverything(page);
      await page.reload();
      await readBoard(page);
      assert.deepEqual(await readEverything(page), before, 'the same game');
      await look(page, 'offline');
      page.complaints.length = 0; // of a server that is away
    } finally {
      await server.stop();
    }
  },

  async 'a newer version of the page, which comes whole or not at all, and is kept in its turn'({ person }) {
    const server = await startServer();
    const site = await openSite(server);
    const shown = (page) => page.evaluate(() => document.documentElement.dataset.page ?? 'older');
    const again = async (page, mark) => {
      await page.reload();
      await page.waitForSelector(mark);
    };
    try {
      const page = await person();
      await visit(page, site);
      page.complaints.push = () => 0; // of a server that is away, and of files that are not there: they may come late
      await until(async () => {
        const state = await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => (one ? one.active?.state : 'none')));
        if (state === 'none') await again(page, '.home'); // a first try that failed is made again at the next visit
        return state;
      }, (state) => state === 'activated');
      for (const broken of ['cut', 'missing']) {
        Object.assign(site, { version: 'newer', broken, asked: [] });
        await again(page, '.home');
        await lookForNewer(page);
        assert.ok(site.asked.length > 0, `it was asked for, and ${broken}`);
        await again(page, '.home');
        assert.equal(await shown(page), 'older', broken);
      }
      await site.leave();
      await again(page, '.card.away');
      assert.equal(await shown(page), 'older', 'without a network, too');
      await site.comeBack();
      site.broken = null;
      await again(page, '.home');
      await lookForNewer(page);
      await again(page, '.home');
      assert.equal(await shown(page), 'newer');
      await site.leave();
      await again(page, '.card.away');
      assert.equal(await shown(page), 'newer');
    } finally {
      await site.leave();
      await server.stop();
    }
  },

  async 'two people with a link'({ person, server, look }) {
    const [red, blue] = [await person(), await person()];
    await visit(red, server);
    await visit(blue, server);
    await red.goto(`${server.url}#/new/friend`);
    await red.press('.new-game input[name=edition][value=barrage]');
    await red.press('.play-bar .button');
    await red.waitForSelector('.waiting-view');
    await look(red, 'invitation');
    const link = await red.evaluate(() => document.querySelector('.link-field').value);
    await blue.goto(link);
    await blue.press('.narrow-page .button.primary');
    await Promise.all([red, blue].map((page) => page.waitForSelector('.setup-view')));
    for (const page of [red, blue]) await page.press('[data-style=by-lot]');
    await red.press('.setup-view .play-bar .button:enabled');
    await red.waitForSelector('.waiting');
    await start(blue);
    await red.waitForSelector('.play-view .board');
    const onTurn = () => until(async () => {
      for (const page of [red, blue]) if (await page.evaluate(() => document.querySelector('.play-view .board')?.dataset.turn === 'mine')) return page;
      return await isOver(red) ? 'over' : null;
    }, Boolean);
    for (let i = 0; i < 6; i += 1) {
      const page = await onTurn();
      if (page === 'over') break;
      await moveByMouse(page);
    }
    if (await onTurn() !== 'over') await resign(blue);
    for (const page of [red, blue]) await page.waitForSelector('dialog.result');
    await look(red, 'friend-won');
  },
};
