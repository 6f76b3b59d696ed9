// Being woken by the browser's push service when no page is in sight: asked for by a press, told
// to the server, and taken back. What is shown then is the service worker's.

import { askToNotify, canNotify } from './attention.js';

/** Where the service worker finds the words to wake in. */
const WORDS = '/wake-words';

/** Can this browser be woken by a server with that key (null: it wakes nobody)? */
export const canWake = (key) => Boolean(key) && 'serviceWorker' in navigator && 'PushManager' in globalThis && canNotify();

/** The words in the language of the page, with `{name}` for the opponent's. */
export async function keepWakeWords(words) {
  const cache = await caches.open('wake').catch(() => null);
  await cache?.put(WORDS, new Response(JSON.stringify(words)));
}

const bytesOf = (key) => Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

// One that was made for another key of the server's is of no use.
async function ownSubscription(manager, key) {
  const own = await manager.getSubscription();
  const made = own && new Uint8Array(own.options.applicationServerKey ?? []);
  const isGood = own && bytesOf(key).every((byte, i) => made[i] === byte);
  if (own && !isGood) await own.unsubscribe();
  return isGood ? own : null;
}

// Not `ready`, which waits for ever where the service worker cannot be installed.
function whenActive(registration) {
  const coming = registration.installing ?? registration.waiting;
  return new Promise((resolve, reject) => {
    function look() {
      if (registration.active) resolve(registration);
      else if (!coming || coming.state === 'redundant') reject(new Error('no service worker'));
    }
    coming?.addEventListener('statechange', look);
    look();
  });
}

/** The message that tells the server where to wake this browser; throws where the browser cannot. */
async function wish(key, on) {
  const { pushManager } = await whenActive(await navigator.serviceWorker.register('/service-worker.js'));
  const subscription = await ownSubscription(pushManager, key)
    ?? (on ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }) : null);
  if (!subscription) return null;
  const { endpoint, keys } = subscription.toJSON();
  if (!on) await subscription.unsubscribe();
  return { type: 'push', on, endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

/** After a press: asks the person and the browser. Resolves to whether it will be woken. */
export async function askToWake(key, send) {
  if (!await askToNotify()) return false;
  return renewWake(key, send);
}

/** Tells the server again, which may have forgotten, or knows this browser as somebody else's. */
export async function renewWake(key, send) {
  if (!canWake(key) || Notification.permission !== 'granted') return false;
  const message = await wish(key, true).catch(() => null);
  return Boolean(message) && send(message);
}

/** No more. */
export async function endWake(key, send) {
  const message = await wish(key, false).catch(() => null);
  if (message) send(message);
}

/** Tells the server whether the page is looked at, and hears which game a press on a notice opens. */
export function watchForWakes(say, open) {
  document.addEventListener('visibilitychange', () => say(!document.hidden));
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener('message', ({ data }) => { if (data?.game) open(data.game); });
  }
}
