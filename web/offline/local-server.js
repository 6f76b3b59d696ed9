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
function drop(server) {
  server.games.doubt();
  server.looking = null;
}

/** The log of a game; one that has gone on in another tab is begun with again only by `open`. */
async function find(server, { type, game }) {
  const { games, store } = server;
  const [held, log] = [games.at(game), await store.get(game)];
  if (!log) throw new Refusal('unknown-here');
  if (!held) return log;
  if (held.revision === log.revision) return held;
  drop(server);
  if (type !== 'open') throw new Refusal('elsewhere');
  return log;
}

/** Whose view is told: null before a curtain, and for both in a game of two that is over. */
const viewerOf = ({ looking }, log) => log.seat ?? (looking?.game === log.game ? looking.seat : null);

// How long a move takes: from when the position was first told in this worker, without pauses.

function beginTime(server, { game, moves }) {
  const { timed } = server;
  if (timed?.game !== game || timed.ply !== moves.length) server.timed = { game, ply: moves.length, at: performance.now() };
}

function spentOn({ timed }, { game, moves, spent = 0 }) {
  const isTimed = timed?.game === game && timed.ply === moves.length;
  return Math.round(spent + (isTimed ? performance.now() - timed.at : 0));
}

/** A log with one more move, and the time that it took. */
function addMove(server, log, squares) {
  log.times = [...(log.times ?? log.moves.map(() => null)), spentOn(server, log)];
  log.spent = 0;
  log.moves.push(squares);
}

/** Tells a game, and has the computer answer where it is to move. */
function tellGame(server, log) {
  const { games, tell, serve } = server;
  const view = games.viewOf(log);
  const viewer = viewerOf(server, log);
  if (phaseOf(log, view) === 'play' && !log.paused) beginTime(server, log);
  if (isOver(view)) tell(games.messageOf(log, view));
  else tell(viewer ? games.messageOf(log, games.viewOf(log, viewer), viewer) : games.coverOf(log, view));
  const waits = log.opponent && phaseOf(log, view) === 'play' && view.turn !== log.seat && !log.paused;
  if (waits) serve({ type: 'think', game: log.game });
}

async function keep(server, log) {
  const { games, store } = server;
  if (!await store.put(log, rowOf(log, games.viewOf(log)))) {
    drop(server);
    throw new Refusal('elsewhere');
  }
  log.revision = (log.revision ?? 0) + 1;
}

/** Keeps what has changed, and tells it. */
async function settle(server, log) {
  await keep(server, log);
  tellGame(server, log);
}

/** The seat that acts; behind a curtain nobody does. */
function actorOf(server, log) {
  const seat = viewerOf(server, log);
  if (!seat) throw new Refusal('not-yours');
  return seat;
}

