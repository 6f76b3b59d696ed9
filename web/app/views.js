// The views that the start page can do without: by address, and by a game's phase. They come in a
// file of their own, when the start page stands or an address asks for one.

import { accountView } from '../pages/account.js';
import { curtainView } from '../play/curtain.js';
import { editorView } from '../army/editor.js';
import { el } from '../ui/dom.js';
import { gameOverView } from '../play/game-over.js';
import { joinView, offerView } from '../pages/join.js';
import { learnView } from '../pages/learn.js';
import { lobbyView } from '../pages/lobby.js';
import { newGameView } from '../pages/new-game.js';
import { peopleView } from '../pages/people.js';
import { playView } from '../play/play.js';
import { puzzlesView } from '../pages/puzzles.js';
import { replayPage } from '../pages/replay-page.js';
import { seekView } from '../pages/seek.js';
import { setupView } from '../army/setup.js';
import { t } from '../strings/index.js';
import { tournamentsView } from '../tournaments/tournaments.js';
import { waitingView } from '../pages/waiting.js';
import { watchView } from '../pages/watch.js';

export { createAnalysis } from '../analysis/panel.js';
export { openTrial } from '../analysis/trial.js';
export { rulesDialog } from '../play/rules.js';

/** @type {Array<[RegExp, (app: any, ...given: string[]) => any]>} */
export const PAGES = [
  [/^#\/new\/(computer|friend|lobby|two)$/, newGameView],
  [/^#\/lobby$/, lobbyView],
  [/^#\/seek$/, seekView],
  [/^#\/watch$/, watchView],
  [/^#\/tournaments(?:\/([^/]+))?$/, tournamentsView],
  [/^#\/join(?:\/(.+))?$/, joinView],
  [/^#\/editor$/, (to, again) => editorView(to, undefined, undefined, again)],
  [/^#\/army\/([^/]+)\/([A-Za-z_]+)$/, editorView],
  [/^#\/replay(?:\/(\d+)(\/analysis)?)?$/, replayPage],
  [/^#\/learn$/, learnView],
  [/^#\/puzzles(?:\/(rated|day|clock|flag|win|miner|hold))?$/, puzzlesView],
  [/^#\/account$/, accountView],
  [/^#\/people(?:\/(.+))?$/, peopleView],
];

const waitingNote = () => ({
  element: el('div', { class: 'note card' }, el('p', {}, t.players.bothSettingUp)), title: '', update: () => {},
});

/** By phase; `handed` is what the same view has handed on, and what the address asks for. */
export const GAME_VIEWS = {
  waiting: (app, game, _handed) => (game.seat ? waitingView(app, game) : offerView(app, game)),
  setup: (app, game, handed) => (game.seat ? setupView(app, game, handed) : waitingNote()),
  play: (app, game, _handed) => playView(app, game),
  over: (app, game, handed) => gameOverView(app, game, handed),
  curtain: (app, game, _handed) => curtainView(app, game),
};
