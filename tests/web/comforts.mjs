// Sound, notices, palettes, keys: what makes a page pleasant.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { go, moveByMouse, newGame, openSettings, readBoard, startReadyMade } from './hands.mjs';
import { complaints, widthFits } from './pages.mjs';
import { transfersOf } from './transfers.mjs';

/** Counts the notes that the page plays, from its beginning on. */
async function listen(page) {
  await page.addInitScript(() => {
    globalThis.notes = 0;
    const Plain = globalThis.AudioContext;
    globalThis.AudioContext = class extends Plain {
      constructor(...given) {
        super(...given);
        globalThis.ears = this;
      }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function count(...given) {
      globalThis.notes += 1;
      return start.apply(this, given);
    };
  });
  await page.reload();
  await page.waitForSelector('.home');
}

// All of axe's rules but those about contrast, which take long and know no language.
const TAGS = ['wcag2a', 'wcag21a', 'wcag21aa', 'best-practice'];

const notes = (page) => page.evaluate(() => globalThis.notes);

async function close(page) {
  await page.locator('dialog .button.primary').click();
}

// The other pages by their addresses, and what is there when they are shown.
const PAGES = {
  'new/friend': '.new-game', lobby: '.lobby-page', join: '.narrow-page', editor: '.editor-view', replay: '.replay-page', account: '.account-page',
};

// What a finger should hit: 44 pixels high, but for links that lie in a larger field.
async function fingersFit(page, where) {
  const small = await page.evaluate(() => [...document.querySelectorAll('main button, main select, main input, main summary, dialog button')]
    .filter((one) => one.offsetParent && !one.closest('.edition, .segment'))
    .map((one) => [one, (one.matches('[type=radio], [type=checkbox]') ? one.closest('label') : one).getBoundingClientRect()])
    .filter(([, { height }]) => height < 43.5).map(([one, { height }]) => `${one.cloneNode(true).className} ${one.textContent.slice(0, 60)} ${height}`));
  assert.deepEqual(small, [], where);
}

/** Leads through what is not part of a game, and calls `look(name)` on each. */
async function stroll(page, look) {
  await look('start');
  await openSettings(page);
  await look('settings');
  await close(page);
  await page.keyboard.press('?');
  await look('keys');
  await close(page);
  await page.locator('.top .open-rules').click();
  await page.waitForSelector('dialog section');
  await look('rules');
  await close(page);
  for (const [name, mark] of Object.entries(PAGES)) {
    await page.goto(new URL(`#/${name}`, page.url()).href);
    await page.waitForSelector(mark);
    await look(name);
  }
  await page.goto(new URL('#/learn', page.url()).href);
  await page.locator('.lesson-board .cell[data-square=b2]').click();
  await look('tutorial');
}

export const tests = {
  async 'every sound is heard, clips nothing, and is over softly within 900 ms'({ openSource }) {
    const page = await openSource();
    const sounds = await page.evaluate(async () => {
      const { SOUND_NAMES, renderSound } = await import('/ui/sound.js');
      const rate = 44100;
      return Promise.all(SOUND_NAMES.map(async (name) => {
        const samples = await renderSound(name, 2, rate);
        const last = samples.findLastIndex((value) => Math.abs(value) > 1e-4);
        let jump = 0;
        for (let i = last - 200; i < last + 200; i += 1) jump = Math.max(jump, Math.abs(samples[i] - samples[i - 1]));
        return { name, peak: samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0), end: last / rate, jump };
      }));
    });
    assert.ok(sounds.length > 8);
    for (const { name, peak, end, jump } of sounds) {
      assert.ok(peak > 0.1 && peak < 0.95, `${name}: ${peak} of full scale`);
      assert.ok(end < 0.9, `${name}: ${end} s`);
      assert.ok(jump < 1e-3, `${name} ends with a click of ${jump}`);
    }
  },

  async 'nothing in the page is younger than browsers of 2022'() {
    const folder = new URL('../../web/', import.meta.url);
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css)$/.test(name));
    const young = /:has\(|light-dark\(|color-mix\(|@container|@layer|^\s*&(?!&)|\.to(Sorted|Reversed|Spliced)\(|\.findLast|Object\.groupBy|withResolvers|popover|structuredClone/m;
    for (const name of names) {
      const found = (await readFile(new URL(name, folder), 'utf8')).match(young);
      assert.equal(found && found[0], null, name);
    }
    assert.ok(names.length > 50);
  },

  async 'a first visit asks for 15 files and 120 KB at most, and the next one for the page alone'({ open, server }) {
    for (const locale of ['en', 'fr']) {
      const page = await open({ locale });
      const cold = await transfersOf(page, server.url, { cold: true });
      assert.ok(cold.asked.length >= 5 && cold.asked.length <= 15, cold.asked.join('\n'));
      assert.ok(cold.bytes > 20_000 && cold.bytes <= 120 * 1024, `${cold.bytes} bytes`);
      assert.equal(cold.asked.filter((path) => /^\/(en|nl|fr|de)-/.test(path)).length, 1, 'one language is loaded');
      const warm = await transfersOf(page, server.url);
      assert.deepEqual(warm.asked, ['/']);
    }
  },

  async 'what is the same for everybody is told once and kept, unless what is kept is damaged'({ open, server }) {
    const page = await open();
    const isTold = [];
    page.on('websocket', (socket) => socket.once('framereceived', ({ payload }) => isTold.push('editions' in JSON.parse(payload))));
    const comeBack = async (kept) => {
      await page.evaluate((text) => { if (text) localStorage['flagfall.lists'] = text; }, kept);
      await page.goto('about:blank');
      await page.goto(server.url);
      await page.locator('.last-choice', { hasText: 'Classic' }).waitFor();
    };
    await comeBack();
    assert.deepEqual(isTold, [false]);
    for (const damaged of ['{"lists":', '5', '{}', '{"lists":"0123456789abcdef","editions":[]}']) await comeBack(damaged);
    // As a page of before keeps lists of which this one needs more.
    await comeBack(await page.evaluate(() => JSON.stringify({ ...JSON.parse(localStorage['flagfall.lists']), clocks: undefined })));
    await comeBack();
    assert.deepEqual(isTold, [false, true, true, true, true, true, false]);
  },

  async 'sounds come after the first press, as loud as they are set, or not at all'({ openSource }) {
    const page = await openSource();
    await listen(page);
    const early = await page.evaluate(async () => {
      const { playSound } = await import('/ui/sound.js');
      return playSound({ sound: true, volume: 100 }, 'move');
    });
    assert.equal(early, false);
    assert.equal(await notes(page), 0, 'nothing is heard before the first press');
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    await page.waitForFunction(() => globalThis.ears?.state === 'running'); // the first press has begun that
    await moveByMouse(page);
    await readBoard(page);
    const heard = await notes(page);
    assert.ok(heard > 0, 'a move is heard');
    await openSettings(page);
    await page.locator('dialog input[name=volume]').focus();
    await page.keyboard.press('ArrowRight');
    assert.ok(await notes(page) > heard, 'a new volume is heard at once');
    assert.equal((await page.evaluate(() => JSON.parse(localStorage['flagfall.settings']))).volume, 65);
    await page.locator('dialog input[name=sound]').uncheck();
    assert.ok(await page.locator('dialog input[name=volume]').isDisabled());
    await close(page);
    const silent = await notes(page);
    await moveByMouse(page);
    await readBoard(page);
    assert.equal(await notes(page), silent, 'switched off, nothing is heard');
  },

  async 'little time left is heard and said, in one clock only: one’s own'({ openSource }) {
    const page = await openSource();
    const warned = await page.evaluate(async () => {
      const { createClock } = await import('/play/clock.js');
      const warnings = [];
      const clocks = ['own', 'other'].map((name) => createClock(name === 'own', () => warnings.push(name), (since) => performance.now() - since));
      clocks.forEach((clock) => clock.set({ bank: 30020, free: 20, running: true }));
      // At least so long, so that 30,020 ms become less than 30,000; longer does no harm.
      await new Promise((done) => { setTimeout(done, 100); });
      clocks.forEach((clock) => { clock.tick(); clock.tick(); });
      return warnings;
    });
    assert.deepEqual(warned, ['own']);
    assert.match(await page.locator('[role=log]').textContent(), /30\sseconds left/);
  },

  async 'the tab says and shows whose turn it is, and tells who looks elsewhere'({ open }) {
    const page = await open({ permissions: ['notifications'] });
    await page.addInitScript(() => {
      globalThis.told = [];
      globalThis.Notification = class {
        static permission = 'granted';

        static requestPermission() { return Promise.resolve('granted'); }

        constructor(title, { body }) { globalThis.told.push(`${title}: ${body}`); }
      };
      globalThis.away = false;
      Object.defineProperty(document, 'hidden', { get: () => globalThis.away });
    });
    // Who is woken by the server when a person has moved is not woken for the computer's moves.
    await page.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem('flagfall.settings') ?? '{}');
      localStorage.setItem('flagfall.settings', JSON.stringify({ ...settings, wake: true }));
    });
    await page.reload();
    await page.waitForSelector('.home');
    const icon = () => page.locator('link[rel=icon]').getAttribute('href');
    assert.match(await icon(), /^icon(-[0-9A-F]{8})?\.svg$/);
    await openSettings(page);
    await page.locator('dialog input[name=notify]').check();
    await close(page);
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    await readBoard(page);
    assert.match(await icon(), /^icon-turn(-[0-9A-F]{8})?\.svg$/);
    assert.match(await page.title(), /^Your move/);
    await moveByMouse(page);
    await readBoard(page);
    assert.deepEqual(await page.evaluate(() => globalThis.told), [], 'who looks at the page needs no notice');
    await page.evaluate(() => { globalThis.away = true; });
    await moveByMouse(page);
    await readBoard(page);
    assert.deepEqual(await page.evaluate(() => globalThis.told), ['Flagfall: Your move.']);
    await go(page, '#/');
    await page.waitForSelector('.games');
    assert.match(await icon(), /^icon(-[0-9A-F]{8})?\.svg$/);
  },

  async 'light and dark as the system and the palette for colour-blind eyes'({ open }) {
    const page = await open({ colorScheme: 'dark' });
    const colour = (name) => page.evaluate((wanted) => getComputedStyle(document.documentElement).getPropertyValue(wanted), name);
    const dark = await colour('--bg');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction((before) => getComputedStyle(document.documentElement).getPropertyValue('--bg') !== before, dark);
    await openSettings(page);
    await page.locator('dialog input[name=theme][value=dark]').check();
    assert.equal(await colour('--bg'), dark);
    const red = await colour('--red');
    await page.locator('dialog input[name=palette][value=safe]').check();
    assert.notEqual(await colour('--red'), red);
    await page.reload();
    await page.waitForSelector('.home');
    assert.notEqual(await colour('--red'), red, 'the palette is kept');
    assert.equal(await colour('--bg'), dark);
  },

  async 'on a phone, in Dutch, French and German: nothing over the edge, room for fingers, and axe is content'({ open }) {
    for (const [locale, rules] of [['nl', []], ['de', []], ['fr', TAGS]]) {
      const page = await open({
        locale, hasTouch: true, reducedMotion: 'reduce', bypassCSP: true, viewport: { width: 360, height: 740 },
      });
      await stroll(page, async (where) => {
        if (rules.length) assert.deepEqual(await complaints(page, rules), [], `${where} in ${locale}`);
        await widthFits(page, `${where} in ${locale}`);
        await fingersFit(page, `${where} in ${locale}`);
      });
    }
  },

  async 'axe finds nothing with more contrast, nor with the other palette'({ open }) {
    const page = await open({ reducedMotion: 'reduce', bypassCSP: true });
    const look = async (where) => assert.deepEqual(await complaints(page, ['color-contrast']), [], where);
    await page.evaluate(() => localStorage.setItem('flagfall.settings', JSON.stringify({ palette: 'safe' })));
    for (const colorScheme of ['light', 'dark']) {
      for (const contrast of ['no-preference', 'more']) {
        await page.emulateMedia({ colorScheme, contrast });
        await go(page, '#/');
        await page.reload();
        await page.waitForSelector('.home');
        await look(`start, ${colorScheme}, ${contrast}`);
        await newGame(page, 'barrage');
        await look(`set-up, ${colorScheme}, ${contrast}`);
      }
    }
    await page.emulateMedia({ forcedColors: 'active' });
    await look('forced colours');
  },

  async 'a question mark opens the list of keys, but not where one writes'({ open }) {
    const page = await open();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog .keys-table');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await newGame(page, 'barrage');
    await page.locator('.share summary').click();
    await page.locator('.letters').press('?');
    assert.equal(await page.locator('dialog').count(), 0);
  },
};
