// Ready-made armies as small boards: what each is like is seen before it is chosen.

import { emptyArmy, filledAtRandom } from './army.js';
import { RANKS } from '../play/state.js';
import { button, el, svg } from '../ui/dom.js';
import { t } from '../strings/index.js';

const BY_LOT = 'by-lot';
const USUAL = 'balanced';

// A flag and a bomb have forms of their own; the stronger a piece, the fuller its square.
/** @param {string} rank @param {number} x @param {number} y */
function pictureOf(rank, x, y) {
  if (rank === 'M') return svg('path', { class: 'flag', d: `M${x + 0.2} ${y + 0.95}v-.9l.7 .3-.5 .25v.35z` });
  if (rank === 'B') return svg('circle', { class: 'bomb', cx: x + 0.5, cy: y + 0.5, r: 0.36 });
  const strength = 1 - 0.085 * RANKS.indexOf(rank);
  return svg('rect', { x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84, rx: 0.12, 'fill-opacity': strength.toFixed(2) });
}

/**
 * An army in its zone, as its owner sees it.
 * @param {Pick<Edition, 'files' | 'zoneRows'>} edition @param {Seat} seat @param {string} letters
 */
export function armyPicture({ files, zoneRows }, seat, letters) {
  const pieces = [...letters].flatMap((rank, k) => (RANKS.includes(rank)
    ? [pictureOf(rank, k % files, zoneRows - 1 - Math.floor(k / files))] : []));
  return svg('svg', { class: `army-picture ${seat}`, viewBox: `0 0 ${files} ${zoneRows}`, 'aria-hidden': 'true' }, ...pieces);
}

/**
 * Buttons for the server's styles and for an army by lot.
 * @param {App} app @param {object} options
 * @param {Edition} options.edition @param {Seat} options.seat
 * @param {(letters: string) => void} options.use takes the army that is shown
 */
export function createPresets(app, { edition, seat, use }) {
  /** @type {Map<string, string>} */
  const shown = new Map(); // style -> the letters on its button
  let isAwaited = false; // the army for who has not chosen one
  const element = el('div', { class: 'presets', role: 'group', 'aria-label': t.setup.fill });
  const styles = app.welcome.styles
    .filter(({ name, editions }) => name !== 'random' && (editions?.includes(edition.id) ?? true));
  /** @param {string} style */
  const ask = (style) => app.send({ type: 'suggest', edition: edition.id, style });
  const byLot = () => filledAtRandom(edition, emptyArmy(edition, seat)).join('');

  /** @param {string} name @param {string} title @param {string} text */
  function presetButton(name, title, text) {
    const picture = el('span', { class: 'preset-picture' });
    const made = button([picture, el('span', {}, title)], () => press(name), 'preset', { 'data-style': name, title: text, disabled: true });
    element.append(made);
    return { made, picture };
  }

  /** @type {Map<string, ReturnType<typeof presetButton>>} */
  const buttons = new Map();
  for (const { name, title, text } of [...styles, { name: BY_LOT, title: t.setup.random, text: '' }]) buttons.set(name, presetButton(name, title, text));

  // A button without its army could not be pressed: one would start with another.
  /** @param {string} style @param {string} letters */
  function show(style, letters) {
    shown.set(style, letters);
    const its = buttons.get(style);
    its?.picture.replaceChildren(armyPicture(edition, seat, letters));
    if (its) its.made.disabled = false;
  }

  // What was pressed is used, and the button shows the next army of its kind.
  /** @param {string} style */
  function press(style) {
    use(shown.get(style) ?? '');
    if (style === BY_LOT) show(style, byLot());
    else ask(style);
  }

  show(BY_LOT, byLot());
  return {
    element,
    /** The army for who has not chosen one: used as soon as it is here. */
    begin() { isAwaited = true; },
    /** Somebody has begun by hand: nothing is put over it. */
    forget() { isAwaited = false; },
    /** @param {Pick<Suggestion, 'style' | 'letters'>} message */
    receive({ style, letters }) {
      show(style, letters);
      if (!isAwaited || style !== USUAL) return;
      isAwaited = false;
      use(letters);
    },
    /** Asks for the armies that are not here yet. */
    refresh: () => styles.filter(({ name }) => !shown.has(name)).forEach(({ name }) => ask(name)),
  };
}
