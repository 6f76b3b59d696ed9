// Runs every test of the files named below, or those whose name contains one of the
// arguments. Prints a line a test and `N passed, N failed` last.

import { SOURCE, openBrowser, startServer } from './support.mjs';
import { tests as account } from './account.mjs';
import { tests as drawing } from './drawing.mjs';
import { tests as editor } from './editor.mjs';
import { tests as hotseat } from './device/hotseat.mjs';
import { tests as lobby } from './lobby.mjs';
import { tests as commitment } from './commitment.mjs';
import { tests as replay } from './replay.mjs';
import { tests as setup } from './setup.mjs';
import { tests as correspondence } from './meet/correspondence.mjs';
import { tests as evening } from './meet/evening.mjs';
import { tests as seek } from './meet/seek.mjs';
import { tests as people } from './people.mjs';
import { tests as play } from './play.mjs';
import { tests as profiles } from './people/profiles.mjs';
import { tests as recovery } from './recovery.mjs';
import { tests as offline } from './device/offline.mjs';
import { tests as analysis } from './device/analysis.mjs';
import { tests as trial } from './device/trial.mjs';
import { tests as puzzles } from './device/puzzles.mjs';
import { tests as pages } from './pages.mjs';
import { tests as comforts } from './comforts.mjs';
import { tests as faults } from './faults.mjs';
import { tests as moments } from './moments.mjs';
import { tests as tournaments } from './meet/tournaments.mjs';
import { tests as tutorial } from './tutorial.mjs';
import { tests as versions } from './device/versions.mjs';
import { tests as wake } from './device/wake.mjs';
import { tests as watch } from './watch.mjs';
import { tests as words } from './words.mjs';

const wanted = process.argv.slice(2);
const all = { ...drawing, ...setup, ...play, ...people, ...profiles, ...seek, ...tournaments, ...evening, ...correspondence, ...lobby, ...replay, ...commitment, ...editor, ...account, ...recovery, ...offline, ...hotseat, ...analysis, ...trial, ...puzzles, ...pages, ...comforts, ...moments, ...faults, ...tutorial, ...versions, ...wake, ...watch, ...words };
const chosen = Object.entries(all).filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

const LANES = Number(process.env.FLAGFALL_LANES ?? 2); // that run side by side
let passed = 0;
let failed = [];

/** Runs one story after another, with a browser and servers that no other lane has. */
async function lane() {
  const server = await startServer();
  const browser = await openBrowser();
  let source = null; // a server of the modules as they lie in web/, for tests that import one by one
  for (let next = chosen.shift(); next; next = chosen.shift()) {
    const [name, test] = next;
    const visitor = { server, pages: [], contexts: [] };
    const began = Date.now();
    try {
      await test({
        ...browser.bind(visitor),
        server,
        async openSource(options) {
          source ??= await startServer('--web', SOURCE);
          return browser.bind(visitor).openAt(source, options);
        },
      });
      await browser.inspect(visitor);
      passed += 1;
      console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed.push(next);
      console.log(`FAIL ${name}\n${error.stack ?? error}`);
      await browser.picture(visitor, name);
    } finally {
      await browser.leave(visitor);
    }
  }
  await browser.close();
  await server.stop();
  await source?.stop();
}

await Promise.all(Array.from({ length: Math.min(LANES, chosen.length) }, lane));
if (process.env.FLAGFALL_SECOND_TRY && failed.length) {
  chosen.push(...failed);
  failed = [];
  for (const [name] of chosen) console.log(`unsteady: a second try alone: ${name}`);
  await lane();
}
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length || passed === 0 ? 1 : 0;
