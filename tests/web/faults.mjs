// Faults that were found in the page, each so that it does not come back.

import assert from 'node:assert/strict';
import {
  QUICK, canStart, chooseLanguage, go, isNamed, letSpeak, moveByMouse, newGame, playFast, readBoard, register, startAtRandom, startReadyMade,
  tabTo, toNewGame,
} from './hands.mjs';
import { holdBack, until } from './support.mjs';
import { HERE } from '../../web/offline/ids.js';

/** What breaks for a page from its next connection on, and what mends it: its connection, or the server's store. */
async function breakable(page) {
  let isAway = false;
  let isFull = false;
  let sockets = [];
  await page.routeWebSocket(/./, (socket) => {
    if (isAway) return void socket.close();
    sockets.push(socket);
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, game } = JSON.parse(text);
      if (isFull && type === 'move') socket.send(JSON.stringify({ type: 'refused', re: type, game, reason: 'store', message: 'nothing can be stored' }));
      else server.send(text);
    });
    server.onMessage((text) => {
      socket.send(text);
      if (isFull && JSON.parse(text).type === 'welcome') tell(true); // as a connection is told that begins meanwhile
    });
  });
  const tell = (on) => sockets.at(-1).send(JSON.stringify({ type: 'outage', on, now: 2000, began: 1000, ended: on ? null : 2000 }));
  const breaks = {
    async connection() {
      isAway = true;
      await Promise.all(sockets.map((socket) => socket.close()));
      sockets = [];
      await page.waitForSelector('.banner:not([hidden])');
    },
    async store() {
      isFull = true;
      tell(true);
      await page.waitForSelector('.banner:not([hidden])');
    },
  };
  const mends = {
    connection() { isAway = false; },
    store() {
      isFull = false;
      tell(false);
    },
  };
  return [breaks, mends];
}

/** A line of the page, from its next connection on, that can swallow all that is sent on it, either way; and the page's time stands in hand. */
async function swallowing(page) {
  const line = { isDead: false, answers: 0 };
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => { if (!line.isDead) server.send(text); });
    server.onMessage((text) => {
      if (line.isDead) return;
      socket.send(text);
      if (JSON.parse(text).re === 'ping') line.answers += 1;
    });
  });
  await page.clock.install();
  await page.reload();
  await page.waitForSelector('.home');
  return line;
}

