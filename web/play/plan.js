// Conditional moves of a correspondence game: what one answers by itself, which nobody else sees.

import { announce } from '../ui/announce.js';
import { button, el } from '../ui/dom.js';
import { t, wordsFor } from '../strings/index.js';

const MOVE = '[a-ik-zA-IK-Z][0-9]{1,2}[\\-x]?[a-ik-zA-IK-Z][0-9]{1,2}';
const PAIRS = 8;

/** "a7a6" as "a7-a6". @param {string} text */
const spelt = (text) => text.trim().toLowerCase().replace(/^([a-z]\d+)[-x]?([a-z]\d+)$/, '$1-$2');

/** @param {string} text */
const isWhole = (text) => /^[a-z]\d+-[a-z]\d+$/.test(text);

/** The moves of a line, the other's and one's own in turn. @param {Game['plan']} plan */
const movesOf = (plan) => (plan?.line ?? []).flatMap((pair) => pair.split(' '));

/**
 * @param {App} app @param {Game} first a game in play in which one has a seat
 * @param {() => void} redraw what is planned on the board is other than it was
 */
export function createPlan(app, first, redraw) {
  const p = t.meet.plan;
  const [ownMove, otherMove] = first.seat === 'red' ? ['a4-a5', 'a7-a6'] : ['a7-a6', 'a4-a5']; // examples
  let game = first;
  let shown = '';
  const list = el('ol', { class: 'plan-line' });
  const ended = el('p', { class: 'message', role: 'status' });
  /** @param {string} name @param {string} label @param {string} example */
  const move = (name, label, example) => el('label', { class: 'field' }, el('span', {}, label), el('input', {
    type: 'text', name, required: true, pattern: MOVE, placeholder: example, title: p.hint, autocomplete: 'off', size: 8,
  }));
  const battle = el('select', { name: 'battle', 'aria-label': p.battle },
    ...Object.entries(p.battles).map(([value, words]) => el('option', { value }, words)));
  const clear = button(p.clear, () => send([]), 'quiet', { hidden: true });
  const form = el('form', { class: 'plan-form', onsubmit: add }, move('condition', p.condition, otherMove), battle,
    move('answer', p.answer, ownMove), el('div', { class: 'row' }, button(p.add, null, 'primary', { type: 'submit' })));
  const moves = [...form.querySelectorAll('input')]; // the other's move, and one's own
  const element = el('details', { class: 'card plan', ontoggle: redraw }, el('summary', {}, p.title), el('p', { class: 'fine' }, p.note),
    ended, list, form, clear);

  form.addEventListener('input', redraw);

  const isPlanning = () => /** @type {HTMLDetailsElement} */ (element).open && !element.hidden && !form.hidden;

  /**
   * A square that was pressed goes into the first move that is not whole, or begins the answer anew; gives both as a sentence.
   * @param {string} square
   */
  function press(square) {
    const field = moves.find(({ value }) => !isWhole(spelt(value))) ?? moves[1];
    const from = spelt(field.value);
    const goesOn = /^[a-z]\d+$/.test(from);
    field.value = goesOn && from === square ? '' : goesOn ? `${from}-${square}` : square;
    return p.pair(moves[0].value || '…', '', moves[1].value || '…');
  }

  /** The squares of both moves: name -> 'from' or 'to'. @returns {Record<string, 'from' | 'to'>} */
  function marks() {
    const squares = isPlanning() ? moves.map(({ value }) => spelt(value).split('-')) : [];
    return Object.fromEntries(squares.flatMap(([from, to]) => [[from, 'from'], [to, 'to']]));
  }

  /** @param {string[]} line */
  const send = (line) => app.order({ type: 'plan', game: game.game, ply: game.view?.plies ?? 0, line });

  /** @param {Event} event */
  function add(event) {
    event.preventDefault();
    const fields = new FormData(form);
    /** @param {string} name */
    const said = (name) => spelt(String(fields.get(name)));
    const suffix = fields.get('battle') ? `=${fields.get('battle')}` : '';
    if (send([...movesOf(game.plan), `${said('condition')}${suffix}`, said('answer')])) form.reset();
  }

  /** @param {string} pair */
  function sentence(pair) {
    const [condition, answer] = pair.split(' ');
    const [theirs, result] = condition.split('=');
    return p.pair(theirs.replace('x', '×'), result ? wordsFor(p.battles, result) ?? '' : '', answer);
  }

  /** @param {Game} next */
  function update(next) {
    game = next;
    const isWaiting = game.phase === 'play' && game.view?.turn !== game.seat;
    element.hidden = game.phase !== 'play' || (!isWaiting && !game.plan);
    form.hidden = !isWaiting || (game.plan?.line.length ?? 0) >= PAIRS;
    if (form.hidden) form.reset();
    clear.hidden = !isWaiting || !game.plan?.line.length;
    const state = JSON.stringify(game.plan ?? null);
    if (state === shown) return;
    shown = state;
    list.replaceChildren(...(game.plan?.line ?? []).map((pair) => el('li', {}, sentence(pair))));
    ended.textContent = game.plan?.ended ? p.ended[game.plan.ended] : '';
    if (ended.textContent) {
      /** @type {HTMLDetailsElement} */ (element).open = true;
      announce(ended.textContent);
    }
  }

  update(first);
  return { element, update, isPlanning, press, marks };
}
