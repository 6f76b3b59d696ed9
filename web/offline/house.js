// Games on this device, against the computer or of two people who take turns at it: the messages
// of docs/protocol.md, answered here as the server answers them. What is acknowledged is stored;
// of a game only its seat's view is told. Between the turns of two people a curtain is drawn: the
// page then has no view at all.

import { Refusal, createGames, enemyOf, isOver, phaseOf, random, rowOf, seatToCome } from './games.js';
import { HERE, HOTSEAT, isHotseat } from './ids.js';

const THINK = 1000; // ms that the computer takes at most
const RUNNING_MAX = 20; // games, as on a server
const KEPT_MAX = 60; // with those that are over; the oldest of these go first

const newId = (kind) => kind + [random(), random()].map((number) => number.toString(36)).join('');
const byTime = (rows) => rows.sort((a, b) => b.time - a.time);

/** A game has gone on in another tab: what this one has of it is dropped, who looked at it too. */
function drop(house) {
  house.games.doubt();
  house.looking = null;
}

/** The log of a game; one that has gone on in another tab is begun with again only by `open`. */
async function find(house, { type, game }) {
  const { games, store } = house;
  const [held, log] = [games.at(game), await store.get(game)];
  if (!log) throw new Refusal('unknown-here');
  if (!held) return log;
  if (held.revision === log.revision) return held;
  drop(house);
  if (type !== 'open') throw new Refusal('elsewhere');
  return log;
}

/** Whose view is told: null before a curtain, and for both in a game of two that is over. */
const viewerOf = ({ looking }, log) => log.seat ?? (looking?.game === log.game ? looking.seat : null);

// How long a move takes: from when the position was first told in this worker, without pauses.

function beginTime(house, { game, moves }) {
  const { timed } = house;
  if (timed?.game !== game || timed.ply !== moves.length) house.timed = { game, ply: moves.length, at: performance.now() };
}

function spentOn({ timed }, { game, moves, spent = 0 }) {
  const isTimed = timed?.game === game && timed.ply === moves.length;
  return Math.round(spent + (isTimed ? performance.now() - timed.at : 0));
}

/** A log with one more move, and the time that it took. */
function addMove(house, log, squares) {
  log.times = [...(log.times ?? log.moves.map(() => null)), spentOn(house, log)];
  log.spent = 0;
  log.moves.push(squares);
}

/** Tells a game, and has the computer answer where it is to move. */
function tellGame(house, log) {
  const { games, tell, serve } = house;
  const view = games.viewOf(log);
  const viewer = viewerOf(house, log);
  if (phaseOf(log, view) === 'play' && !log.paused) beginTime(house, log);
  if (isOver(view)) tell(games.messageOf(log, view));
  else tell(viewer ? games.messageOf(log, games.viewOf(log, viewer), viewer) : games.coverOf(log, view));
  const waits = log.opponent && phaseOf(log, view) === 'play' && view.turn !== log.seat && !log.paused;
  if (waits) serve({ type: 'think', game: log.game });
}

async function keep(house, log) {
  const { games, store } = house;
  if (!await store.put(log, rowOf(log, games.viewOf(log)))) {
    drop(house);
    throw new Refusal('elsewhere');
  }
  log.revision = (log.revision ?? 0) + 1;
}

/** Keeps what has changed, and tells it. */
async function settle(house, log) {
  await keep(house, log);
  tellGame(house, log);
}

