// The WebSocket, which comes back by itself after the server or the network was away.

import { withLists } from './lists.js';
import { createPulse } from './pulse.js';
import { openSocket } from './socket.js';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;
const HTTP_PATIENCE = 8000; // ms: behind a proxy a request may never be answered
const TICKET_TRIES = 12; // half a minute, of the two that a ticket is good for

/** Null where there is no answer in time (a browser without such a limit waits). @param {string} path @param {RequestInit} options */
const ask = (path, options) => fetch(path, { ...options, signal: AbortSignal.timeout?.(HTTP_PATIENCE) }).catch(() => null);

/** A cookie that no script can read comes by HTTP alone: the ticket is exchanged for it. @param {string} ticket */
async function exchange(ticket) {
  for (let tries = 0; tries < TICKET_TRIES; tries += 1) {
    const answer = await ask('/api/session', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ticket }),
    });
    if (answer && answer.status < 500 && answer.status !== 429) return;
    const wait = Math.min(FIRST_WAIT * 1.7 ** tries, LONGEST_WAIT);
    await new Promise((done) => { setTimeout(done, wait); });
  }
}

/**
 * Opens the connection and keeps it open.
 * @param {(message: ServerMessage) => void} onMessage every message of the server, parsed
 * @param {(up: boolean) => void} onStatus whether there is a connection
 * @returns {{send: (message: ClientMessage) => boolean, become: (ticket: string) => void}} `send` is
 *   false while there is none; `become` has the next connection wait for the ticket's cookie
 */
export function connect(onMessage, onStatus) {
  let first = /** @type {?OpenSocket} */ (globalThis.firstSocket ?? null);
  /** @type {?WebSocket} */
  let socket = null;
  let wait = FIRST_WAIT;
  let exchanged = Promise.resolve();
  let greeted = false; // by the present connection

  /** @param {ClientMessage} message */
  const put = (message) => socket?.send(JSON.stringify(message));
  const pulse = createPulse({ ask: () => put({ type: 'ping' }), giveUp: lose });

  /** @param {ServerMessage} message @param {any} kept */
  function hear(message, kept) {
    const isAnswer = 're' in message && message.re === 'ping';
    pulse.heard(isAnswer);
    if (isAnswer) return;
    if (!greeted) {
      greeted = true;
      wait = FIRST_WAIT;
      onStatus(true);
    }
    onMessage(message.type === 'welcome' ? withLists(message, kept) : message);
  }

  function open() {
    const { socket: current, kept, listen } = first && first.socket.readyState <= WebSocket.OPEN ? first : openSocket();
    first = null;
    socket = current;
    greeted = false;
    pulse.opens();
    listen((event) => { if (socket === current) hear(JSON.parse(event.data), kept); });
    current.addEventListener('close', () => { if (socket === current) lose(); });
  }

  /** The connection is none any more: another one is tried for. A dead one takes its time to close. */
  function lose() {
    const hasGreeted = greeted;
    socket?.close();
    socket = null;
    pulse.ends();
    onStatus(false);
    setTimeout(() => again(hasGreeted), wait);
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  }

  // A server that never greeted may have lost this guest's cookie: asking for the
  // page brings a new one.
  /** @param {boolean} hasGreeted */
  async function again(hasGreeted) {
    await exchanged;
    if (!hasGreeted) await ask('/', { cache: 'no-store' });
    if (!socket) open();
  }

  // A device that wakes up, or a network that returns, need not wait for the timer; what was open before may be dead.
  function look() {
    wait = FIRST_WAIT;
    if (socket) pulse.look();
    else again(true);
  }
  addEventListener('online', look);
  addEventListener('offline', () => { if (socket) lose(); });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });

  open();
  return {
    send(message) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      put(message);
      pulse.sent();
      return true;
    },
    become(ticket) {
      exchanged = exchange(ticket);
    },
  };
}
