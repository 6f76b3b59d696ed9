// What a visit to the page costs on a slow line: node bench/page.mjs (FLAGFALL names the
// program). 1.6 Mbit/s, 150 ms, a processor slowed four times; the first visit and the next.
// Needs what tests/web/run has installed.

import { openBrowser, startServer } from '../tests/web/support.mjs';
import { transfersOf } from '../tests/web/transfers.mjs';

const SLOW = { network: { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }, cpu: 4 };
const RUNS = 5;

const server = await startServer();
const browser = await openBrowser();
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

for (const kind of ['first', 'next']) {
  const visits = [];
  for (let run = 0; run < RUNS; run += 1) {
    const visitor = { server, pages: [], contexts: [] };
    const page = await browser.bind(visitor).open();
    let ms = 0;
    const around = async (visit) => {
      const begun = performance.now();
      await visit();
      ms = performance.now() - begun;
    };
    visits.push({ ...await transfersOf(page, server.url, { cold: kind === 'first', throttle: SLOW, around }), ms });
    await browser.leave(visitor);
  }
  const [{ asked, bytes }] = visits;
  console.log(`${kind} visit: ${asked.length} requests, ${(bytes / 1024).toFixed(1)} KB, `
    + `usable after ${median(visits.map(({ ms }) => ms)).toFixed(0)} ms (median of ${RUNS})`);
}

await browser.close();
await server.stop();
