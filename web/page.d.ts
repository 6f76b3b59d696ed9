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
