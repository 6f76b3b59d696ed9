// Tournaments: which there are; and one of them, with its standings and games.

import { button, compact, el } from '../ui/dom.js';
import { gameHash, profileHash, tournamentHash } from '../ui/hashes.js';
import { recordsButton } from '../ui/records.js';
import { exhibitionBoards } from './exhibition-boards.js';
import { isOwnExhibition } from './exhibitions.js';
import { opponentsList } from './exhibition-opponents.js';
import { emptyState, linkTo } from '../pages/empty.js';
import { clockWords } from '../pages/terms.js';
import { playerName } from '../play/players.js';
import { tournamentForm } from './tournament-form.js';
import { clockFace } from '../strings/grammar.js';
import { language, refusalText, t } from '../strings/index.js';

const TICK = 1000; // ms
const PAGE = 50; // lines of the standings, as the server tells them
const ROUNDS = ['buchholzCut1', 'buchholz', 'sonnebornBerger'];

/** Hundredths of a point. @param {number} hundredths */
const pointsText = (hundredths) => (hundredths / 100).toLocaleString(language, { maximumFractionDigits: 2 });
/** @param {number} time */
const dateText = (time) => new Date(time).toLocaleString(language, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** How long until then. @param {number} ms */
const clockText = (ms) => clockFace(Math.max(0, Math.ceil(ms / 1000)));

const hasRounds = ({ system }) => system === 'swiss' || system === 'round-robin';

/** What it is, in a line. @param {any} app @param {TournamentRow} row */
function termsText(app, row) {
  const w = t.tournaments;
  return [w.system[row.system], app.editionTitle(row.edition), clockWords(row.clock),
    row.system === 'arena' ? row.minutes && w.minutes(row.minutes) : hasRounds(row) && row.rounds && w.rounds(row.rounds),
    row.rated && w.rated, row.guests && w.guests].filter(Boolean).join(' · ');
}

/** When it begins, or how far it is. @param {TournamentRow} row @param {number} now the server's time */
function timeText(row, now) {
  const w = t.tournaments;
  if (row.state === 'open') {
    const wait = row.starts - now;
    if (wait <= 0) return w.soon;
    return wait > 12 * 3600000 ? w.starts(dateText(row.starts)) : w.in(clockText(wait));
  }
  if (row.state !== 'running') return `${w.state[row.state]} · ${dateText(row.ended ?? row.starts)}`;
  if (row.system === 'arena') return w.left(clockText(row.starts + (row.minutes ?? 0) * 60000 - now));
  return hasRounds(row) ? w.round(Math.max(1, row.round), row.rounds ?? 1) : w.state.running;
}

/** How many of simultaneous games go on. @param {Tournament} one */
function gamesLeft({ system, state, games }) {
  const left = games.filter(({ result }) => result === '*').length;
  return system === 'exhibition' && state === 'running' && left > 0 && t.tournaments.exhibition.left(left);
}

/** What it asks of who takes part. @param {Tournament} one */
function noteText(one) {
  const w = t.tournaments;
  if (!['open', 'running'].includes(one.state)) return '';
  const playing = one.asks ? w.exhibition.asked : w.in_;
  return [one.in && (isOwnExhibition(one) ? w.exhibition.note : playing), one.away && w.awayNote, w.noShow].filter(Boolean).join(' ');
}

const TAKE_LATE = ['arena', 'swiss'];

/** Can one still take part, or again? A Swiss one takes nobody in its last round. @param {Tournament} one */
const takesPart = ({ state, system, away, round, rounds }) => state === 'open'
  || (state === 'running' && (Boolean(away) || TAKE_LATE.includes(system)) && !(system === 'swiss' && round >= (rounds ?? 0)));

/** What one presses to take part. @param {Tournament} one */
function joinText({ away, chooses }) {
  if (away) return t.tournaments.again;
  return chooses ? t.tournaments.exhibition.ask : t.tournaments.join;
}

/** As the standings have it. @param {App} app @returns {?string} */
function ownName(app) {
  const { name, called } = app.welcome.you ?? {};
  return name ?? (called ? `${called} (Guest)` : null);
}

/** @param {any} app @param {Player} player */
const nameText = (app, player) => (player.name ? playerName(app, player) : t.tournaments.gone);

/** Who plays all others, and with which colour. @param {any} app @param {Tournament} one */
function hostTexts(app, { host, seat }) {
  const w = t.tournaments.exhibition;
  if (!host) return [];
  const name = nameText(app, host);
  return seat ? [w.against(name), w.playsAll(name, t.seat[seat])] : [w.against(name)];
}

/** @param {any} app @param {Player} player */
function nameOf(app, player) {
  if (!player.name) return el('span', { class: 'fine' }, t.tournaments.gone);
  return player.kind === 'guest' ? playerName(app, player) : el('a', { href: profileHash(player.name) }, player.name);
}

/** @param {any} app @param {Tournament} one */
function standingsTable(app, one) {
  const w = t.tournaments;
  const lines = one.standings.filter(({ asks }) => !asks);
  const keys = hasRounds(one) ? ['games', ...ROUNDS] : ['games', 'wins', one.system === 'arena' && 'streak'].filter(Boolean);
  const me = ownName(app);
  const head = (key) => el('th', { scope: 'col' }, w.short[key] ? el('abbr', { title: w[key] }, w.short[key]) : w[key]);
  const value = (key, line) => (ROUNDS.includes(key) ? pointsText(line[key]) : line[key]);
  return el('div', { class: 'table-scroll' }, el('table', { class: 'standings' },
    el('thead', {}, el('tr', {}, ...['place', 'player', 'points', ...keys].map(head))),
    el('tbody', {}, ...lines.map((line) => el('tr', { class: line.player.name && line.player.name === me ? 'mine' : null },
      el('td', {}, line.place), el('th', { scope: 'row' }, nameOf(app, line.player), line.away && el('small', { class: 'fine' }, ` ${w.away}`)),
      el('td', {}, el('strong', {}, pointsText(line.points))), ...keys.map((key) => el('td', {}, value(key, line))))))));
}

/** @param {any} app @param {Tournament} one */
function gamesList(app, one) {
  const w = t.tournaments;
  return el('ul', { class: 'pairings' }, ...one.games.map((game) => {
    const words = game.blue ? `${w.result[game.result]}${game.forfeit ? ` ${w.forfeit}` : ''}` : w.bye;
    return el('li', {}, el('span', {}, nameText(app, game.red), game.blue && ` – ${nameText(app, game.blue)}`),
      game.game ? el('a', { href: gameHash(game.game) }, words) : el('span', { class: 'fine' }, words));
  }));
}

/** What is told to all who watch says of oneself what the standings say. @param {App} app @param {any} told @param {?Tournament} before @returns {Tournament} */
function withOwnPart(app, told, before) {
  const mine = told.standings.find(({ player }) => player.name && player.name === ownName(app));
  const part = mine ? { in: !mine.away, away: mine.away, asks: mine.asks } : { in: told.in ?? before?.in, away: told.away ?? before?.away };
  return { ...told, ...part, own: told.own ?? before?.own };
}

/** One tournament. @param {App} app @param {string} id */
function oneView(app, id) {
  const w = t.tournaments;
  const status = el('p', { class: 'message', role: 'status' }, t.loading);
  const heading = el('h1', {}, w.title);
  const terms = el('p', { class: 'fine' });
  const time = el('p', { class: 'seek-time' });
  const own = el('div', { class: 'row' });
  const note = el('p', { class: 'fine' });
  const content = el('div', { class: 'tournament-cards' });
  const boards = exhibitionBoards(app);
  const saving = el('p', { class: 'fine', role: 'status' });
  const records = el('div', { class: 'row' },
    recordsButton(`/api/tournament/${encodeURIComponent(id)}/games.ffr`, w.records, w.recordsSaved, saving), saving);
  /** @type {?Tournament} */
  let one = null;
  let ahead = 0; // the server's time before this page's
  let first = 0;

  const enter = () => {
    if (!app.send({ type: 'tournament', tournament: id, on: true, first }) && !one) status.textContent = t.people.unreachable;
  };
  const turn = (to) => {
    first = to;
    enter();
  };
  const tick = () => { if (one) time.textContent = gamesLeft(one) || timeText(one, Date.now() + ahead); };
  const timer = setInterval(tick, TICK);
  const act = (label, type, kind = '') => button(label, () => app.order({ type, tournament: id }), kind);

  /** @param {Tournament} shown */
  function ownButtons(shown) {
    if (!['open', 'running'].includes(shown.state) || (!shown.in && !takesPart(shown))) return [];
    if (!app.welcome.you?.name && !shown.guests) return [linkTo('#/account', w.signIn)];
    if (!ownName(app)) return [linkTo('#/account', w.nameFirst)];
    const isMaker = shown.state === 'open' && shown.own;
    if (isOwnExhibition(shown)) return isMaker ? [act(w.cancel, 'tournament-cancel', 'quiet')] : [];
    const entry = shown.in ? act(w.leave, 'tournament-leave', 'quiet')
      : act(joinText(shown), 'tournament-join', 'primary');
    return compact([entry, isMaker && act(w.cancel, 'tournament-cancel', 'quiet')]);
  }

  function render() {
    if (!one) return;
    const shown = one;
    heading.textContent = shown.name;
    terms.textContent = [...hostTexts(app, shown), termsText(app, shown), w.players(shown.players, shown.places)].join(' · ');
    boards.show(shown);
    own.replaceChildren(...ownButtons(shown));
    note.textContent = noteText(shown);
    const more = shown.from + PAGE < shown.players;
    content.replaceChildren(...opponentsList(app, shown, nameOf),
      el('section', { class: 'card' }, el('h2', {}, w.standings), standingsTable(app, shown),
        el('div', { class: 'row' }, shown.from > 0 && button(w.newest, () => turn(0), 'quiet'),
          more && button(w.more, () => turn(shown.from + PAGE), 'quiet'))),
      el('section', { class: 'card' }, el('h2', {}, w.pairings), shown.games.length ? gamesList(app, shown) : el('p', { class: 'fine' }, w.noGames),
        shown.games.some(({ game, forfeit, result }) => game && !forfeit && result !== '*') && records));
    app.setTitle(shown.name);
    tick();
  }

  enter();
  return {
    element: el('div', { class: 'tournament-page' },
      el('header', { class: 'hero' }, heading, terms), el('section', { class: 'card' }, time, own, note, status), boards.element, content),
    title: w.title,
    receive(message) {
      if (message.type === 'tournament' && message.tournament === id) {
        if (first > 0 && message.from !== first) return;
        if (!one) status.textContent = '';
        one = withOwnPart(app, message, one);
        ahead = message.now - Date.now();
        render();
      } else if (message.type === 'suggestion') boards.receive(message);
      else if (message.type === 'done' || message.type === 'refused') {
        status.textContent = message.type === 'done' ? '' : refusalText(message);
        if (message.re !== 'tournament') enter(); // it is no longer what was on show when something was pressed
      }
    },
    reconnected: enter,
    gamesChanged: () => boards.gamesChanged(),
    destroy() {
      clearInterval(timer);
      app.send({ type: 'tournament', tournament: id, on: false });
    },
  };
}

/** All that there are. @param {App} app */
function listView(app) {
  const w = t.tournaments;
  const status = el('p', { class: 'message', role: 'status' });
  const content = el('div', { class: 'tournament-cards' }, el('p', { class: 'fine' }, t.loading));
  /** @type {TournamentRow[]} */
  let rows = [];
  let before = null;
  let isAnnounced = false; // by this view: an answer that was still on its way to another one leads nowhere

  const row = (one, now) => el('li', { class: 'offer-row' }, el('span', { class: 'offer-text' },
    el('a', { href: tournamentHash(one.tournament) }, el('strong', {}, one.name)), el('span', { class: 'fine' }, termsText(app, one)),
    el('span', { class: 'fine' }, `${timeText(one, now)} · ${w.players(one.players, one.places)}`)));

  function noneCard() {
    const [title, text] = w.empty;
    return el('section', { class: 'card' }, emptyState(title, text));
  }

  function render(now) {
    const group = (state) => {
      const list = rows.filter((one) => one.state === state);
      return list.length > 0 && el('section', { class: 'card' }, el('h2', {}, w.state[state]),
        el('ul', { class: 'offers' }, ...list.map((one) => row(one, now))));
    };
    content.replaceChildren(...compact(['running', 'open', 'over'].map(group)),
      ...(rows.some(({ state }) => state !== 'over' && state !== 'cancelled') ? [] : [noneCard()]),
      ...(before ? [button(w.more, () => app.order({ type: 'tournaments', before }), 'quiet')] : []));
  }

  const enter = () => {
    const isFirst = rows.length === 0;
    rows = [];
    const sent = app.send({ type: 'tournaments' });
    if (!sent && isFirst) content.replaceChildren(el('p', { class: 'message' }, t.people.unreachable));
  };
  enter();
  return {
    element: el('div', { class: 'tournament-page' }, el('header', { class: 'hero' }, el('h1', {}, w.title)), status, content,
      app.welcome.you?.name ? tournamentForm(app, () => { isAnnounced = true; }) : el('p', {}, linkTo('#/account', w.signIn))),
    title: w.title,
    receive(message) {
      if (message.type === 'tournaments') {
        const told = new Set(message.tournaments.map(({ tournament }) => tournament));
        rows = [...rows.filter(({ tournament }) => !told.has(tournament)), ...message.tournaments];
        before = message.before;
        render(message.now);
      } else if (message.type === 'tournament' && isAnnounced && message.own) app.goTo(tournamentHash(message.tournament));
      else if (message.type === 'refused') status.textContent = refusalText(message);
    },
    reconnected: enter,
  };
}

/** @param {App} app @param {string} [id] */
export const tournamentsView = (app, id) => (id ? oneView(app, id) : listView(app));
