// What the server and the page say to each other, as docs/protocol.md has it: for the TypeScript
// compiler alone, which `make lint` runs over the page. Of what the server says, fields that the
// page does not read are left out.

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

/** One that is over and can be replayed. */
interface OverGame extends PlayedGame {
  armies: Record<Seat, string>;
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

interface RatingOfGroup {
  group: string;
  rating: number;
  deviation: number;
  games: number;
}

interface You {
  name: string | null;
  bot: boolean;
  /** What a guest has chosen to be called. */
  called?: string | null;
  ratings: RatingOfGroup[];
}

/** A computer player. */
interface Opponent {
  name: string;
  title: string;
  rating?: number | null;
}

interface Style {
  name: string;
  title: string;
  text: string;
  editions?: string[];
}

interface NamedClock {
  name: string;
  clock: ClockTerms;
}

interface Welcome {
  type: 'welcome';
  version: string;
  /** The tag of the five members that follow (app/lists.js). */
  lists?: string;
  editions: Edition[];
  default: string;
  opponents: Opponent[];
  styles: Style[];
  clocks: NamedClock[];
  you: You;
  armies: Army[];
  games: GameRow[];
  notice: string | null;
  push: string | null;
  /** It is this device's own: the server cannot be reached. */
  away?: boolean;
}

/** An army of a style, which was asked for. */
interface Suggestion {
  type: 'suggestion';
  edition: string;
  style: string;
  letters: string;
}

interface Checked {
  type: 'checked';
  edition: string;
  letters: string;
  ok: boolean;
  reason: string | null;
  canMove: boolean;
}

/** A game that somebody offers. */
interface Offer {
  game: string;
  edition: string;
  /** The one that is free. */
  seat: Seat | 'random';
  by: Player;
  terms: Terms;
  rated: boolean;
  mine: boolean;
  toYou: boolean;
}

/** Some who wait for any opponent. */
interface Pool {
  edition: string;
  clock: string;
  rated: boolean;
  waiting: number;
}

interface LobbyMessage {
  type: 'lobby';
  challenges: Offer[];
  games: GameRow[];
  online: number;
  queue?: { waiting: number, pools: Pool[] };
}

/** Games to watch, a page of them. */
interface LiveMessage {
  type: 'live';
  games: GameRow[];
  after: string | null;
}

/** What a welcome lists and is the same for everybody, with its tag. */
type Lists = Pick<Welcome, 'lists' | 'editions' | 'default' | 'opponents' | 'styles' | 'clocks'>;

/** Clocks stand, or stood; times are of the server's clock. */
interface OutageMessage {
  type: 'outage';
  /** The store fails: nothing can be done. */
  on: boolean;
  now: number;
  began: number;
  /** Null: nobody knows yet. */
  ended: number | null;
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
  clock: ClockTerms;
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

type TieBreak = 'buchholz' | 'buchholzCut1' | 'medianBuchholz' | 'sonnebornBerger' | 'progressive' | 'directEncounter';

/** A line of the standings. */
interface Standing extends Partial<Record<TieBreak, number>> {
  place: number;
  player: Player;
  points: number;
  games: number;
  wins: number;
  away: boolean;
  /** Of an arena. */
  streak?: number;
  /** Where the host of simultaneous games chooses: has not been chosen. */
  asks?: boolean;
}

/** One, with a page of its standings and its latest games. Points and tie-breaks in hundredths. */
interface Tournament extends TournamentRow {
  now: number;
  from: number;
  /** Of simultaneous games: who plays them all. */
  host?: Player;
  standings: Standing[];
  games: Array<{ game: string | null, round: number, red: Player, blue: Player | null, result: string, forfeit: boolean }>;
  /** Of who asks. */
  in?: boolean;
  away?: boolean;
  asks?: boolean;
  own?: boolean;
}

/** A game of a tournament that has begun for the person, or that has been opened. */
interface PairedMessage {
  type: 'paired' | 'tournament-game';
  tournament: string;
  name: string;
  system: TournamentRow['system'];
  own: boolean;
  game: string;
  round: number;
}

interface TournamentsMessage {
  type: 'tournaments';
  now: number;
  tournaments: TournamentRow[];
  before: number | null;
}

interface TournamentMessage extends Tournament {
  type: 'tournament';
}

interface PuzzleMessage {
  type: 'puzzle';
  puzzle: string;
  kind: PuzzleKind;
  edition: string;
  seat: Seat;
  view: View;
  /** Of a rated one. */
  you?: PuzzleRating;
}

type PuzzleKind = 'flag' | 'win' | 'miner' | 'hold';

interface PuzzleRating {
  rating: number;
  deviation: number;
  games: number;
  /** Right in a row, and the longest row. */
  streak: number;
  best: number;
}

/** What an answer comes to (docs/puzzles.md). */
interface SolutionMessage {
  type: 'solution';
  puzzle: string;
  right: boolean;
  answer: string;
  about: string;
  best: number;
  next: number;
  measure: number;
  worlds: number;
  board: string;
  you?: PuzzleRating;
  change?: number | null;
}

interface VacationMessage {
  type: 'vacation';
  until: number | null;
  used: number;
  allowed: number;
  ended?: boolean;
}

interface InvitationMessage {
  type: 'invitation';
  code: string;
  challenge: Offer;
  seated: boolean;
}

interface ChatLine {
  from: Seat | 'spectator';
  name: string | null;
  text: string;
  time: number;
}

interface ChatMessage extends ChatLine {
  type: 'chat';
  game: string;
}

interface ChatPage {
  type: 'chat-page';
  game: string;
  lines: ChatLine[];
  before: number | null;
}

interface HistoryMessage {
  type: 'history';
  games: GameRow[];
  before: number | null;
}

/** Somebody whom one follows. */
interface Followed {
  name: string;
  kind: Player['kind'];
  shown: boolean;
  playing: { game: string, edition: string, red: Player, blue: Player } | null;
}

interface FollowingMessage {
  type: 'following';
  accounts: Followed[];
}

interface SignedMessage {
  type: 'signed';
  you: You;
  ticket: string;
  recovery: string | null;
}

interface AccountMessage {
  type: 'account';
  recovery: boolean;
  totp: boolean;
  token: boolean;
  sessions: Array<{ created: number, used: number, here: boolean }>;
}

interface TotpMessage {
  type: 'totp';
  secret: string;
  uri: string;
  qr: string[];
}

interface Refused {
  type: 'refused';
  re: string;
  game?: string;
  reason: string;
  message?: string;
}

type ServerMessage = Welcome | (GameMessage & { type: 'game' }) | ChangeMessage | Suggestion | Checked | LobbyMessage | LiveMessage
  | QueueMessage | PairedMessage | TournamentsMessage | TournamentMessage | PuzzleMessage | SolutionMessage | VacationMessage
  | InvitationMessage | ChatMessage | ChatPage | HistoryMessage | FollowingMessage | SignedMessage | AccountMessage | TotpMessage
  | Refused | OutageMessage
  | { type: 'muted', game: string, on: boolean }
  | { type: 'recovery', recovery: string }
  | { type: 'armies', armies: Army[] }
  | { type: 'called', name: string | null }
  | { type: 'token', token: string }
  | { type: 'done', re: string }
  | { type: 'notice', text: string | null, code?: string }
  /** A trial of this device that was thrown away. */
  | { type: 'dropped', game: string };

/** The message of a type. */
type Told<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** What the page says, by its type. `here`: to this device, where it could be the server's as well. */
interface Requests {
  new: {
    edition: string, seat?: Seat | 'random', opponent?: string, here?: boolean, hotseat?: boolean,
    trial?: TrialWish,
  } & Partial<TermsWish>;
  challenge: { edition: string, seat: Seat | 'random', open: boolean, to?: string, rated: boolean } & Partial<TermsWish>;
  invitation: { code: string };
  join: { code: string } | { game: string };
  cancel: { game: string };
  open: { game: string };
  close: { game: string };
  setup: { game: string, letters: string, salt?: string };
  move: { game: string, ply: number, from: string, to: string };
  resign: { game: string };
  abort: { game: string };
  draw: { game: string, yes: boolean };
  claim: { game: string, as: 'win' | 'draw' };
  plan: { game: string, ply: number, line: string[] };
  vacation: { days?: number };
  takeback: { game: string };
  pause: { game: string, on: boolean };
  rematch: { game: string };
  chat: { game: string, text: string };
  'chat-before': { game: string, before: number };
  'chat-report': { game: string, time: number, text: string, reason: string };
  mute: { game: string, on: boolean };
  lobby: { on: boolean };
  seek: SeekWish;
  unseek: {};
  tournaments: { before?: number };
  tournament: { tournament: string, on?: boolean, first?: number };
  'tournament-new': TournamentWish;
  'tournament-join': { tournament: string };
  'tournament-leave': { tournament: string };
  'tournament-cancel': { tournament: string };
  'tournament-choose': { tournament: string, name: string, on: boolean };
  live: { after?: string };
  puzzle: { here?: boolean, line?: string };
  answer: { puzzle: string, answer: string, here?: boolean };
  push: { on: boolean, endpoint: string, p256dh: string, auth: string };
  watching: { on: boolean };
  ping: {};
  suggest: { edition: string, style: string };
  check: { edition: string, letters: string };
  history: HistoryFilter;
  profile: { shows: Shows };
  follow: { name: string, on: boolean };
  following: {};
  register: { name: string, password: string };
  'sign-in': { name: string, password: string } & OneTimeCode;
  'sign-out': {};
  recover: { name: string, recovery: string, password: string };
  password: { old: string, new: string } & OneTimeCode;
  erase: { password?: string } & OneTimeCode;
  account: {};
  recovery: { password: string } & OneTimeCode;
  totp: { password: string };
  'totp-confirm': { code: string };
  'totp-off': { password: string, code: string };
  'sign-out-others': {};
  token: { password: string, bot: boolean } & OneTimeCode;
  'revoke-token': {};
  'guest-name': { name: string };
  'save-army': Army;
  'drop-army': { edition: string, name: string };
  // To this device alone (offline/local-server.js).
  hello: {};
  keep: { game: string };
  drop: { game: string };
  agree: { game: string };
  cover: { game: string };
  uncover: { game: string };
}

type ClientMessage = { [T in keyof Requests]: { type: T } & Requests[T] }[keyof Requests];

interface OneTimeCode {
  code?: string;
}

/** What is asked of a game's terms. */
interface TermsWish {
  clock: { bank: number, free: number, increment: number, setup: number } | { days: number } | null;
  memory: boolean;
  remember: boolean;
  hints: boolean;
  watch: boolean;
  delay: number;
}

/** A game that goes on from another one, see offline/local-server.js. */
interface TrialWish {
  record: string;
  drawn: boolean;
  game: string | null;
  ply: number;
  armies: Record<Seat, string>;
  moves: Array<[string, string]>;
  isAnalysed: boolean;
}

interface SeekWish {
  editions: string[];
  clocks: string[];
  rated: boolean;
  bots: boolean;
}

interface TournamentWish {
  name: string;
  system: TournamentRow['system'];
  edition: string;
  clock: TermsWish['clock'];
  rated?: boolean;
  delay: number;
  minutes?: number;
  rounds?: number;
  places?: number;
  // Of simultaneous games.
  seat?: Seat | null;
  chooses?: boolean;
  guests?: boolean;
}

interface HistoryFilter {
  before?: number;
  name?: string;
  edition?: string;
  opponent?: string;
  against?: string;
  result?: string;
  rated?: boolean;
  since?: number;
  until?: number;
}

/** What everybody sees of an account. */
type Shows = 'nothing' | 'results' | 'setups';

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
  kept: Lists | null;
  listen: (hear: (event: MessageEvent) => void) => void;
}

/** What web/app/first.js has opened, where it has come. */
declare var firstSocket: OpenSocket | undefined;

/** A finished game with everything shown. */
interface Review {
  edition: Edition;
  red: string | null;
  blue: string | null;
  /** The position before the first move, capital letters. */
  board: string;
  turn: Seat;
  events: GameEvent[];
  result: Seat | 'draw' | '*';
  by: string;
  tags: Array<[string, string]>;
  /** What stands behind moves, by ply. */
  comments?: Array<[number, string]>;
  /** Why the record cannot be played beyond its last event. */
  error: string | null;
  // Of a game of the page:
  memory?: boolean;
  armies?: Record<Seat, string> | null;
  times?: Array<number | null> | null;
}

interface Score {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

interface Profile {
  name: string | null;
  kind: 'guest' | 'account' | 'bot';
  own: boolean;
  shows: Shows | null;
  setups: boolean;
  since: number | null;
  followed: boolean | null;
  ratings: Array<RatingOfGroup & { points: Array<[number, number]> }>;
  results: Score;
  editions: Array<Score & { edition: string }>;
  opponents: Array<Score & { name: string | null, kind: 'computer' | 'account' | 'bot' | 'guest' | 'other' }>;
  badges: Array<{ badge: string, time: number }>;
}

/** Where pieces stood in the games of an edition, by square of the zone. */
interface SetupMap extends Score {
  edition: string;
  flag: number[];
  bombs: number[];
  marshal: number[];
  points: number[];
  favourite: Array<Score & { letters: string }>;
  best: Array<Score & { letters: string }>;
}
