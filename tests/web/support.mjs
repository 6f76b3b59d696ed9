// The server, the browser, and what is watched in every test: complaints on the
// console, requests to other hosts, and frames that tell too much.
//
// By hand, to find what depends on haste: FLAGFALL_SLOWDOWN=4 has the pages' scripts run four
// times slower, FLAGFALL_LATENCY=150 has each answer and message come 150 ms later.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Secrets } from './secrets.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../..');
export const PROGRAM = resolve(process.env.FLAGFALL ?? join(ROOT, 'build/flagfall'));
export const SOURCE = join(ROOT, 'web');
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const PATIENCE = Number(process.env.FLAGFALL_PATIENCE ?? 120000); // for what comes by itself; how long it takes says nothing

const SLOWDOWN = Number(process.env.FLAGFALL_SLOWDOWN ?? 1); // how many times slower a page's scripts run
const LATENCY = Number(process.env.FLAGFALL_LATENCY ?? 0); // ms that a page waits longer for each answer and message

export const sleep = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Asks again and again, and gives the first answer that is wanted. */
export async function until(ask, isWanted) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`waited in vain; the last answer: ${JSON.stringify(answer)}`);
    await sleep(50);
  }
}

/** A port that nobody listens on. */
export function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer().on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** The first line of what a program prints. */
async function firstLine(output) {
  let text = '';
  for await (const data of output) {
    text += data;
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0];
}

/** Starts a server of our own on a free port with an empty store, with more options. */
export const startServer = (...options) => startProgram(PROGRAM, ...options);

/** The same of another program. */
export async function startProgram(program, ...options) {
  const folder = await mkdtemp(join(tmpdir(), 'flagfall-web-'));
  const store = join(folder, 'games.db');
  let url = 'http://127.0.0.1:0/'; // any port that is free; once it has one it stays there
  let child = null;
  let complaints = '';

  async function start() {
    // FLAGFALL_WEB: a folder to serve the page from, in place of the one in the program.
    const web = process.env.FLAGFALL_WEB ? ['--web', resolve(ROOT, process.env.FLAGFALL_WEB)] : [];
    // The computer thinks for no longer than a test wants to wait.
    child = spawn(program, ['serve', '--port', new URL(url).port, '--store', store, '--think', '20', ...web, ...options],
      { stdio: ['ignore', 'pipe', 'pipe'] });
    child.on('error', (error) => { complaints += String(error); });
    child.stderr.on('data', (data) => { complaints += data; });
    const said = await firstLine(child.stdout.iterator({ destroyOnReturn: false }));
    if (!/^http:\/\/\S+:\d+\/$/.test(said)) throw new Error(`no server: ${program}\n${complaints}`);
    url = said;
    child.stdout.resume();
  }

  async function end(signal) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => { child.once('exit', done); });
    child.kill(signal);
    await gone;
  }

  await start();
  return {
    url,
    store,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function watch(page, url, editions) {
  const seen = { complaints: [], foreign: [], leaks: [], frames: 0, expectBreaks: false };
  page.on('console', (message) => {
    if (/Service Worker registration blocked/.test(message.text())) return; // by us, see newPage
    if (message.type() === 'error' || message.type() === 'warning') seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  const local = (address) => /^(data|blob):/.test(address) || new URL(address).host === new URL(url).host;
  page.on('request', (request) => { if (!local(request.url())) seen.foreign.push(request.url()); });
  page.on('websocket', (socket) => {
    if (!local(socket.url())) seen.foreign.push(socket.url());
    const secrets = new Secrets(editions);
    socket.on('framereceived', ({ payload }) => {
      seen.frames += 1;
      seen.leaks.push(...secrets.leaksIn(JSON.parse(payload)));
    });
  });
  return seen;
}

/** What HTTP answers, and what WebSockets say, comes late to the pages of a context: in order, and all of it. */
async function delay(context) {
  await context.route('**', (route) => sleep(LATENCY).then(() => route.continue()).catch(() => null)); // the page may have gone
  await context.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    let last = Promise.resolve();
    server.onMessage((message) => {
      const due = sleep(LATENCY);
      last = last.then(() => due).then(() => socket.send(message)).catch(() => null);
    });
  });
}

async function slowDown(context, page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

const SIGN = JSON.stringify({ type: 'done', re: 'ping' }); // that the server is there, and no more

/**
 * From the next connection of a page on, the server's messages of those types (all, where none is
 * named) are held back, and what comes after them; gives what lets them go, in order. The page does
 * not take the connection for dead meanwhile, however long it lasts.
 */
export async function holdBack(page, ...types) {
  let letGo;
  const isTime = new Promise((done) => { letGo = done; });
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    const signs = setInterval(() => socket.send(SIGN), 1000);
    for (const end of [isTime, page.waitForEvent('close', { timeout: 0 }).catch(() => null)]) end.then(() => clearInterval(signs));
    let last = Promise.resolve();
    server.onMessage((message) => {
      if (types.length === 0 || types.includes(JSON.parse(message).type)) last = last.then(() => isTime);
      last = last.then(() => socket.send(message));
    });
  });
  return letGo;
}

/** The browser, and the tests' way to it. */
export async function openBrowser() {
  const chrome = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  const editions = new Map(); // of all servers: a page that has kept them is not told them again

  async function newPage(visitor, server, options = {}) {
    const context = await chrome.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block', ...options });
    if (LATENCY) await delay(context);
    const page = await context.newPage();
    if (SLOWDOWN > 1) await slowDown(context, page);
    page.setDefaultTimeout(PATIENCE);
    visitor.contexts.push(context);
    visitor.pages.push({ page, seen: watch(page, server.url, editions) });
    await page.goto(server.url);
    await page.waitForSelector('.home');
    return page;
  }

  return {
    bind: (visitor) => ({
      open: (options) => newPage(visitor, visitor.server, options),
      openAt: (server, options) => newPage(visitor, server, options),
      /** The server is about to be away: the browser may complain of that alone. */
      expectBreaks: () => visitor.pages.forEach(({ seen }) => { seen.expectBreaks = true; }),
    }),
    async inspect(visitor) {
      for (const { seen } of visitor.pages) {
        const breaks = /WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|Failed to load resource/;
        assert.deepEqual(seen.complaints.filter((text) => !(seen.expectBreaks && breaks.test(text))), []);
        assert.deepEqual(seen.foreign, [], 'requests to other hosts');
        assert.deepEqual(seen.leaks, [], 'frames that tell too much');
        assert.ok(seen.frames > 0, 'frames were watched');
      }
    },
    async picture(visitor, name) {
      const folder = join(ROOT, 'build/web-failures');
      await mkdir(folder, { recursive: true });
      for (const [i, { page, seen }] of visitor.pages.entries()) {
        const file = join(folder, `${name.replace(/\W+/g, '-')}-${i + 1}.png`);
        await page.screenshot({ path: file }).catch(() => null);
        console.log(`picture: ${file}\n${seen.complaints.join('\n')}`);
      }
    },
    leave: (visitor) => Promise.all(visitor.contexts.map((context) => context.close())),
    close: () => chrome.close(),
  };
}
