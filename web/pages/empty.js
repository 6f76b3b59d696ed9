// Where a list has nothing in it: what that means, and what one may do instead.

import { el } from '../ui/dom.js';
import { pieceImage } from '../play/pieces.js';

/** @param {Seat} seat */
const back = (seat) => pieceImage({ seat, rank: null }, '');

/** A hidden piece of either side: what stands over a page, or part of one, that waits for something to show. */
export const emptyPicture = () => el('div', { class: 'empty-picture', 'aria-hidden': 'true' }, back('red'), back('blue'));

/**
 * @param {string} title
 * @param {string} text what it means; empty where the title says all
 * @param {Array<HTMLElement | false | null>} actions
 */
export const emptyState = (title, text, ...actions) => el('div', { class: 'empty-state' },
  emptyPicture(),
  el('h2', {}, title), text && el('p', { class: 'fine' }, text), actions.length > 0 && el('div', { class: 'row' }, ...actions));

/** The way to a game with somebody, as one of the actions. @param {string} hash @param {string} label @param {string} [kind] */
export const linkTo = (hash, label, kind = '') => el('a', { class: `button ${kind}`.trim(), href: hash }, label);
