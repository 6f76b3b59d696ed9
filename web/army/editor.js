// The editor of armies, without a game.

import { armiesText, createArmyStore, readArmiesText } from './armies.js';
import { createArrangement } from './arrange.js';
import { addressOf, canShare, copyText, shareLink } from '../ui/copy.js';
import { button, el } from '../ui/dom.js';
import { readFile, saveFile } from '../ui/files.js';
import { armyHash } from '../ui/hashes.js';
import { armyListPanel } from './army-list.js';
import { load, save } from '../ui/storage.js';
import { refusalText, t } from '../strings/index.js';

/** @type {Seat} */
const SEAT = 'red';
/** @param {Edition} edition */
const draftKey = (edition) => `draft.${edition.id}`;

/**
 * @param {App} app
 * @param {string} [editionId] @param {string} [letters] the army of a shared link
 * @param {?any} [again] what the same view has handed on, in another language
 */
export function editorView(app, editionId, letters, again) {
  const { welcome, editions } = app;
  const e = t.editor;
  const wanted = editionId ?? load('editor-edition') ?? load('wish', {}).edition;
  const edition = editions.get(wanted) ?? editions.get(welcome.default);
  if (!letters) save('editor-edition', edition.id);
  app.setEdition(edition);

  const play = button(e.play, () => playWith('#/'), 'primary');
  const arrangement = createArrangement(app, {
    edition, seat: SEAT, first: again?.letters ?? letters?.toUpperCase() ?? load(draftKey(edition)),
    changed(now, verdict) {
      save(draftKey(edition), now);
      play.disabled = !verdict?.ok;
      copyLink.disabled = !arrangement.isComplete();
    },
  });
  const { parts } = arrangement;
  const list = armyListPanel(app, edition, arrangement);
  list.element.append(el('div', { class: 'row' },
    button(e.exportAll, exportAll, 'quiet'), button(e.importAll, importAll, 'quiet')));
  const link = () => addressOf(armyHash(edition.id, arrangement.letters()));
  const copyLink = button(e.copyLink, async () => {
    await copyText(link());
    arrangement.say(e.linkCopied);
  }, 'quiet', { disabled: !arrangement.isComplete() });

  // The army is what the next set-up of this edition begins with.
  /** @param {string} address */
  function playWith(address) {
    save('army-to-play', { ...load('army-to-play', {}), [edition.id]: arrangement.letters() });
    save('wish', { ...load('wish', {}), edition: edition.id });
    location.hash = address;
  }

  function exportAll() {
    saveFile('flagfall-armies.txt', armiesText(createArmyStore(app).all()));
  }

  async function importAll() {
    const text = await readFile('.txt,text/plain');
    if (text === null) return;
    const armies = readArmiesText(text, editions);
    const store = createArmyStore(app);
    if (!armies.every((army) => store.put(army))) return;
    arrangement.say(armies.length ? e.imported(armies.length) : e.nothingImported);
    list.render();
  }

  const chooser = el('select', {
    name: 'editor-edition', 'aria-label': t.home.edition,
    onchange: (event) => {
      save('editor-edition', event.target.value);
      app.show('#/editor');
    },
  }, ...welcome.editions.map(({ id, title }) => el('option', { value: id, selected: id === edition.id }, title)));

  const tools = el('div', { class: 'card tools' },
    el('h1', {}, e.heading), chooser, parts.progress,
    parts.tray, el('h2', {}, t.setup.fill), parts.presets, parts.hands, parts.status, list.element,
    parts.share, el('div', { class: 'row' }, copyLink,
      canShare() && button(t.share, () => shareLink(edition.title, link()), 'quiet')),
    parts.warning, el('div', { class: 'play-bar' }, play), el('p', { class: 'fine' }, e.playHint), parts.help);
  arrangement.refresh(again?.typed);

  return {
    element: arrangement.board.fit(el('div', { class: 'setup-view editor-view' },
      el('div', { class: 'board-column' }, arrangement.board.element), tools)),
    title: e.heading,
    /** @param {ServerMessage} message */
    receive(message) {
      arrangement.receive(message);
      if (message.type === 'armies') list.render();
      if (message.type === 'refused') arrangement.say(refusalText(message));
    },
    reconnected: () => arrangement.refresh(),
    settingsChanged: () => arrangement.render(),
    handOn: () => ({ letters: arrangement.letters(), typed: arrangement.typed() }),
  };
}
