// A player at the page: with the mouse, or with keys alone. Legal moves are read off
// the page, as a person would.

import assert from 'node:assert/strict';

const BOARD = '.play-view .board';

/** An army of barrage with its scouts in front: such a game is over soon. */
export const QUICK = 'MBAAAAAAAALKEDDCAAAAAAAAAAAAAAAAAAAAAAAA';

/** Chooses an edition and a colour against the computer and presses Play. */
export async function newGame(page, edition, seat = 'red') {
  await toNewGame(page);
  await chooseEdition(page, edition);
  await page.locator(`input[name=seat][value=${seat}]`).check();
  await page.locator('.play-bar .button').click();
  await page.waitForSelector('.setup-view');
}

/** Chooses an edition, opening the list of those that are not in sight. */
export async function chooseEdition(page, edition) {
  const choice = page.locator(`input[name=edition][value=${edition}]`);
  if (!await choice.isVisible()) await page.locator('.editions > details > summary').click();
  await choice.check();
}

/** Goes to another address of the page, until its view, and not the one before, is on show. */
export async function go(page, hash) {
  const isSame = new URL(page.url()).hash === hash;
  await page.evaluate(() => document.querySelector('main')?.firstElementChild?.setAttribute('data-left', ''));
  await page.goto(page.url().replace(/#.*|$/, hash));
  if (!isSame) await page.waitForSelector('main > :not([data-left])');
}

/** Makes an account; gives the recovery code that is shown. */
export async function register(page, name, password = 'correct horse battery') {
  await go(page, '#/account');
  const field = (what) => page.locator(`.account-form.register input[name=${what}]`);
  await field('name').fill(name);
  await field('password').fill(password);
  await page.locator('.account-form.register .button').click();
  await isNamed(page, name);
  return page.locator('.once .shown-text').textContent();
}

/** The page knows the account that is signed in. */
export const isNamed = (page, name) => page.waitForFunction((wanted) => (
  document.querySelector('.top nav a[href="#/account"]').textContent === wanted), name);

/** Opens the choice of a new game against the computer. */
export async function toNewGame(page, against = 'computer') {
  await go(page, `#/new/${against}`);
  await page.waitForSelector('.new-game');
}

/** Takes the army off that a set-up opens with. */
export async function emptyBoard(page) {
  await canStart(page);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Sets up by lot and starts. */
export async function startAtRandom(page) {
  await page.locator('[data-style=by-lot]').click();
  await pressStart(page);
}

/** Sets up a ready-made army of the server's and starts. */
export async function startReadyMade(page, style) {
  await page.locator(`[data-style=${style}]`).click();
  await pressStart(page);
}

/** Sets up the army of those letters. */
export async function setUpLetters(page, letters) {
  await page.locator('.share summary').click();
  await page.locator('.letters').fill(letters);
  await canStart(page);
}

export async function pressStart(page) {
  await page.locator('.setup-view .play-bar .button:enabled').click();
  await page.waitForSelector(BOARD);
}

export async function openSettings(page) {
  await page.locator('.top .open-settings').click();
}

/** Has the page speak another language: `code` is that of a wish like `auto`. */
export async function chooseLanguage(page, wish, code = wish) {
  await openSettings(page);
  await page.locator('dialog select[name=language]').selectOption(wish);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, code);
  await page.locator('dialog .button.primary').click();
}

/** Switches the pause at battles off. */
export async function playFast(page) {
  await openSettings(page);
  await page.locator('dialog input[name=battles][value=quick]').check();
  await page.locator('dialog .button.primary').click();
}

/** The army that one set up can be started with: what is given by key or letter has been read. */
export const canStart = (page) => page.waitForSelector('.setup-view .play-bar .button:enabled');

/** Waits for one's own turn or the end; gives `turn`, `plies` and the centres of squares. */
export async function readBoard(page) {
  await page.waitForFunction((board) => ['mine', 'over'].includes(document.querySelector(board)?.dataset.turn), BOARD);
  return page.evaluate((board) => {
    const of = (selector) => [...document.querySelectorAll(`${board} ${selector}`)].map((cell) => {
      const box = cell.getBoundingClientRect();
      return { square: cell.dataset.square, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    const { turn, plies } = document.querySelector(board).dataset;
    return { turn, plies, mobile: of('.cell.mobile'), targets: of('.cell.target'), attacks: of('.cell.attack') };
  }, BOARD);
}

/** Every square in words, the losses and the list of moves: all that a player sees. */
export function readEverything(page) {
  return page.evaluate(() => ({
    squares: [...document.querySelectorAll('.board .cell')].map((cell) => `${cell.dataset.square}: ${cell.ariaLabel}`),
    losses: document.querySelector('.all-losses')?.textContent,
    moves: [...document.querySelectorAll('.moves td')].map((cell) => cell.textContent),
    battle: document.querySelector('.battle')?.textContent,
    turn: document.querySelector('.status')?.textContent,
  }));
}

const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Where a move goes: to attack, where it can; or, of a game that has to go on, anywhere else. */
const choose = ({ targets, attacks }, isQuiet) => any(attacks.length && !isQuiet ? attacks : targets);

async function played(page, plies) {
  await page.waitForFunction(([board, before]) => document.querySelector(board).dataset.plies !== before, [BOARD, plies]);
}

/** With the mouse: one move of one's own, an attack where the chosen piece has one, or none where `isQuiet`. */
export async function moveByMouse(page, { isQuiet = false } = {}) {
  const { turn, mobile, plies } = await readBoard(page);
  if (turn === 'over') return false;
  assert.ok(mobile.length > 0, 'a player on turn has a piece that can move');
  const from = any(mobile);
  await page.mouse.click(from.x, from.y);
  const to = choose(await readBoard(page), isQuiet);
  assert.ok(to, `${from.square} shows where it can go`);
  await page.mouse.click(to.x, to.y);
  await played(page, plies);
  return true;
}

// Keys

const focusedSquare = (page) => page.evaluate(() => document.activeElement?.dataset.square ?? null);

/** Presses Tab until the focused element matches. */
export async function tabTo(page, selector, limit = 80) {
  for (let i = 0; i < limit; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/** Walks with the arrow keys; the board may be turned round. */
export async function walkTo(page, square) {
  const place = (name) => page.evaluate((wanted) => {
    const rows = [...document.querySelectorAll('.board-row')].map((row) => [...row.children]);
    const y = rows.findIndex((row) => row.some((cell) => cell.dataset.square === wanted));
    return [rows[y].findIndex((cell) => cell.dataset.square === wanted), y];
  }, name);
  const [x0, y0] = await place(await focusedSquare(page));
  const [x1, y1] = await place(square);
  const press = async (key, n) => { for (let i = 0; i < n; i += 1) await page.keyboard.press(key); };
  await press(x1 > x0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(x1 - x0));
  await press(y1 > y0 ? 'ArrowDown' : 'ArrowUp', Math.abs(y1 - y0));
  assert.equal(await focusedSquare(page), square);
}

/** With keys: one move of one's own. The focus must be on the board. */
export async function moveByKeys(page, { isQuiet = false } = {}) {
  const { turn, mobile, plies } = await readBoard(page);
  if (turn === 'over') return false;
  const from = any(mobile);
  await walkTo(page, from.square);
  await page.keyboard.press('Enter');
  const to = choose(await readBoard(page), isQuiet);
  assert.ok(to, `${from.square} shows where it can go`);
  await walkTo(page, to.square);
  await page.keyboard.press(' ');
  await played(page, plies);
  return true;
}

/** Plays on until so many of what the selector names are there; one is on turn then. The game must not end before. */
export async function playUntil(page, selector, count = 1) {
  while (await page.locator(selector).count() < count) {
    assert.ok(await moveByMouse(page), `the game goes on until there is ${selector}`);
    await readBoard(page);
  }
}

/** Plays on with `move` until the game is over. */
export async function playToTheEnd(page, move) {
  while (await move(page));
  await page.waitForSelector('dialog.result');
}

/** Lets the server speak (holdBack of support.mjs) to a start page that stands already, and waits until it is heard. */
export async function letSpeak(page, speak) {
  await page.waitForSelector('.home');
  await page.evaluate(() => new MutationObserver(() => { globalThis.isTold = true; })
    .observe(document.querySelector('.played-now').previousElementSibling, { childList: true }));
  speak();
  await page.waitForFunction(() => globalThis.isTold);
}