export const tests = {
  async 'the rules open on every page, also on one that was loaded first'({ open, server }) {
    for (const [where, mark] of [['lobby', '.lobby-page'], ['account', '.account-page'], ['replay', '.replay-page'], ['editor', '.editor-view']]) {
      const page = await open();
      await page.goto('about:blank');
      await page.goto(`${server.url}#/${where}`);
      await page.waitForSelector(mark);
      await page.locator('.top .open-rules').click();
      await page.waitForSelector('dialog h3');
    }
  },

  async 'where a page’s scripts do not come it says so, and is there when one tries again'({ open, server, expectBreaks }) {
    const page = await open();
    expectBreaks();
    await page.route('**/views-*.js', (request) => request.abort());
    await page.goto('about:blank');
    await page.goto(`${server.url}#/lobby`);
    await page.locator('.note').getByText('no connection').waitFor();
    await page.unroute('**/views-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForSelector('.lobby-page');
  },

  async 'the page starts where its first script does not come'({ open, server, expectBreaks }) {
    const page = await open();
    expectBreaks();
    await page.route('**/first-*.js', (request) => request.abort());
    await page.goto('about:blank');
    await page.goto(server.url);
    await page.locator('.play-now').waitFor();
    assert.equal(await page.evaluate(() => 'firstSocket' in globalThis), false);
  },

  async 'who saves data loads the scripts of other pages when one is opened, and not before'({ open, server }) {
    for (const saveData of [false, true]) {
      const page = await open();
      await page.addInitScript((wish) => Object.defineProperty(navigator, 'connection', { value: { saveData: wish } }), saveData);
      await page.goto('about:blank'); // what the page before still asks for does not count
      const isAsked = page.waitForRequest('**/views-*.js').then(() => true);
      await page.goto(server.url);
      await page.waitForSelector('.home');
      const isIdle = page.evaluate(() => new Promise((done) => { requestIdleCallback(() => requestIdleCallback(() => done(false))); }));
      assert.equal(await (saveData ? Promise.race([isAsked, isIdle]) : isAsked), !saveData);
      await page.goto(`${server.url}#/lobby`);
      assert.equal(await isAsked, true);
      await page.waitForSelector('.lobby-page');
    }
  },

  async 'a clock chosen for a friend is not one for the computer'({ open, server }) {
    const page = await open();
    await toNewGame(page, 'friend');
    const clock = page.locator('.terms select, select[name=clock]').first();
    await clock.selectOption({ index: 1 });
    await page.locator('.play-bar .button').click();
    await page.waitForSelector('.waiting-view');
    await page.goto(server.url);
    assert.match(await page.locator('.last-choice').textContent(), /no clock/);
  },

  async 'how late spectators see a game is asked where there may be any'({ open }) {
    const page = await open();
    await toNewGame(page, 'friend');
    await page.locator('.more-terms summary').click();
    const delay = page.locator('select[name=delay]');
    for (const on of [false, true, false]) {
      await page.locator('input[name=watch]').setChecked(on);
      assert.equal(await delay.isVisible(), on);
    }
  },

  async 'a form that is refused says so in sight, on a phone too'({ open }) {
    const page = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    await page.evaluate(() => { location.hash = '#/account'; });
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Register' }) });
    await form.locator('input').nth(0).fill('no.');
    await form.locator('input').nth(1).fill('long enough for anybody');
    await form.getByRole('button', { name: 'Register' }).click();
    const message = page.locator('.account-page > .message');
    await message.filter({ hasText: /./ }).waitFor();
    const { y, height } = await message.boundingBox();
    assert.ok(y >= 0 && y + height <= 640, `the message stands at ${y}`);
  },

  async 'the headline breaks between its sentences where each has room'({ open }) {
    for (const [locale, width] of [['en', 390], ['nl', 390], ['fr', 390], ['de', 430]]) {
      const page = await open({ locale, viewport: { width, height: 844 } });
      const tops = await page.locator('.home h1 .sentence').evaluateAll((all) => all.map((one) => (
        { lines: new Set([...(() => { const range = document.createRange(); range.selectNodeContents(one); return range.getClientRects(); })()].map(({ y }) => y)).size,
          x: one.getBoundingClientRect().x })));
      assert.equal(tops.length, 2);
      assert.equal(tops[0].x, tops[1].x, `${locale}: the second begins its own line`);
      assert.deepEqual(tops.map(({ lines }) => lines), [1, 1], locale);
    }
  },

  async 'an edition is read aloud as words of their own'({ open }) {
    const page = await open();
    await toNewGame(page);
    await page.locator('.editions > details > summary').click();
    const texts = await page.locator('.edition-text').allTextContents();
    assert.ok(texts.length > 10);
    assert.deepEqual(texts.filter((text) => /[a-zé][A-Z]/.test(text)), []);
  },

  async 'a replay’s signs for play and for a step differ'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await startAtRandom(page);
    await readBoard(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    const signs = await page.locator('.replay-bar button path').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
    assert.equal(new Set(signs).size, signs.length);
  },

  async 'a window that is opened before the server has spoken stays open'({ open }) {
    const page = await open();
    for (const [press, times, seen] of [['.open-settings', 1, 'dialog select[name=language]'], ['.open-rules', 2, 'dialog section']]) {
      const speak = await holdBack(page);
      await page.reload();
      for (let i = 0; i < times; i += 1) await page.locator(press).click();
      speak();
      await page.waitForSelector('.home');
      await page.waitForSelector(seen);
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('dialog'));
    }
  },

  async 'the start page stands before the server has spoken, and what is pressed there is done when it has'({ open }) {
    const page = await open();
    await newGame(page, 'barrage');
    await page.locator('.top .brand').click();
    await page.locator('.own-games .game-row').waitFor();
    const visit = async () => {
      const speak = await holdBack(page);
      await page.reload();
      await page.locator('.own-games .game-row').waitFor(); // as it was left
      return speak;
    };
    let speak = await visit();
    await page.locator('.play-now').click();
    await page.locator('.play-now').click();
    await page.waitForSelector('.play-now[aria-busy=true]');
    speak();
    await page.waitForSelector('.setup-view .play-bar .button:enabled');
    await page.locator('.top .brand').click();
    await page.locator('.own-games .game-row').waitFor();
    assert.equal(await page.locator('.own-games .game-row').count(), 1, 'one game was begun, and the set-up that was left is gone');

    speak = await visit();
    const { x, y } = await page.locator('.play-now').boundingBox();
    await page.mouse.move(x + 40, y + 20);
    await page.mouse.down();
    await letSpeak(page, speak);
    await page.mouse.up();
    await page.waitForSelector('.setup-view .play-bar .button:enabled');
    await page.locator('.top .brand').click();
    await page.locator('.own-games .game-row').waitFor();

    speak = await visit();
    await page.locator('.own-games .game-row').click();
    await page.locator('main > .note').waitFor();
    speak();
    await page.waitForSelector('.setup-view');

    await page.locator('.top .brand').click();
    await page.locator('.own-games .game-row').waitFor();
    speak = await visit();
    await page.locator('.learn-door').click();
    speak();
    await page.waitForSelector('.learn-view');
  },

  async 'a start page that was left by another version of the page, or is broken, is not shown'({ open }) {
    for (const change of [{ page: 'before', games: 'as they were told' }, { games: 'none' }, { games: [null] }]) {
      const page = await open();
      await page.reload();
      await page.waitForSelector('.home');
      await page.evaluate((changed) => document.addEventListener('visibilitychange', () => {
        const visit = JSON.parse(localStorage.getItem('flagfall.visit'));
        localStorage.setItem('flagfall.visit', JSON.stringify({ ...visit, ...changed }));
      }), change);
      const speak = await holdBack(page);
      await page.reload();
      await page.locator('.top').waitFor();
      assert.equal(await page.locator('.home').count(), 0, JSON.stringify(change));
      speak();
      await page.waitForSelector('.home');
    }
  },

  async 'what somebody presses on their start page is not done for another person, and who signs out leaves none'({ open }) {
    const page = await open();
    await register(page, 'Ruth_of_tests');
    await go(page, '#/');
    await page.waitForSelector('.home');
    const speak = await holdBack(page);
    await page.context().clearCookies();
    await page.reload();
    await page.locator('.play-now').click();
    await page.waitForSelector('.play-now[aria-busy=true]');
    speak();
    await isNamed(page, 'Sign in');
    await go(page, '#/lobby');
    await page.waitForSelector('.lobby-page .hero .fine:not(:empty)'); // the server has answered what came before, too
    assert.equal(await page.evaluate(() => location.hash), '#/lobby', 'no game has begun');

    await go(page, '#/account');
    const signIn = page.locator('.account-form.sign-in');
    await signIn.locator('[name=name]').fill('Ruth_of_tests');
    await signIn.locator('[name=password]').fill('correct horse battery');
    await signIn.locator('.button').click();
    await isNamed(page, 'Ruth_of_tests');
    await page.reload();
    await isNamed(page, 'Ruth_of_tests');
    const kept = () => page.evaluate(() => localStorage.getItem('flagfall.visit'));
    assert.match(await kept(), /Ruth_of_tests/);
    const own = ['setup.g1', 'notes.g1', 'army-to-play', 'seek', 'draft.duel', 'last.duel', 'promises', 'wish', 'terms.friend'];
    const all = () => page.evaluate((keys) => keys.filter((key) => localStorage.getItem(`flagfall.${key}`)), [...own, `notes.${HERE}1`]);
    await page.evaluate((keys) => keys.forEach((key) => localStorage.setItem(`flagfall.${key}`, '{}')), [...own, `notes.${HERE}1`]);
    assert.equal((await all()).length, own.length + 1);
    const ruths = await kept();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await isNamed(page, 'Sign in');
    assert.equal(await kept(), null);
    assert.deepEqual(await all(), [`notes.${HERE}1`], 'what was noted of a game of this device stays');

    // A tab that has not heard of it yet keeps her start page once more.
    await page.evaluate((text) => document.addEventListener('visibilitychange', () => localStorage.setItem('flagfall.visit', text)), ruths);
    await go(page, '#/');
    await page.waitForSelector('.home');
    const speakAgain = await holdBack(page);
    await page.reload();
    await page.locator('.top').waitFor();
    assert.equal(await page.locator('.home').count(), 0);
    speakAgain();
    await page.waitForSelector('.home');
  },

  async 'of an account nothing is seen on the start page before the server has said that it is signed in, and nothing moves then'({ open }) {
    const page = await open();
    await register(page, 'Vera_of_tests');
    await newGame(page, 'barrage');
    await startAtRandom(page);
    await readBoard(page);
    await page.locator('.top .brand').click();
    await page.locator('.own-games .game-row').waitFor();
    const seen = () => page.evaluate(() => document.body.innerText);
    const places = () => Promise.all(['.top .open-settings', '.play-now', '.own-games .game-row', '.seek-door'].map((one) => page.locator(one).boundingBox()));
    const visit = async () => {
      const speak = await holdBack(page);
      await page.reload();
      await page.locator('.play-now').waitFor();
      assert.doesNotMatch(await seen(), /Vera|your move|against|Hanna/i); // who she is, her games, what she played last
      assert.equal(await page.locator('.own-games:has(.game-row)').evaluate((one) => one.inert), true);
      return speak;
    };
    let speak = await visit();
    const before = await places();
    await letSpeak(page, speak);
    assert.match(await seen(), /Vera_of_tests/);
    assert.match(await page.locator('.own-games .game-row').innerText(), /your move/i);
    assert.equal(await page.locator('.own-games:has(.game-row)').evaluate((one) => one.inert), false);
    assert.deepEqual(await places(), before);

    speak = await visit();
    await page.context().clearCookies(); // it has been signed out elsewhere
    await page.reload();
    await page.locator('.play-now').waitFor();
    assert.doesNotMatch(await seen(), /Vera/);
    speak();
    await isNamed(page, 'Sign in');
    assert.equal(await page.locator('.own-games .game-row').count(), 0);
    assert.equal(await page.evaluate(() => JSON.stringify({ ...localStorage }).includes('Vera')), false);
  },

  async 'who comes with another account finds nothing that the one before has kept, and it keeps what is the device’s'({ open }) {
    const page = await open();
    await register(page, 'Olga_of_tests');
    await page.evaluate(() => ['setup.g1', 'draft.duel', 'last.duel', 'promises', 'wish', 'learned'].forEach((key) => (
      localStorage.setItem(`flagfall.${key}`, '{}'))));
    const other = await open();
    await register(other, 'Petra_of_tests');
    const cookies = await other.context().cookies();
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await go(page, '#/');
    await page.reload();
    await isNamed(page, 'Petra_of_tests');
    const left = await page.evaluate(() => Object.keys(localStorage).map((key) => key.slice('flagfall.'.length)).sort());
    assert.deepEqual(left, ['learned', 'lists', 'name']);
  },

  async 'the language that is chosen before the server has spoken is spoken at once, and the settings stay open'({ open }) {
    const page = await open();
    const speak = await holdBack(page);
    await page.evaluate(() => document.addEventListener('visibilitychange', () => localStorage.removeItem('flagfall.visit')));
    await page.reload();
    for (const code of ['fr', 'de']) {
      await page.locator('.top .open-settings').click();
      await page.locator('dialog select[name=language]').selectOption(code);
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, code);
      await page.locator('dialog select[name=language]:focus').waitFor();
      assert.equal(await page.locator('.home').count(), 0, 'it has not spoken');
      await page.locator('dialog .button.primary').click();
    }
    await page.locator('.top .open-settings').click();
    speak();
    await page.waitForSelector('.home');
    await page.locator('dialog select[name=language]').waitFor();
  },

  async 'letters that are being given stay when the page speaks another language'({ open }) {
    const page = await open();
    const given = page.locator('.letters');
    const changeTo = async (code, flag) => {
      await page.locator('.share summary').click();
      await given.fill(QUICK.slice(1));
      await chooseLanguage(page, code);
      assert.equal(await given.inputValue(), QUICK.slice(1));
      await given.fill(QUICK);
      await page.locator(`.cell[data-square=a1][aria-label*="${flag}"]`).waitFor();
    };
    await newGame(page, 'barrage');
    await canStart(page);
    await changeTo('de', 'Fahne');
    await canStart(page);
    await go(page, '#/editor');
    await page.locator('.editor-view').waitFor();
    await changeTo('nl', 'Vlag');
  },

  async 'letters that are given before the server’s armies come are not lost, and nobody starts with others'({ open }) {
    const page = await open();
    const letGo = await holdBack(page, 'suggestion', 'checked');
    await page.reload();
    await page.waitForSelector('.home');
    await newGame(page, 'barrage');
    const start = page.locator('.setup-view .play-bar .button');
    await page.locator('.share summary').click();
    await page.locator('.letters').fill(QUICK);
    assert.equal(await start.isDisabled(), true);
    letGo();
    await canStart(page);
    assert.equal(await page.locator('.letters').inputValue(), QUICK);
    await start.click();
    await page.waitForSelector('.play-view .board');
    assert.match(await page.locator('.cell[data-square=a1]').getAttribute('aria-label'), /your Flag/);
  },

  async 'letters that are being given when the connection breaks are there after it, and are read'({ open, expectBreaks }) {
    const page = await open();
    expectBreaks();
    const connections = [];
    await page.routeWebSocket(/./, (socket) => {
      connections.push(socket);
      const server = socket.connectToServer();
      // What is given by hand is asked of the first connection in vain: it breaks.
      socket.onMessage((message) => {
        if (connections.length === 1 && message.includes(QUICK)) socket.close();
        else server.send(message);
      });
    });
    await page.reload();
    await page.waitForSelector('.home');
    await newGame(page, 'barrage');
    await canStart(page);
    await page.locator('.share summary').click();
    await page.locator('.letters').fill(QUICK);
    await canStart(page);
    assert.equal(connections.length, 2);
    assert.equal(await page.locator('.letters').inputValue(), QUICK);
    await page.locator('.setup-view .play-bar .button').click();
    await page.waitForSelector('.play-view .board');
    assert.match(await page.locator('.cell[data-square=a1]').getAttribute('aria-label'), /your Flag/);
  },

  async 'letters that the server refuses to look at do not lock the army that stands'({ open }) {
    const page = await open();
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (message.includes(QUICK)) socket.send(JSON.stringify({ type: 'refused', re: 'check', reason: 'slow', message: 'too much at once' }));
        else server.send(message);
      });
    });
    await page.reload();
    await page.waitForSelector('.home');
    await newGame(page, 'barrage');
    await canStart(page);
    await page.locator('.share summary').click();
    await page.locator('.letters').fill(QUICK);
    await page.locator('.tools .message').getByText('too much at once').waitFor();
    await canStart(page);
    await page.locator('.setup-view .play-bar .button').click();
    await page.waitForSelector('.play-view .board');
  },

  async 'what is pressed while there is no connection is not lost in silence'({ open, expectBreaks }) {
    const page = await open();
    expectBreaks();
    let isAway = false;
    let last = null;
    await page.routeWebSocket(/./, (socket) => {
      last = socket;
      if (isAway) socket.close();
      else socket.connectToServer();
    });
    await page.reload();
    await page.waitForSelector('.home');
    await newGame(page, 'barrage');
    await startAtRandom(page);
    await readBoard(page);
    const resign = async () => {
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.locator('dialog .danger').click();
    };
    const loseConnection = async () => {
      isAway = true;
      await last.close();
      await page.waitForSelector('.banner:not([hidden])');
    };
    await loseConnection();
    await resign();
    await page.locator('dialog').getByText('no connection').waitFor();
    await page.locator('dialog .primary').click();
    isAway = false;
    await page.waitForSelector('.banner', { state: 'hidden' });
    await resign();
    await page.waitForSelector('dialog.result');

    await go(page, '#/seek');
    await page.waitForSelector('.seek-tile');
    await loseConnection();
    await page.locator('.seek-tile').first().click();
    await page.locator('dialog').getByText('no connection').waitFor();
  },

  async 'a move that waits is not lost when one leaves its game: it is told of, and sent when that is possible'({ open, expectBreaks }) {
    const page = await open();
    expectBreaks();
    const [breaks, mends] = await breakable(page);
    const waits = page.locator('.notice').getByText('A move of yours waits');
    const home = async () => {
      await page.locator('.top .brand').click();
      await page.waitForSelector('.home');
    };
    const move = async () => {
      const { mobile, plies } = await readBoard(page);
      await page.mouse.click(mobile[0].x, mobile[0].y);
      const { targets, attacks } = await readBoard(page);
      const [to] = [...targets, ...attacks];
      await page.mouse.click(to.x, to.y);
      await page.locator('.message').getByText('Sending your move').waitFor();
      return Number(plies);
    };
    await page.reload();
    await page.waitForSelector('.home');
    await playFast(page);
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    for (const [what, isLoadedAnew] of [['connection', false], ['store', false], ['connection', true], ['store', true]]) {
      await readBoard(page);
      await breaks[what]();
      const plies = await move();
      await home();
      await waits.waitFor();
      if (isLoadedAnew) {
        await page.reload();
        await waits.waitFor();
      }
      mends[what]();
      await waits.waitFor({ state: 'detached' });
      await page.locator('.own-games .game-row').click();
      await page.waitForFunction((before) => Number(document.querySelector('.play-view .board')?.dataset.plies) > before, plies);
      assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('flagfall.move'))), [], 'it is answered');
    }

    const address = page.url();
    await readBoard(page);
    await breaks.connection();
    const before = await move();
    await page.reload(); // in the game itself
    mends.connection();
    await page.waitForFunction((plies) => Number(document.querySelector('.play-view .board')?.dataset.plies) > plies, before);

    const other = await open(); // of the same person, in another browser
    await other.context().clearCookies();
    await other.context().addCookies(await page.context().cookies());
    await other.goto('about:blank');
    await other.goto(address);
    await readBoard(other);
    await readBoard(page);
    await breaks.connection();
    await move();
    await home();
    await other.getByRole('button', { name: 'Resign' }).click();
    await other.locator('dialog .danger').click();
    await other.waitForSelector('dialog.result');
    mends.connection();
    await page.locator('.notice').getByText('A move of yours was not played').waitFor();
    assert.equal(await page.locator('dialog').count(), 0);
  },

  async 'a move that the server could not store waits, and is sent again without a press'({ open }) {
    const page = await open();
    let refused = 0;
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const { type, game } = JSON.parse(text);
        if (type !== 'move' || refused) return void server.send(text);
        refused += 1;
        socket.send(JSON.stringify({ type: 'refused', re: type, game, reason: 'store', message: 'nothing can be stored' }));
      });
    });
    await page.reload();
    await page.waitForSelector('.home');
    await playFast(page);
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    const { mobile, plies } = await readBoard(page);
    await page.mouse.click(mobile[0].x, mobile[0].y);
    const { targets, attacks } = await readBoard(page);
    const [to] = [...targets, ...attacks];
    await page.mouse.click(to.x, to.y);
    await page.locator('.message').getByText('Sending your move').waitFor();
    await page.waitForFunction((before) => document.querySelector('.play-view .board').dataset.plies > before, plies);
    assert.equal(refused, 1);
    assert.equal(await page.locator('.play-view .board-column .message').textContent(), '');
  },

  async 'who has gone on is not told that what a page only looked at is refused; what was pressed is told of'({ open }) {
    const page = await open();
    let letGo = await holdBack(page, 'refused');
    await page.reload();
    await page.waitForSelector('.home');
    await go(page, '#/join/22222222');
    await go(page, '#/learn');
    await page.evaluate(() => new MutationObserver(() => { globalThis.hadDialog ||= Boolean(document.querySelector('dialog')); })
      .observe(document.body, { childList: true }));
    letGo();
    await go(page, '#/lobby');
    await page.waitForSelector('.lobby-page .hero .fine:not(:empty)'); // the server has answered what came before, too
    assert.equal(await page.evaluate(() => Boolean(globalThis.hadDialog)), false);
    assert.equal(await page.locator('.lobby-page > .message').textContent(), '');
    await go(page, '#/join/22222222');
    await page.locator('.message').getByText('no invitation').waitFor();

    letGo = await holdBack(page, 'refused');
    await go(page, '#/account');
    await page.reload();
    await page.locator('.account-form.guest-name input').fill('no.');
    await page.locator('.account-form.guest-name .button').click();
    await go(page, '#/lobby');
    letGo();
    await page.locator('dialog p').waitFor();
    assert.equal(await page.locator('.lobby-page > .message').textContent(), '', 'the lobby has not asked for it');
  },

  async 'a game that is pressed for on the start page and cannot begin is told of'({ open }) {
    const page = await open();
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (JSON.parse(message).type === 'new') socket.send(JSON.stringify({ type: 'refused', re: 'new', reason: 'busy', message: 'too much at once' }));
        else server.send(message);
      });
    });
    await page.reload();
    await page.locator('.play-now').click();
    await page.locator('dialog p').waitFor();
  },

  async 'a device without keys is offered no list of them'({ open }) {
    for (const [options, isSeen] of [[{}, true], [{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, false]]) {
      const page = await open(options);
      assert.equal(await page.locator('footer button').isVisible(), isSeen);
    }
  },

  async 'an edition has one name everywhere'({ open }) {
    const page = await open();
    assert.match(await page.locator('.last-choice').textContent(), /Classic/);
    await page.locator('.top .open-rules').click();
    await page.locator('dialog h2').getByText('The rules: Classic').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.seek-door').click();
    await page.locator('.seek-tile').getByText('Classic').first().waitFor();
    assert.equal(await page.locator('.seek-tile').getByText('Tournament').count(), 0);
  },

  async 'on a wide screen the analysis stands beside the board'({ open }) {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await newGame(page, 'duel');
    await startReadyMade(page, 'corner'); // an army by lot may lose its flag to the first answer
    await readBoard(page);
    await moveByMouse(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.locator('dialog.result .button').first().click();
    await page.locator('.analyse-button').click();
    await page.waitForSelector('.analysis .curve');
    const [board, curve] = await Promise.all(['.board-frame', '.analysis .curve'].map((one) => page.locator(one).boundingBox()));
    assert.ok(curve.x >= board.x + board.width && curve.y >= 0 && curve.y + curve.height <= 900);
  },

  async 'who starts with keys goes on with keys'({ open }) {
    const page = await open();
    await newGame(page, 'barrage');
    await page.locator('[data-style=by-lot]').click();
    await canStart(page);
    await tabTo(page, '.setup-view .play-bar .button:enabled');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.play-view .board');
    assert.equal(await page.evaluate(() => document.activeElement.matches('.play-view .board .cell')), true, 'at the board');
  },

  async 'what lies at the foot of a phone’s screen covers no field that is in use'({ open }) {
    const page = await open({ viewport: { width: 390, height: 700 }, hasTouch: true });
    const clear = (field, bar) => page.evaluate(([one, other]) => {
      const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
      return a.bottom <= b.top + 1;
    }, [field, bar]);
    await newGame(page, 'tournament');
    await page.locator('.share summary').click();
    await page.locator('.letters').focus();
    assert.ok(await clear('.letters', '.setup-view .play-bar'), 'Start does not cover the letters');
  },

  async 'the banner of a lost connection leaves the head of the page free'({ openAt, expectBreaks }) {
    const { startServer } = await import('./support.mjs');
    const server = await startServer();
    try {
      const page = await openAt(server, { viewport: { width: 390, height: 844 } });
      expectBreaks();
      await server.kill();
      await page.waitForSelector('.banner:not([hidden])');
      const [banner, top] = await Promise.all(['.banner', '.top'].map((one) => page.locator(one).boundingBox()));
      assert.ok(banner.y >= top.y + top.height);
    } finally {
      await server.stop();
    }
  },

  async 'at no width of the screen does the board lie under what is beside it'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await startAtRandom(page);
    await readBoard(page);
    for (const width of [1100, 1200, 1300, 1600]) {
      await page.setViewportSize({ width, height: 1200 });
      const [left, board, right] = await Promise.all(['.side.left', '.board-frame', '.side.right'].map((one) => page.locator(one).boundingBox()));
      assert.ok(left.x >= 0 && left.x + left.width <= board.x, `${width}: left`);
      assert.ok(board.x + board.width <= right.x && right.x + right.width <= width, `${width}: right`);
    }
  },

  async 'on a tablet on its side the whole board is in view, and beside it what one presses, in play and after it'({ open }) {
    const page = await open({ viewport: { width: 1024, height: 768 } });
    const box = (one) => page.locator(one).first().boundingBox();
    async function isBeside(what) {
      for (const [width, height] of [[1024, 768], [1180, 820], [900, 700]]) {
        await page.setViewportSize({ width, height });
        const [board, other] = [await box('.board-frame'), await box(what)];
        assert.ok(board.y >= 0 && board.y + board.height <= height, `${width}: the board is in view`);
        assert.ok(board.x + board.width <= other.x && other.x + other.width <= width, `${width}: ${what} is beside it`);
        assert.ok(other.y >= 0 && other.y + other.height <= height, `${width}: ${what} is in view`);
      }
    }
    await newGame(page, 'tournament');
    await page.waitForSelector('.setup-view .play-bar .button:enabled');
    await isBeside('.setup-view .play-bar .button');
    await startAtRandom(page);
    await readBoard(page);
    await isBeside('.all-actions .button');
    const names = await page.locator('.players .player').evaluateAll((players) => players.map((one) => one.getBoundingClientRect().x));
    assert.equal(names[0], names[1], 'each player has a line, so that a long name has room beside a clock');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    await isBeside('dialog.result');
    await page.getByRole('button', { name: 'See the board' }).click();
    await isBeside('.stepper');
    await page.setViewportSize({ width: 1180, height: 820 });
    assert.ok((await box('.stepper')).y < (await box('.viewer')).y, 'the steps come first, as on a narrower one');
  },

  async 'on a tablet upright the end leaves the whole board in view, however often one turns it'({ open }) {
    const page = await open({ viewport: { width: 820, height: 1180 } });
    await newGame(page, 'duel');
    await startReadyMade(page, 'corner'); // as above
    await moveByMouse(page, { isQuiet: true });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    for (const [width, height] of [[820, 1180], [1180, 820], [768, 1024], [1024, 768], [834, 1112]]) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(() => { // with its frame, on which the files are named
        const [board, sheet] = ['.board-frame', 'dialog.result'].map((one) => document.querySelector(one).getBoundingClientRect());
        return board.top >= 0 && board.bottom <= innerHeight && (board.bottom <= sheet.top || board.right <= sheet.left);
      });
    }
  },

  async 'a line that swallows all is noticed within 12 s of a move, which arrives on the next one'({ open, expectBreaks }) {
    const page = await open();
    expectBreaks();
    const line = await swallowing(page);
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    const { mobile, plies } = await readBoard(page);
    line.isDead = true;
    await page.mouse.click(mobile[0].x, mobile[0].y);
    const { targets, attacks } = await readBoard(page);
    const [to] = [...targets, ...attacks];
    await page.mouse.click(to.x, to.y);
    await page.clock.runFor(12000);
    assert.equal(await page.locator('.banner').isVisible(), true);
    line.isDead = false;
    await page.waitForFunction((before) => document.querySelector('.play-view .board').dataset.plies > before, plies);
    await page.locator('.banner').waitFor({ state: 'hidden' });
  },

  async 'who only waits hears that the line is dead: after a silence, at a look at the page, and as the device says so'({ open, expectBreaks }) {
    const page = await open();
    expectBreaks();
    const line = await swallowing(page);
    const banner = page.locator('.banner');
    const look = () => document.dispatchEvent(new Event('visibilitychange'));
    for (const [happens, time] of [[() => {}, 34000], [look, 9000], [() => dispatchEvent(new Event('online')), 9000],
      [() => dispatchEvent(new Event('offline')), 1000]]) {
      line.isDead = true;
      await page.evaluate(happens);
      await page.clock.runFor(time);
      assert.equal(await banner.isVisible(), true, String(happens));
      line.isDead = false;
      await banner.waitFor({ state: 'hidden' });
      const { answers } = line;
      await page.evaluate(look); // once the server has answered, it is no slow line
      await until(() => line.answers > answers, Boolean);
    }
  },

  async 'a page whose question for a new cookie is never answered comes back all the same'({ open, server, expectBreaks }) {
    const page = await open();
    expectBreaks();
    const [breaks, mends] = await breakable(page);
    await page.reload();
    await page.waitForSelector('.home');
    await breaks.connection();
    const isAsked = new Promise((done) => { page.route(server.url, done); }); // and nobody answers
    await isAsked;
    mends.connection();
    await page.locator('.banner').waitFor({ state: 'hidden' });
  },
};
