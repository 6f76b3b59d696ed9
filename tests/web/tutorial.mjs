// The tutorial, to its end.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseLanguage, walkTo } from './hands.mjs';
import { PROGRAM } from './support.mjs';

const BOARD = '.lesson-board .board';
const title = (page) => page.locator('.lesson-text h2').textContent();

/** The lessons of an edition with what is right in each step, as the page has them. */
function readLessons(page, id) {
  return page.evaluate(async (edition) => {
    const { lessonsOf } = await import('/pages/lessons.js');
    return lessonsOf(edition, 1);
  }, id);
}

/** The edition object that the server gives, from its welcome. */
function readEdition(page, id) {
  return page.evaluate((wanted) => new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, 'flagfall');
    socket.onmessage = ({ data }) => {
      done(JSON.parse(data).editions.find((one) => one.id === wanted));
      socket.close();
    };
  }), id);
}

async function press(page, square) {
  await walkTo(page, square);
  await page.keyboard.press('Enter');
}

// One right answer of a step, by keys; the focus is where the page has put it.
async function answer(page, step, has) {
  if (step.squares) {
    await press(page, step.squares.find((square) => !has(square)));
    return;
  }
  const moves = Object.keys(step.moves ?? {});
  if (moves.length === 0) return;
  const pieces = await page.evaluate((selector) => [...document.querySelectorAll(`${selector} .cell.mobile`)]
    .map((cell) => cell.dataset.square), BOARD);
  const [from, to] = moves.map((move) => move.split(/[-x]/)).find(([square]) => pieces.includes(square));
  await press(page, from);
  await press(page, to);
}

async function learn(page, id) {
  const lessons = await readLessons(page, await readEdition(page, id));
  for (const [i, lesson] of lessons.entries()) {
    assert.match(await title(page), new RegExp(`${i + 1} .* ${lessons.length}`));
    const taken = new Set();
    for (const step of lesson.steps) {
      await answer(page, step, (square) => taken.has(square));
      if (step.squares) taken.add(step.squares[0]);
      if (/^shuttle(On)?$/.test(step.key)) continue; // goes on by itself
      await page.waitForFunction(() => document.activeElement?.matches('.lesson-text .primary'));
      const said = await page.locator('.lesson-text .message').textContent();
      if (step.moves) assert.ok(said.length > 10, `${lesson.name}: what has happened is said`);
      await page.keyboard.press('Enter');
    }
  }
}

// What the lessons claim is held against the rules: each step as a record of its own.

const nameOf = (square) => `${'abcde'[square % 5]}${Math.floor(square / 5) + 1}`;
const numberOf = (name) => 'abcde'.indexOf(name[0]) + 5 * (name[1] - 1);
const blue = (rank) => String.fromCharCode(rank.charCodeAt(0) + 12);
const words = (line) => Object.fromEntries(line.trim().split(' ').filter((word) => word.includes('='))
  .map((word) => word.split('=')));

// Blue's sergeant at e5 wanders about while Red does what is to be tested.
const WANDER = ['e5-e4', 'e4-e3', 'e3-e2', 'e2-e1', 'e1-d1', 'd1-d2'];

/** The program's answer to a record of moves on a board. */
async function check(folder, twoSquares, board, turn, moves) {
  const lakes = board.flatMap((letter, i) => (letter === '_' ? [nameOf(i)] : []));
  await writeFile(join(folder, 'lesson.ffe'), `id = lesson\nfiles = 5\nrows = 5\nzone-rows = 1\nflag = 1\nscout = 1\n`
    + `lakes = ${lakes.join(' ') || 'none'}\ntwo-squares = ${twoSquares}\nreveal-runs = yes\n`);
  const letters = board.map((letter) => (/[?!]/.test(letter) ? blue('F') : letter)).join('').toUpperCase();
  await writeFile(join(folder, 'lesson.ffr'), `[Edition "lesson"]\n[Board "${letters}"]\n[Turn "${turn}"]\n\n`
    + `${moves.map((move, i) => (i % 2 ? move : `${i / 2 + 1}. ${move}`)).join(' ')}\n`);
  const { stdout } = spawnSync(PROGRAM, ['check', '--edition', join(folder, 'lesson.ffe'), join(folder, 'lesson.ffr')],
    { encoding: 'utf8' });
  return stdout;
}

/** With the rank on a square that a move is going to show. */
const turnUp = (board, square, rank) => board.map((letter, i) => (i === square && rank ? blue(rank) : letter));

const rankOf = (letter) => (letter.toUpperCase() > 'M' ? String.fromCharCode(letter.toUpperCase().charCodeAt(0) - 12)
  : letter.toUpperCase());

