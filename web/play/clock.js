// A seat's clock: what the server told, counted down here until it tells again.

import { announce } from '../ui/announce.js';
import { el } from '../ui/dom.js';
import { clockFace } from '../strings/grammar.js';
import { language, t } from '../strings/index.js';

const LOW = 20000; // ms at which the clock turns red
const SPOKEN = [60000, 30000, 10000];
const WARNED = 30000;
const TENTHS = 10000;

/** Only what changes is written: a clock ticks ten times a second. @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const DAY = 86400; // s

/** 1:05, 1:02:05, days and hours of what is longer, and tenths near the end. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < TENTHS) return (Math.floor(left / 100) / 10).toLocaleString(language, { minimumFractionDigits: 1 });
  const seconds = Math.floor(left / 1000);
  if (seconds >= DAY) return t.clock.days(Math.floor(seconds / DAY), Math.floor(seconds / 3600) % 24);
  return clockFace(seconds);
}

/** @param {boolean} isOwn whether it is said when little is left @param {() => void} warn called then, when it is very little
 * @param {(since: number) => number} timeSince how long it counts, of `performance.now()` */
export function createClock(isOwn, warn, timeSince) {
  const bank = el('span', { class: 'bank' });
  const extra = el('span', { class: 'free' });
  const element = el('span', { class: 'clock', role: 'timer', hidden: true }, extra, bank);
  /** @type {?{bank: number, free: number, running: boolean, since: number, spoken: number}} */
  let state = null;

  /** The free seconds of a move go first, then the bank. @param {NonNullable<typeof state>} told */
  function left({ running, since, free, bank: all }) {
    const gone = running ? timeSince(since) : 0;
    return { free: Math.max(0, free - gone), bank: all - Math.max(0, gone - free) };
  }

  function tick() {
    if (!state) return;
    const now = left(state);
    write(bank, clockText(now.bank));
    write(extra, state.running && now.free > 0 ? `+${Math.ceil(now.free / 1000)}` : '');
    element.classList.toggle('low', now.bank + now.free < LOW);
    element.classList.toggle('running', state.running);
    const words = now.bank >= DAY * 1000 ? clockText(now.bank) : t.clock.left(Math.ceil(Math.max(0, now.bank) / 1000));
    if (element.getAttribute('aria-label') !== words) element.setAttribute('aria-label', words);
    speak(state, now.bank + now.free);
  }

  /** @param {NonNullable<typeof state>} told @param {number} ms */
  function speak(told, ms) {
    const due = SPOKEN.filter((limit) => ms <= limit);
    const fresh = due.length > told.spoken;
    told.spoken = due.length;
    if (!fresh || !isOwn || !told.running) return;
    announce(t.clock.left(Number(due.at(-1)) / 1000));
    if (ms <= WARNED) warn();
  }

  return {
    element,
    tick,
    /**
     * `next`: `bank` and `free` in ms, `running`; or null for a game without clocks.
     * @param {?{bank: number, free: number, running: boolean}} next
     */
    set(next) {
      element.hidden = !next;
      if (!next) {
        state = null;
        return;
      }
      const total = next.bank + next.free;
      state = { ...next, since: performance.now(), spoken: SPOKEN.filter((limit) => total <= limit).length };
      tick();
    },
  };
}
