// Simultaneous games whose host chooses the opponents: who asks, and who has been chosen.

import { button, el } from '../ui/dom.js';
import { isOwnExhibition } from './exhibitions.js';
import { t } from '../strings/index.js';

/**
 * For the host, until it begins; nothing for anybody else.
 * @param {App} app @param {Tournament} one @param {(app: App, player: Player) => HTMLElement | string} nameOf
 * @returns {HTMLElement[]}
 */
export function opponentsList(app, one, nameOf) {
  const w = t.tournaments.exhibition;
  if (!isOwnExhibition(one) || !one.chooses || one.state !== 'open') return [];
  const others = one.standings.filter(({ player }) => player.name !== one.host?.name);
  const isFull = one.players >= one.places;
  /** @param {Player & {name: string}} player @param {boolean} on */
  const choose = (player, on) => button(on ? w.choose : w.turnDown,
    () => app.order({ type: 'tournament-choose', tournament: one.tournament, name: player.name, on }), on ? 'primary' : 'quiet',
    { disabled: on && isFull });
  const row = (/** @type {Standing} */ { player, asks = false }) => el('li', { class: 'offer-row' }, el('span', { class: 'offer-text' },
    el('strong', {}, nameOf(app, player)), el('span', { class: 'fine' }, [player.rating, !asks && w.chosen].filter(Boolean).join(' · '))),
  player.name && choose({ ...player, name: player.name }, asks));
  return [el('section', { class: 'card asking' }, el('h2', {}, w.who),
    others.length ? el('ul', { class: 'offers' }, ...others.map(row)) : el('p', { class: 'fine' }, w.nobody))];
}