async function finish(server, log, by, seat) {
  server.games.load(log);
  server.games.ask(`end ${by} ${seat}`);
  log.end = { by, seat };
  await settle(server, log);
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

async function begin(server, message) {
  if (message.trial) return void await beginTrial(server, message);
  const log = newLog(message);
  const { hotseat = false } = message;
  const { seat } = log;
  await makeRoom(server.store);
  server.games.load(log);
  if (!hotseat) {
    const enemy = enemyOf(seat);
    log.armies[enemy] = server.games.ask(`army ${enemy}`).letters;
    server.games.ask(`setup ${enemy} ${log.armies[enemy]}`);
  }
  await settle(server, log);
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
async function beginTrial(server, message) {
  const { record, drawn, game, ply, armies, moves, isAnalysed } = message.trial;
  const log = newLog(message);
  const enemy = enemyOf(log.seat);
  log.armies = { red: plain(armies.red), blue: plain(armies.blue) };
  if (drawn) {
    server.games.ask(`study ${record}`);
    log.armies[enemy] = server.games.ask(`deal ${Number(ply) + 1} ${log.seat} ${random()}`).letters;
  }
  log.moves = moves.slice(0, ply).map(([from, to]) => squaresOf(from, to));
  log.trial = { game: game ? String(game) : null, ply: log.moves.length, kept: false, isAnalysed: Boolean(isAnalysed) };
  server.games.load(log); // what cannot be begun costs no other its place
  await dropTrials(server.store, game);
  await makeRoom(server.store);
  await settle(server, log);
}

async function keepTrial(server, message) {
  const log = await find(server, message);
  if (!log.trial) throw new Refusal('bad-message');
  log.trial = { ...log.trial, kept: true };
  await settle(server, log);
}

async function dropTrial(server, message) {
  const { trial } = await find(server, message);
  if (!trial) throw new Refusal('bad-message');
  server.games.doubt();
  await server.store.drop(message.game);
  server.tell({ type: 'dropped', game: message.game });
}

async function setUp(server, message) {
  const log = await find(server, message);
  const seat = actorOf(server, log);
  const army = plain(message.letters);
  server.games.load(log);
  server.games.ask(`setup ${seat} ${army}`);
  log.armies[seat] = army;
  await keep(server, log);
  server.looking = null; // of two at this device the other is next
  tellGame(server, log);
}

async function move(server, message) {
  const { ply, from, to } = message;
  const log = await find(server, message);
  const seat = actorOf(server, log);
  server.games.load(log);
  if (log.paused) throw new Refusal('paused');
  if (ply !== log.moves.length) throw new Refusal('stale');
  const squares = squaresOf(from, to);
  server.games.ask(`move ${seat} ${squares}`);
  addMove(server, log, squares);
  await settle(server, log);
}

async function think(server, message) {
  if (!await server.store.get(message.game)) return; // thrown away meanwhile
  const log = await find(server, message);
  const enemy = enemyOf(log.seat);
  const view = server.games.viewOf(log);
  if (isOver(view) || view.turn !== enemy || log.paused) return;
  const { from, to } = server.games.ask(`think ${enemy} ${THINK}`);
  if (!from) return void await finish(server, log, 'resign', enemy);
  server.games.ask(`move ${enemy} ${from} ${to}`);
  addMove(server, log, `${from} ${to}`);
  await settle(server, log);
}

// Back to before the person's last move: the plies of a seat are every other one.
async function takeBack(server, message) {
  const log = await find(server, message);
  if (!log.opponent) throw new Refusal('not-computer');
  const first = log.seat === 'red' ? 0 : 1;
  const latest = log.moves.length - 1;
  const own = latest - ((latest - first) & 1);
  if (isOver(server.games.viewOf(log))) throw new Refusal('game-over');
  if (own < Math.max(first, log.trial?.ply ?? 0)) throw new Refusal('too-early');
  await settle(server, { ...log, moves: log.moves.slice(0, own), times: log.times?.slice(0, own), spent: 0 });
}

async function pause(server, message) {
  const log = await find(server, message);
  if (!log.opponent) throw new Refusal('not-computer');
  if (message.on && !log.paused) log.spent = spentOn(server, log);
  log.paused = Boolean(message.on);
  server.timed = null;
  await settle(server, log);
}

const endBy = (by) => async (server, message) => {
  const log = await find(server, message);
  await finish(server, log, by, actorOf(server, log));
};

// Two people who sit side by side agree in words: one of them presses.
async function agree(server, message) {
  const log = await find(server, message);
  if (!isHotseat(log.game)) throw new Refusal('is-computer');
  await finish(server, log, 'agreement', actorOf(server, log));
}

/** Draws the curtain; told only where there is one to draw. */
async function cover(server, message) {
  if (!isHotseat(message.game) || server.looking?.game !== message.game) return;
  server.looking = null;
  tellGame(server, await find(server, { ...message, type: 'open' }));
}

/** Who is to come has come, and the other looks away. */
async function uncover(server, message) {
  const log = await find(server, message);
  if (!isHotseat(log.game)) throw new Refusal('is-computer');
  server.looking = { game: log.game, seat: seatToCome(log, server.games.viewOf(log)) };
  tellGame(server, log);
}

const COMMANDS = {
  new: begin, keep: keepTrial, drop: dropTrial, setup: setUp, move, think, takeback: takeBack, pause, agree, cover, uncover,
  resign: endBy('resign'), abort: endBy('aborted'),
  open: async (server, message) => tellGame(server, await find(server, message)),
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

async function carryOut(server, message) {
  const { type: re, game } = message;
  try {
    if (!Object.hasOwn(COMMANDS, re)) throw new Refusal('away');
    await COMMANDS[re](server, message);
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    // Whatever else went wrong, the log that is kept is whole: the game is made of it anew.
    if (!isRefusal) server.games.doubt();
    server.tell({ type: 'refused', re, game, reason: isRefusal ? error.message : 'not-kept' });
  }
}

/**
 * @param {{call: (command: string) => string}} rules the module
 * @param {object} store see store.js
 * @param {(message: any) => void} tell is given every answer
 * @returns {(message: any) => Promise<void>} what serves messages, one after the other
 */
export function createLocalServer(rules, store, tell) {
  let last = Promise.resolve();
  const server = { games: createGames(rules), store, tell, serve, looking: null, timed: null };
  function serve(message) {
    last = last.then(() => carryOut(server, message));
    return last;
  }
  return serve;
}
