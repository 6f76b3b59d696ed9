// A line of chat that somebody wants the host of the server to read.

import { announce } from './announce.js';
import { showDialog } from './dialogs.js';
import { button, el } from './dom.js';
import { t } from '../strings/index.js';

const LINES = 20; // to choose from, the newest
/** @type {Array<keyof typeof t.chat.reasons>} */
const REASONS = ['insult', 'threat', 'spam', 'other']; // as the server calls them
const THANKS = 4000; // ms that the button says what it has done

/** A field of a few words. @param {string} name @param {string} label @param {Array<[string | number, string]>} words */
function choice(name, label, words) {
  const field = el('select', { name }, ...words.map(([value, word]) => el('option', { value }, word)));
  return { field, element: el('label', { class: 'field' }, el('span', {}, label), field) };
}

/**
 * The button that asks which line it is, and why.
 * @param {App} app
 * @param {() => Array<{game: string, time: number, text: string, speaker: string}>} linesOfOthers as they are shown
 */
export function createReport(app, linesOfOthers) {
  const c = t.chat;
  const element = button(c.report, ask, 'link', { hidden: true });

  function ask() {
    const lines = linesOfOthers().slice(-LINES).reverse();
    const line = choice('report-line', c.reportLine, lines.map(({ speaker, text }, i) => [i, `${speaker}${t.colon}${text}`]));
    const reason = choice('report-reason', c.reportReason, REASONS.map((word) => [word, c.reasons[word]]));
    const send = () => {
      const { game, time, text } = lines[Number(line.field.value)];
      app.order({ type: 'chat-report', game, time, text, reason: reason.field.value });
    };
    showDialog({
      title: c.reportTitle,
      kind: 'narrow',
      body: [el('p', {}, c.reportText), line.element, reason.element],
      actions: [{ label: t.cancel, kind: 'quiet' }, { label: c.report, kind: 'danger', does: send }],
    });
  }

  return {
    element,
    /** The server has taken it. */
    thank() {
      element.textContent = c.reported;
      announce(c.reported);
      setTimeout(() => { element.textContent = c.report; }, THANKS);
    },
  };
}
