#!/usr/bin/env node
// tools/page-words.mjs [--check]: the page's words that the terminal says too, and its drawings
// of the pieces, as rows of C.
//
// The page's tables (web/strings) are the one source: this writes src/tui/text/page_texts.def
// and page_lists.def from them, a row a text with its four languages; and from web/play the
// paths of which pieces are drawn (src/tui/image/page_paths.def). The files are kept in the
// repository, so that a build needs no JavaScript; `--check` says whether they are what the
// page has now (tests/cli/page-words.sh).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { NAMES } = await import(join(root, 'web/strings/index.js'));
const CODES = ['en', 'nl', 'fr', 'de']; // ff_language
const LANGUAGES = {};
for (const code of CODES) LANGUAGES[code] = (await import(join(root, `web/strings/${code}.js`))).words;

const piece = (seat, name) => ({ seat, name, label: '' });
const battle = (kind) => (t) => ['red', 'blue'].map((seat) => t.sides.battle[kind](
  piece(seat, '{0}'), piece(seat === 'red' ? 'blue' : 'red', '{1}')));

// Each text by its name in C: how it is got from a language's table. Where the page makes it
// of parts these become {0}, {1}, ...
const TEXTS = {
  RED: (t) => t.seat.red,
  BLUE: (t) => t.seat.blue,
  YOUR_MOVE: (t) => t.play.yourTurn,
  THINKING: (t) => t.play.theirTurn('{0}'),
  TO_MOVE: (t) => t.players.theirMove('{0}'),
  NOT_YOUR_TURN: (t) => t.play.wait,
  CHOOSE_OWN: (t) => t.play.notYourPiece,
  NO_MOVES: (t) => t.play.noMoves('{0}'),
  MOVES: (t) => t.play.moves,
  NO_MOVES_YET: (t) => t.play.noMovesYet,
  RESIGN_ASK: (t) => t.play.resignAsk,
  RESIGN_TEXT: (t) => t.play.resignText,
  FORFEIT_ASK: (t) => t.play.forfeitAsk,
  FORFEIT_TEXT: (t) => t.play.forfeitText,
  GO: (t) => t.move.go('{0}', '{1}', '{2}'),
  SCOUTED: (t) => t.move.scouted('{0}', '{1}', '{2}', '{3}'),
  ATTACK: (t) => t.move.attack('{0}', '{1}', '{2}'),
  RED_TAKES: (t) => battle('attackerWins')(t)[0],
  BLUE_TAKES: (t) => battle('attackerWins')(t)[1],
  RED_FALLS: (t) => battle('defenderWins')(t)[0],
  BLUE_FALLS: (t) => battle('defenderWins')(t)[1],
  RED_BOTH: (t) => battle('both')(t)[0],
  BLUE_BOTH: (t) => battle('both')(t)[1],
  RED_FLAG: (t) => battle('flag')(t)[0],
  BLUE_FLAG: (t) => battle('flag')(t)[1],
  FORGOTTEN: (t) => t.battle.forgotten,
  WON: (t) => t.result.won,
  LOST: (t) => t.result.lost,
  RED_WON: (t) => t.outcome.red,
  BLUE_WON: (t) => t.outcome.blue,
  DRAWN: (t) => t.outcome.draw,
  NO_RESULT: (t) => t.outcome['*'],
  NEITHER_MOVES: (t) => t.result.by.immobile.draw,
  LOSSES_RED: (t) => t.replay.losses.red,
  LOSSES_BLUE: (t) => t.replay.losses.blue,
  AT_MOVE: (t) => t.replay.at('{0}', '{1}'),
  YOU: (t) => t.players.youAlone,
  GUEST: (t) => t.players.guest,
  NOBODY_YET: (t) => t.players.free,
  READY: (t) => t.players.ready,
  AWAY: (t) => t.players.away,
  VACATION: (t) => t.players.vacation,
  WAITING_FOR: (t) => t.players.waitingFor('{0}'),
  WATCHING: (t) => t.players.watching,
  BOTH_SET_UP: (t) => t.players.bothSettingUp,
  DRAW_OFFERED: (t) => t.actions.drawOffered('{0}'),
  PAUSED: (t) => t.actions.isPaused,
  TOOK_BACK: (t) => t.actions.tookBack,
  ABORT_ASK: (t) => t.actions.abortAsk,
  ABORT_TEXT: (t) => t.actions.abortText,
  CLAIM_NOW: (t) => t.actions.claimNow('{0}'),
  CLAIM_WIN: (t) => t.actions.claimWin,
  OFFLINE: (t) => t.offline,
  OUTAGE: (t) => t.outage,
  OUTAGE_OVER: (t) => t.outageOver,
  BACK_AGAIN: (t) => t.back,
  STUCK: (t) => t.setup.stuck,
  SWAPPED: (t) => t.setup.swapped('{0}', '{1}'),
  RULES: (t) => t.rules,
  TAKE_BACK: (t) => t.actions.takeback,
  PAUSE: (t) => t.actions.pause,
  RESUME: (t) => t.actions.resume,
  REMATCH: (t) => t.after.rematch,
  REMATCH_WAITING: (t) => t.after.rematchWaiting,
  REMATCH_OFFERED: (t) => t.after.rematchOffered('{0}'),
  CHAT: (t) => t.chat.title,
  SPECTATOR: (t) => t.chat.spectator,
  LOBBY: (t) => t.lobby.heading,
  OPEN_GAMES: (t) => t.lobby.open,
  WATCH_GAMES: (t) => t.lobby.watch,
  OFFER_GAME: (t) => t.lobby.offer,
  INVITE: (t) => t.doors.invite,
  SEEK: (t) => t.meet.title,
  SEEKING: (t) => t.meet.looking,
  STOP_SEEKING: (t) => t.meet.cancel,
  INVITATION_CODE: (t) => t.join.code,
  AGAINST: (t) => t.rows.against('{0}'),
  YOUR_TURN: (t) => t.rows.yourTurn,
  COMPUTER: (t) => t.newGame.computer,
  MEMORY_SHORT: (t) => t.terms.memoryShort,
  NO_CLOCK_SHORT: (t) => t.terms.noClock,
  RATED_SHORT: (t) => t.terms.ratedShort,
  NO_HINTS: (t) => t.terms.noHints,
  NO_REMEMBER: (t) => t.terms.noRemember,
  FOR_YOU: (t) => t.lobby.forYou,
  EDITION: (t) => t.lobby.only,
  YOUR_COLOUR: (t) => t.home.colour,
  RANDOM: (t) => t.seat.random,
  GAME_CLOCK: (t) => t.terms.clock,
  MEMORY_TERM: (t) => t.home.memory,
  REMEMBER_TERM: (t) => t.terms.remember,
  HINTS_TERM: (t) => t.terms.hints,
  WATCH_TERM: (t) => t.terms.watch,
  BOTS_TERM: (t) => t.meet.bots,
  RATED_TERM: (t) => t.terms.rated,
  HUMAN_MEMORY: (t) => t.levels.human('{0}'),
};

