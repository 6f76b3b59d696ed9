// What a seat may be told. An enemy's rank may be in a frame only after an event has
// made it public, and nothing may be there that docs/protocol.md does not name.

const FIELDS = {
  message: ['type', 'game', 'edition', 'seat', 'phase', 'red', 'blue', 'terms', 'code', 'setup', 'commitments', 'salts',
    'armies', 'clock', 'draw', 'rematch', 'next', 'claim', 'paused', 'rating', 'from', 'view'],
  view: ['edition', 'viewer', 'turn', 'plies', 'quiet', 'result', 'by', 'memory', 'board', 'first', 'events', 'lost',
    'moves'],
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

/** Watches the frames of one connection. */
export class Secrets {
  constructor() {
    this.editions = new Map();
    this.events = new Map();
  }

  leaksIn(message) {
    if (message.type === 'welcome') message.editions.forEach((edition) => this.editions.set(edition.id, edition));
    if (message.type !== 'game') return [];
    const leaks = extra(message, FIELDS.message).map((name) => `game.${name}`);
    if (message.phase !== 'over' && (message.salts || message.armies)) leaks.push('armies before the end');
    if (message.phase !== 'over' && (message.salts || message.armies)) leaks.push('armies before the end');
    if (message.view) leaks.push(...this.leaksInView(message));
    return leaks;
  }

  leaksInView({ game, seat, phase, edition, view }) {
    const before = this.events.get(game) ?? [];
    const events = [...before.slice(0, view.first), ...view.events];
    this.events.set(game, events);
    const leaks = [
      ...extra(view, FIELDS.view).map((name) => `view.${name}`),
      ...view.events.flatMap((event) => extra(event, FIELDS.event).map((name) => `event.${name}`)),
    ];
    if (view.viewer !== (seat ?? 'spectator')) leaks.push(`a view of ${view.viewer} for ${seat}`);
    if (phase !== 'over') leaks.push(...this.leaksOnBoard(view, seat, this.editions.get(edition), publicRanks(events)));
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
