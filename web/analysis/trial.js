// "Try a different move": from the position on show one plays on against the computer, on this
// device. Chosen are one's side, the computer's strength, and whether its army is as it was.

import { recordOf } from './record.js';
import { armiesOf, moverOf } from '../play/timeline.js';
import { readMove, squareName } from '../play/state.js';
import { showDialog } from '../ui/dialogs.js';
import { el, segments } from '../ui/dom.js';
import { t } from '../strings/index.js';

const FIRST_OPPONENT = 'level:6'; // the first that searches and forgets nothing

/** What the worker is asked for (offline/local-server.js). */
function trialMessage({ review, edition, ply, analysis, game }, { seat, opponent, drawn }) {
  const moves = review.events.slice(0, ply).map(({ move }) => {
    const { from, to } = readMove(edition, move);
    return [squareName(edition, from), squareName(edition, to)];
  });
  return {
    type: 'new', here: true, edition: edition.id, seat, opponent, memory: Boolean(review.memory),
    trial: { record: recordOf(review), drawn, game, ply, armies: armiesOf(review), moves, isAnalysed: Boolean(analysis) },
  };
}

/** Asks for the choices, and begins. @param {any} replay see play/replay.js */
export function openTrial(replay) {
  const { app, ply } = replay;
  const words = t.trial;
  const { opponents } = app.welcome;
  const usual = opponents.find(({ name }) => name === FIRST_OPPONENT) ?? opponents[0];
  const wish = { seat: moverOf(replay.first, ply), opponent: usual.name, drawn: false };
  const label = ({ name, title }) => [app.opponentName(name) || title, name.match(/^level:(\d+)$/)?.[1]].filter(Boolean).join(' ');
  const opponent = el('select', { name: 'opponent', onchange: () => { wish.opponent = opponent.value; } },
    ...opponents.map((one) => el('option', { value: one.name, selected: one.name === wish.opponent }, label(one))));
  showDialog({
    title: words.title,
    kind: 'trial',
    body: [
      el('p', {}, words.lead(ply)),
      segments('trial-seat', words.seat, [['red', t.seat.red], ['blue', t.seat.blue]], wish.seat, (seat) => { wish.seat = seat; }),
      segments('trial-army', words.army, [['as-it-was', words.asItWas, words.asItWasNote], ['drawn', words.drawn, words.drawnNote]], 'as-it-was',
        (army) => { wish.drawn = army === 'drawn'; }),
      el('label', { class: 'row' }, t.home.opponent, opponent),
    ],
    actions: [{ label: t.cancel, kind: 'quiet' }, { label: words.begin, kind: 'primary', does: () => app.ask(trialMessage(replay, wish)) }],
  });
}
