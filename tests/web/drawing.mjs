// What is drawn: boards, pieces, and battles on the board.

import assert from 'node:assert/strict';
import { newGame, openSettings, startReadyMade } from './hands.mjs';

const close = (page) => page.locator('dialog .button.primary').click();

const BATTLES = [['clash', 'K', 'G', 'attacker'], ['clash', 'G', 'K', 'defender'], ['both', 'G', 'G', 'both'],
  ['bomb', 'K', 'B', 'defender'], ['defuse', 'E', 'B', 'attacker'], ['spy', 'C', 'L', 'attacker'], ['flag', 'D', 'M', 'flag']];

/** Plays a battle on a board of its own; gives what moves, for how long, and what catches presses. */
function playOne(page, [, attacker, defender, outcome], setting) {
  return page.evaluate(async ([ranks, ended, pace]) => {
    const { BATTLE_TIME, kindOfBattle, playBattle } = await import('/play/battle.js');
    const { createBoard } = await import('/play/board.js');
    const nothing = () => {};
    const edition = { files: 3, rows: 3, lakes: [] };
    const board = createBoard({ edition, seat: 'red', label: 'x', choose: nothing, canDrag: nothing, lift: nothing, drop: nothing });
    board.element.style.setProperty('--square', '60px');
    document.body.append(board.element);
    board.show(() => ({ piece: null, label: '', name: 'x', classes: {} }));
    const end = playBattle(board, { from: 1, to: 4, pieces: [{ seat: 'red', rank: ranks[0] }, { seat: 'blue', rank: null }], ranks, outcome: ended }, {
      time: BATTLE_TIME[pace], label: () => '5',
    });
    const layer = board.element.querySelector('.battle-layer');
    const moving = layer.getAnimations({ subtree: true });
    const seen = {
      kind: kindOfBattle(ranks, ended),
      drawn: [...layer.querySelectorAll('.duellist use[href^="#figure-"]')].map((one) => one.getAttribute('href').at(-1)).sort().join(''),
      longest: Math.max(...moving.map((one) => one.effect.getComputedTiming().endTime)),
      travels: moving.some((one) => new Set(one.effect.getKeyframes().map(({ transform }) => transform)).size > 1),
      inTheWay: [...layer.querySelectorAll('*'), layer].some((one) => getComputedStyle(one).pointerEvents !== 'none'),
      told: !layer.matches('[aria-hidden=true]'),
      covers: Number(getComputedStyle(layer.querySelector('.effect')).zIndex) > 0,
    };
    end();
    seen.left = document.querySelectorAll('.battle-layer, .in-battle').length;
    board.element.remove();
    return seen;
  }, [[attacker, defender], outcome, setting]);
}

