// Calling somebody who looks elsewhere: the mark on the tab's picture, and a notice of
// the system for those who asked for one.

const link = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=icon]'));
const ICON = link.getAttribute('href') ?? '';
const TURN = link.dataset.turn ?? ICON; // the page names both pictures: the build gives them other names

/** Shows or takes away the mark that says: it is your turn. @param {boolean} on */
export function showBadge(on) {
  const picture = on ? TURN : ICON;
  if (link.getAttribute('href') !== picture) link.setAttribute('href', picture);
}

export const canNotify = () => 'Notification' in globalThis && Notification.permission !== 'denied';

/** Asks the browser for leave; resolves to whether it is given. */
export async function askToNotify() {
  return 'Notification' in globalThis && await Notification.requestPermission() === 'granted';
}

/**
 * A notice of the system, if it is wanted and the page is not looked at. One about the
 * same game (`tag`) takes the place of the one before.
 * @param {Settings} settings @param {string} title @param {string} text @param {string} tag
 */
export function notify(settings, title, text, tag) {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  try {
    const notice = new Notification(title, { body: text, tag, icon: ICON });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Some phones want a service worker for this, and throw.
  }
}
