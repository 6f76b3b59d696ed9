// Every screen as a picture, to be looked at before and after a change of how the page looks:
// node bench/screens.mjs FOLDER [wide|phone|narrow|side|light|dark|WORD...]: all, or those of a size
// or a theme, and whose names contain a word; at 1440, 390, 320 and 844 x 390. FLAGFALL names the
// program, LANGUAGE the language (en).
// Needs what tests/web/run has installed.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseEdition, moveByMouse, newGame, pressStart, readBoard, toNewGame } from '../tests/web/hands.mjs';
import { openBrowser, startServer } from '../tests/web/support.mjs';

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node bench/screens.mjs FOLDER [WORD...]');
  process.exit(2);
}
const LANGUAGE = process.env.LANGUAGE?.slice(0, 2) || 'en';
const SIZES = {
  wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 }, side: { width: 844, height: 390 },
};
const THEMES = ['light', 'dark'];
const PAGES = {
  computer: 'new/computer', friend: 'new/friend', lobby: 'lobby', editor: 'editor', replay: 'replay', learn: 'learn',
  puzzles: 'puzzles', puzzle: 'puzzles/flag', account: 'account', join: 'join', two: 'new/two', missing: 'game/nosuchgame',
  online: 'new/lobby', seek: 'seek', watch: 'watch', people: 'people', tournaments: 'tournaments',
};
const chosen = (names) => (names.some((name) => wanted.includes(name)) ? names.filter((name) => wanted.includes(name)) : names);
const words = wanted.filter((word) => ![...Object.keys(SIZES), ...THEMES].includes(word));

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await openBrowser();

const go = async (page, hash) => {
  await page.goto(page.url().replace(/#.*|$/, `#/${hash}`));
  await page.waitForFunction(() => document.querySelector('main')?.children.length && !document.querySelector('main > .note, .note')?.textContent.endsWith('…'));
};

/** A game from its set-up to its replay, by the computer's side; `look` after each step. */
async function game(page, look) {
  await newGame(page, 'tournament');
  await page.waitForSelector('.setup-view .play-bar .button:enabled');
  await look('set-up');
  await pressStart(page);
  for (let i = 0; i < 12 && await moveByMouse(page); i += 1);
  const { mobile } = await readBoard(page);
  if (mobile.length) await page.mouse.click(mobile[0].x, mobile[0].y);
  await look('play');
  await page.locator('.actions .danger, .actions .resign, .button.resign').or(page.getByRole('button', { name: /^(Resign|Opgeven|Abandonner|Aufgeben)$/ })).first().click();
  await look('question');
  await page.locator('dialog .danger').click();
  await page.waitForSelector('dialog.result');
  await look('result');
  await page.locator('dialog.result .button').first().click();
  await look('end');
  await page.locator('.analyse-button').click();
  await page.waitForSelector('.analysis, .analysis-panel').catch(() => null);
  await look('analysis');
  await go(page, '');
  await page.waitForSelector('.home .games');
  await look('start-again');
}

async function dialogs(page, look) {
  for (const [name, opens] of [['settings', '.top .open-settings'], ['rules', '.top .open-rules']]) {
    await page.locator(opens).click();
    await page.waitForSelector('dialog[open]');
    await look(name);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('?');
  await look('keys');
  await page.keyboard.press('Escape');
}

async function invitation(page, look) {
  await toNewGame(page, 'friend');
  await chooseEdition(page, 'barrage');
  await page.locator('.play-bar .button').click();
  await page.waitForSelector('.waiting-view');
  await look('invitation');
}

async function curtain(page, look) {
  await go(page, 'new/two');
  await page.locator('.play-bar .button').click();
  await page.waitForSelector('.curtain');
  await look('curtain');
}

const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));

for (const size of chosen(Object.keys(SIZES))) {
  for (const colorScheme of chosen(THEMES)) {
    const viewport = SIZES[size];
    const visitor = { server, pages: [], contexts: [] };
    const phone = size === 'wide' ? {} : { hasTouch: true, isMobile: true };
    const page = await browser.bind(visitor).open({ viewport, colorScheme, reducedMotion: 'reduce', locale: LANGUAGE, ...phone });
    const look = async (name) => {
      if (!isWanted(name)) return;
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
      await page.evaluate(() => new Promise((done) => { requestIdleCallback(() => done(null), { timeout: 3000 }); })); // what is drawn last
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), animations: 'disabled' });
    };
    const tour = {
      start: () => look('start'), dialogs: () => dialogs(page, look),
      ...Object.fromEntries(Object.entries(PAGES).map(([name, hash]) => [name, async () => { await go(page, hash); await look(name); }])),
      invitation: () => invitation(page, look), curtain: () => curtain(page, look), game: () => game(page, look),
    };
    for (const [name, walk] of Object.entries(tour)) {
      await walk().catch((error) => console.log(`${name} ${size} ${colorScheme}: ${error.message.split('\n')[0]}`));
    }
    await browser.leave(visitor);
  }
}

await browser.close();
await server.stop();
