// The first WebSocket is opened while the page's scripts are still on their way (early.js): what
// it hears is kept until connection.js listens.

/** @returns {{socket: WebSocket, listen: (hear: (event: MessageEvent) => void) => void}} */
function open() {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(`${scheme}//${location.host}/ws`, 'flagfall.2');
  const heard = [];
  const keep = (event) => heard.push(event);
  socket.addEventListener('message', keep);
  return {
    socket,
    listen(hear) {
      socket.removeEventListener('message', keep);
      heard.forEach(hear);
      socket.addEventListener('message', hear);
    },
  };
}

let early = null;
let isLate = false; // somebody has asked for one already

/** Opens the first before anybody asks for it. */
export function openEarly() {
  if (!isLate) early = open();
}

/** The one that was opened early where it still stands, else another. */
export function nextSocket() {
  const first = early?.socket.readyState <= WebSocket.OPEN ? early : null;
  early = null;
  isLate = true;
  return first ?? open();
}
