// Two people at two browsers: a friend's link to the end of the game, with a reload and a
// lost connection in the middle; and what they may do beside moving.

import assert from 'node:assert/strict';
import {
  QUICK, chooseEdition, go, moveByMouse, playFast, pressStart, readBoard, readEverything, setUpLetters, toNewGame,
} from './hands.mjs';

/** Offers a game and gives the link and the code. */
async function invite(page, edition, seat = 'red', terms = async () => {}) {
  await toNewGame(page, 'friend');
  await chooseEdition(page, edition);
  await page.locator(`input[name=seat][value=${seat}]`).check();
  await terms(page);
  await page.locator('.play-bar .button').click();
  await page.waitForSelector('.waiting-view');
  return { link: await page.locator('.link-field').inputValue(), code: await page.locator('.code').textContent() };
}

async function accept(page, link) {
  await page.goto(link);
  await page.locator('.narrow-page .button.primary').click();
  await page.waitForSelector('.setup-view');
}

/** Two pages with a game of barrage that has begun; the first is Red. */
export async function begin(open, terms) {
  const [red, blue] = [await open(), await open()];
  for (const page of [red, blue]) {
    await keepSockets(page);
    await page.reload();
    await page.waitForSelector('.home');
    await playFast(page);
  }
  const { link } = await invite(red, 'barrage', 'red', terms);
  await accept(blue, link);
  await red.waitForSelector('.setup-view');
  await setUpLetters(red, QUICK);
  await setUpLetters(blue, QUICK);
  await red.locator('.setup-view .play-bar .button:enabled').click();
  await red.waitForSelector('.waiting:not([hidden])');
  await pressStart(blue);
  await red.waitForSelector('.play-view .board');
  return [red, blue];
}

export const onTurn = async (pages) => {
  await Promise.race(pages.map((page) => readBoard(page)));
  for (const page of pages) if (await page.locator('.board[data-turn=mine]').count()) return page;
  return null;
};

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

async function resign(page) {
  await press(page, 'Resign');
  await page.locator('dialog .danger').click();
}

/** Cuts the connection, and waits until the page has been greeted on another. */
async function loseConnection(page) {
  const before = await page.evaluate(() => {
    globalThis.sockets.at(-1).close();
    return globalThis.sockets.length;
  });
  await page.waitForFunction((count) => globalThis.sockets.length > count && globalThis.sockets.at(-1).hasHeard, before);
}

/** Lets a test reach the page's connections. */
const keepSockets = (page) => page.addInitScript(() => {
  globalThis.sockets = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      globalThis.sockets.push(this);
      this.addEventListener('message', () => { this.hasHeard = true; });
    }
  };
});

