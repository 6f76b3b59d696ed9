// Every page on a phone and for screen readers, light and dark.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Secrets } from './secrets.mjs';
import { chooseEdition, chooseLanguage, emptyBoard, go, moveByMouse, newGame, openSettings, toNewGame, playFast, readBoard, startReadyMade } from './hands.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe complains of, in short; by some of its rules alone where `only` names them. What moves or
 * fades is looked at as it is in the end. */
export async function complaints(page, only = null) {
  await page.evaluate(() => document.getAnimations().forEach((one) => {
    if (one.effect.getComputedTiming().endTime < Infinity) one.finish();
  }));
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((rules) => globalThis.axe.run(rules ? { runOnly: rules } : {}), only);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`);
}

export async function widthFits(page, where) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(over, 0, `${where} is not wider than the screen`);
  await panelsFit(page, where);
}

/** Nothing that stands in a panel is cut off at its side, or only to be seen by scrolling sideways. */
async function panelsFit(page, where) {
  const cut = await page.evaluate(() => [...document.querySelectorAll('.card, .side, dialog')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
    .map((one) => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}`));
  assert.deepEqual(cut, [], `${where}: what is in a panel is not wider than it`);
}

/** Leads through every page and calls `look(page, name)` on each. */
async function tour(page, look) {
  await look(page, 'start');
  await openSettings(page);
  await look(page, 'settings');
  await page.keyboard.press('Escape');
  await playFast(page);
  await newGame(page, 'tournament');
  await look(page, 'set-up');
  await emptyBoard(page);
  await look(page, 'set-up with all pieces in the tray');
  await startReadyMade(page, 'bastion');
  await readBoard(page);
  for (let i = 0; i < 5; i += 1) await moveByMouse(page);
  const { mobile } = await readBoard(page);
  if (mobile.length) await page.mouse.click(mobile[0].x, mobile[0].y);
  await look(page, 'play');
  await page.locator('.top .open-rules').click();
  await page.waitForSelector('dialog section');
  await look(page, 'rules');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resign' }).click();
  await look(page, 'question');
  await page.locator('dialog .danger').click();
  await page.waitForSelector('dialog.result');
  await look(page, 'result');
  await page.locator('dialog .button').first().click();
  await look(page, 'end');
  await go(page, '#/');
  await page.waitForSelector('.games');
  await look(page, 'start with games');
}

