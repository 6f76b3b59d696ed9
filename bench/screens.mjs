// Every screen as a picture, to be looked at before and after a change of how the page looks:
// node bench/screens.mjs FOLDER [wide|phone|narrow|side|tablet|slate|light|dark|WORD...]: all, or those
// of a size or a theme, and whose names contain a word; at 1440, 390, 320, 844 x 390, 768 x 1024 and
// 1024 x 768. FLAGFALL names the program, LANGUAGE the language (en), SETTINGS a person's settings as
// JSON ({"pieces":"contrast"}); FORCED=1 has the browser force its colours. WHOLE=1: whole pages.
// Needs what tests/web/run has installed.

import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chooseEdition, moveByMouse, newGame, pressStart, readBoard, register, startAtRandom, toNewGame } from '../tests/web/hands.mjs';
import { begin, onTurn } from '../tests/web/people.mjs';
import { PROGRAM, openBrowser, startServer } from '../tests/web/support.mjs';

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node bench/screens.mjs FOLDER [WORD...]');
  process.exit(2);
}
const LANGUAGE = process.env.LANGUAGE?.slice(0, 2) || 'en';
const SIZES = {
  wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 }, side: { width: 844, height: 390 },
  tablet: { width: 768, height: 1024 }, slate: { width: 1024, height: 768 },
};
const THEMES = ['light', 'dark'];
const PAGES = {
  computer: 'new/computer', friend: 'new/friend', lobby: 'lobby', editor: 'editor', replay: 'replay', learn: 'learn',
  puzzles: 'puzzles', puzzle: 'puzzles/flag', account: 'account', join: 'join', two: 'new/two', missing: 'game/nosuchgame',
  online: 'new/lobby', seek: 'seek', watch: 'watch', people: 'people', tournaments: 'tournaments',
};
const FORCED = Boolean(process.env.FORCED);
const fullPage = Boolean(process.env.WHOLE);
const chosen = (names) => (names.some((name) => wanted.includes(name)) ? names.filter((name) => wanted.includes(name)) : names);
const words = wanted.filter((word) => ![...Object.keys(SIZES), ...THEMES].includes(word));

await mkdir(folder, { recursive: true });
const server = await startServer('--clock', 'manual');
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

// ---- a site with people on it, whom every visitor then meets ----

const NAMES = ['Annelies_Zandschulp1', 'Bo_2'];
const pass = (seconds) => promisify(execFile)(PROGRAM, ['admin', '--store', server.store, 'clock', `+${seconds * 1000}`]);

async function lose(page, edition, moves) {
  await newGame(page, edition);
  await startAtRandom(page);
  for (let i = 0; i < moves && await moveByMouse(page); i += 1);
  const resign = page.locator('.play-view').getByRole('button', { name: 'Resign' });
  if (!await resign.isVisible()) return;
  await resign.click();
  await page.locator('dialog .danger').click();
  await page.waitForSelector('dialog.result');
}

async function announce(page, name, system) {
  await go(page, 'tournaments');
  await page.locator('summary', { hasText: 'Announce a tournament' }).click();
  await page.locator('input[name=title]').fill(name);
  await page.locator(`.tournament-form input[name=system][value=${system}]`).check();
  await page.locator('.tournament-form input[name=setup]').fill('5');
  await page.locator('.tournament-form input[name=delay]').fill('1');
  await page.getByRole('button', { name: 'Announce', exact: true }).click();
  await page.locator('h1', { hasText: name }).waitFor();
  if (system !== 'exhibition') await page.getByRole('button', { name: 'Take part', exact: true }).click();
  return new URL(page.url()).hash.slice(2);
}

