// What a seat may be told. An enemy's rank may be in a frame only after an event has
// made it public, and nothing may be there that docs/protocol.md does not name.

const FIELDS = {
  message: ['type', 'game', 'edition', 'seat', 'phase', 'red', 'blue', 'terms', 'code', 'setup', 'commitments', 'salts',
    'armies', 'clock', 'draw', 'rematch', 'next', 'claim', 'paused', 'rating', 'number', 'from', 'view', 'covered', 'trial', 'times', 'plan'],
  view: ['edition', 'viewer', 'turn', 'plies', 'quiet', 'result', 'by', 'memory', 'board', 'cells', 'first', 'events',
    'lost', 'moves'],
  event: ['move', 'attacker', 'defender', 'battle', 'revealed'],
};
const FILES = 'abcdefghik';

const extra = (value, fields) => Object.keys(value).filter((name) => !fields.includes(name));

/** Which ranks the events have made public, by square. */
function publicRanks(events) {
  const known = new Map();
  for (const { move, battle, attacker, defender, revealed } of events) {
    const [from, to] = move.split(/[-x]/);
    const carried = battle ? attacker : revealed ? 'D' : known.get(from);
    known.delete(from);
    if (battle === 'both') known.delete(to);
    else if (battle === 'defender') known.set(to, defender);
    else if (carried) known.set(to, carried);
  }
  return known;
}

/** The whole game after a `change`, by the rule of docs/protocol.md. */
function merged(game, change) {
  const view = { first: 0, events: [], ...game.view, ...change.view };
  view.first = 0;
  view.board = [...view.board ?? ''];
  for (const [place, letter] of change.view?.cells ?? []) view.board[place] = letter;
  view.board = view.board.join('');
  if (change.view?.events) view.events = [...(game.view?.events ?? []).slice(0, change.view.first), ...change.view.events];
  return { ...game, ...change, type: 'game', view: game.view || change.view ? view : null };
}

/** Watches the frames of one connection. */
export class Secrets {
  /** @param {Map<string, any>} editions as a welcome has told them, on this connection or before */
  constructor(editions = new Map()) {
    this.editions = editions;
    this.games = new Map();
  }

  leaksIn(message) {
    if (message.type === 'welcome') message.editions?.forEach((edition) => this.editions.set(edition.id, edition));
    if (message.type !== 'game' && message.type !== 'change') return [];
    const { view } = message;
    const leaks = [
      ...extra(message, FIELDS.message).map((name) => `${message.type}.${name}`),
      ...extra(view ?? {}, FIELDS.view).map((name) => `view.${name}`),
      ...(view?.events ?? []).flatMap((event) => extra(event, FIELDS.event).map((name) => `event.${name}`)),
    ];
    if (message.type === 'change' && !this.games.has(message.game)) return [...leaks, 'a change of no game'];
    const game = message.type === 'game' ? message : merged(this.games.get(message.game), message);
    this.games.set(game.game, game);
    if (game.phase !== 'over' && (game.salts || game.armies)) leaks.push('armies before the end');
    if (game.view) leaks.push(...this.leaksInView(game));
    return leaks;
  }

  leaksInView({ seat, phase, edition, view }) {
    const leaks = [];
    if (view.viewer !== (seat ?? 'spectator')) leaks.push(`a view of ${view.viewer} for ${seat}`);
    if (phase !== 'over') leaks.push(...this.leaksOnBoard(view, seat, this.editions.get(edition), publicRanks(view.events)));
    return leaks;
  }

  leaksOnBoard(view, seat, edition, known) {
    // Nothing is a spectator's own.
    const theirs = { red: /[N-Yn-y]/, blue: /[B-Mb-m]/ }[seat] ?? /[B-Yb-y]/;
    return [...view.board].flatMap((letter, i) => {
      if (!theirs.test(letter)) return [];
      const square = FILES[i % edition.files] + (Math.floor(i / edition.files) + 1);
      const code = letter.toUpperCase().charCodeAt(0) - (/[N-Y]/i.test(letter) ? 12 : 0);
      const rank = String.fromCharCode(code);
      const isPublic = letter === letter.toLowerCase() && known.get(square) === rank;
      return isPublic ? [] : [`${square} shows ${letter} at ply ${view.plies}`];
    });
  }
}
