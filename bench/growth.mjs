// Does an hour's play in one page grow? node bench/growth.mjs [MINUTES] (60): one game after the
// other against the computer, by turns on the server and on this device, each played on, resigned
// and looked at again. Between two games, at the start page and after the garbage has been
// collected, what the page holds is counted. Status 0: over the last two thirds none of it has
// grown; what is kept of the device's games does, by a game's log each. By hand; FLAGFALL names
// the program. Needs what tests/web/run has installed.

import { moveByMouse, playFast, pressStart } from '../tests/web/hands.mjs';
import { openBrowser, startServer } from '../tests/web/support.mjs';

const MOVES = 30; // of one's own, a game
const LIMITS = { heap: 200_000, nodes: 150, listeners: 60, sockets: 0, workers: 0 }; // from one end of the line to the other

const minutes = Number(process.argv[2] ?? 60);
if (!(minutes > 0)) {
  console.error('usage: node bench/growth.mjs [MINUTES]');
  process.exit(2);
}

const server = await startServer();
const browser = await openBrowser();
const visitor = { server, pages: [], contexts: [] };
const page = await browser.bind(visitor).open({ reducedMotion: 'reduce' });
page.waitForSelector = (selector) => page.locator(selector).first().waitFor(); // a handle would keep what it names
await page.addInitScript(() => {
  const open = { sockets: 0, workers: 0 };
  globalThis.open = open;
  const Socket = globalThis.WebSocket;
  globalThis.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      open.sockets += 1;
      this.addEventListener('close', () => { open.sockets -= 1; });
    }
  };
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      open.workers += 1;
    }

    terminate() {
      super.terminate();
      open.workers -= 1;
    }
  };
});
await page.reload();
await page.waitForSelector('.home');
await playFast(page);
const session = await page.context().newCDPSession(page);

async function count() {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { kept, ...open } = await page.evaluate(async () => ({ ...globalThis.open, kept: (await navigator.storage.estimate()).usage }));
  return { heap: usedSize, nodes, listeners: jsEventListeners, ...open, kept };
}

const goHome = async () => {
  await page.locator('.top .brand').click();
  await page.waitForSelector('.start-page');
};

/** Resigns, if the game is not over by then; once more where that met no connection. */
async function resign() {
  const result = page.locator('dialog.result');
  const complaint = page.locator('dialog:not(.result) .primary');
  for (;;) {
    const button = page.getByRole('button', { name: 'Resign' });
    await button.or(result).first().waitFor();
    if (await result.count()) return;
    const isAsked = await button.click({ timeout: 5000 }).then(() => page.locator('dialog .danger').click({ timeout: 5000 })).then(() => true, () => false);
    if (!isAsked) continue; // the game has ended meanwhile
    await complaint.or(result).first().waitFor();
    if (await result.count()) return;
    await complaint.click();
  }
}

async function playOne(here) {
  await page.evaluate(() => { location.hash = '#/new/computer'; });
  await page.waitForSelector('.new-game');
  await page.locator('input[name=here]').setChecked(here);
  await page.locator('.play-bar .button').click();
  await pressStart(page);
  let moves = 0;
  while (moves < MOVES && await moveByMouse(page)) moves += 1;
  if (moves === MOVES) await resign();
  await page.waitForSelector('dialog.result');
  await page.locator('dialog.result .button').first().click();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
  await goHome();
  return moves;
}

/** The line through the numbers, by least squares: how much higher its end is than its beginning. */
function rise(numbers) {
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const middle = (numbers.length - 1) / 2;
  const height = mean(numbers);
  const slope = numbers.reduce((sum, y, x) => sum + (x - middle) * (y - height), 0)
    / numbers.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  return slope * (numbers.length - 1);
}

const samples = [];
let moves = 0;
const end = Date.now() + minutes * 60_000;
while (Date.now() < end || samples.length < 6) {
  moves += await playOne(samples.length % 2 === 1);
  samples.push(await count());
  console.log(`game=${samples.length} moves=${moves} ${Object.entries(samples.at(-1)).map(([name, value]) => `${name}=${value}`).join(' ')}`);
}

const late = samples.slice(Math.floor(samples.length / 3));
let grew = false;
for (const [name, limit] of Object.entries(LIMITS)) {
  const by = rise(late.map((sample) => sample[name]));
  grew ||= by > limit;
  console.log(`${name}: ${by > limit ? 'grew' : 'flat'}, by ${by.toFixed(0)} over ${late.length} games`);
}
await browser.close();
await server.stop();
process.exitCode = grew ? 1 : 0;
