// Plays the stories of story.mjs in the browsers that are installed; arguments choose among them.
// Prints a line a story and `N passed, N failed, N skipped` last. PICTURES names a folder for
// screenshots, to be looked at.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../support.mjs';
import { BROWSERS } from './drivers.mjs';
import { STORIES } from './story.mjs';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BROWSERS));
if (unknown.length) {
  console.error(`tests/browsers: there is no ${unknown.join(', ')}; there are ${Object.keys(BROWSERS).join(', ')}`);
  process.exit(2);
}
const folder = process.env.PICTURES ?? null;
if (folder) await mkdir(folder, { recursive: true });

const count = { passed: 0, failed: 0, skipped: 0 };
const server = await startServer();

for (const [name, open] of Object.entries(BROWSERS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const browser = await open();
  if (!browser) {
    count.skipped += Object.keys(STORIES).length;
    console.log(`skipped: ${name} is not installed`);
    continue;
  }
  console.log(`${name}: ${browser.version}`);
  for (const [title, story] of Object.entries(STORIES)) {
    const people = [];
    const person = async () => {
      people.push(await browser.person());
      return people.at(-1);
    };
    const look = (page, view) => (folder ? page.screenshot(join(folder, `${name}-${view}.png`)) : null);
    try {
      await story({ person, server, look });
      assert.deepEqual(people.flatMap(({ complaints }) => complaints), [], 'complaints of the browser');
      count.passed += 1;
      console.log(`ok   ${name}: ${title}`);
    } catch (error) {
      count.failed += 1;
      console.log(`FAIL ${name}: ${title}\n${error.stack ?? error}\n${people.flatMap(({ complaints }) => complaints).join('\n')}`);
      for (const [i, page] of people.entries()) await Promise.resolve(look(page, `failed-${i + 1}`)).catch(() => null);
    } finally {
      for (const page of people) await page.close().catch(() => null);
    }
  }
  await browser.close();
}

await server.stop();
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed ? 1 : 0;
