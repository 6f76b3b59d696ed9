// Whether the server is still there. A line on which all that is sent gets lost (the network was changed,
// the device slept) is not closed, and the server's own pings are kept from scripts: so the page asks, by
// a message of its own, when something that it has sent brings no answer, or when nothing has come for long.

const UNANSWERED = 3000; // ms from what was sent to the question
const SILENCE = 25000; // ms in which nothing was to be heard; shorter than the server's, which then need not ask
const ANSWER = 4000; // ms, twice: the first may have passed while the device slept
const MOST_PATIENCE = 4; // times as long

/**
 * @param {object} does
 * @param {() => void} does.ask the server for a sign, on the present connection
 * @param {() => void} does.giveUp a connection on which there was none
 */
export function createPulse({ ask, giveUp }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @typedef {'' | 'calm' | 'sent' | 'asked'} Phase */
  /** @type {Phase} */
  let phase = ''; // no connection; heard of; something was sent since; nothing but an answer helps
  let patience = 1; // a line may be so slow that one message takes longer, and would never come whole

  /** @param {Phase} next @param {number} wait @param {() => void} [does] */
  function enter(next, wait = 0, does) {
    clearTimeout(timer);
    phase = next;
    if (does) timer = setTimeout(does, wait);
  }

  function lose() {
    enter('');
    patience = Math.min(2 * patience, MOST_PATIENCE);
    giveUp();
  }

  const awaitSign = () => {
    const wait = ANSWER * patience;
    enter('asked', wait, () => enter('asked', wait, lose));
  };

  /** Asks at once: the device is awake again, or somebody looks. */
  function look() {
    if (phase === '' || phase === 'asked') return;
    awaitSign();
    ask();
  }

  return {
    look,
    /** A connection is being made: its first word is awaited like an answer. */
    opens: awaitSign,
    /** @param {boolean} isAnswer to the question */
    heard(isAnswer) {
      if (isAnswer) patience = 1;
      enter('calm', SILENCE, look);
    },
    sent() { if (phase === 'calm') enter('sent', UNANSWERED, look); },
    /** There is no connection. */
    ends: () => enter(''),
  };
}
