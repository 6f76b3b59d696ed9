// The account, which nobody needs.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import jsqr from 'jsqr';
import { go, isNamed, letSpeak, newGame, register, startAtRandom, toNewGame } from './hands.mjs';
import { complaints, widthFits } from './pages.mjs';
import { holdBack, startServer } from './support.mjs';

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const field = (page, form, name) => page.locator(`.account-form.${form} input[name=${name}]`);

async function enter(page, form, name, password) {
  await field(page, form, 'name').fill(name);
  await field(page, form, 'password').fill(password);
  await page.locator(`.account-form.${form} .button`).click();
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const CLOCK_BEGINS = 946684800; // where the time of `--clock manual` stands, in seconds since 1970

/** The one-time code (RFC 6238) so many steps from there. */
function oneTimeCode(secret, steps) {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(CLOCK_BEGINS / 30 + steps));
  const mac = createHmac('sha1', Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))).update(counter).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1e6).padStart(6, '0');
}

/** What a phone reads from a QR code that is shown. */
async function scan(page, picture) {
  const shot = (await picture.screenshot()).toString('base64');
  const { width, height, pixels } = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return { width: image.width, height: image.height, pixels: [...canvas.getImageData(0, 0, image.width, image.height).data] };
  }, shot);
  return jsqr(Uint8ClampedArray.from(pixels), width, height)?.data;
}

const said = (page, pattern) => page.waitForFunction((wanted) => (
  new RegExp(wanted).test(document.querySelector('.account-page > .message').textContent)), pattern.source);

async function noFaults(page) {
  assert.deepEqual(await complaints(page), []);
  await widthFits(page, 'the account');
}

