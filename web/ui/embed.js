// The lines by which a game stands in a frame of another site (docs/protocol.md, `/embed/ID`).

import { addressOf, copyText } from './copy.js';
import { button, el, uniqueId } from './dom.js';
import { isHere } from '../offline/ids.js';
import { language, t } from '../strings/index.js';

const WIDTH = 420;
const HEIGHT = 500;

/** What is put into the other page. @param {string} game its id */
const frameOf = (game) => (
  `<iframe src="${addressOf(`/embed/${encodeURIComponent(game)}/${language}`)}" title="Flagfall"`
  + ` width="${WIDTH}" height="${HEIGHT}" loading="lazy"></iframe>`);

/**
 * The snippet to copy, behind a line; null where nobody else may see the game.
 * @param {Pick<Game, 'game' | 'phase' | 'terms'>} game
 */
export function embedDetails({ game, phase, terms }) {
  if (isHere(game) || (phase !== 'over' && !terms.watch)) return null;
  const id = uniqueId('embed');
  const field = el('input', { id, type: 'text', readonly: true, value: frameOf(game) });
  const status = el('p', { class: 'fine', role: 'status' });
  const copy = async () => {
    await copyText(field.value, field);
    status.textContent = t.setup.copied;
  };
  return el('details', { class: 'embed-details' }, el('summary', {}, t.embed.title), el('p', { class: 'fine' }, t.embed.text),
    el('div', { class: 'share-row' }, el('label', { class: 'visually-hidden', for: id }, t.embed.title), field, button(t.setup.copy, copy, 'quiet')),
    status);
}