/** Holds one move of a lesson against the rules; gives the board after it as the page has it. */
async function hold({ folder, played, twoSquares }, board, seat, move, [outcome, rank]) {
  const [from, to] = move.split(/[-x]/).map(numberOf);
  const other = seat === 'red' ? to : from; // where Blue's rank is shown
  const before = turnUp(board, other, outcome === 'go' ? null : rank);
  const ranks = seat === 'red' ? { red: board[from].toUpperCase(), blue: rank } : { red: rankOf(board[to]), blue: rank };
  const after = played(board, { from, to }, outcome, ranks, seat);
  const told = words(await check(folder, twoSquares, before, seat, [move]));
  const expected = after.map((letter) => (/[?!]/.test(letter) ? blue('F') : letter)).join('').toUpperCase();
  assert.equal(told.board, expected, `${move} ${outcome}`);
  assert.equal(told.by === 'flag', outcome === 'flag');
  return after;
}

async function holdLesson(tools, lesson, readDrawing) {
  let board = readDrawing(lesson.board);
  const past = []; // moves over one border, in the lesson about it
  for (const { moves = {}, reply } of lesson.steps) {
    const possible = Object.entries(moves).filter(([move]) => /[A-M]/i.test(board[numberOf(move)]) && board[numberOf(move)] !== 'A');
    let next = board;
    for (const [move, outcome] of possible) {
      if (outcome[0] === 'refused') {
        const history = past.flatMap((one, i) => [one, WANDER[i]]);
        const first = past.length ? readDrawing(lesson.board) : board;
        const told = words(await check(tools.folder, tools.twoSquares, first, 'red', [...history, move]));
        assert.equal(told.reason, outcome[1], `${lesson.name}: ${move}`);
      } else {
        next = await hold(tools, board, 'red', move, outcome);
        if (lesson.name === 'shuttle') past.push(move);
      }
    }
    board = reply ? await hold(tools, next, 'blue', reply[0], reply.slice(1)) : next;
  }
}

export const tests = {
  async 'what the tutorial says of moves and battles is what the rules say'() {
    const source = await readFile(new URL('../../web/pages/lessons.js', import.meta.url), 'utf8');
    const { lessonsOf, played, readDrawing } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    const folder = await mkdtemp(join(tmpdir(), 'flagfall-lessons-'));
    try {
      for (const twoSquares of [0, 2, 3, 5]) {
        const edition = { twoSquares, chase: 'isf', revealRuns: true, armySize: 40, zoneSize: 40, language: 'en' };
        for (const lesson of lessonsOf(edition, 1)) await holdLesson({ folder, played, twoSquares }, lesson, readDrawing);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },

  async 'the tutorial by keys alone to its end, and the start page after it'({ openSource }) {
    const page = await openSource();
    await page.locator('.top nav a[href="#/learn"]').click();
    await page.waitForSelector(BOARD);
    await page.locator(`${BOARD} .cell[tabindex="0"]`).focus();
    await learn(page, 'tournament');
    assert.match(await title(page), /You know all you need/);
    assert.equal(await page.locator('.lesson-done').count(), 10, 'every lesson is marked as done');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.home');
  },

  async 'the tutorial differs by edition, and is told in the language of the page'({ openSource }) {
    const page = await openSource({ locale: 'fr-FR' });
    await page.goto(`${page.url().replace(/#.*/, '')}#/learn`);
    await page.waitForSelector(BOARD);
    assert.match(await title(page), /Leçon 1 sur 10/);
    await page.locator('select[name=learn-edition]').selectOption('anniversary-duel');
    await page.locator('.lesson-list .button').nth(2).click();
    await page.locator(`${BOARD} .cell[data-square=c3]`).click();
    await page.locator(`${BOARD} .cell[data-square=c4]`).click();
    await page.waitForFunction(() => /nombre est petit/.test(document.querySelector('.lesson-text .message').textContent));
    await page.locator('.lesson-text .primary:not([hidden])').click();
    const look = () => page.evaluate((board) => [...document.querySelectorAll(`${board} .cell`)].map((one) => one.dataset.look), BOARD);
    const before = await look();
    await chooseLanguage(page, 'en');
    await page.locator('.lesson-text h2', { hasText: 'Lesson 3 of' }).waitFor();
    assert.deepEqual(await look(), before, 'another language leaves the lesson where it is');
    const task = await page.locator('.lesson-text .task').textContent();
    await page.getByRole('button', { name: 'Start this lesson again' }).click();
    assert.notEqual(await page.locator('.lesson-text .task').textContent(), task);
    assert.notDeepEqual(await look(), before);
    await chooseLanguage(page, 'fr');
    await page.locator('select[name=learn-edition]').selectOption('ucc');
    await page.waitForFunction(() => /sur 9/.test(document.querySelector('.lesson-text h2').textContent));
  },

  async 'a wrong move in the tutorial is told, and changes nothing'({ open }) {
    const page = await open();
    await page.goto(`${page.url().replace(/#.*/, '')}#/learn`);
    await page.waitForSelector(BOARD);
    await page.locator(`${BOARD} .cell[data-square=b2]`).click();
    await page.locator(`${BOARD} .cell[data-square=c4]`).click();
    assert.match(await page.locator('.lesson-text .message').textContent(), /not what this step asks/);
    assert.match(await page.locator(`${BOARD} .cell[data-square=b2]`).getAttribute('aria-label'), /General/);
  },
};