export const tests = {
  async 'water is drawn on the lakes of every edition and nowhere else, whatever their form'({ openSource }) {
    const page = await openSource();
    const wrong = await page.evaluate(async () => {
      const { editions } = JSON.parse(localStorage['flagfall.lists']); // as the welcome told them
      const { groundPicture } = await import('/drawing/terrain.js');
      const { squareNumber } = await import('/play/state.js');
      const boards = editions.map((edition) => [edition.id, edition, edition.lakes.map((name) => squareNumber(edition, name))
        .map((square) => [square % edition.files, edition.rows - 1 - Math.floor(square / edition.files)])]);
      const own = [[0, 0], [1, 1], [1, 2], [2, 1], [3, 1], [3, 2], [3, 3], [2, 3], [1, 3], [5, 4]]; // corners, a ring, an edge
      boards.push(['own', { files: 6, rows: 5 }, own], ['none', { files: 4, rows: 4 }, []]);
      const found = [];
      for (const [id, { files, rows }, lakes] of boards) {
        for (const board of ['field', 'map', 'wood', 'unknown']) {
          const picture = groundPicture({ files, rows }, lakes, board);
          document.body.append(picture);
          const shores = [...picture.querySelectorAll('.shore')];
          for (let y = 0; y < rows; y += 1) {
            for (let x = 0; x < files; x += 1) {
              const middle = new DOMPoint(x * 100 + 50, y * 100 + 50);
              const inside = shores.filter((shore) => shore.isPointInFill(middle)).length;
              const isLake = lakes.some(([a, b]) => a === x && b === y);
              if (inside % 2 !== Number(isLake)) found.push(`${id} ${board} ${x},${y}`);
            }
          }
          picture.remove();
        }
      }
      return { found, count: boards.length };
    });
    assert.deepEqual(wrong.found, []);
    assert.ok(wrong.count > 15, `${wrong.count} boards`);
  },

  async 'boards and pieces are chosen in the settings, seen at once and kept'({ open }) {
    const page = await open();
    await newGame(page, 'barrage');
    await startReadyMade(page, 'by-lot');
    const own = page.locator('.cell.grab .piece').first();
    const busts = () => page.locator('.cell.grab .bust').first().evaluate((one) => getComputedStyle(one).display !== 'none');
    const names = () => page.evaluate(() => [...document.querySelectorAll('.cell')].map((cell) => cell.ariaLabel).join());
    const dot = () => page.locator('.seat-dot.red').first().evaluate((one) => getComputedStyle(one).backgroundColor);
    const colour = await dot();
    const said = await names();
    assert.ok(await busts());
    assert.equal(await page.locator('.ground').getAttribute('data-board'), 'field');
    for (const [board, pieces] of [['map', 'numbers'], ['wood', 'contrast']]) {
      await openSettings(page);
      await page.locator(`dialog input[name=board][value=${board}]`).check();
      await page.locator(`dialog input[name=pieces][value=${pieces}]`).check();
      await close(page);
      assert.equal(await page.locator('.ground').getAttribute('data-board'), board);
      assert.equal(await busts(), false, `${pieces} show no busts`);
      assert.equal(await names(), said, 'what is said of the squares stays');
      assert.ok(await own.isVisible());
      assert.equal(await dot(), colour, 'the sides keep their colours beside the board');
    }
    await page.reload();
    await page.waitForSelector('.play-view .ground');
    assert.equal(await page.locator('.ground').getAttribute('data-board'), 'wood');
    assert.equal(await busts(), false);
  },

  async 'every drawing that is used is in the page, and ranks can be read on 32 pixels'({ openSource }) {
    const page = await openSource();
    const seen = await page.evaluate(async () => {
      const { pieceImage } = await import('/play/pieces.js');
      const { RANKS } = await import('/play/state.js');
      await document.fonts.load('800 36px Vollkorn');
      const found = { missing: [], small: [], wide: [] };
      for (const set of ['figures', 'numbers', 'contrast']) {
        document.documentElement.dataset.pieces = set;
        for (const seat of ['red', 'blue']) {
          for (const rank of [...RANKS, null]) {
            const image = pieceImage({ seat, rank }, rank === 'L' ? '10' : '8', { moved: true, seen: true });
            image.style.width = '32px';
            image.style.height = '32px';
            document.body.append(image);
            for (const one of image.querySelectorAll('use')) {
              if (!document.querySelector(one.getAttribute('href'))) found.missing.push(one.getAttribute('href'));
            }
            const number = image.querySelector('.number');
            if (number) {
              // Digits are about two thirds as high as their font.
              if (parseFloat(getComputedStyle(number).fontSize) * 0.66 * 0.32 < 7.5) found.small.push(`${set} ${rank}`);
              if (number.getBoundingClientRect().width > 28) found.wide.push(`${set} ${rank}`);
            }
            image.remove();
          }
        }
      }
      return { ...found, font: document.fonts.check('800 36px Vollkorn') };
    });
    assert.deepEqual(seen, { missing: [], small: [], wide: [], font: true });
  },

  async 'each kind of battle is shown in its own way, within 900 ms and never in the way'({ openSource }) {
    const page = await openSource();
    for (const battle of BATTLES) {
      for (const setting of ['pause', 'quick']) {
        const seen = await playOne(page, battle, setting);
        assert.equal(seen.kind, battle[0]);
        assert.equal(seen.drawn, [battle[1], battle[2]].sort().join(''), 'both are shown');
        assert.ok(seen.longest > 100 && seen.longest <= 900, `${seen.longest} ms`);
        assert.ok(seen.travels);
        assert.deepEqual([seen.inTheWay, seen.told, seen.left], [false, false, 0]);
      }
    }
  },

  async 'who wants less motion sees both pieces, and nothing travels'({ openSource }) {
    const page = await openSource({ reducedMotion: 'reduce' });
    for (const battle of BATTLES) {
      const seen = await playOne(page, battle, 'pause');
      assert.deepEqual([seen.travels, seen.inTheWay, seen.covers, seen.left], [false, false, false, 0]);
      assert.equal(seen.drawn, [battle[1], battle[2]].sort().join(''));
    }
  },

  async 'a piece on its way is above the squares that it passes'({ openSource }) {
    const page = await openSource();
    const layers = await page.evaluate(async () => {
      const { createBoard } = await import('/play/board.js');
      const nothing = () => {};
      const board = createBoard({
        edition: { files: 3, rows: 3, lakes: [] }, seat: 'red', label: 'x', choose: nothing, canDrag: nothing, lift: nothing, drop: nothing,
      });
      board.element.style.setProperty('--square', '60px');
      document.body.append(board.element);
      board.show((square) => ({ piece: square === 6 ? { seat: 'red', rank: 'D' } : null, label: '2', name: 'x', classes: {} }));
      const level = (square) => Number(getComputedStyle(board.cell(square)).zIndex) || 0;
      board.slide(2, 6); // down to up, right to left: past squares that come later in the page
      const during = [6, 2, 4, 8].map(level);
      board.element.getAnimations({ subtree: true }).forEach((one) => one.finish());
      await Promise.all(board.element.getAnimations({ subtree: true }).map((one) => one.finished));
      await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
      const after = level(6);
      board.element.remove();
      return { during, after };
    });
    assert.ok(layers.during[0] > Math.max(...layers.during.slice(1)), JSON.stringify(layers));
    assert.equal(layers.after, 0);
  },
};
