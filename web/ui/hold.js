// A second way to press something: the right button, or a finger that stays.

const LONG = 500; // ms

/**
 * Calls `does` with what is pressed in the second way in `root`; the click that would follow is
 * none.
 * @param {HTMLElement} root @param {(target: Element) => void} does
 */
export function onHold(root, does) {
  let timer = null;
  let at = null;
  let held = false; // by a finger: neither its click nor the browser's own menu counts

  function letGo() {
    clearTimeout(timer);
    timer = null;
  }

  root.addEventListener('pointerdown', (event) => {
    held = false;
    letGo();
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    at = { x: event.clientX, y: event.clientY };
    const target = /** @type {Element} */ (event.target);
    timer = setTimeout(() => {
      held = true;
      does(target);
    }, LONG);
  });
  root.addEventListener('pointermove', (event) => {
    if (timer !== null && Math.hypot(event.clientX - at.x, event.clientY - at.y) > 8) letGo();
  });
  for (const name of ['pointerup', 'pointercancel', 'pointerleave']) root.addEventListener(name, letGo);
  root.addEventListener('click', (event) => {
    if (held) event.stopImmediatePropagation();
    held = false;
  }, true);
  root.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    letGo();
    if (!held) does(/** @type {Element} */ (event.target));
  });
}
