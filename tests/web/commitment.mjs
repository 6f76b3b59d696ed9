// Armies promised before a game and verified after it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { newGame, pressStart, setUpLetters } from './hands.mjs';

const ARMY = 'MBAAAAAAAALKEDDCAAAAAAAAAAAAAAAAAAAAAAAA';

export const tests = {
  async 'the page’s BLAKE2b is that of RFC 7693 and of b2sum'({ openSource }) {
    const page = await openSource();
    const hash = (text) => page.evaluate(async (given) => {
      const { blake2b } = await import('/ui/blake2b.js');
      return blake2b(new TextEncoder().encode(given));
    }, text);
    assert.equal(await hash(''), '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8');
    assert.equal(await hash('abc'), 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319');
    for (const size of [1, 127, 128, 129, 255, 256, 257, 1000]) {
      const text = 'flagfall/1\n'.repeat(100).slice(0, size);
      const [wanted] = execFileSync('b2sum', ['-l', '256'], { input: text }).toString().split(' ');
      assert.equal(await hash(text), wanted, `${size} bytes`);
    }
  },

  async 'a promise that was not kept is said loudly, during the game and after it'({ open }) {
    const page = await open();
    await newGame(page, 'barrage');
    await setUpLetters(page, ARMY);
    await pressStart(page);
    assert.equal(await page.locator('.armies-state:visible').count(), 0, 'all is well, and nothing is said');
    // As if the server had changed the army after it was promised.
    await page.evaluate(() => {
      const [kept] = JSON.parse(localStorage['flagfall.promises']);
      kept.made[0].letters = kept.made[0].letters.split('').reverse().join('');
      localStorage['flagfall.promises'] = JSON.stringify([kept]);
    });
    await page.reload();
    await page.waitForSelector('.armies-state.broken:visible');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    assert.match(await page.locator('.armies-state.broken').textContent(), /not the one that was promised/);
  },
};
