// Whom the page talks to: the server, and this device, which answers in the same words. A game of
// this device is always its own; what begins a game goes there when that is wished, or when the
// server cannot be reached.

import { connect } from './connection.js';
import { openDevice } from './device.js';
import { isHere } from '../offline/ids.js';

const PATIENCE = 2; // tries in vain before the page opens without a server
const EITHER = ['new', 'suggest', 'check'];

/**
 * @param {(message: any) => void} onMessage
 * @param {(up: boolean) => void} onStatus whether the server can be reached
 * @returns {{send: (message: any) => boolean, become: (ticket: string) => void, canPlayHere: () => boolean}}
 */
export function openLines(onMessage, onStatus) {
  let isUp = false;
  let wasUp = false;
  let tries = 0;
  let isOpened = false; // without a server
  /** @type {Promise<unknown>} */
  let last = Promise.resolve(); // messages wait for their turn
  /** @param {() => unknown} does */
  const inTurn = (does) => { last = last.then(does, does); };

  const device = openDevice((message) => {
    // Its welcome is for who has none of the server's.
    isOpened ||= message.type === 'welcome';
    if (message.type !== 'welcome' || !wasUp) inTurn(() => onMessage(message));
  });

  /** @param {GameRow[]} games */
  const byTime = (games) => games.sort((a, b) => b.time - a.time);

  /** @param {ServerMessage} message */
  function fromServer(message) {
    inTurn(async () => {
      if (message.type !== 'welcome') return void onMessage(message);
      const own = await device.rows().catch(() => []);
      onMessage({ ...message, games: own.length ? byTime([...own, ...message.games]) : message.games });
    });
  }

  /** @param {boolean} up */
  function changeStatus(up) {
    isUp = up;
    wasUp ||= up;
    tries += 1;
    onStatus(up);
    if (!wasUp && !isOpened && tries >= PATIENCE) device.send({ type: 'hello' });
  }

  const server = connect(fromServer, changeStatus);
  return {
    send({ here, ...message }) {
      const isDevices = here || isHere(message.game) || (!isUp && EITHER.includes(message.type));
      return isDevices && device.can() ? device.send(message) : server.send(message);
    },
    become: server.become,
    canPlayHere: device.can,
  };
}