export const tests = {
  async 'the rules open wherever one comes in'({ open }) {
    const page = await open();
    for (const hash of ['#/lobby', '#/account', '#/replay']) {
      await go(page, hash);
      await page.reload();
      await page.waitForSelector('main h1');
      await page.locator('.top .open-rules').click();
      await page.locator('dialog section').nth(3).waitFor();
      await page.keyboard.press('Escape');
    }
  },

  async 'on a phone everything that is pressed has room for a finger'({ open }) {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const small = () => page.evaluate(() => [...document.querySelectorAll('a, button, select, summary, input:not([type=radio], [type=checkbox])')]
      .filter((one) => one.checkVisibility?.() ?? one.offsetParent)
      .filter((one) => !one.closest('.visually-hidden, .skip, .board, .moves, p, .notices'))
      .map((one) => [one.getBoundingClientRect(), `${one.className} ${one.textContent}`.trim()])
      .filter(([{ width, height }]) => width > 1 && (height < 43.5 || width < 43.5))
      .map(([{ width, height }, what]) => `${what}: ${Math.round(width)}x${Math.round(height)}`));
    assert.equal(await page.locator('.top .learn-link').isVisible(), true);
    for (const hash of ['#/', '#/new/computer', '#/lobby', '#/account', '#/replay', '#/editor', '#/learn']) {
      await go(page, hash);
      await page.waitForFunction(() => !document.querySelector('main > .note') && document.querySelector('main h1'));
      assert.deepEqual(await small(), [], hash);
    }
    await newGame(page, 'tournament');
    await page.waitForSelector('.setup-view .play-bar .button:enabled');
    assert.deepEqual(await small(), [], 'set-up');
    await page.locator('.setup-view .play-bar .button').click();
    await readBoard(page);
    assert.deepEqual(await small(), [], 'play');
  },

  async 'on a phone on its side the whole board is in view, and neither a game’s start nor its end moves it'({ open }) {
    for (const viewport of [{ width: 844, height: 390 }, { width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const page = await open({ viewport, reducedMotion: 'reduce' });
      await newGame(page, 'tournament');
      const start = page.locator('.setup-view .play-bar .button:enabled');
      await start.waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const before = await page.locator('.board').boundingBox();
      await start.click();
      await page.waitForSelector('.play-view');
      await readBoard(page);
      await page.evaluate(() => scrollTo(0, 0));
      assert.deepEqual(await page.locator('.board').boundingBox(), before, `${JSON.stringify(viewport)}: its start`);
      assert.ok(before.y >= 0 && before.y + before.height <= viewport.height, `${JSON.stringify(before)} is in view`);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.locator('dialog .danger').click();
      await page.waitForSelector('dialog.result');
      await page.locator('dialog .button').first().click();
      await page.evaluate(() => scrollTo(0, 0));
      assert.deepEqual(await page.locator('.board').boundingBox(), before, JSON.stringify(viewport));
      await widthFits(page, JSON.stringify(viewport));
    }
  },

  async 'at phone width nothing runs over the edge and squares fill it'({ open }) {
    const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, bypassCSP: true });
    await tour(page, async (_, where) => {
      await widthFits(page, where);
      assert.deepEqual(await complaints(page, ['wcag2a', 'best-practice']), [], where);
      if (where !== 'play') return;
      const board = await page.locator('.board').boundingBox();
      assert.ok(board.width >= 340, `the board is ${board.width} wide`);
    });
  },

  async 'in every language a set-up’s panel shows all that is in it, whatever the width'({ open }) {
    const page = await open({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    for (const language of ['en', 'de', 'fr', 'nl']) {
      await go(page, '#/');
      await chooseLanguage(page, language);
      await newGame(page, 'tournament');
      await page.locator('.setup-view .play-bar .button:enabled').waitFor();
      for (const isEmpty of [false, true]) {
        if (isEmpty) await page.locator('.tools .row > .row > .button').last().click(); // Clear;
        for (const [width, height] of [[1100, 800], [1280, 800], [1920, 1080], [1024, 768], [844, 390], [360, 740]]) {
          await page.setViewportSize({ width, height });
          await widthFits(page, `${language}, ${width}, ${isEmpty ? 'no piece' : 'every piece'} on the board`);
        }
      }
    }
  },

  async 'axe finds nothing, in light'({ open }) {
    const page = await open({ colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true });
    await tour(page, async (_, where) => assert.deepEqual(await complaints(page), [], where));
  },

  async 'with forced colours axe finds nothing, and the chief button is the system’s, also under the mouse'({ open }) {
    const page = await open({ forcedColors: 'active', reducedMotion: 'reduce', bypassCSP: true, viewport: { width: 390, height: 844 } });
    const highlight = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return backgroundColor;
    });
    const now = page.locator('.play-now');
    for (const does of ['focus', 'hover']) {
      await now[does]();
      assert.equal(await now.evaluate((one) => getComputedStyle(one).backgroundColor), highlight, does);
    }
    await tour(page, async (_, where) => assert.deepEqual(await complaints(page), [], where));
  },

  async 'axe finds nothing, in dark on a tablet'({ open }) {
    const page = await open({
      colorScheme: 'dark', reducedMotion: 'reduce', bypassCSP: true, viewport: { width: 820, height: 1180 },
    });
    await tour(page, async (_, where) => assert.deepEqual(await complaints(page), [], where));
  },

  async 'around the games too, axe finds nothing and phones suffice'({ open }) {
    const light = await open({ colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true });
    const phone = await open({
      colorScheme: 'dark', reducedMotion: 'reduce', bypassCSP: true, viewport: { width: 360, height: 740 },
    });
    const pages = ['#/new/lobby', '#/lobby', '#/editor', '#/army/barrage/MBAAAAAAAALKEDDCAAAAAAAAAAAAAAAAAAAAAAAA',
      '#/replay', '#/account', '#/join', '#/join/22222222'];
    for (const page of [light, phone]) {
      for (const hash of pages) {
        await go(page, hash);
        await page.waitForFunction(() => !document.querySelector('main > .note'));
        if (page === light) assert.deepEqual(await complaints(page), [], hash);
        await widthFits(page, hash);
      }
      await toNewGame(page, 'lobby');
      await page.locator('.play-bar .button').click();
      await page.waitForSelector('.waiting-view');
      assert.deepEqual(await complaints(page), [], 'an offer that waits');
      await widthFits(page, 'an offer that waits');
      await go(page, '#/lobby');
      await page.waitForSelector('.offer-row');
      assert.deepEqual(await complaints(page), [], 'a lobby with offers');
      await widthFits(page, 'a lobby with offers');
    }
  },

  async 'every edition is offered, and each shows its board'({ open }) {
    const page = await open();
    await toNewGame(page);
    const editions = page.locator('input[name=edition]');
    assert.ok(await editions.count() >= 19, 'the thirteen of the rule texts and six more');
    for (const edition of await editions.evaluateAll((all) => all.map(({ value }) => value))) {
      await chooseEdition(page, edition);
      assert.match(await page.locator('.chosen .preview').getAttribute('aria-label'), /^The board: (8|10) files, (8|10) rows/);
      assert.equal(await page.locator('.chosen .preview .zone').count(), 2, 'where each army stands');
      assert.ok(await page.locator('.army li').count() >= 7);
    }
  },

  async 'the numbers on the pieces can be turned round'({ open }) {
    const page = await open();
    await toNewGame(page);
    const first = () => page.locator('.army li').first().locator('text').textContent();
    const label = async (style) => {
      await openSettings(page);
      await page.locator(`dialog input[name=numbers][value=${style}]`).check();
      await page.locator('dialog .button.primary').click();
      return first();
    };
    await chooseEdition(page, 'anniversary');
    assert.equal(await first(), '1', 'as printed: 1 is the Marshal');
    assert.equal(await label('ten'), '10');
    assert.equal(await label('one'), '1');
    await chooseEdition(page, 'tournament');
    assert.equal(await label('edition'), '10');
  },

  async 'the watcher of frames notices what nobody has shown'({ open }) {
    const page = await open();
    assert.ok(await page.locator('.home').count());
    const frame = (letter, events) => ({
      type: 'game', game: 'g', edition: 'e', seat: 'red', phase: 'play',
      view: { viewer: 'red', plies: events.length, first: 0, events, board: `A${letter}` },
    });
    const leaks = (...given) => {
      const secrets = new Secrets();
      secrets.leaksIn({ type: 'welcome', editions: [{ id: 'e', files: 1, rows: 2 }] });
      return secrets.leaksIn(frame(...given)).length;
    };
    const battle = { move: 'a1xa2', battle: 'defender', attacker: 'D', defender: 'L' };
    assert.equal(leaks('?', []), 0);
    assert.equal(leaks('X', []), 1, 'a rank in capitals is not public');
    assert.equal(leaks('x', []), 1, 'nothing has made it public');
    assert.equal(leaks('x', [battle]), 0, 'the battle has shown it');
    assert.equal(leaks('w', [battle]), 1, 'it has shown another rank');
    assert.equal(leaks('?', [{ ...battle, secret: 'L' }]), 1, 'a field that the protocol does not know');
  },

  async 'a game that is not there is said to be so'({ open, server }) {
    const page = await open();
    await page.goto(`${server.url}#/game/nosuchgame`);
    await page.waitForSelector('.note .button');
    assert.match(await page.locator('.note').textContent(), /server knows no such game/);
    assert.deepEqual(await complaints(page), []);
    await page.goto(`${server.url}#/game/local-nosuchgame`);
    await page.getByText('This browser has no such game').waitFor();
  },

  async 'a broken link opens the page, and leaves a way back'({ open, server }) {
    for (const [broken, mark] of [['game/%', '.note .button'], ['join/%E0%A4', '.join-view, .note, .message'], ['army/%/A', 'main .card']]) {
      const page = await open();
      await page.goto('about:blank');
      await page.goto(`${server.url}#/${broken}`);
      await page.waitForSelector(mark);
      await page.locator('.brand').click();
      await page.waitForSelector('.start-page');
    }
  },
};
