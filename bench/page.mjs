// What a visit to the page costs on a slow line: node bench/page.mjs [PROGRAM...] (else the one that
// FLAGFALL names). 1.6 Mbit/s, 150 ms, a processor slowed four times (CPU=1: not slowed); the first
// visit, the next by the browser's cache alone, and the next by what the service worker has kept, as
// most browsers have it that came once: the worker is stopped before, and what it asks for by itself
// is not slowed. Several programs, as before and after a change, are visited by turns, so that what
// else the machine does falls on each alike. Needs what tests/web/run has installed.

import { PROGRAM, openBrowser, startProgram } from '../tests/web/support.mjs';
import { transfersOf } from '../tests/web/transfers.mjs';

const SLOW = { network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }, cpu: Number(process.env.CPU ?? 4) };
const RUNS = 7;

const programs = process.argv.length > 2 ? process.argv.slice(2) : [PROGRAM];
const servers = await Promise.all(programs.map((program) => startProgram(program)));
const browser = await openBrowser();
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// Usable: the start page has been painted, as the page's own clock has it since the visit began.
const noteUsable = () => new MutationObserver((_, observer) => {
  if (!document.querySelector('.home')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => globalThis.tellUsable(String(performance.now()))));
}).observe(document, { childList: true, subtree: true });

async function visit(server, kind) {
  const visitor = { server, pages: [], contexts: [] };
  const page = await browser.bind(visitor).open(kind === 'kept' ? { serviceWorkers: 'allow' } : {});
  const session = await page.context().newCDPSession(page);
  if (kind === 'kept') {
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers'); // as somebody finds it who comes another day
  }
  const told = new Promise((done) => { session.once('Runtime.bindingCalled', ({ payload }) => done(Number(payload))); });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tellUsable' });
  await page.addInitScript(noteUsable);
  const cost = await transfersOf(page, server.url, { cold: kind === 'first', throttle: SLOW, isThere: told });
  await browser.leave(visitor);
  return { ...cost, ms: await told };
}

for (const kind of ['first', 'next', 'kept']) {
  const times = servers.map(() => []);
  const costs = [];
  for (let run = 0; run < RUNS; run += 1) {
    for (const [i, server] of servers.entries()) {
      costs[i] = await visit(server, kind);
      times[i].push(costs[i].ms);
    }
  }
  const usual = times.map(median);
  for (const [i, { asked, bytes }] of costs.entries()) {
    const ratio = i > 0 ? `, ${(usual[i] / usual[0]).toFixed(2)} of the first program's` : '';
    console.log(`${kind} visit: ${asked.length} requests, ${(bytes / 1024).toFixed(1)} KB, `
      + `usable after ${usual[i].toFixed(0)} ms (median of ${RUNS}${ratio})`);
  }
}

await browser.close();
await Promise.all(servers.map((server) => server.stop()));