export const tests = {
  async 'the recovery code is shown until it is kept, and lets in who has lost the password'({ open }) {
    const page = await open();
    const code = await register(page, 'Cleo_of_tests', 'correct horse battery');
    assert.match(code, /^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/);
    assert.equal(await page.evaluate(() => document.activeElement.closest('.once') !== null), true, 'the code has the focus');
    await noFaults(page);
    await press(page, 'I have kept it');
    assert.equal(await page.locator('.once').count(), 0);
    await field(page, 'recovery', 'password').fill('correct horse battery');
    await page.locator('.account-form.recovery .button').click();
    const second = await page.locator('.once .shown-text').textContent();
    assert.notEqual(second, code);

    const lost = await open();
    await go(lost, '#/account');
    await lost.getByText('Lost your password').click();
    await noFaults(lost);
    for (const [recovery, wanted] of [[code, /wrong/], [second.toLowerCase().replaceAll('-', ' '), null]]) {
      await field(lost, 'recover', 'name').fill('cleo_of_tests');
      await field(lost, 'recover', 'recovery').fill(recovery);
      await field(lost, 'recover', 'password').fill('another battery staple');
      await lost.locator('.account-form.recover .button').click();
      if (wanted) await said(lost, wanted);
    }
    await isNamed(lost, 'Cleo_of_tests');
    assert.notEqual(await lost.locator('.once .shown-text').textContent(), second, 'the next one is shown');
    await isNamed(page, 'Sign in'); // who was signed in is so no more, and the page shows it
    await page.waitForSelector('.account-form.sign-in');
  },

  async 'one-time codes are set up with a phone, asked for, and switched off'({ openAt, expectBreaks }) {
    const server = await startServer('--clock', 'manual'); // no code becomes another one while it is typed
    const page = await openAt(server);
    await register(page, 'Dora_of_tests', 'correct horse battery');
    await press(page, 'I have kept it');
    await field(page, 'totp', 'password').fill('correct horse battery');
    await page.locator('.account-form.totp .button').click();
    await page.waitForSelector('.account-form.totp-confirm');
    await noFaults(page);
    const secret = await page.getByLabel('Key for the app').textContent();
    const link = await page.getByText('Open it in an app').getAttribute('href');
    assert.ok(link.startsWith('otpauth://totp/Flagfall:Dora%5Fof%5Ftests?secret='), link);
    assert.equal(await scan(page, page.getByLabel('QR code')), link);
    await field(page, 'totp-confirm', 'code').fill('000000');
    await page.locator('.account-form.totp-confirm .button').click();
    await said(page, /not the code/);
    await field(page, 'totp-confirm', 'code').fill(oneTimeCode(secret, -1));
    await page.locator('.account-form.totp-confirm .button').click();
    await said(page, /From now on/);
    await press(page, 'Sign out');
    await isNamed(page, 'Sign in');

    assert.equal(await field(page, 'sign-in', 'code').isVisible(), false);
    await enter(page, 'sign-in', 'Dora_of_tests', 'correct horse battery');
    await said(page, /one-time code/);
    assert.equal(await page.evaluate(() => document.activeElement.name), 'code');
    await field(page, 'sign-in', 'code').fill(oneTimeCode(secret, 0));
    await page.keyboard.press('Enter');
    await isNamed(page, 'Dora_of_tests');

    for (const kind of ['password', 'recovery', 'token', 'erase'])
      await page.locator(`.account-form.${kind} [name=code][required]`).waitFor({ state: 'attached' });
    await field(page, 'totp-off', 'password').fill('correct horse battery');
    await field(page, 'totp-off', 'code').fill(oneTimeCode(secret, 1));
    await page.locator('.account-form.totp-off .button').click();
    await said(page, /switched off/);
    await page.waitForSelector('.account-form.totp');
    expectBreaks();
    await server.stop();
  },

  async 'two windows of one browser are the same person, whichever of them signs in or out'({ open }) {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector('.home');
    await register(page, 'Flora_of_tests', 'correct horse battery');
    await isNamed(other, 'Flora_of_tests');
    await go(other, '#/account');
    await press(other, 'Sign out');
    await isNamed(other, 'Sign in');
    await isNamed(page, 'Sign in');
    await page.waitForSelector('.account-form.sign-in');
  },

  async 'an account shows where it is signed in, signs the others out, and revokes its token'({ open }) {
    const page = await open();
    await register(page, 'Emma_of_tests', 'correct horse battery');
    await page.waitForSelector('.sessions li');
    assert.equal(await page.getByRole('button', { name: 'Sign out everywhere else' }).isDisabled(), true);
    const other = await open();
    await go(other, '#/account');
    await enter(other, 'sign-in', 'Emma_of_tests', 'correct horse battery');
    await isNamed(other, 'Emma_of_tests');
    await other.waitForFunction(() => document.querySelectorAll('.sessions li').length === 2);
    assert.match(await other.locator('.sessions').textContent(), /This browser.*Another browser/);
    await press(other, 'Sign out everywhere else');
    await said(other, /All other browsers/);
    await isNamed(page, 'Sign in');
    await other.waitForFunction(() => document.querySelectorAll('.sessions li').length === 1);

    await field(other, 'token', 'password').fill('not my password');
    await press(other, 'Make a token');
    await said(other, /wrong/);
    await field(other, 'token', 'password').fill('correct horse battery');
    await press(other, 'Make a token');
    await other.waitForSelector('.shown-text');
    assert.equal(await field(other, 'token', 'password').inputValue(), '');
    await press(other, 'Revoke the token');
    await other.locator('dialog .danger').click();
    await said(other, /revoked/);
    await other.getByRole('button', { name: 'Revoke the token' }).waitFor({ state: 'hidden' });

    await field(other, 'password', 'old').fill('correct horse battery');
    await field(other, 'password', 'new').fill('password1');
    await other.locator('.account-form.password .button').click();
    await said(other, /Everybody would try/);
    await field(other, 'password', 'new').fill('another battery staple');
    await other.locator('.account-form.password .button').click();
    await said(other, /is changed/);
    await isNamed(other, 'Emma_of_tests');
  },

  async 'a guest becomes an account, keeps the games, and is the same at another browser'({ open }) {
    const page = await open();
    await newGame(page, 'duel');
    await startAtRandom(page);
    await page.getByRole('button', { name: 'Call off' }).click();
    await page.locator('dialog .danger').click();
    await page.waitForSelector('dialog.result');
    await go(page, '#/army/duel/MABABKCAALEEAADDAAAAAAAAAAAAAAAAAAAAAAAA');
    await page.locator('.army-list-panel summary').click();
    await page.locator('.army-name').fill('As a guest');
    await press(page, 'Save');
    await go(page, '#/account');
    await enter(page, 'register', 'x', 'short');
    await page.waitForFunction(() => /\S/.test(document.querySelector('.account-page > .message').textContent));
    await enter(page, 'register', 'Ann_of_tests', 'correct horse battery');
    await isNamed(page, 'Ann_of_tests');
    await go(page, '#/people');
    await page.waitForSelector('.people-page .game-row');
    await go(page, '#/account');
    await page.waitForFunction(() => /As a guest/.test(document.querySelector('.account-page .army-list')?.textContent));

    await go(page, '#/army/barrage/MBAAAAAAAALKEDDCAAAAAAAAAAAAAAAAAAAAAAAA');
    await page.locator('.army-list-panel summary').click();
    await page.locator('.army-name').fill('Front');
    await press(page, 'Save');
    await page.waitForSelector('.army-list li');

    const other = await open();
    await go(other, '#/account');
    await enter(other, 'sign-in', 'Ann_of_tests', 'wrong password');
    await other.waitForFunction(() => /wrong/.test(document.querySelector('.account-page > .message').textContent));
    await enter(other, 'sign-in', 'ann_of_tests', 'correct horse battery');
    await isNamed(other, 'Ann_of_tests');
    assert.match(await other.locator('.account-page .army-list').textContent(), /Front/, 'armies are the account’s');
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
    await field(other, 'token', 'password').fill('correct horse battery');
    await press(other, 'Make a token');
    await other.waitForSelector('.shown-text');
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

  async 'the head of the page stays where it is while the server has not spoken'({ open }) {
    const page = await open();
    const boxes = () => page.locator('.top nav > *').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const reloadSlowly = async () => {
      const speak = await holdBack(page);
      await page.reload();
      await page.waitForSelector('.top nav');
      const before = await boxes();
      await letSpeak(page, speak);
      assert.deepEqual(await boxes(), before);
    };
    await reloadSlowly();
    await register(page, 'Gina_of_tests');
    await go(page, '#/');
    await reloadSlowly();
  },
};