export const tests = {
  async 'who is elsewhere on the page is told that it is their turn, and led to the board'({ open }) {
    const [red, blue] = await begin(open);
    await go(blue, '#/learn');
    await blue.waitForSelector('.lesson-board');
    await moveByMouse(red);
    await blue.locator('.notice', { hasText: 'It is your turn.' }).locator('.button.primary').click();
    await readBoard(blue);
    assert.equal(await blue.locator('.notice').count(), 0);
    assert.equal(await blue.locator('.board').getAttribute('data-turn'), 'mine');
  },

  async 'a friend’s link to the end of the game, with a reload and a lost connection'({ open }) {
    const [red, blue] = await begin(open);
    const pages = [red, blue];
    for (let i = 0; i < 6; i += 1) await moveByMouse(await onTurn(pages));
    await readBoard(await onTurn(pages));
    const before = await readEverything(red);
    await red.reload();
    await red.waitForSelector('.play-view .board');
    assert.deepEqual(await readEverything(red), before, 'a reload shows the same game');

    await loseConnection(blue);
    for (let i = 0; i < 4; i += 1) {
      const page = await onTurn(pages);
      if (!page || !await moveByMouse(page)) break;
    }
    if (await red.locator('dialog.result').count() === 0) {
      await press(blue, 'Resign');
      await blue.locator('dialog .danger').click();
    }
    for (const page of pages) await page.waitForSelector('dialog.result');
    await red.reload();
    await red.waitForSelector('dialog.result');
    await press(red, 'See the board');
    await red.waitForFunction(() => /verified/i.test(document.querySelector('.armies-state').textContent));
    const link = red.url();
    assert.match(link, /#\/game\/.+/);

    // Rematch: both want it, colours swapped, and both are led there.
    await press(blue, 'See the board');
    await press(red, 'Rematch');
    await blue.locator('.aftermath').getByRole('button', { name: 'Accept the rematch' }).click();
    for (const page of pages) await page.waitForSelector('.setup-view');
    assert.notEqual(red.url(), link);
    assert.equal(await red.locator('.board .cell').first().getAttribute('data-square'), 'k1', 'colours are swapped');
  },

  async 'on a phone the sheet of the result turns to the rematch that is offered, and so does a notice in sight'({ open }) {
    const [red, blue] = await begin(() => open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }));
    await resign(red);
    for (const page of [red, blue]) await page.waitForSelector('dialog.result');
    await blue.locator('dialog.result').getByRole('button', { name: 'Rematch' }).click();
    const accepting = red.locator('dialog.result').getByRole('button', { name: 'Accept the rematch' });
    await accepting.waitFor();
    assert.match(await red.locator('dialog.result').textContent(), /offers a rematch/);
    await press(red, 'See the board');
    const notice = red.locator('.notice', { hasText: 'offers a rematch' }).getByRole('button', { name: 'Accept the rematch' });
    await red.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.notice').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await notice.click();
    for (const page of [red, blue]) await page.waitForSelector('.setup-view');
    assert.equal(await red.locator('.notice').count(), 0);
  },

  async 'who has left a game that is over is told that a rematch is offered, and that it has begun'({ open }) {
    const [red, blue] = await begin(open);
    await resign(red);
    for (const page of [red, blue]) await page.waitForSelector('dialog.result');
    await go(blue, '#/lobby');
    await red.locator('dialog.result').getByRole('button', { name: 'Rematch' }).click();
    await blue.locator('.notice', { hasText: 'offers a rematch' }).locator('.button.primary').click();
    await go(red, '#/learn');
    await blue.locator('dialog.result').getByRole('button', { name: 'Accept the rematch' }).click();
    await blue.waitForSelector('.setup-view');
    await red.locator('.notice', { hasText: 'accepts the rematch' }).locator('.button.primary').click();
    await red.waitForSelector('.setup-view');
  },

  async 'a guest’s name is shown with a mark, in the language of who sees it'({ open }) {
    const [red, blue] = [await open(), await open({ locale: 'de' })];
    await go(red, '#/account');
    await red.locator('input[name=called]').fill('Ann');
    await press(red, 'Save the name');
    await red.locator('.message', { hasText: 'Ann (Guest)' }).waitFor();
    const { link } = await invite(red, 'barrage');
    await blue.goto(link);
    await blue.getByRole('heading', { name: 'Ann (Gast)' }).waitFor();
    await go(red, '#/account');
    assert.equal(await red.locator('input[name=called]').inputValue(), 'Ann');
  },

  async 'a code is typed as one likes'({ open }) {
    const [red, blue] = [await open(), await open()];
    const { code } = await invite(red, 'duel');
    assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await blue.locator('.code-field').fill(` ${code.toLowerCase().replace('-', ' ')} `);
    await blue.locator('.code-field').press('Enter');
    await blue.waitForFunction(() => /invites you/.test(document.querySelector('.offer')?.textContent ?? ''));
    assert.match(await blue.locator('.offer').textContent(), /Duel/, 'who offers what is told before one joins');
    await red.locator('.link-field').press('Tab'); // the offer goes on while one looks around
    await go(red, '#/editor');
    await press(blue, 'Join the game');
    await red.waitForSelector('.notice');
    await red.locator('.notice .primary').click();
    await red.waitForSelector('.setup-view');
    const wrong = await open();
    await go(wrong, '#/join/22222222');
    await wrong.waitForFunction(() => /no invitation/.test(document.querySelector('.narrow-page .message')?.textContent));
  },

  async 'an offer that is taken back is gone'({ open }) {
    const page = await open();
    const { link } = await invite(page, 'duel');
    await press(page, 'Withdraw it');
    await page.waitForSelector('.doors');
    assert.equal(await page.locator('.game-row').count(), 0);
    const late = await open();
    await late.goto(link);
    await late.waitForFunction(() => /no invitation/.test(document.querySelector('.narrow-page .message')?.textContent ?? ''));
  },
};
