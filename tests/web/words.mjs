// The page in four languages.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { chooseEdition, chooseLanguage, moveByMouse, newGame, readBoard, startReadyMade, toNewGame } from './hands.mjs';
import { PROGRAM } from './support.mjs';

const CODES = ['en', 'nl', 'fr', 'de'];

// Texts that are the same in English and in another language, and right.
const SAME = new Set(['title', 'settingsPanel.volume', 'home.board', 'newGame.computer', 'lobby.heading', 'players.bot', 'chat.title', 'people.ratings', 'people.ratingHead', 'people.score', 'people.date', 'people.badge.marathon.0', 'people.filters', 'after.rating',
  'tournaments.system.arena', 'tournaments.place', 'tournaments.points', 'tournaments.buchholz', 'tournaments.sonnebornBerger',
  'tournaments.short.buchholzCut1', 'tournaments.short.buchholz', 'tournaments.short.sonnebornBerger', 'tournaments.name',
  'tournaments.kind', 'tournaments.minutes', 'tournaments.minutesField',
  'picture.film', 'settingsPanel.notices', 'account.heading', 'account.name', 'actions.pause', 'terms.minutes', 'analysis.marks.blunder', 'analysis.duration']);

/**
 * Every text of a language by its path: what is a function is called with samples and
 * has its number of parameters in the path.
 */
