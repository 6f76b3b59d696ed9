// This device as a place to play: the worker that has the rules and the computer players
// (offline/), started when it is first needed.

import { hasWorker, startWorker } from '../offline/start.js';
import { openStore } from '../offline/store.js';
import { load, save } from '../ui/storage.js';

// With the first game that is played here the browser is asked not to drop what is kept when it
// runs short of room. It may ask the person, once; where it says no all works as before.
function noteGame() {
  if (load('here')) return;
  save('here', true);
  navigator.storage?.persist?.().catch(() => {});
}

/**
 * @param {(message: any) => void} onMessage every answer
 * @returns {{can: () => boolean, send: (message: ClientMessage) => boolean, rows: () => Promise<GameRow[]>}}
 *   `can` is whether one can play here; `send` is false where not; `rows` are the games kept here
 */
export function openDevice(onMessage) {
  const works = hasWorker();
  /** @type {?Worker} */
  let worker = null;
  /** @type {any[]} */
  let asked = []; // until the worker has answered for the first time

  // It cannot be had now: its files are not kept here, and the server is away. The next that is
  // asked tries again.
  function fail() {
    worker?.terminate();
    worker = null;
    const unanswered = asked;
    asked = [];
    unanswered.forEach((message) => onMessage({ type: 'refused', re: message.type, game: message.game, reason: 'away' }));
  }

  /** @param {MessageEvent} answer */
  function receive({ data }) {
    if (data.type === 'failed') return void fail();
    asked = [];
    if (data.type === 'game') noteGame();
    onMessage(data);
  }

  function start() {
    const started = startWorker();
    started.addEventListener('message', receive);
    started.addEventListener('error', fail);
    return started;
  }

  return {
    can: () => works,
    send(message) {
      if (!works) return false;
      worker ??= start();
      asked.push(message);
      worker.postMessage(message);
      return true;
    },
    // Most who come have never played here: their browsers are not asked to open a store.
    async rows() {
      if (!works || !load('here')) return [];
      const store = await openStore();
      return store.rows().finally(store.close);
    },
  };
}
