// Who watches: a wall of boards, and a game in a frame of another site.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { begin, onTurn } from './people.mjs';
import { go, moveByMouse } from './hands.mjs';

/** A page of another site, which has put this snippet into it. */
async function elsewhere(page, snippet) {
  const site = createServer((request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end(`<!doctype html><link rel="icon" href="data:,"><title>Elsewhere</title>${snippet}`);
  });
  await new Promise((done) => { site.listen(0, '127.0.0.1', () => done(null)); });
  const context = await page.context().browser().newContext();
  const other = await context.newPage();
  const errors = [];
  other.on('pageerror', (error) => errors.push(String(error)));
  other.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await other.goto(`http://localhost:${site.address().port}/`);
  return { other, errors, leave: () => Promise.all([context.close(), site.close()]) };
}

const watched = async (page) => {
  await page.locator('.more-terms summary').click();
  await page.locator('input[name=watch]').check();
};

export const tests = {
  async 'who watches several games sees their boards go on, by keys as well'({ open }) {
    const [first, second] = [await begin(open, watched), await begin(open, watched)];
    const page = await open();
    await go(page, '#/watch');
    await page.locator('.tile .cell').first().waitFor();
    const tiles = page.locator('.tile');
    assert.equal(await tiles.count(), 2);
    const edges = await tiles.first().evaluate((tile) => ['a', '.board-frame'].map((one) => tile.querySelector(one).getBoundingClientRect())
      .map(({ left, right }) => [left, right]));
    assert.ok(edges[0][0] < edges[1][0] && edges[1][1] < edges[0][1], `a board ends within its tile: ${edges}`);
    assert.equal(await page.locator('.tile use[href^="#figure"]').count(), 0, 'no rank is told');
    await moveByMouse(await onTurn(first));
    await page.locator('.tile', { hasText: 'Blue to move · 1 move' }).waitFor();
    await page.locator('.tile', { hasText: 'Red to move' }).waitFor();
    const boxes = page.locator('.live-games input');
    await boxes.nth(0).focus();
    await page.keyboard.press('Space');
    assert.equal(await tiles.count(), 1, 'a board goes, and the focus stays');
    assert.equal(await boxes.nth(0).evaluate((box) => box === document.activeElement), true);
    await page.keyboard.press('Space');
    assert.equal(await tiles.count(), 2);
    await second[1].getByRole('button', { name: 'Call off', exact: true }).click();
    await second[1].locator('dialog .danger').click();
    await page.locator('.tile', { hasText: 'No result' }).waitFor();
    await tiles.filter({ hasText: '1 move' }).locator('a').click();
    await page.waitForSelector('.play-view .board');
    assert.match(await page.locator('.balance').textContent(), /^(Even in pieces lost|(Red|Blue) is ahead)/);
    // Who looks at the wall hears of the own game afterwards, too.
    const [red, blue] = first;
    await go(red, '#/watch');
    await red.locator('.tile', { hasText: 'Blue to move' }).waitFor();
    await go(red, '#/');
    await red.locator('.game-row').first().waitFor();
    await moveByMouse(blue);
    await red.locator('.game-row', { hasText: 'Your move' }).waitFor();
  },
  async 'a game that goes on stands in a frame of another site, and goes on there'({ open }) {
    const players = await begin(open, watched);
    const [red] = players;
    await red.locator('.embed-details summary').click();
    const snippet = await red.locator('.embed-details input').inputValue();
    const { other, errors, leave } = await elsewhere(red, snippet);
    const frame = other.frameLocator('iframe');
    await frame.locator('main[data-live] svg use').first().waitFor();
    const state = frame.locator('.state');
    assert.equal(await state.textContent(), 'Red to move');
    assert.equal(await frame.locator('svg text').count(), 0, 'no rank is told');
    assert.equal(await frame.locator('main').evaluate(() => { try { return String(window.localStorage); } catch { return 'none'; } }), 'none');
    await moveByMouse(await onTurn(players));
    await frame.getByText('Blue to move · 1 move').waitFor();
    const link = frame.locator('a');
    assert.match(await link.getAttribute('href'), /\/#\/game\//);
    assert.deepEqual(errors, []);
    await leave();
  },
};
