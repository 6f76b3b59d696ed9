// A second way to press something: the right button, or a finger that stays.

const LONG = 500; // ms
const STRAY = 8; // pixels that a finger that stays may move

/**
 * Calls `does` with what is pressed in the second way in `root`. Where it does something the
 * click that would follow is none; where not, a slow finger has pressed like any other, whether
 * the browser makes a click of it or not.
 * @param {HTMLElement} root @param {(target: Element) => boolean} does whether it did something
 */
export function onHold(root, does) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {?{x: number, y: number, target: HTMLElement}} */
  let touch = null; // where a finger is down, and on what
  let isSlow = false; // it has stayed, and nothing was done
  let isSpent = false; // the click that the browser may still make of it does not count

  function letGo() {
    clearTimeout(timer);
  }

  /** @param {Element} target */
  function hold(target) {
    letGo();
    const done = does(target);
    isSpent = done && touch !== null;
    isSlow = !done && touch !== null;
  }

  root.addEventListener('pointerdown', (event) => {
    letGo();
    isSlow = isSpent = false;
    touch = null;
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    const target = /** @type {HTMLElement} */ (event.target);
    touch = { x: event.clientX, y: event.clientY, target };
    timer = setTimeout(() => hold(target), LONG);
  });
  root.addEventListener('pointermove', (event) => {
    if (!touch || Math.hypot(event.clientX - touch.x, event.clientY - touch.y) <= STRAY) return;
    letGo();
    isSlow = false;
  });
  root.addEventListener('pointerup', () => {
    letGo();
    if (!isSlow) return;
    isSlow = false;
    touch?.target.click();
    isSpent = true;
  });
  for (const name of ['pointercancel', 'pointerleave']) root.addEventListener(name, letGo);
  root.addEventListener('click', (event) => {
    if (!isSpent || !event.isTrusted) return;
    event.stopImmediatePropagation();
    isSpent = false;
  }, true);
  root.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (!isSpent && !isSlow) hold(/** @type {Element} */ (event.target));
  });
}
