// How a WebSocket is opened: by the page's first script (first.js), and by connection.js again.

import { load } from '../ui/storage.js';

// What a welcome lists and is the same for everybody (lists.js).
export const LISTS = ['editions', 'default', 'opponents', 'styles', 'clocks'];

/**
 * Opens a WebSocket, and says which lists the page has kept (lists.js).
 * @returns {OpenSocket} what it hears is kept until somebody listens
 */
export function openSocket() {
  const kept = load('lists');
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  // Lists of another version of the page may lack one that this one needs.
  const known = LISTS.every((name) => kept?.[name]) ? `?lists=${encodeURIComponent(kept.lists)}` : '';
  const socket = new WebSocket(`${scheme}//${location.host}/ws${known}`, 'flagfall.2');
  /** @type {MessageEvent[]} */
  const heard = [];
  /** @param {MessageEvent} event */
  const keep = (event) => { heard.push(event); };
  socket.addEventListener('message', keep);
  return {
    socket,
    kept,
    listen(hear) {
      socket.removeEventListener('message', keep);
      heard.forEach(hear);
      socket.addEventListener('message', hear);
    },
  };
}
