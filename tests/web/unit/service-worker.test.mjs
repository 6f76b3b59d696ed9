// What the service worker keeps of the server's answers: web/service-worker.js, in a browser that is made of maps.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

const SCRIPT = await readFile(new URL('../../../web/service-worker.js', import.meta.url), 'utf8');
const pageOf = (name) => `<html><script type="module" src="main-${name}.js"></script></html>`;

/** What a page hears when it asks, and what is kept then, where `answer` is what the server says. */
async function compared(answer) {
  const listeners = {};
  const files = new Map([['/', new Response(pageOf('OLD'))]]);
  const heard = [];
  const waits = [];
  runInNewContext(SCRIPT, {
    addEventListener: (type, does) => { listeners[type] = does; },
    caches: {
      open: async () => ({ put: async (path, response) => { files.set(path, response); } }),
      match: async (path) => files.get(path)?.clone(),
    },
    fetch: async () => answer(),
  });
  listeners.message({
    data: 'compare', source: { postMessage: (message) => heard.push({ ...message }) }, waitUntil: (work) => waits.push(work),
  });
  await Promise.all(waits);
  return { heard, kept: await files.get('/').text() };
}

const says = (newer) => [{ isCompared: true, newer }];

test('another page of the server is kept, and who asks is told', async () => {
  const { heard, kept } = await compared(() => new Response(pageOf('NEW')));
  assert.deepEqual([heard, kept], [says(true), pageOf('NEW')]);
});

test('the same page is no news', async () => {
  const { heard, kept } = await compared(() => new Response(pageOf('OLD')));
  assert.deepEqual([heard, kept], [says(false), pageOf('OLD')]);
});

test('what a proxy says in the server’s place is not kept, whatever its status', async () => {
  for (const status of [200, 502]) {
    const { heard, kept } = await compared(() => new Response('<html>We are back soon.</html>', { status }));
    assert.deepEqual([heard, kept], [says(false), pageOf('OLD')]);
  }
});

test('who asks without a network is answered too, and the kept page stays', async () => {
  const { heard, kept } = await compared(() => { throw new Error('no network'); });
  assert.deepEqual([heard, kept], [says(false), pageOf('OLD')]);
});
