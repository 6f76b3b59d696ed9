// What the page's rooms hand each other, for `tsc --checkJs` alone. What the server says is in
// protocol.d.ts.

/** A kind of piece as a sentence says it. */
interface NamedPiece {
  name: string;
  /** What is printed on it. */
  label?: string | null;
}

/** One of a player's own, or of the enemy's. */
interface OwnedPiece extends NamedPiece {
  mine: boolean;
}

/** One of a side, for who has none. */
interface SidedPiece extends NamedPiece {
  seat: Seat;
}

/** An answer to a puzzle with what was measured when it was proven (docs/puzzles.md). */
interface PuzzleAnswer {
  answer: string;
  about: string;
  worlds: number;
  best: number;
  next: number;
  measure: number;
  /** `measure` in pieces' worth, as scouts. */
  gain: number;
  percent: (perMille: number) => number;
  /** How far any other move is behind, as a sentence. */
  behind: string;
  /** What the edition calls a miner. */
  miner: string;
}

/** In which clocks stood: from when until when, by `performance.now()`. */
interface Gap {
  from: number;
  to: number;
}

/** What the person has chosen for this browser. */
interface Settings {
  /** A language's code, or `auto`. */
  language: string;
  numbers: 'edition' | 'ten' | 'one';
  theme: 'auto' | 'light' | 'dark';
  palette: 'plain' | 'safe';
  board: 'field' | 'map' | 'wood';
  pieces: 'figures' | 'numbers' | 'contrast';
  battles: 'pause' | 'quick';
  sound: boolean;
  /** From 0 to 100. */
  volume: number;
  notify: boolean;
  /** Woken when no page is in sight. */
  wake: boolean;
  /** On to the next game after a move. */
  nextGame: boolean;
  /** Ranks that were shown are marked. */
  remember: boolean;
  hints: boolean;
}

/**
 * The editions of the welcome, by id. Games are of these alone; of a name from elsewhere `has` says whether it is
 * one.
 */
interface Editions extends Map<string, Edition> {
  get(id: string): Edition;
}

/** What the views are given, and what they may ask for: made in app/main.js. */
interface App {
  /** The server's, or this device's. No view is made before it has come. */
  welcome: Welcome;
  editions: Editions;
  settings: Settings;
  talk: ReturnType<typeof import('./play/chat.js').createTalk>;
  seeking: ReturnType<typeof import('./pages/seek.js').createSeeking>;
  exhibitions: ReturnType<typeof import('./tournaments/exhibitions.js').createExhibitions>;
  /** False while there is no connection. */
  send(message: ClientMessage): boolean;
  /** Sends what somebody has pressed, and says so where there is no connection for it. */
  order(message: ClientMessage): boolean;
  /** The same of what is answered by a game, which is then shown. */
  ask(message: ClientMessage): void;
  whenGreeted(does: () => void): Promise<void>;
  canPlayHere(): boolean;
  openAnalysis(replay: Replay, before: AnalysisState | null): Promise<ShownAnalysis>;
  openTrial(replay: Replay): Promise<void>;
  goTo(hash: string): void;
  goHome(): void;
  show(hash: string): void;
  showGame(): void;
  gameOf(id: string): Game | undefined;
  remake(): void;
  setTitle(text: string, calls?: boolean): void;
  sound(name: string, delay?: number): boolean;
  notify(text: string, id: string): void;
  canWake(): boolean;
  wake(on: boolean): Promise<boolean>;
  setEdition(edition: Edition | undefined): void;
  nextOpponent(name: string): string | null;
  editionTitle(id: string): string;
  opponentName(name: string | null): string;
  changeSetting<Name extends keyof Settings>(name: Name, value: Settings[Name]): void;
  complain(text: string): void;
  readonly state: PageState;
  dispatch(event: PageEvent): void;
}

type PageState = import('./app/page-state.js').PageState;
type PageEvent = import('./app/page-state.js').PageEvent;

/** What is shown between the page's head and foot, and what it is told. */
interface PageView {
  element: HTMLElement;
  /** What the tab says. */
  title?: string;
  /** Something else is on its way. */
  isComing?: boolean;
  /** The game that it shows has changed. */
  update?(game: Game): void;
  receive?(message: ServerMessage): void;
  /** After a break of the connection; with the game that it shows. */
  reconnected?(game?: Game): void;
  gamesChanged?(): void;
  settingsChanged?(): void;
  /** What the same view in another language begins with. */
  handOn?(): object;
  /** Has it taken the focus? `hadFocus`: the view before it had. */
  takeFocus?(hadFocus: boolean): boolean;
  destroy?(): void;
}

type Board = ReturnType<typeof import('./play/board.js').createBoard>;
type PlayState = import('./play/play-state.js').PlayState;
type PlayEvent = import('./play/play-state.js').PlayEvent;
type Sight = import('./play/play-words.js').Sight;
type Replay = ReturnType<typeof import('./play/replay.js').replayView>;

/** What is seen of a square, see play/board.js. */
interface SquareLook {
  piece: { seat: Seat, rank: string | null } | null;
  /** What is printed on the piece. */
  label: string;
  marks?: PieceMarks;
  /** What readers say. */
  name: string;
  title?: string;
  classes: Record<string, boolean>;
  selected: boolean;
}

interface PieceMarks {
  moved?: boolean;
  seen?: boolean;
  /** What its enemy has written on its back. */
  note?: string;
}

/** Parts, each a way of painting and a path. */
type Drawing = string[][];

/** A rank by its letter, how often. */
type RankCounts = Record<string, number>;

/** A game as far as sentences about its moves need it. */
interface ToldMoves {
  events: GameEvent[];
  /** Whose "you" is. */
  seat: Seat | null;
  /** Who begins; Red, if missing. */
  first?: Seat;
}

/** What has been lost on both sides. */
type Losses = Pick<View, 'lost' | 'memory' | 'by'>;

type Insight = import('./offline/analyst.js').Insight;

/** An analysis as far as it has come. */
interface AnalysisState {
  /** By ply; with gaps. */
  insights: Array<Insight | undefined>;
  /** The next look to take. */
  from: number;
  isDone: boolean;
  isStopped?: boolean;
  part?: number;
  rank?: string;
}

interface ShownAnalysis {
  show(): void;
  destroy(): void;
  handOn(): AnalysisState;
}

/** What an element is made with: its attributes, and listeners by `on` and the event's name. */
type Attributes<E> = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?: ((event: HTMLElementEventMap[Name] & FromField<E>) => unknown) | null;
} & { [name: string]: unknown };

/** What a field's events come from is the field; within other elements it may be a part of them. */
type FromField<E> = E extends HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement ? { target: E } : {};
