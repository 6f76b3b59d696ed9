// What the server says, as docs/protocol.md has it: for `tsc --checkJs` alone, which `make lint`
// runs over the page. Fields that are not read in the page are left out.

type Seat = 'red' | 'blue';
type Phase = 'waiting' | 'setup' | 'play' | 'over';

interface Edition {
  id: string;
  title: string;
  language: string;
  files: number;
  rows: number;
  zoneRows: number;
  lakes: string[];
  army: Record<string, number>;
  armySize: number;
  zoneSize: number;
  labels: Record<string, string>;
  names: Record<string, Record<string, string>>;
  twoSquares: number;
  chase: 'none' | 'isf' | 'exact';
  forfeit: boolean;
  revealRuns: boolean;
  quietLimit: number;
  plyLimit: number;
  hostCap: number;
}

/** What has squares: an edition, or the small board of a lesson. */
interface BoardSize {
  files: number;
  rows: number;
  lakes: string[];
}

interface Player {
  name: string | null;
  kind: 'guest' | 'account' | 'bot' | 'computer' | 'free';
  rating: number | null;
  here?: boolean;
  ready?: boolean;
  /** In a correspondence game: the clock stands. */
  vacation?: boolean;
}

/** A game in a line. */
interface GameRow {
  game: string;
  edition: string;
  seat: Seat | null;
  red: Player;
  blue: Player;
  phase: Phase | 'damaged';
  turn: Seat | null;
  /** Null where spectators see the game later. */
  plies: number | null;
  result: Seat | 'draw' | '*';
  by: string;
  rated: boolean;
  time: number;
  /** Of a game to watch. */
  viewers?: number;
  trial?: Trial | null;
}

/** Of a game of this device that goes on from another: where it does. */
interface Trial {
  /** That game's id; null: a record that was read. */
  game: string | null;
  /** The moves of it that it begins with. */
  ply: number;
  /** It is not thrown away when another begins. */
  kept: boolean;
  /** The way back leads to its analysis. */
  isAnalysed: boolean;
}

interface ClockTerms {
  bank: number;
  free: number;
  increment: number;
  setup: number;
  /** Of each move, in a correspondence game. */
  days?: number;
}

interface Terms {
  clock: ClockTerms | null;
  memory: boolean;
  remember: boolean;
  hints: boolean;
  watch: boolean;
  open: boolean;
  rated: boolean;
  /** Seconds with which spectators see the game. */
  delay?: number;
}

interface GameEvent {
  move: string;
  attacker?: string | null;
  defender?: string | null;
  battle?: 'attacker' | 'defender' | 'both' | 'flag';
  revealed?: boolean;
}

interface View {
  edition: string;
  viewer: Seat | 'spectator';
  turn: Seat | null;
  plies: number;
  quiet: number;
  result: Seat | 'draw' | '*';
  by: string;
  memory: boolean;
  board: string;
  first: number;
  events: GameEvent[];
  lost: Record<Seat, Record<string, number>>;
  moves: string[];
}

interface ClockState {
  red: number;
  blue: number;
  free: number;
  running: Seat[];
}

interface GameMessage {
  type?: 'game';
  game: string;
  number?: number;
  edition: string;
  seat: Seat | null;
  phase: Phase;
  red: Player;
  blue: Player;
  terms: Terms;
  code: string | null;
  setup: string | null;
  commitments: Record<Seat, string> | null;
  salts: Record<Seat, string> | null;
  armies: Record<Seat, string> | null;
  clock: ClockState | null;
  draw: Seat | null;
  rematch: Seat | null;
  next: string | null;
  claim: number | null;
  paused: boolean;
  /** In phase `over`: how long each ply took, ms; null where that is not known. */
  times?: Array<number | null> | null;
  rating: Record<Seat, number> | null;
  /** One's own conditional moves, and why the latest ended. */
  plan?: { line: string[]; ended: 'other-move' | 'illegal' | 'draw-offer' | null } | null;
  view: View | null;
  /** Of a game of two people at this device: a curtain hides it until the next one is ready. */
  covered?: boolean;
  /** Of a game of this device that is over: its record, and the same as GSN where it can be. */
  record?: string | null;
  gsn?: string | null;
  trial?: Trial | null;
}

/** A game as the page keeps it: the message, with its events beside the view. */
interface Game extends GameMessage {
  events: GameEvent[];
}

/** One whose armies stand: it has a view. */
interface PlayedGame extends Game {
  view: View;
}

interface ViewChange extends Partial<View> {
  cells?: Array<[number, string]>;
}

interface ChangeMessage extends Partial<Omit<GameMessage, 'type' | 'view'>> {
  type: 'change';
  game: string;
  number: number;
  view?: ViewChange | null;
}

interface Army {
  edition: string;
  name: string;
  letters: string;
}

interface You {
  name: string | null;
  bot: boolean;
  ratings: Array<{ group: string; rating: number; deviation: number; games: number }>;
}

interface Welcome {
  type: 'welcome';
  version: string;
  /** The tag of the five members that follow (app/lists.js). */
  lists?: string;
  editions: Edition[];
  default: string;
  opponents: Array<{ name: string; title: string }>;
  styles: Array<{ name: string; title: string; text: string; editions?: string[] }>;
  clocks: Array<{ name: string; clock: ClockTerms }>;
  you: You;
  armies: Army[];
  games: GameRow[];
  notice: string | null;
  push: string | null;
  /** It is this device's own: the server cannot be reached. */
  away?: boolean;
}

/** Whether one waits for any opponent; or the game with the one who was found. */
interface QueueMessage {
  type: 'queue';
  on: boolean;
  waited: number | null;
  game: string | null;
}

/** A tournament in a line. */
interface TournamentRow {
  tournament: string;
  name: string;
  system: 'arena' | 'swiss' | 'round-robin' | 'exhibition';
  state: 'open' | 'running' | 'over' | 'cancelled';
  edition: string;
  clock: any;
  rated: boolean;
  guests: boolean;
  /** Of simultaneous games: what the host plays, null in turn; and whether the host says who plays. */
  seat?: Seat | null;
  chooses?: boolean;
  starts: number;
  ended: number | null;
  minutes: number | null;
  rounds: number | null;
  round: number;
  places: number;
  players: number;
}

/** One, with a page of its standings and its latest games. Points and tie-breaks in hundredths. */
interface Tournament extends TournamentRow {
  now: number;
  from: number;
  /** Of simultaneous games: who plays them all. */
  host?: Player;
  standings: Array<any>;
  games: Array<{ game: string | null, round: number, red: Player, blue: Player | null, result: string, forfeit: boolean }>;
  /** Of who asks. */
  in?: boolean;
  away?: boolean;
  asks?: boolean;
  own?: boolean;
}

interface Refused {
  type: 'refused';
  re: string;
  game?: string;
  reason: string;
  message?: string;
}

/** A piece as a board's letter says it. */
interface Piece {
  seat: Seat;
  rank: string | null;
  moved: boolean;
  known: boolean;
}

/** A WebSocket that keeps what it hears until somebody listens, see web/app/socket.js. */
interface OpenSocket {
  socket: WebSocket;
  kept: any;
  listen: (hear: (event: MessageEvent) => void) => void;
}

/** What web/app/first.js has opened, where it has come. */
declare var firstSocket: OpenSocket | undefined;
