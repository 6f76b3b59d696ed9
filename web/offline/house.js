// Games against the computer on this device: the messages of docs/protocol.md, answered here as
// the server answers them. What is acknowledged is stored; of a game only its seat's view is told.

import { Refusal, createGames, enemyOf, isOver, phaseOf, random, rowOf } from './games.js';
import { HERE } from './ids.js';

const THINK = 1000; // ms that the computer takes at most
const RUNNING_MAX = 20; // games, as on a server
const KEPT_MAX = 60; // with those that are over; the oldest of these go first

const newId = () => HERE + [random(), random()].map((number) => number.toString(36)).join('');
const byTime = (rows) => rows.sort((a, b) => b.time - a.time);

async function find({ games, store }, { game }) {
  const log = games.at(game) ?? await store.get(game);
  if (!log) throw new Refusal('unknown-game');
  return log;
}

/** Keeps what has changed, tells it, and has the computer answer where it is to move. */
async function settle({ games, store, tell, serve }, log) {
  const view = games.viewOf(log);
  await store.put(log, rowOf(log, view));
  tell(games.messageOf(log, view));
  const waits = phaseOf(log, view) === 'play' && view.turn !== log.seat && !log.paused;
  if (waits) serve({ type: 'think', game: log.game });
}

async function finish(house, log, by, seat) {
  house.games.load(log);
  house.games.ask(`end ${by} ${seat}`);
  log.end = { by, seat };
  await settle(house, log);
}

async function makeRoom(store) {
  const rows = byTime(await store.rows());
  const over = rows.filter(({ phase }) => phase === 'over');
  if (rows.length - over.length >= RUNNING_MAX) throw new Refusal('too-many');
  const spare = rows.length + 1 - KEPT_MAX;
  for (const { game } of spare > 0 ? over.slice(-spare) : []) await store.drop(game);
}

async function begin(house, { edition, opponent, seat: wish, memory = false, remember = true, hints = true }) {
  const seat = wish === 'random' ? ['red', 'blue'][random() % 2] : wish;
  const enemy = enemyOf(seat);
  if (!['red', 'blue'].includes(seat)) throw new Refusal('bad-message');
  await makeRoom(house.store);
  const log = {
    game: newId(), edition, opponent, seat, time: Date.now(), armies: {}, moves: [], end: null, paused: false,
    terms: { clock: null, memory: Boolean(memory), remember, hints, watch: false, open: false, rated: false },
  };
  house.games.load(log);
  log.armies[enemy] = house.games.ask(`army ${enemy}`).letters;
  house.games.ask(`setup ${enemy} ${log.armies[enemy]}`);
  await settle(house, log);
}

async function setUp(house, { game, letters }) {
  const log = await find(house, { game });
  const army = String(letters).replace(/\W/g, '');
  house.games.load(log);
  house.games.ask(`setup ${log.seat} ${army}`);
  log.armies[log.seat] = army;
  await settle(house, log);
}

async function move(house, { game, ply, from, to }) {
  const log = await find(house, { game });
  house.games.load(log);
  if (log.paused) throw new Refusal('paused');
  if (ply !== log.moves.length) throw new Refusal('stale');
  const squares = [from, to].map((square) => String(square).replace(/\W/g, '')).join(' ');
  house.games.ask(`move ${log.seat} ${squares}`);
  log.moves.push(squares);
  await settle(house, log);
}

async function think(house, { game }) {
  const log = await find(house, { game });
  const enemy = enemyOf(log.seat);
  const view = house.games.viewOf(log);
  if (isOver(view) || view.turn !== enemy || log.paused) return;
  const { from, to } = house.games.ask(`think ${enemy} ${THINK}`);
  if (!from) return void await finish(house, log, 'resign', enemy);
  house.games.ask(`move ${enemy} ${from} ${to}`);
  log.moves.push(`${from} ${to}`);
  await settle(house, log);
}

// Back to before the person's last move: the plies of a seat are every other one.
async function takeBack(house, { game }) {
  const log = await find(house, { game });
  const first = log.seat === 'red' ? 0 : 1;
  const latest = log.moves.length - 1;
  const own = latest - ((latest - first) & 1);
  if (isOver(house.games.viewOf(log))) throw new Refusal('game-over');
  if (own < first) throw new Refusal('too-early');
  await settle(house, { ...log, moves: log.moves.slice(0, own) });
}

async function pause(house, { game, on }) {
  const log = await find(house, { game });
  log.paused = Boolean(on);
  await settle(house, log);
}

const endBy = (by) => async (house, message) => {
  const log = await find(house, message);
  await finish(house, log, by, log.seat);
};

const COMMANDS = {
  new: begin, setup: setUp, move, think, takeback: takeBack, pause,
  resign: endBy('resign'), abort: endBy('aborted'),
  open: async (house, message) => settle(house, await find(house, message)),
  close: async () => {},
  suggest: async ({ games, tell }, { edition, style }) => tell({
    type: 'suggestion', edition, style, ...games.ask(`suggest ${edition} ${style} ${random()}`),
  }),
  check: async ({ games, tell }, { edition, letters }) => tell({
    type: 'checked', edition, letters, ...games.ask(`check ${edition} ${letters}`),
  }),
  /** What a server's welcome has, of what is the same for everybody; and this device's games. */
  hello: async ({ games, store, tell }) => tell({
    type: 'welcome', away: true, ...games.ask('welcome'), clocks: [], you: { name: null, bot: false, ratings: [] },
    armies: [], games: byTime(await store.rows()), notice: null,
  }),
};

async function carryOut(house, message) {
  const { type: re, game } = message;
  try {
    if (!Object.hasOwn(COMMANDS, re)) throw new Refusal('away');
    await COMMANDS[re](house, message);
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    // Whatever else went wrong, the log that is kept is whole: the game is made of it anew.
    if (!isRefusal) house.games.doubt();
    house.tell({ type: 'refused', re, game, reason: isRefusal ? error.message : 'not-kept' });
  }
}

/**
 * @param {{call: (command: string) => string}} rules the module
 * @param {object} store see store.js
 * @param {(message: any) => void} tell is given every answer
 * @returns {(message: any) => Promise<void>} what serves messages, one after the other
 */
export function createHouse(rules, store, tell) {
  let last = Promise.resolve();
  const house = { games: createGames(rules), store, tell, serve };
  function serve(message) {
    last = last.then(() => carryOut(house, message));
    return last;
  }
  return serve;
}
