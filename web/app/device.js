// This device as a place to play: the worker that has the rules and the computer players
// (offline/), started when it is first needed, and the service worker that keeps the page.

import { hasWorker, isPacked, startWorker } from '../offline/start.js';
import { openStore } from '../offline/store.js';
import { whenIdle } from '../ui/idle.js';
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

/** Has the person told the browser to load no more than is needed? */
export const savesData = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

/**
 * A page that the browser has kept is compared with the server's; where that is another the page comes
 * anew, unless somebody has begun to do something on it: then the next visit has it. It does so once
 * in a tab, so that two servers with a page each do not have it come again and again.
 * @param {string} name of this page's script, which is another where the page is
 */
function compareKept(name) {
  const { serviceWorker } = navigator;
  const mark = `flagfall.left ${name}`;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (!data?.newer || navigator.userActivation?.hasBeenActive !== false || sessionStorage.getItem(mark)) return;
    sessionStorage.setItem(mark, 'yes');
    location.reload();
  });
  serviceWorker.controller?.postMessage('compare');
}

const COMPARING = 4000; // ms; a service worker of an older page does not answer

/** Has the server's page come, and not the one that the browser has kept. */
export function loadAnew() {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) return void location.reload();
  serviceWorker.addEventListener('message', ({ data }) => { if (data?.isCompared) location.reload(); });
  serviceWorker.controller.postMessage('compare');
  setTimeout(() => location.reload(), COMPARING);
}

/** Has the browser keep the page for visits without a network, when it has nothing else to do. */
export function keepPage() {
  const main = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]'));
  if (!('serviceWorker' in navigator) || !isPacked(main?.src)) return;
  const register = () => {
    compareKept(main.src);
    if (!savesData()) navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  };
  if (document.readyState === 'complete') whenIdle(register);
  else addEventListener('load', () => whenIdle(register));
}
