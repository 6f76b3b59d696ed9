// How the page is kept for visits without a network, and how a newer version of it comes: the service
// worker (service-worker.js) keeps it whole, takes over then, and the page is loaded anew where nothing
// is lost by that.

import { isPacked } from '../offline/start.js';
import { whenIdle } from '../ui/idle.js';

/** Has the person told the browser to load no more than is needed? */
export const savesData = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

const main = () => /** @type {?HTMLScriptElement} */ (document.querySelector('script[type=module]'))?.src;

/** @param {() => boolean} isFree would nothing be lost by loading the page at the present address anew? */
export function createRenewal(isFree) {
  const workers = /** @type {?ServiceWorkerContainer} */ (navigator.serviceWorker ?? null); // none where the page comes by plain HTTP
  let isDue = false;

  // A page that nobody has touched comes anew at once, but once in a tab: two servers that have a page
  // each would have it come again and again.
  function renew() {
    isDue = true;
    const mark = `flagfall.left ${main()}`;
    if (!isFree() || navigator.userActivation?.hasBeenActive !== false || sessionStorage.getItem(mark)) return;
    sessionStorage.setItem(mark, 'yes');
    location.reload();
  }

  function listen() {
    let isControlled = Boolean(workers?.controller);
    workers?.addEventListener('controllerchange', () => {
      if (isControlled) renew(); // the first one has kept this page
      isControlled = true;
    });
  }

  // Where there is a worker, `register` does not look for a newer one.
  async function register() {
    const registration = await workers?.register('/service-worker.js');
    if (registration?.active) await registration.update();
  }

  return {
    /** Has the browser keep the page, and look for a newer one, when it has nothing else to do. */
    keep() {
      if (!workers || !isPacked(main())) return;
      listen();
      const begin = () => { if (!savesData()) register().catch(() => {}); };
      if (document.readyState === 'complete') whenIdle(begin);
      else addEventListener('load', () => whenIdle(begin));
    },
    /** The server is of another version than before: so is its page, most likely. */
    async look() {
      const registration = await workers?.getRegistration().catch(() => undefined);
      if (registration) await registration.update().catch(() => {});
      else renew();
    },
    /** Loads the page anew if that is due: somebody goes to another page of it. */
    leave() {
      if (!isDue || !isFree()) return false;
      location.reload();
      return true;
    },
  };
}
