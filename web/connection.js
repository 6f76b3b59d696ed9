// The WebSocket, which comes back by itself after the server or the network was away.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

/**
 * Opens the connection and keeps it open.
 * @param {(message: object) => void} onMessage every message of the server, parsed
 * @param {(up: boolean) => void} onStatus whether there is a connection
 * @returns {{send: (message: object) => boolean}} `send` is false while there is none
 */
export function connect(onMessage, onStatus) {
  let socket = null;
  let wait = FIRST_WAIT;

  function open() {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const current = new WebSocket(`${scheme}//${location.host}/ws`, 'flagfall');
    socket = current;
    let greeted = false;
    current.addEventListener('message', (event) => {
      if (!greeted) {
        greeted = true;
        wait = FIRST_WAIT;
        onStatus(true);
      }
      onMessage(JSON.parse(event.data));
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
  async function again(greeted) {
    if (!greeted) await fetch('/', { cache: 'no-store' }).catch(() => null);
    if (!socket) open();
  }

  // A device that wakes up, or a network that returns, need not wait for the timer.
  addEventListener('online', () => { wait = FIRST_WAIT; if (!socket) open(); });

  open();
  return {
    send(message) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
