// The page's first script: no module, so that it waits for no other. It opens the connection while
// all else is still on its way, and leaves three names for connection.js and lists.js.

// What a welcome lists and is the same for everybody (lists.js).
const LISTS = ['editions', 'default', 'opponents', 'styles', 'clocks'];

/**
 * Opens a WebSocket, and says which lists the page has kept (lists.js).
 * @returns {{socket: WebSocket, kept: ?{lists: string}, listen: (hear: (event: MessageEvent) => void) => void}}
 *   what it hears is kept until somebody listens
 */
function openSocket() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem('flagfall.lists') ?? 'null');
  } catch {
    // Nothing can be kept here, or it is no text of ours.
  }
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  // Lists of another version of the page may lack one that this one needs.
  const known = LISTS.every((name) => kept?.[name]) ? `?lists=${encodeURIComponent(kept.lists)}` : '';
  const socket = new WebSocket(`${scheme}//${location.host}/ws${known}`, 'flagfall.2');
  const heard = [];
  const keep = (event) => heard.push(event);
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

// eslint-disable-next-line no-unused-vars -- connection.js takes it
const firstSocket = openSocket();
