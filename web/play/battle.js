// A battle, played on the board: the attacker lunges, both turn face up, strength meets
// strength, and who falls goes to the tray. It is a picture over the board and never in
// the way: nothing waits for it that a hand wants.

import { el, svg } from '../ui/dom.js';
import { pieceImage } from './pieces.js';
import { BOMB, SPY } from './state.js';

/** How long a battle is shown, in milliseconds, by the setting; never above 900. */
export const BATTLE_TIME = { pause: 880, quick: 420 };

/** When both are face up and meet, as a part of the whole. */
export const IMPACT = 0.42;

/**
 * What is seen and heard of a battle: `flag`, `both`, `bomb`, `defuse`, `spy` or `clash`.
 * @param {Array<?string>} ranks attacker's and defender's
 * @param {string} outcome as the server says it
 */
export function kindOfBattle([attacker, defender], outcome) {
  if (outcome === 'flag' || outcome === 'both') return outcome;
  if (defender === BOMB) return outcome === 'attacker' ? 'defuse' : 'bomb';
  return attacker === SPY && outcome === 'attacker' ? 'spy' : 'clash';
}

/** @typedef {'attacker' | 'defender'} Role */
/** @typedef {ReturnType<typeof fighter>} Fighter */

/** @type {Record<NonNullable<GameEvent['battle']>, Role[]>} */
const FALLEN = { attacker: ['defender'], flag: ['defender'], defender: ['attacker'], both: ['attacker', 'defender'] };

/** @param {number} n @param {number} inner @param {number} outer */
const rays = (n, inner, outer) => Array.from({ length: n * 2 }, (_, i) => {
  const angle = (Math.PI * i) / n;
  const radius = (i % 2 ? inner : outer) * (i % 4 === 0 ? 1 : 0.82);
  return `${i ? 'L' : 'M'}${(50 + radius * Math.sin(angle)).toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`;
}).join('').concat('z');

/** @param {number} x @param {number} y @param {number} r */
const puff = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

// What is drawn where they meet: parts by way of painting, on 100 x 100.
/** @type {Record<string, Array<[string, string]>>} */
const EFFECTS = {
  clash: [['spark', rays(8, 12, 34)]],
  both: [['spark', rays(8, 12, 38)]],
  bomb: [['fire', rays(11, 44, 82)], ['spark', rays(9, 24, 52)], ['flash', puff(50, 50, 17)], ['smoke', puff(14, 22, 15) + puff(86, 16, 19) + puff(92, 74, 13)]],
  defuse: [['smoke', puff(58, 6, 13) + puff(74, -10, 10) + puff(48, -16, 8)]],
  spy: [['blade', 'M100-6Q58 42 0 106 24 40 100-6z']],
  flag: [['glory', rays(14, 46, 92)]],
};

/** @param {string} kind */
const effect = (kind) => svg('svg', { class: `effect effect-${kind}`, viewBox: '0 0 100 100' },
  ...EFFECTS[kind].map(([name, d]) => svg('path', { class: name, d })));

/**
 * A fighter on its square: its back over its face, where it was hidden so far.
 * @param {Role} role @param {Pick<Piece, 'seat' | 'rank'>} piece @param {?string} rank @param {(rank: string) => string} label
 */
function fighter(role, { seat, rank: seen }, rank, label) {
  const front = pieceImage({ seat, rank }, rank ? label(rank) : '');
  const back = rank && !seen ? pieceImage({ seat, rank: null }, '') : null;
  return { role, seat, rank, front, back, element: el('div', { class: `duellist ${role}` }, front, back) };
}