/** The seat that acts; behind a curtain nobody does. */
function actorOf(house, log) {
  const seat = viewerOf(house, log);
  if (!seat) throw new Refusal('not-yours');
  return seat;
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

function newLog({ edition, opponent, seat: wish, hotseat = false, memory = false, remember = true, hints = true }) {
  const seat = wish === 'random' ? ['red', 'blue'][random() % 2] : wish;
  if (!hotseat && !['red', 'blue'].includes(seat)) throw new Refusal('bad-message');
  return {
    game: newId(hotseat ? HOTSEAT : HERE), edition, opponent: hotseat ? null : opponent, seat: hotseat ? null : seat,
    time: Date.now(), armies: {}, moves: [], end: null, paused: false, revision: 0,
    terms: { clock: null, memory: Boolean(memory), remember, hints, watch: false, open: false, rated: false },
  };
}

async function begin(house, message) {
  if (message.trial) return void await beginTrial(house, message);
  const log = newLog(message);
  const { hotseat = false } = message;
  const { seat } = log;
  await makeRoom(house.store);
  house.games.load(log);
  if (!hotseat) {
    const enemy = enemyOf(seat);
    log.armies[enemy] = house.games.ask(`army ${enemy}`).letters;
    house.games.ask(`setup ${enemy} ${log.armies[enemy]}`);
  }
  await settle(house, log);
}

const plain = (text) => String(text).replace(/\W/g, '');
const squaresOf = (...squares) => squares.map(plain).join(' ');

/** Trials that nobody keeps make room for the next, but for those that it, or one that is kept, goes on from. */
async function dropTrials(store, origin) {
  const rows = await store.rows();
  const originOf = (game) => rows.find((row) => row.game === game)?.trial?.game;
  const wanted = new Set();
  for (const first of [origin, ...rows.map(({ trial }) => trial?.kept && trial.game)]) {
    for (let game = first; game && !wanted.has(game); game = originOf(game)) wanted.add(game);
  }
  for (const { game, trial } of rows) if (trial && !trial.kept && !wanted.has(game)) await store.drop(game);
}

/**
 * A game that goes on from another which is over, after so many of its moves. With `drawn` the
 * computer's army is one that the person's seat could then think possible.
 */
async function beginTrial(house, message) {
  const { record, drawn, game, ply, armies, moves, isAnalysed } = message.trial;
  const log = newLog(message);
  const enemy = enemyOf(log.seat);
  log.armies = { red: plain(armies.red), blue: plain(armies.blue) };
  if (drawn) {
    house.games.ask(`study ${record}`);
    log.armies[enemy] = house.games.ask(`deal ${Number(ply) + 1} ${log.seat} ${random()}`).letters;
  }
  log.moves = moves.slice(0, ply).map(([from, to]) => squaresOf(from, to));
  log.trial = { game: game ? String(game) : null, ply: log.moves.length, kept: false, isAnalysed: Boolean(isAnalysed) };
  house.games.load(log); // what cannot be begun costs no other its place
  await dropTrials(house.store, game);
  await makeRoom(house.store);
  await settle(house, log);
}

async function keepTrial(house, message) {
  const log = await find(house, message);
  if (!log.trial) throw new Refusal('bad-message');
  log.trial = { ...log.trial, kept: true };
  await settle(house, log);
}

async function dropTrial(house, message) {
  const { trial } = await find(house, message);
  if (!trial) throw new Refusal('bad-message');
  house.games.doubt();
  await house.store.drop(message.game);
  house.tell({ type: 'dropped', game: message.game });
}

async function setUp(house, message) {
  const log = await find(house, message);
  const seat = actorOf(house, log);
  const army = plain(message.letters);
  house.games.load(log);
  house.games.ask(`setup ${seat} ${army}`);
  log.armies[seat] = army;
  await keep(house, log);
  house.looking = null; // of two at this device the other is next
  tellGame(house, log);
}

async function move(house, message) {
  const { ply, from, to } = message;
  const log = await find(house, message);
  const seat = actorOf(house, log);
  house.games.load(log);
  if (log.paused) throw new Refusal('paused');
  if (ply !== log.moves.length) throw new Refusal('stale');
  const squares = squaresOf(from, to);
  house.games.ask(`move ${seat} ${squares}`);
  addMove(house, log, squares);
  await settle(house, log);
}

async function think(house, message) {
  if (!await house.store.get(message.game)) return; // thrown away meanwhile
  const log = await find(house, message);
  const enemy = enemyOf(log.seat);
  const view = house.games.viewOf(log);
  if (isOver(view) || view.turn !== enemy || log.paused) return;
  const { from, to } = house.games.ask(`think ${enemy} ${THINK}`);
  if (!from) return void await finish(house, log, 'resign', enemy);
  house.games.ask(`move ${enemy} ${from} ${to}`);
  addMove(house, log, `${from} ${to}`);
  await settle(house, log);
}

// Back to before the person's last move: the plies of a seat are every other one.
async function takeBack(house, message) {
  const log = await find(house, message);
  if (!log.opponent) throw new Refusal('not-computer');
  const first = log.seat === 'red' ? 0 : 1;
  const latest = log.moves.length - 1;
  const own = latest - ((latest - first) & 1);
  if (isOver(house.games.viewOf(log))) throw new Refusal('game-over');
  if (own < Math.max(first, log.trial?.ply ?? 0)) throw new Refusal('too-early');
  await settle(house, { ...log, moves: log.moves.slice(0, own), times: log.times?.slice(0, own), spent: 0 });
}

async function pause(house, message) {
  const log = await find(house, message);
  if (!log.opponent) throw new Refusal('not-computer');
  if (message.on && !log.paused) log.spent = spentOn(house, log);
  log.paused = Boolean(message.on);
  house.timed = null;
  await settle(house, log);
}

const endBy = (by) => async (house, message) => {
  const log = await find(house, message);
  await finish(house, log, by, actorOf(house, log));
};

// Two people who sit side by side agree in words: one of them presses.
async function agree(house, message) {
  const log = await find(house, message);
  if (!isHotseat(log.game)) throw new Refusal('is-computer');
  await finish(house, log, 'agreement', actorOf(house, log));
}

/** Draws the curtain; told only where there is one to draw. */
async function cover(house, message) {
  if (!isHotseat(message.game) || house.looking?.game !== message.game) return;
  house.looking = null;
  tellGame(house, await find(house, { ...message, type: 'open' }));
}

/** Who is to come has come, and the other looks away. */
async function uncover(house, message) {
  const log = await find(house, message);
  if (!isHotseat(log.game)) throw new Refusal('is-computer');
  house.looking = { game: log.game, seat: seatToCome(log, house.games.viewOf(log)) };
  tellGame(house, log);
}

const COMMANDS = {
  new: begin, keep: keepTrial, drop: dropTrial, setup: setUp, move, think, takeback: takeBack, pause, agree, cover, uncover,
  resign: endBy('resign'), abort: endBy('aborted'),
  open: async (house, message) => tellGame(house, await find(house, message)),
  close: cover,
  suggest: async ({ games, tell }, { edition, style }) => tell({
    type: 'suggestion', edition, style, ...games.ask(`suggest ${edition} ${style} ${random()}`),
  }),
  check: async ({ games, tell }, { edition, letters }) => tell({
    type: 'checked', edition, letters, ...games.ask(`check ${edition} ${letters}`),
  }),
  puzzle: async ({ games, tell }, { line }) => tell({ type: 'puzzle', ...games.ask(`puzzle ${line}`) }),
  answer: async ({ games, tell }, { puzzle, answer }) => tell({
    type: 'solution', puzzle, ...games.ask(`answer ${String(answer).replace(/[^\w-]/g, '')}`),
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
  const house = { games: createGames(rules), store, tell, serve, looking: null, timed: null };
  function serve(message) {
    last = last.then(() => carryOut(house, message));
    return last;
  }
  return serve;
}