function readTexts(page) {
  return page.evaluate(async (codes) => {
    const edition = {
      id: 'x', title: 'X', files: 10, rows: 8, zoneRows: 3, zoneSize: 30, armySize: 10, army: {}, labels: {}, names: {},
    };
    const piece = { name: 'Xyz', label: '7', mine: true, seat: 'red' };
    const samples = [[edition, 4, 4, 4], [piece, { ...piece, mine: false }, 'a1', 'a2'], [5, 5, 5, 5],
      [{ answer: 'a1-a2', about: 'b1', miner: 'Xyz', behind: 'Xyz.', gain: '1.5', worlds: 5, measure: 5, best: 5, next: 5, percent: String }],
      ['red', 'a1', 'a2', 'Xyz'], ['a1', 'a2', 'Xyz', 'b1'], [1, 1, 1, 1]];
    const texts = {};
    function call(text) {
      for (const given of samples) {
        try {
          const said = text(...given.slice(0, text.length));
          if (typeof said === 'string' && !/undefined|NaN|\[object/.test(said)) return said;
        } catch {
          // Not meant for this sample.
        }
      }
      return 'CANNOT BE SAID';
    }
    function walk(code, node, path) {
      if (typeof node === 'string') texts[code][path] = node;
      else if (typeof node === 'function') texts[code][`${path}(${node.length})`] = call(node);
      else for (const [key, value] of Object.entries(node)) walk(code, value, path ? `${path}.${key}` : key);
    }
    for (const code of codes) {
      texts[code] = {};
      walk(code, (await import(`/strings/${code}.js`)).words, '');
    }
    return texts;
  }, CODES);
}

export const tests = {
  async 'the four languages have the same texts, and none is left in English'({ openSource }) {
    const texts = await readTexts(await openSource());
    assert.deepEqual(Object.keys(texts), CODES);
    // What is keyed by a letter of the keyboard differs by language.
    const paths = (code) => Object.keys(texts[code]).filter((path) => !/rankKeys/.test(path)).sort();
    for (const code of CODES.slice(1)) {
      assert.deepEqual(paths(code), paths('en'), code);
      const same = paths('en').filter((path) => texts.en[path] === texts[code][path] && /[a-z]{2}/i.test(texts.en[path])
        && !/^(editions|opponents|styles)\.|^keys\..*\.0\.\d$/.test(path) && !SAME.has(path.replace(/\(.*/, '')));
      assert.deepEqual(same.map((path) => `${path}: ${texts.en[path]}`), [], code);
    }
    for (const code of CODES) {
      const mute = Object.entries(texts[code]).filter(([, text]) => text === 'CANNOT BE SAID');
      assert.deepEqual(mute, [], code);
    }
    const loose = Object.entries(texts.fr).filter(([, text]) => /[a-zà-ÿ )][?!;]|[a-zà-ÿ ]:|« | »/i.test(text));
    assert.deepEqual(loose, [], 'in French a space that does not break goes before : ; ! ?');
  },

  async 'what stands between a name and what is said of it is the language’s own'() {
    const folder = new URL('../../web/', import.meta.url);
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\.js$/.test(name) && !/^strings/.test(name));
    const own = await Promise.all(files.map(async (name) => (await readFile(new URL(name, folder), 'utf8')).split('\n')
      .filter((line) => /\}: (\$|`)/.test(line) && !/new Error\(/.test(line)).map((line) => `${name}: ${line.trim()}`)));
    assert.deepEqual(own.flat(), [], 't.colon says it');
  },

  async 'every refusal of the protocol has its sentence'({ openSource }) {
    const { en } = await readTexts(await openSource());
    const page = await readFile(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
    const table = page.split('### Refusals')[1].split('### A review')[0];
    // The first column, and the words for moves and set-ups that its first row stands for.
    const words = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([a-z-]+)`/g)]
      .map(([, word]) => word)).filter((word) => word !== 'reason');
    assert.ok(words.length > 30, `${words.length} words`);
    for (const word of [...words, 'off-board', 'not-straight', 'more-squares', 'bad-letter']) {
      assert.ok(en[`reasons.${word}`], word);
    }
  },

  async 'the rules of every edition are those of the command, in each language'({ open }) {
    const plain = (text) => text.replace(/[\s\u00a0]+/g, ' ').replaceAll('’', "'").trim();
    // The command writes the army as a table, and paragraphs in lines.
    const command = (text) => plain(text.replace(/^# .*\n/, '').replace(/^ +\d+ x .*\n/gm, '').replaceAll('# ', ''));
    const page = await open();
    await toNewGame(page);
    for (const code of CODES) {
      if (code !== 'en') await chooseLanguage(page, code);
      const all = await page.evaluate(() => [...document.querySelectorAll('input[name=edition]')].map((one) => one.value));
      // Every edition in English, and in the others those that differ in their rules.
      for (const id of code === 'en' ? all : ['tournament', 'travel-de', 'travel-duel-fr', 'soldiers', 'ucc', 'classic30']) {
        await chooseEdition(page, id);
        await page.locator('.top .open-rules').click();
        await page.waitForSelector('dialog section');
        const told = await page.evaluate(() => [...document.querySelectorAll('dialog section')].slice(0, -1)
          .map((section) => [...section.querySelectorAll('h3, p')].map((one) => one.textContent).join(' ')).join(' '));
        const wanted = execFileSync(PROGRAM, ['rules', id, '--lang', code], { encoding: 'utf8' });
        assert.equal(plain(told), command(wanted), `${id} in ${code}`);
        await page.keyboard.press('Escape');
      }
    }
  },

  async 'each language: chosen by the browser or the settings, and played in'({ open }) {
    const said = new Set();
    for (const [locale, code] of [['en-GB', 'en'], ['nl-BE', 'nl'], ['fr-CA', 'fr'], ['de-AT', 'de'], ['pt-BR', 'en']]) {
      const page = await open({ locale });
      assert.equal(await page.evaluate(() => document.documentElement.lang), code, locale);
      if (locale === 'pt-BR') continue;
      await newGame(page, 'tournament');
      await startReadyMade(page, 'bastion');
      assert.ok(await moveByMouse(page));
      await readBoard(page);
      const turn = await page.locator('.turn').textContent();
      said.add(turn);
      const names = await page.evaluate(() => [...document.querySelectorAll('.cell.grab')].map((one) => one.ariaLabel).join());
      const marshal = { en: 'your Marshal 10', nl: 'jouw Maarschalk 10', fr: 'ton Maréchal 10', de: 'dein Feldmarschall 10' };
      assert.ok(names.includes(marshal[code]), `${code}: ${names}`);
    }
    assert.equal(said.size, 4, 'each says in its own words whose turn it is');
  },

  async 'changing the language in a game keeps everything, and a reload keeps the language'({ open }) {
    const page = await open();
    await newGame(page, 'tournament');
    await startReadyMade(page, 'bastion');
    await moveByMouse(page);
    await readBoard(page);
    const look = () => page.evaluate(() => [...document.querySelectorAll('.board .cell')].map((one) => one.dataset.look));
    const before = await look();
    await chooseLanguage(page, 'de');
    assert.match(await page.locator('.turn').textContent(), /Du bist am Zug/);
    assert.deepEqual(await look(), before);
    assert.match(await page.title(), /Du bist am Zug/);
    await page.reload();
    await readBoard(page);
    assert.match(await page.locator('.turn').textContent(), /Du bist am Zug/);
    await chooseLanguage(page, 'auto', 'en');
    assert.match(await page.locator('.turn').textContent(), /Your move/);
    assert.ok(await moveByMouse(page), 'the game goes on');
  },
};