/** @param {number} x @param {number} y */
const shift = (x, y, more = '') => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${more}`;

// Ways of falling: how it turns, where it goes from where it stood, and how fast.
/** @type {Record<string, {turn: number, hop: number}>} */
const FALLS = {
  clash: { turn: 82, hop: 0.12 },
  both: { turn: 78, hop: 0.16 },
  bomb: { turn: 300, hop: 0.9 },
  defuse: { turn: 0, hop: 0.02 },
  spy: { turn: 88, hop: 0 },
  flag: { turn: 76, hop: 0 },
};

const winning = () => [{ offset: 0.7, transform: shift(0, 0, 'scale(1.08)') }, { offset: 0.8, transform: shift(0, 0) }, { offset: 1, transform: shift(0, 0) }];

/**
 * @typedef {object} Clash
 * @property {number} from @property {number} to the squares
 * @property {Array<Pick<Piece, 'seat' | 'rank'>>} pieces attacker and defender as they were seen before
 * @property {Array<?string>} ranks theirs, null where it is not told
 * @property {NonNullable<GameEvent['battle']>} outcome as the server says it
 */

/**
 * @typedef {object} ShownHow
 * @property {number} time milliseconds
 * @property {(rank: string) => string} label what is printed on that rank
 * @property {(seat: Seat, rank: ?string) => ?Element} [trayOf] where the fallen go, if it is in sight
 */

class Battle {
  /** As `playBattle`. @param {Board} board @param {Clash} battle @param {ShownHow} how */
  constructor(board, battle, how) {
    const { from, to, pieces, ranks, outcome } = battle;
    const { time, label, trayOf = () => null } = how;
    this.board = board;
    this.kind = kindOfBattle(ranks, outcome);
    this.outcome = outcome;
    this.time = time;
    this.trayOf = trayOf;
    this.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.a = board.placeOf(from);
    this.b = board.placeOf(to);
    this.size = this.b.size;
    const length = Math.hypot(this.b.x - this.a.x, this.b.y - this.a.y) || 1;
    this.way = { x: (this.b.x - this.a.x) / length, y: (this.b.y - this.a.y) / length };
    this.cell = board.cell(to);
    this.layer = el('div', { class: 'battle-layer', 'aria-hidden': 'true' });
    const both = [fighter('attacker', pieces[0], ranks[0], label), fighter('defender', pieces[1], ranks[1], label)];
    this.fighters = both;
    /** @type {Animation[]} */
    this.running = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  begin() {
    const { layer, b, size } = this;
    layer.style.transform = shift(b.x, b.y);
    layer.style.width = `${size}px`;
    layer.style.height = `${size}px`;
    layer.append(...this.fighters.map(({ element }) => element).reverse()); // the attacker above
    this.cell.classList.add('in-battle');
    this.board.overlay(layer);
    this.fighters.forEach((one) => this.move(one));
    this.strike();
    this.timer = setTimeout(() => this.end(), this.time);
  }

  end() {
    clearTimeout(this.timer);
    this.running.forEach((one) => one.cancel());
    this.layer.remove();
    this.cell.classList.remove('in-battle');
  }

  /** @param {Element} element @param {Keyframe[]} frames */
  animate(element, frames) {
    this.running.push(element.animate(frames, { duration: this.time, fill: 'both' }));
  }

  // Where it stands when they meet: attacker before, defender behind the middle of the square.
  /** @param {Fighter} one */
  stance({ role }) {
    const reach = role === 'attacker' ? -0.6 : 0.28;
    return { x: this.way.x * reach * this.size, y: this.way.y * reach * this.size };
  }

  /** @param {Fighter} one */
  comingIn(one) {
    const { x, y } = this.stance(one);
    const { a, b, way } = this;
    if (one.role === 'defender') return [{ offset: 0, transform: shift(0, 0) }, { offset: 0.2, transform: shift(0, 0) }, { offset: 0.27, transform: shift(x, y) }];
    return [
      { offset: 0, transform: shift(a.x - b.x, a.y - b.y), easing: 'cubic-bezier(.5,0,.9,.6)' },
      { offset: 0.22, transform: shift(x, y, 'scale(1.06)') }, { offset: 0.28, transform: shift(x - way.x * 6, y - way.y * 6) },
    ];
  }

  /** @param {Fighter} one */
  meeting(one) {
    const { x, y } = this.stance(one);
    const { way, size } = this;
    const lean = one.role === 'attacker' ? 0.1 : -0.04;
    return [
      { offset: IMPACT - 0.07, transform: shift(x, y, 'scale(1.1)'), easing: 'ease-in' },
      { offset: IMPACT, transform: shift(x + way.x * lean * size, y + way.y * lean * size, 'scale(1.12)') },
      { offset: IMPACT + 0.08, transform: shift(x, y, 'scale(1.08)') },
    ];
  }

  /** @param {Fighter} one */
  falling(one) {
    const { x, y } = this.stance(one);
    const { way, size, b } = this;
    const { turn, hop } = FALLS[this.kind];
    const side = way.x < -0.1 || (Math.abs(way.x) <= 0.1 && one.role === 'attacker') ? -1 : 1;
    const spin = turn * (one.role === 'attacker' ? -side : side);
    const away = one.role === 'attacker' ? -hop : hop;
    const lying = shift(x + way.x * away * size, y + way.y * away * size + size * 0.16, `rotate(${spin}deg) scale(.94)`);
    const tray = this.trayOf(one.seat, one.rank)?.getBoundingClientRect();
    const home = this.board.grid.getBoundingClientRect();
    const gone = tray?.width
      ? shift(tray.x + tray.width / 2 - home.x - b.x - size / 2, tray.y + tray.height / 2 - home.y - b.y - size / 2, `rotate(${spin}deg) scale(.4)`)
      : shift(x + way.x * away * size, y + size * 0.3, `rotate(${spin}deg) scale(.7)`);
    return [
      { offset: 0.66, transform: lying, opacity: 1, easing: 'ease-in' }, { offset: 0.74, transform: lying, opacity: 1, easing: 'ease-in' },
      { offset: 1, transform: gone, opacity: tray?.width ? 0.5 : 0 },
    ];
  }

  /** @param {Fighter} one */
  turnUp({ front, back, role }) {
    if (!back) return;
    const start = role === 'attacker' ? 0.12 : 0.24;
    const edge = { transform: 'scaleX(0)' };
    this.animate(back, [{ transform: 'scaleX(1)' }, { offset: start, transform: 'scaleX(1)' }, { offset: start + 0.06, ...edge }, edge]);
    this.animate(front, [edge, { offset: start + 0.06, ...edge }, { offset: start + 0.12, transform: 'scaleX(1)' }, { transform: 'scaleX(1)' }]);
  }

  /** @param {Fighter} one */
  move(one) {
    const falls = FALLEN[this.outcome].includes(one.role);
    one.element.classList.toggle('falls', falls);
    if (this.still) {
      const { x, y } = this.stance(one);
      one.back?.remove();
      this.animate(one.element, [{ transform: shift(x * 1.3, y * 1.3) }, { transform: shift(x * 1.3, y * 1.3) }]);
      return;
    }
    this.animate(one.element, [...this.comingIn(one), ...this.meeting(one), ...(falls ? this.falling(one) : winning())]);
    this.turnUp(one);
  }

  // Where they touch, or on the defender.
  strike() {
    const { kind, way, still } = this;
    const drawn = effect(kind);
    const reach = (kind === 'clash' || kind === 'both' ? -0.14 : 0.28) * this.size;
    const at = (more = '') => shift(way.x * reach, way.y * reach, more);
    this.layer.append(drawn);
    this.animate(drawn, still ? [{ transform: at() }, { transform: at() }] : [
      { opacity: 0, transform: at('scale(.3) rotate(-12deg)') },
      { offset: IMPACT - 0.03, opacity: 0, transform: at('scale(.3) rotate(-12deg)') },
      { offset: IMPACT + 0.03, opacity: 1, transform: at('scale(1)') },
      { offset: IMPACT + 0.2, opacity: 0.9, transform: at('scale(1.1) rotate(3deg)') },
      { offset: IMPACT + 0.36, opacity: 0, transform: at('scale(1.25) rotate(6deg)') }, { opacity: 0, transform: at('scale(1.25)') },
    ]);
  }
}

/**
 * Plays a battle over a board that shows its outcome already.
 * @param {Board} board @param {Clash} battle @param {ShownHow} how
 * @returns {() => void} ends it at once; it ends by itself too
 */
export function playBattle(board, battle, how) {
  const shown = new Battle(board, battle, how);
  shown.begin();
  return () => shown.end();
}
