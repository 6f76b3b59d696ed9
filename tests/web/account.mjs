// The account, which nobody needs.

import assert from 'node:assert/strict';
import { newGame, startAtRandom, toNewGame } from './hands.mjs';

const go = (page, hash) => page.goto(page.url().replace(/#.*|$/, hash));
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const field = (page, form, name) => page.locator(`.account-form.${form} input[name=${name}]`);

async function enter(page, form, name, password) {
  await field(page, form, 'name').fill(name);
  await field(page, form, 'password').fill(password);
  await page.locator(`.account-form.${form} .button`).click();
}

const isNamed = (page, name) => page.waitForFunction((wanted) => (
  document.querySelector('.top nav a[href="#/account"]').textContent === wanted), name);

export const tests = {
  async 'a guest becomes an account, keeps the games, and is the same at another browser'({ open }) {
    const page = await open();
    await newGame(page, 'duel');
    await startAtRandom(page);
    await page.getByRole('button', { name: 'Call off' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    await go(page, '#/army/duel/MABABKCAALEEAADDAAAAAAAAAAAAAAAAAAAAAAAA');
    await page.locator('.shelf-panel summary').click();
    await page.locator('.army-name').fill('As a guest');
    await press(page, 'Keep');
    await go(page, '#/account');
    await enter(page, 'register', 'x', 'short');
    await page.waitForFunction(() => /\S/.test(document.querySelector('.account-page > .message').textContent));
    await enter(page, 'register', 'Ann_of_tests', 'correct horse battery');
    await isNamed(page, 'Ann_of_tests');
    await page.waitForSelector('.account-page .game-row');
    await page.waitForFunction(() => /As a guest/.test(document.querySelector('.account-page .shelf').textContent));

    await go(page, '#/army/barrage/MBAAAAAAAALKEDDCAAAAAAAAAAAAAAAAAAAAAAAA');
    await page.locator('.shelf-panel summary').click();
    await page.locator('.army-name').fill('Front');
    await press(page, 'Keep');
    await page.waitForSelector('.shelf li');

    const other = await open();
    await go(other, '#/account');
    await enter(other, 'sign-in', 'Ann_of_tests', 'wrong password');
    await other.waitForFunction(() => /wrong/.test(document.querySelector('.account-page > .message').textContent));
    await enter(other, 'sign-in', 'ann_of_tests', 'correct horse battery');
    await isNamed(other, 'Ann_of_tests');
    assert.match(await other.locator('.account-page .shelf').textContent(), /Front/, 'armies are the account’s');
    await toNewGame(other, 'friend');
    assert.equal(await other.locator('input[name=rated]').count(), 1, 'rated games are offered');

    const bob = await open();
    await go(bob, '#/account');
    await enter(bob, 'register', 'Bob_of_tests', 'another horse battery');
    await isNamed(bob, 'Bob_of_tests');
    await toNewGame(bob, 'friend');
    await bob.locator('input[name=to]').fill('ann_of_tests');
    await bob.locator('input[name=to]').press('Tab');
    await bob.locator('input[name=rated]').check();
    await bob.locator('.play-bar .button').click();
    await bob.waitForSelector('.waiting-view');
    await go(other, '#/');
    await other.waitForSelector('.offer-row');
    assert.match(await other.locator('.offer-row').textContent(), /Bob_of_tests.*rated/, 'who is challenged is told at the start');
    await press(other, 'Decline');
    await bob.waitForSelector('.doors');
    await go(other, '#/account');
    await press(other, 'Make a token');
    await other.waitForSelector('input[readonly].letters');
    await press(other, 'Sign out');
    await isNamed(other, 'Sign in');

    await page.bringToFront();
    await go(page, '#/account');
    await page.locator('.account-page details summary').last().click();
    await field(page, 'erase', 'password').fill('correct horse battery');
    await page.locator('.account-form.erase .button').click();
    await page.locator('dialog .danger').click();
    await isNamed(page, 'Sign in');
    await enter(page, 'sign-in', 'Ann_of_tests', 'correct horse battery');
    await page.waitForFunction(() => /wrong/.test(document.querySelector('.account-page > .message').textContent));
  },
};
