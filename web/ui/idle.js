// What can wait until the page is there.

const LATEST = 2000; // ms

/** Does it when the browser has nothing else to do, and on a busy machine without that. @type {(does: () => void) => void} */
export const whenIdle = 'requestIdleCallback' in globalThis
  ? (does) => requestIdleCallback(does, { timeout: LATEST }) : (does) => setTimeout(does, 200);