// Texts by the words that programs say: list, key, text.
const LISTS = {
  reason: (t) => Object.entries(t.reasons).filter(([key]) => !key.includes(' ')),
  ending: (t) => Object.entries(t.ending),
  edition: (t) => Object.entries(t.editions),
  opponent: (t) => [...NAMES.map((name, i) => [`level:${i + 1}`, name]),
    ...Object.entries(t.opponents).map(([key, [name]]) => [key, name])],
  style: (t) => [...t.levels.texts.map((text, i) => [`level:${i + 1}`, text]),
    ...Object.entries(t.opponents).map(([key, [, text]]) => [key, text])],
  greeting: (t) => t.levels.greetings.map((text, i) => [`level:${i + 1}`, text]),
  preset: (t) => Object.entries(t.styles).map(([key, [title]]) => [key, title]),
  'preset-text': (t) => Object.entries(t.styles).map(([key, [, text]]) => [key, text]),
};

const OPENING = '/* Written by tools/page-words.mjs from web: change it there. */\n';

// A line cannot be broken where a blank of the page's stands; a terminal breaks by itself.
const quote = (text) => `"${text.replace(/[\u00a0\u202f]/g, ' ').replace(/["\\]/g, '\\$&')}"`;
const row = (macro, keys, texts) => `${macro}(${[...keys, ...texts.map(quote)].join(',\n     ')})\n`;
const inAll = (get) => CODES.map((code) => get(LANGUAGES[code]));

const texts = Object.entries(TEXTS).map(([name, get]) => row('TEXT', [name], inAll(get)));
const lists = Object.entries(LISTS).flatMap(([list, get]) => {
  const [first, ...others] = inAll(get).map((entries) => new Map(entries));
  return [...first].map(([key, text]) => row('ROW', [quote(list), quote(key)],
    [text, ...others.map((one) => one.get(key))]));
});

// What is drawn: of which picture a part is, how it is painted, and its path.
const { FIGURES } = await import(join(root, 'web/drawing/figures.js'));
const { BACKS, TILES } = await import(join(root, 'web/play/pieces.js'));
const part = (picture, [kind, d]) => `PART("${picture}", "${kind}",\n     "${d}")\n`;
const paths = [
  ...Object.entries(TILES).map(([seat, d]) => part(`tile-${seat}`, ['face', d])),
  ...Object.entries(BACKS).flatMap(([seat, list]) => list.map((one) => part(`back-${seat}`, one))),
  ...Object.entries(FIGURES).flatMap(([rank, list]) => list.map((one) => part(`figure-${rank}`, one))),
];

let stale = false;
const FILES = [['text/page_texts.def', texts], ['text/page_lists.def', lists], ['image/page_paths.def', paths]];
for (const [name, rows] of FILES) {
  const path = join(root, 'src/tui', name);
  const wanted = OPENING + rows.join('');
  if (!process.argv.includes('--check')) writeFileSync(path, wanted);
  else if (readFileSync(path, 'utf8') !== wanted) {
    console.log(`src/tui/text/${name}: the page says something else; run tools/page-words.mjs`);
    stale = true;
  }
}
process.exit(stale ? 1 : 0);
