// The armies that are kept, beside an arrangement: to use, to keep and to drop.

import { NAME_MOST, createArmyStore } from './armies.js';
import { button, el, uniqueId } from '../ui/dom.js';
import { t } from '../strings/index.js';

/**
 * @param {App} app
 * @param {Edition} edition whose armies
 * @param {ReturnType<typeof import('./arrange.js').createArrangement>} arrangement
 * @returns {{element: HTMLElement, render: () => void}}
 */
export function armyListPanel(app, edition, arrangement) {
  const store = createArmyStore(app);
  const s = t.armyList;
  const list = el('ul', { class: 'army-list' });
  const title = el('span');
  const id = uniqueId('army-name');
  const field = el('input', { type: 'text', id, class: 'army-name', maxlength: NAME_MOST, autocomplete: 'off' });
  const keep = button(s.keep, null, 'quiet', { type: 'submit' });
  const form = el('form', { class: 'share-row', onsubmit: keepThis },
    el('label', { class: 'visually-hidden', for: id }, s.name), field, keep);
  field.placeholder = s.name;

  /** @param {Event} event */
  function keepThis(event) {
    event.preventDefault();
    if (!arrangement.isComplete()) return void arrangement.say(s.incomplete);
    const name = field.value.trim() || s.unnamed(store.of(edition).length + 1);
    if (!store.put({ edition: edition.id, name, letters: arrangement.letters() })) return;
    field.value = '';
    arrangement.say(s.kept(name));
    render();
  }

  /** @param {Army} army */
  function drop(army) {
    if (!store.drop(army)) return;
    arrangement.say(s.dropped(army.name));
    render();
    field.focus();
  }

  /** @param {Army} army */
  function row(army) {
    return el('li', {}, button(army.name, () => arrangement.use(army.letters), 'chip'),
      button('×', () => drop(army), 'link drop', { 'aria-label': s.drop(army.name), title: s.drop(army.name) }));
  }

  function render() {
    const armies = store.of(edition);
    list.replaceChildren(...armies.map(row));
    list.hidden = armies.length === 0;
    title.textContent = armies.length ? `${s.title} (${armies.length})` : s.title;
  }

  render();
  return {
    element: el('details', { class: 'army-list-panel' }, el('summary', {}, title), list, form),
    render,
  };
}
