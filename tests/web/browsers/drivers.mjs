// The browsers: how each is started, and what is asked of one, in the words of Playwright, so that
// hands.mjs plays at all of them. Firefox is driven by WebDriver BiDi (puppeteer), WebKit by its own
// driver (selenium), under Xvfb where there is no screen.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { Browser, Builder, Capabilities, Key } from 'selenium-webdriver';
import { freePort, until } from '../support.mjs';

const SIZE = { width: 1280, height: 800 };
const firstThere = (paths) => paths.find((path) => path && existsSync(path)) ?? null;

// Centre of what is pressed, once it is at rest and nothing lies over it.
function placeOf(selector) {
  const wanted = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length);
  if (!wanted) return null;
  const seen = wanted.closest('label') ?? wanted;
  const box = seen.getBoundingClientRect();
  const isInView = box.top >= 0 && box.bottom <= innerHeight;
  if (!isInView) seen.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return isInView && (seen.contains(top) || top?.contains(seen)) ? { x, y } : null;
}

/** One person's page. `hands` has what the drivers do differently. */
class Page {
  constructor(hands) {
    this.hands = hands;
    this.complaints = hands.complaints ?? [];
    this.mouse = { click: (x, y) => hands.click(x, y) };
    this.keyboard = { press: (key) => hands.press(key) };
  }

  evaluate(does, given) { return this.hands.evaluate(does, given); }

  waitForFunction(does, given) { return until(() => this.evaluate(does, given).catch(() => null), Boolean); }

  waitForSelector(selector) {
    return this.waitForFunction((one) => [...document.querySelectorAll(one)].some((each) => each.getClientRects().length), selector);
  }

  async url() { return this.evaluate(() => location.href); }

  // Where the address differs by what follows # alone, nothing is loaded.
  async goto(url) { await this.hands.goto(url); }

  async reload() { await this.hands.reload(); }

  /** Presses the first in sight that the selector names. */
  async press(selector) {
    const { x, y } = await until(() => this.evaluate(placeOf, selector), Boolean);
    await this.hands.click(x, y);
  }

  locator(selector) { return { click: () => this.press(selector) }; }

  text(selector) { return this.evaluate((one) => document.querySelector(one)?.textContent ?? null, selector); }

  async screenshot(file) {
    await this.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => done(null))); }));
    await writeFile(file, await this.hands.screenshot());
  }

  close() { return this.hands.close(); }
}

// ---- Firefox ----

function bidiHands(page, context) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  return {
    complaints,
    evaluate: (does, given) => page.evaluate(does, given ?? null),
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    close: () => context.close(),
  };
}

async function firefox() {
  const executablePath = firstThere([process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']);
  if (!executablePath) return null;
  const program = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: SIZE });
  return {
    version: await program.version(),
    async person() {
      const context = await program.createBrowserContext();
      return new Page(bidiHands(await context.newPage(), context));
    },
    close: () => program.close(),
  };
}

// ---- WebKit ----

const LIBRARIES = '/usr/lib';
const isWebKit = (name) => /^webkit2?gtk-/.test(name);

function miniBrowser() {
  const folders = [LIBRARIES, ...readdirSync(LIBRARIES).filter((name) => name.endsWith('-linux-gnu')).map((name) => join(LIBRARIES, name))];
  const places = folders.flatMap((folder) => readdirSync(folder).filter(isWebKit).map((name) => join(folder, name, 'MiniBrowser')));
  return firstThere([process.env.MINIBROWSER, ...places]);
}

const KEYS = { Enter: Key.ENTER, Tab: Key.TAB, Escape: Key.ESCAPE, ArrowUp: Key.ARROW_UP, ArrowDown: Key.ARROW_DOWN, ArrowLeft: Key.ARROW_LEFT, ArrowRight: Key.ARROW_RIGHT };

// Errors are heard from when the page has loaded: this driver tells of none.
const listen = () => {
  globalThis.complaints = [];
  addEventListener('error', ({ message }) => globalThis.complaints.push(message));
  addEventListener('unhandledrejection', ({ reason }) => globalThis.complaints.push(String(reason)));
};

function classicHands(driver, child) {
  const complaints = [];
  const script = (does, given) => driver.executeAsyncScript(
    `const done = arguments[arguments.length - 1];
     Promise.resolve((${does})(arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`, given ?? null);
  async function evaluate(does, given) {
    const { value, error } = await script(does, given);
    if (error) throw new Error(error);
    return value;
  }
  async function load(does) {
    complaints.push(...await evaluate(() => globalThis.complaints ?? []));
    await does();
    if (!await evaluate(() => Boolean(globalThis.complaints))) await evaluate(listen);
  }
  return {
    complaints,
    evaluate,
    goto: (url) => load(() => driver.get(url)),
    reload: () => load(() => driver.navigate().refresh()),
    click: (x, y) => driver.actions().move({ x: Math.round(x), y: Math.round(y) }).click().perform(),
    press: (key) => driver.actions().sendKeys(KEYS[key] ?? key).perform(),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit();
      child.kill();
      await gone(child);
    },
  };
}

const gone = (child) => new Promise((done) => { child.once('exit', done); });

async function screen() {
  if (process.env.DISPLAY) return { display: process.env.DISPLAY, close: () => {} };
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((done, fail) => {
    child.on('error', fail);
    child.stdio[3].once('data', (data) => done(String(data).trim()));
  });
  return { display: `:${number}`, async close() { child.kill(); await gone(child); } };
}

async function webkit() {
  const program = firstThere([process.env.WEBKIT_DRIVER, '/usr/bin/WebKitWebDriver']);
  const binary = miniBrowser();
  if (!program || !binary || (!process.env.DISPLAY && !existsSync('/usr/bin/Xvfb'))) return null;
  const { display, close } = await screen();
  const home = await mkdtemp(join(tmpdir(), 'flagfall-webkit-'));
  const env = { ...process.env, DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: home, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const wanted = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } });
  return {
    version: String(execFileSync(binary, ['--version'], { env })).trim(),
    // A driver has one session: each person has one of their own.
    async person() {
      const port = await freePort();
      const child = spawn(program, [`--port=${port}`], { env, stdio: 'ignore' });
      const url = `http://127.0.0.1:${port}/`;
      await until(() => fetch(`${url}status`).then(() => true, () => false), Boolean);
      const driver = await new Builder().usingServer(url).forBrowser(Browser.SAFARI).withCapabilities(wanted).build();
      await driver.manage().window().setRect({ x: 0, y: 0, ...SIZE });
      return new Page(classicHands(driver, child));
    },
    async close() {
      await close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Each starts its browser, or gives null where it is not installed. */
export const BROWSERS = { firefox, webkit };
