// The settings of this browser.

import { askToNotify, canNotify } from './attention.js';
import { showDialog } from '../ui/dialogs.js';
import { el, segments } from '../ui/dom.js';
import { playSound } from '../ui/sound.js';
import { upper } from '../strings/grammar.js';
import { LANGUAGES, t } from '../strings/index.js';

// Languages call themselves by their own names.
function languageChoice(chosen, change, focus) {
  const own = (code) => upper(new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code);
  const options = [['auto', t.settingsPanel.languageAuto], ...LANGUAGES.map((code) => [code, own(code)])];
  return el('div', { class: 'field' }, el('label', {}, el('span', {}, t.settingsPanel.language),
    el('select', { name: 'language', autofocus: focus, onchange: (event) => change('language', event.target.value) },
      ...options.map(([value, label]) => el('option', {
        value, lang: value === 'auto' ? null : value, selected: value === chosen,
      }, label)))));
}

const check = (name, label, checked, onchange, disabled = false) => el('label', { class: 'check' },
  el('input', { type: 'checkbox', name, checked, disabled, onchange }), label);

function soundChoice(settings, change) {
  const s = t.settingsPanel;
  const hear = () => playSound(settings, 'move');
  const volume = el('input', {
    type: 'range', name: 'volume', min: 0, max: 100, step: 5, value: settings.volume, 'aria-label': s.volume,
    disabled: !settings.sound,
    onchange: (event) => {
      change('volume', Number(event.target.value));
      hear();
    },
  });
  const switchSound = (event) => {
    change('sound', event.target.checked);
    volume.disabled = !event.target.checked;
    hear();
  };
  return el('fieldset', { class: 'choice' }, el('legend', {}, s.sound),
    check('sound', s.soundOn, settings.sound, switchSound), volume);
}

function noticeChoice(settings, change, waking) {
  const s = t.settingsPanel;
  async function ask({ target }) {
    const wanted = target.checked;
    change('notify', wanted && await askToNotify());
    target.checked = settings.notify;
    refused.hidden = !wanted || settings.notify;
  }
  const refused = el('p', { class: 'fine', role: 'status', hidden: canNotify() }, s.notifyRefused);
  const notify = check('notify', s.notify, settings.notify && canNotify(), ask, !canNotify());
  waking.then((wake) => {
    async function askWake({ target }) {
      target.disabled = true;
      target.checked = await wake(target.checked);
      target.disabled = false;
    }
    if (wake) notify.after(check('wake', t.wake.setting, settings.wake, askWake), el('p', { class: 'fine' }, t.wake.who));
  });
  return el('fieldset', { class: 'choice' }, el('legend', {}, s.notices), notify, refused);
}

/**
 * Shows the settings; `change(name, value)` is told of each at once. The one called
 * `first` has the focus; `waking` gives what has one woken, null where nobody can be.
 */
export function settingsDialog(settings, change, { first, waking }) {
  const s = t.settingsPanel;
  const one = (name) => segments(name, s[name], Object.entries(s[`${name}Of`]), settings[name], (value) => change(name, value));
  showDialog({
    title: t.settings,
    body: [
      languageChoice(settings.language, change, first === 'language'),
      one('board'), one('pieces'), one('numbers'), one('theme'), one('palette'), one('battles'),
      soundChoice(settings, change), noticeChoice(settings, change, waking),
    ],
    actions: [{ label: t.close, kind: 'primary' }],
  });
}