/** Two accounts with games and tournaments, and two games that are watched; gives the pages to be looked at. */
async function people(visitor) {
  const open = () => browser.bind(visitor).open({ reducedMotion: 'reduce', locale: 'en' });
  const watched = async (page) => {
    await page.locator('.more-terms summary').click();
    await page.locator('input[name=watch]').check();
  };
  for (let i = 0; i < 2; i += 1) {
    const pages = await begin(open, watched);
    for (let k = 0; k < 7 + i; k += 1) await moveByMouse(await onTurn(pages), { isQuiet: k < 3 });
    residents.watched = new URL(pages[0].url()).hash.replace('#/game', 'embed');
  }
  const [ann, bo] = [await open(), await open()];
  await register(ann, NAMES[0]);
  await register(bo, NAMES[1]);
  await lose(ann, 'duel', 3);
  await lose(ann, 'barrage', 40);
  await lose(ann, 'tournament', 5);
  const tournament = await announce(ann, 'Winter cup of the Zandschulp family and friends', 'swiss');
  await go(bo, tournament);
  await bo.getByRole('button', { name: 'Take part', exact: true }).click();
  await bo.getByRole('button', { name: 'Leave' }).waitFor();
  residents.exhibition = await announce(bo, 'All against Bo', 'exhibition');
  residents.cookies = await bo.context().cookies();
  await go(ann, residents.exhibition);
  await ann.getByRole('button', { name: 'Take part', exact: true }).click();
  await ann.getByRole('button', { name: 'Leave' }).waitFor();
  for (const page of [ann, bo]) await go(page, tournament);
  await pass(61);
  for (const page of [ann, bo]) await page.waitForSelector('.setup-view');
  await Promise.all([startAtRandom(ann), startAtRandom(bo)]);
  await announce(bo, 'Open evening', 'arena');
  return { profile: `people/${NAMES[0]}`, tournament };
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

const LIVED = ['profile', 'tournament', 'watch', 'tournaments', 'lobby', 'start', 'embed', 'exhibition'];
const residents = { server, pages: [], contexts: [], watched: '', exhibition: '', cookies: [] };
if (LIVED.some(isWanted)) {
  await people(residents).then((found) => Object.assign(PAGES, found), (error) => console.log(error.stack));
}

for (const size of chosen(Object.keys(SIZES))) {
  for (const colorScheme of chosen(THEMES)) {
    const viewport = SIZES[size];
    const visitor = { server, pages: [], contexts: [] };
    const phone = size === 'wide' ? {} : { hasTouch: true, isMobile: true };
    const forced = FORCED ? { forcedColors: 'active' } : {};
    const page = await browser.bind(visitor).open({ viewport, colorScheme, reducedMotion: 'reduce', locale: LANGUAGE, ...phone, ...forced });
    if (process.env.SETTINGS) {
      await page.evaluate((settings) => localStorage.setItem('flagfall.settings', settings), process.env.SETTINGS);
      await page.reload();
      await page.waitForSelector('.home');
    }
    const look = async (name) => {
      if (!isWanted(name)) return;
      await page.mouse.move(0, 0);
      await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
      await page.evaluate(() => new Promise((done) => { requestIdleCallback(() => done(null), { timeout: 3000 }); })); // what is drawn last
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage, animations: 'disabled' });
    };
    const tour = {
      start: () => look('start'), dialogs: () => dialogs(page, look),
      ...Object.fromEntries(Object.entries(PAGES).map(([name, hash]) => [name, async () => { await go(page, hash); await look(name); }])),
      invitation: () => invitation(page, look), curtain: () => curtain(page, look), game: () => game(page, look),
      embed: async () => {
        await page.goto(new URL(residents.watched, server.url).href);
        await look('embed');
      },
      exhibition: async () => { // as its host sees it
        await page.context().addCookies(residents.cookies);
        await page.goto(server.url);
        await go(page, residents.exhibition);
        await look('exhibition');
      },
    };
    for (const [name, walk] of Object.entries(tour)) {
      await walk().catch((error) => console.log(`${name} ${size} ${colorScheme}: ${error.message.split('\n')[0]}`));
    }
    await browser.leave(visitor);
  }
}

await browser.leave(residents);
await browser.close();
await server.stop();
