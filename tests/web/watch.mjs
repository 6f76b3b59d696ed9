// Who watches: a game in a frame of another site.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { begin, onTurn } from './people.mjs';
import { moveByMouse } from './hands.mjs';

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

export const tests = {
  async 'a game that goes on stands in a frame of another site, and goes on there'({ open }) {
    const players = await begin(open, async (page) => {
      await page.locator('.more-terms summary').click();
      await page.locator('input[name=watch]').check();
    });
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
