// What can wait until the page is there.

/** Does it when the browser has nothing else to do. @type {(does: () => void) => void} */
export const whenIdle = globalThis.requestIdleCallback ?? ((does) => setTimeout(does, 200));
