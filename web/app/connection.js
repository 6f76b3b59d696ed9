// The WebSocket, which comes back by itself after the server or the network was away.

import { withLists } from './lists.js';
import { openSocket } from './socket.js';

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;
const TICKET_TRIES = 12; // half a minute, of the two that a ticket is good for

/** A cookie that no script can read comes by HTTP alone: the ticket is exchanged for it. @param {string} ticket */
async function exchange(ticket) {
  for (let tries = 0; tries < TICKET_TRIES; tries += 1) {
    const answer = await fetch('/api/session', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ticket }),
    }).catch(() => null);
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

  function open() {
    const { socket: current, kept, listen } = first && first.socket.readyState <= WebSocket.OPEN ? first : openSocket();
    first = null;
    socket = current;
    let greeted = false;
    listen((event) => {
      if (!greeted) {
        greeted = true;
        wait = FIRST_WAIT;
        onStatus(true);
      }
      const message = JSON.parse(event.data);
      onMessage(message.type === 'welcome' ? withLists(message, kept) : message);
    });
    current.addEventListener('close', () => {
      if (socket !== current) return;
      socket = null;
      onStatus(false);
      setTimeout(() => again(greeted), wait);
      wait = Math.min(wait * 1.7, LONGEST_WAIT);
    });
  }

  // A server that never greeted may have lost this guest's cookie: asking for the
  // page brings a new one.
  /** @param {boolean} greeted */
  async function again(greeted) {
    await exchanged;
    if (!greeted) await fetch('/', { cache: 'no-store' }).catch(() => null);
    if (!socket) open();
  }

  // A device that wakes up, or a network that returns, need not wait for the timer.
  addEventListener('online', () => { wait = FIRST_WAIT; if (!socket) again(true); });

  open();
  return {
    send(message) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    become(ticket) {
      exchanged = exchange(ticket);
    },
  };
}
