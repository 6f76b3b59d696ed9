// Simultaneous games, for the one who plays on all boards (the boards themselves: exhibition-boards.js).

/** Is it an exhibition of one's own? @param {{system: string, own?: boolean}} one */
export const isOwnExhibition = ({ system, own }) => system === 'exhibition' && own;

/**
 * The boards that one plays on, wherever on the page one is: each is opened, so that one counts as present
 * there and hears what happens.
 * @param {{send: (message: object) => boolean, gameOf: (id: string) => any}} app see main.js
 */
export function createExhibitions(app) {
  /** @type {?string} the tournament */
  let present = null;
  /** @type {Set<string>} its games */
  const boards = new Set();
  const ask = (id) => {
    present = id;
    app.send({ type: 'tournament', tournament: id });
  };
  function open(game) {
    boards.add(game);
    if (!app.gameOf(game)) app.send({ type: 'open', game });
  }
  return {
    /** Has it begun? */
    isOn: () => boards.size > 0,
    /** Is it a board of one's own exhibition? @param {string} game */
    has: (game) => boards.has(game),
    /** One of its games has begun. Gives whether it is one's own. @param {any} message `paired` */
    begin(message) {
      if (!isOwnExhibition(message)) return false;
      present = message.tournament;
      open(message.game);
      return true;
    },
    /** A game of it has been opened: the others are wanted too. @param {any} message `tournament-game` */
    meet(message) {
      if (isOwnExhibition(message) && present !== message.tournament) ask(message.tournament);
    },
    /** @param {any} one a `tournament` that has been told */
    take(one) {
      if (!isOwnExhibition(one) || one.state !== 'running') return;
      present = one.tournament;
      for (const { game, result } of one.games) if (game && result === '*') open(game);
    },
    /** There is a connection again, which hears of nothing yet. */
    again() {
      if (present) ask(present);
    },
  };
}
