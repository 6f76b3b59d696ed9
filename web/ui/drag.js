// Dragging with mouse, pen or finger. A press that does not move stays a click.

const THRESHOLD = 6;

/**
 * Lets pieces be dragged out of `root`.
 * @param {HTMLElement} root @param {object} does
 * @param {(target: Element) => ?{image: ?Element, data: any}} does.source what is
 *   under the pointer: the picture that follows it, and what to tell the others
 * @param {(data: any) => void} does.lift the drag has begun
 * @param {(data: any, target: ?Element) => void} does.drop it has ended over that element
 */
export function makeDraggable(root, { source, lift, drop }) {
  /** @type {?{image: Element, data: any, id: number, x: number, y: number, ghost?: HTMLElement}} */
  let press = null; // of the pointer that is down on a piece, with what follows it

  /** @param {Element} image @param {number} pointer */
  function begin(image, pointer) {
    const box = image.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (image.cloneNode(true));
    ghost.classList.add('ghost');
    ghost.style.width = `${box.width}px`;
    ghost.style.height = `${box.height}px`;
    document.body.append(ghost);
    root.classList.add('dragging');
    root.setPointerCapture(pointer);
    return ghost;
  }

  /** @param {HTMLElement} ghost @param {PointerEvent} event */
  function follow(ghost, event) {
    const lifted = event.pointerType === 'touch' ? ghost.clientHeight : ghost.clientHeight / 2;
    ghost.style.transform = `translate(${event.clientX - ghost.clientWidth / 2}px, ${event.clientY - lifted}px)`;
  }

  function finish() {
    press?.ghost?.remove();
    root.classList.remove('dragging');
    press = null;
  }

  root.addEventListener('pointerdown', (event) => {
    root.dataset.dragged = '';
    if (event.button !== 0 || !event.isPrimary) return;
    const found = source(/** @type {Element} */ (event.target));
    if (found?.image) press = { image: found.image, data: found.data, id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  root.addEventListener('pointermove', (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) > THRESHOLD) {
      press.ghost = begin(press.image, press.id);
      lift(press.data);
    }
    if (press?.ghost) follow(press.ghost, event);
  });
  root.addEventListener('pointerup', (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { ghost, data } = press;
    finish();
    if (!ghost) return;
    root.dataset.dragged = 'yes';
    drop(data, document.elementFromPoint(event.clientX, event.clientY));
  });
  root.addEventListener('pointercancel', finish);
  // The click that browsers send after a drag is not one.
  root.addEventListener('click', (event) => {
    if (root.dataset.dragged) event.stopImmediatePropagation();
    root.dataset.dragged = '';
  }, true);
}
