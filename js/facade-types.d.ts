// The requests and answers of the core. Written by scripts/facade_typescript.py from its schema.

/** A position to analyse. */
export interface AnalyseRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The seconds that the analysis may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the analysis may take. */
  memory?: number;
  /** What the rules promise about the first cell, while no cell is open. */
  promise?: FirstCellPromise | null;
  /** Whether to recommend a move. Without it the answer comes sooner. */
  best?: boolean;
  /** fast, strong, max, or the name of a native agent. */
  strength?: string;
  /** The decimals to which the risks are rounded; null for all. */
  decimals?: number | null;
  /** The most digits of `solutions`; null for all of them. */
  digits?: number | null;
}

/** What the rules promise about the first cell. */
export interface FirstCellPromise {
  /** The rules of the game. */
  rules: GameRules;
  /** The start of the board; null while there is no board yet. */
  start?: Cell | null;
}

/** The rules of a game. */
export interface GameRules {
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  cols: number;
  /** The number of mines. */
  mines: number;
  /** What is promised about the first cell. */
  first_move?: FirstMove;
  /** Whether opening a zero opens its neighbours. */
  cascade?: boolean;
  /** Whether opening a mine ends the game. */
  on_mine?: OnMine;
  /** Whether a flag on a free cell ends the game. */
  on_wrong_flag?: OnWrongFlag;
  /** Whether flags on all mines win as well. */
  won_by?: WonBy;
}

/** What is promised about the first cell: it is free, it is a zero, or nothing. */
export type FirstMove = "safe" | "zero" | "unsafe";

/** Whether opening a mine ends the game. */
export type OnMine = "lose" | "continue";

/** Whether a flag on a free cell ends the game. */
export type OnWrongFlag = "ignore" | "lose";

/** Whether flags on all mines win as well. */
export type WonBy = "open" | "open-or-flag";

/** A cell: row and column, from 0. */
export type Cell = [number, number];

/** Why no layout fits a position: numbers that contradict each other. */
export interface ImpossibleAnswer {
  /** Whether any layout fits: false. */
  possible: boolean;
  /** The numbers. None of them can be left out. */
  cells: (Cell)[];
  /** Whether the mine count belongs to the contradiction. */
  uses_mine_count: boolean;
  /** The contradiction as a sentence. */
  reason: string;
}

/** The analysis of a position. */
export interface AnalysisAnswer {
  /** Whether any layout fits: true. */
  possible: boolean;
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  cols: number;
  /** The mine count. */
  mines: number;
  /** Whether the risks are exact. Otherwise they are estimates. */
  exact: boolean;
  /** The number of layouts in decimal; null if it has too many digits or was not counted. */
  solutions: string | null;
  /** Its logarithm to base 10; null if it was not counted. */
  log10_solutions: number | null;
  /** The risk of every covered cell; null where a cell is open. */
  risk: ((number | null)[])[];
  /** The cells that are certainly free. */
  safe: (Cell)[];
  /** The cells that are certainly mines. */
  mine_cells: (Cell)[];
  /** The recommended move; null unless it was asked for and there is one. */
  best: BestMove | null;
  /** The moves that may be the best one, if a move was asked for. */
  candidates: (Candidate)[];
}

/** The recommended move. The cell is given twice, because programs read both forms. */
export interface BestMove {
  /** The row of the cell. */
  row: number;
  /** The column of the cell. */
  col: number;
  /** The probability that the cell is a mine. */
  risk: number | null;
  /** The probability of winning; null where it is not known or not needed. */
  win: number | null;
  /** Whether the cell is proven free. */
  certain: boolean;
  /** The reason as a sentence. */
  reason: string;
  /** Whether `win` is exact. */
  win_exact: boolean;
  /** The standard error of an estimated `win`. */
  error: number | null;
  /** The cell. */
  cell: Cell;
}

/** A move that may be the best one. */
export interface Candidate {
  /** The cell that the move opens. */
  cell: Cell;
  /** The probability that the cell is a mine. */
  risk: number;
  /** Whether the cell is proven free. */
  certain: boolean;
  /** The probability of winning with this move; null while it is not known. */
  win: number | null;
  /** Whether `win` is exact. */
  win_exact: boolean;
  /** The standard error of an estimated `win`. */
  error: number | null;
}

/** A position in which a move is wanted. */
export interface BestRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The seconds that the analysis may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the analysis may take. */
  memory?: number;
  /** What the rules promise about the first cell, while no cell is open. */
  promise?: FirstCellPromise | null;
  /** fast, strong, max, or the name of a native agent. */
  strength?: string;
  /** The seconds that max may use for a guess; null for a fixed number of rollouts. */
  think?: number | null;
}

/** The recommended move. */
export interface BestAnswer {
  /** The move; null when no covered cell can be free. */
  best: BestMove | null;
  /** The reason for the move, or why there is none. */
  reason: string;
}

/** A position, and one cell of it. */
export interface CellRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The seconds that the analysis may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the analysis may take. */
  memory?: number;
  /** What the rules promise about the first cell, while no cell is open. */
  promise?: FirstCellPromise | null;
  /** The cell. */
  cell: Cell;
  /** The decimals to which the chances of numbers are rounded; null for all. */
  decimals?: number | null;
}

/** What is known about one cell. */
export interface ExplainAnswer {
  /** The cell. */
  cell: Cell;
  /** The probability that it is a mine; null where it is open. */
  risk: number | null;
  /** The proof of a certain cell. */
  why?: Proof;
  /** The probabilities that it shows 0 to 8, given that it is free. */
  numbers?: (number)[];
}

/** The numbers that prove a cell free or a mine. */
export interface Proof {
  /** Whether the cell is a mine. Otherwise it is free. */
  mine: boolean;
  /** The opened cells whose numbers prove it. None can be left out. */
  numbers: (Cell)[];
  /** Whether the proof needs the mine count as well. */
  uses_mine_count: boolean;
  /** How much reasoning the proof needs. */
  grade: ProofGrade;
  /** The proof as a sentence, which calls the cell `here`. */
  text: string;
}

/** The reasoning that proves a cell: one, two or three numbers, the frontier, or the mine count. */
export type ProofGrade = "one" | "two" | "three" | "frontier" | "count";

/** The number that a covered cell may show. */
export interface NumbersAnswer {
  /** The row of the cell. */
  row: number;
  /** The column of the cell. */
  col: number;
  /** The probability that it is a mine. */
  risk: number;
  /** The probabilities that it shows 0 to 8, given that it is free. */
  numbers: (number)[];
}

/** Why a covered cell is certain. */
export interface ProofAnswer {
  /** The row of the cell. */
  row: number;
  /** The column of the cell. */
  col: number;
  /** Whether the cell is a mine. Otherwise it is free. */
  mine: boolean;
  /** The opened cells whose numbers prove it. None can be left out. */
  numbers: (Cell)[];
  /** Whether the proof needs the mine count as well. */
  uses_mine_count: boolean;
  /** The kind of proof, such as `two numbers`, `mine count` or `trusted flag`. */
  method: string;
  /** The proof as a sentence, which calls the cell `here`. */
  text: string;
}

/** A position whose certain cells are all explained. */
export interface ReasonsRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The seconds that the analysis may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the analysis may take. */
  memory?: number;
  /** What the rules promise about the first cell, while no cell is open. */
  promise?: FirstCellPromise | null;
}

/** The cheapest proofs of certain cells, several cells in each answer. */
export interface ReasonsAnswer {
  /** The kind of message: reasons. */
  kind: string;
  /** The cells of this answer. */
  cells: (GradedCell)[];
  /** Whether this is the last answer. */
  done: boolean;
}

/** A certain cell: row, column, whether it is a mine, and how it is proven. */
export type GradedCell = [number, number, boolean, ProofGrade];

/** A position whose free cells are wanted. */
export interface SafeRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The seconds that the analysis may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the analysis may take. */
  memory?: number;
  /** What the rules promise about the first cell, while no cell is open. */
  promise?: FirstCellPromise | null;
}

/** The cells that are certainly free. */
export interface SafeAnswer {
  /** The cells that are certainly free. */
  safe: (Cell)[];
}

/** A position whose candidate moves are played out. */
export interface ThinkRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The seconds that the analysis may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the analysis may take. */
  memory?: number;
  /** What the rules promise about the first cell, while no cell is open. */
  promise?: FirstCellPromise | null;
  /** fast, strong or max: whose move comes first. */
  strength?: string;
  /** The seconds for rollouts. */
  seconds?: number;
}

/** The candidate moves with their win rates so far, the best first. */
export interface Thought {
  /** The kind of message: wins. */
  kind: string;
  /** Whether this is the last answer. */
  done: boolean;
  /** Whether the win rates are exact. */
  exact: boolean;
  /** The layouts that were played out; 0 if the win rates are exact. */
  layouts: number;
  /** The moves, the best first. */
  candidates: (Candidate)[];
  /** The best move; null when no cell can be opened. */
  best: ThoughtBest | null;
}

/** The best candidate so far. */
export interface ThoughtBest {
  /** The cell. */
  cell: Cell;
  /** The reason; null for a certain cell. */
  reason: string | null;
}

/** What is known before anything is played out, and what is to be. */
export interface BegunThinking {
  /** The candidate moves, in the order of the rows. */
  cells: (Cell)[];
  /** The most layouts that are worth playing out; 0 if all is known. */
  most: number;
  /** What is known; null while something is to be played out. */
  thought: Thought | null;
}

/** Moves of a position to play out on some of its layouts. */
export interface PlayOutRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The moves. */
  cells: (Cell)[];
  /** The number of the first layout. */
  first: number;
  /** The number of layouts. */
  count: number;
}

/** The results of rollouts. */
export interface PlayedOut {
  /** For each layout the result of each move; null where it opens a mine. */
  wins: (number | null)[];
}

/** Results of rollouts, for what was begun last. */
export interface AddedPlayouts {
  /** The results of the layouts after those that were added before. */
  wins: (number | null)[];
  /** Whether nothing more will be added. */
  last?: boolean;
}

/** A position text as a person writes it. */
export interface ReadRequest {
  /** Rows split by / or newlines, the mine count after them or in a first line. */
  text: string;
}

/** A position that was read. */
export interface ReadPosition {
  /** The position as text on one line. */
  position: string;
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  cols: number;
  /** The number of mines. */
  mines: number;
}

/** A board file of another program (.mbf or .abf). */
export interface FileRequest {
  /** The bytes of the file, each a number from 0 to 255. */
  data: (number)[];
}

/** A move to grade. */
export interface WeighRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** Whether flagged cells are mines. Otherwise flags are ignored. */
  trust_flags?: boolean;
  /** The seconds that the analysis may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the analysis may take. */
  memory?: number;
  /** What the rules promise about the first cell, while no cell is open. */
  promise?: FirstCellPromise | null;
  /** The covered cell that the move opens. */
  cell: Cell;
  /** fast, strong or max. */
  strength?: string;
}

/** The grade of one move in a position, and the best move there. */
export interface WeighAnswer {
  /** The cell. */
  cell: Cell;
  /** The grade of the move. */
  grade: Grade;
  /** The probability that the cell is a mine. */
  risk: number;
  /** The chance to win that the move gives away. */
  cost: number;
  /** The standard error of `cost`; 0 if it is exact. */
  error: number;
  /** The best move; null when no covered cell can be free. */
  best: BestMove | null;
}

/**
 * forced: the move opened only certain cells. best, inaccuracy, mistake: what it cost. unlucky: a best
 * move that hit a mine.
 */
export type Grade = "forced" | "best" | "inaccuracy" | "mistake" | "unlucky";

/** A new game. Its layout is made when its first cell is opened. */
export interface NewGame {
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  cols: number;
  /** The number of mines. */
  mines: number;
  /** What is promised about the first cell. */
  first_move?: FirstMove;
  /** Whether opening a zero opens its neighbours. */
  cascade?: boolean;
  /** Whether opening a mine ends the game. */
  on_mine?: OnMine;
  /** Whether a flag on a free cell ends the game. */
  on_wrong_flag?: OnWrongFlag;
  /** Whether flags on all mines win as well. */
  won_by?: WonBy;
  /** Whether the board must be won without a guess from its first cell. */
  no_guess?: boolean;
}

/** Everything that may be known about a game. */
export interface GameState {
  /** The identity of the game. */
  id: string;
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  cols: number;
  /** The number of mines. */
  mines: number;
  /** What is promised about the first cell. */
  first_move: FirstMove;
  /** Whether the board is won without a guess from its first cell. */
  no_guess: boolean;
  /** Whether this board was played before. */
  again: boolean;
  /** The cell that the promise is about, on a board that is played again or fully taken back. */
  start: Cell | null;
  /** The position as text on one line. */
  position: string;
  /** The number of moves. */
  moves: number;
  /** Whether the game is still being played, and its result if not. */
  state: State;
  /** The playing time. */
  seconds: number;
  /** Whether the clock runs. */
  running: boolean;
  /** The number of moves the person tried, those without an effect included. */
  deeds: number;
  /** Whether a move other than a flag was taken back. */
  what_if: boolean;
  /** Whether hints were shown or cells opened for the person. */
  helped: boolean;
  /** What is shown at the end; null before. */
  over: GameEnd | null;
}

/** Whether a game is still being played, and its result if not. */
export type State = "playing" | "won" | "lost";

/** The facts about a game that are shown only when it is over. */
export interface GameEnd {
  /** The mines. */
  mines: (Cell)[];
  /** The 3BV of the board. */
  bbbv: number;
  /** The number of connected regions of zeros. */
  openings: number;
  /** 3BV divided by the number of moves; null unless the game was won without help. */
  efficiency: number | null;
}

/** A game that goes on from a position of a record. */
export interface ContinuedGame {
  /** The record of the game. Its mines stay hidden. */
  record: GivenRecord;
  /** How many of its moves are made; the game must not be over then. */
  moves: number;
}

/** A game record that is given. */
export interface GivenRecord {
  /** The version of the format. */
  format: number;
  /** The rules. */
  rules: GameRules;
  /** The mines. */
  mines: (Cell)[];
  /** The cell that the rules' promise is about. */
  start: Cell;
  /** The player. */
  agent: string;
  /** The moves. */
  moves: (GivenMove)[];
  /** The result. */
  result: State;
  /** How the game ended. */
  end: string;
  /** False if a wall-clock limit influenced the moves. */
  reproducible?: boolean;
  /** Which guesses the program forgives. */
  forgives?: Forgives;
  /** False if not all mines were seen. */
  layout_known?: boolean;
}

/** A move of a game record that is given. */
export interface GivenMove {
  /** What was done. */
  do: Act;
  /** The cell that the player chose. */
  cell: Cell;
  /** The cells that the move opened, in order. */
  opened?: (Opened)[];
  /** The risk that the player stated, or null. */
  risk?: number | null;
  /** Whether the player called the move certain, or null. */
  certain?: boolean | null;
  /** The rule or method that chose the move. */
  by?: string;
  /** Seconds since the first cell was opened, or null. */
  time?: number | null;
}

/** What a move does. */
export type Act = "open" | "flag" | "chord";

/** An opened cell: row, column and number; the number of a hit mine is -1. */
export type Opened = [number, number, number];

/** Which guesses a program forgives, by moving mines away from them. */
export type Forgives = "nothing" | "forced-guesses" | "guesses";

/** A game. */
export interface GameQuestion {
  /** The identity of the game. */
  id: string;
}

/** A move that a person wants to make. */
export interface MoveRequest {
  /** The identity of the game. */
  id: string;
  /** What to do. */
  do: Act;
  /** The cell. */
  cell: Cell;
  /** The seconds that making a board without guesses may take; null for a minute. */
  budget?: number | null;
}

/** The effect of a move. */
export interface MoveResult {
  /** Row, column and number of each opened cell; -1 for a hit mine. */
  opened: (Opened)[];
  /** Row and column of each changed flag, and whether it is set now. */
  flags: (ChangedFlag)[];
  /** The number of moves. */
  moves: number;
  /** Whether the game is still being played, and its result if not. */
  state: State;
  /** The playing time. */
  seconds: number;
  /** Whether the clock runs. */
  running: boolean;
  /** The number of moves the person tried, those without an effect included. */
  deeds: number;
  /** Whether a move other than a flag was taken back. */
  what_if: boolean;
  /** Whether hints were shown or cells opened for the person. */
  helped: boolean;
  /** What is shown at the end; null before. */
  over: GameEnd | null;
}

/** A changed flag: row, column, and whether it is set now. */
export type ChangedFlag = [number, number, boolean];

/** A game in which the certainly free cells shall be opened. */
export interface AutoplayRequest {
  /** The identity of the game. */
  id: string;
  /** The seconds that all steps together may take. */
  budget?: number;
}

/** The layout of a game that has none yet, made elsewhere. */
export interface LayoutRequest {
  /** The identity of the game. */
  id: string;
  /** The mines. */
  mines: (Cell)[];
  /** The cell that the rules' promise is about. */
  start: Cell;
}

/** The position of a game, as a request to analyse it needs it. */
export interface GamePosition {
  /** The position as text on one line. */
  position: string;
  /** What the rules promise, while no cell is open; null otherwise. */
  promise: StatedPromise | null;
}

/** What the rules of a game promise about the first cell. */
export interface StatedPromise {
  /** The rules of the game. */
  rules: Rules;
  /** The start of the board; null while there is no board yet. */
  start: Cell | null;
}

/** The rules of a game. */
export interface Rules {
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  cols: number;
  /** The number of mines. */
  mines: number;
  /** What is promised about the first cell. */
  first_move: FirstMove;
  /** Whether opening a zero opens its neighbours. */
  cascade: boolean;
  /** Whether opening a mine ends the game. */
  on_mine: OnMine;
  /** Whether a flag on a free cell ends the game. */
  on_wrong_flag: OnWrongFlag;
  /** Whether flags on all mines win as well. */
  won_by: WonBy;
}

/** A game: its layout, its moves and its result. */
export interface GameRecord {
  /** The version of the format. */
  format: number;
  /** The rules. */
  rules: Rules;
  /** The mines. */
  mines: (Cell)[];
  /** The cell that the rules' promise is about. */
  start: Cell;
  /** The player. */
  agent: string;
  /** The moves. */
  moves: (Move)[];
  /** The result. */
  result: State;
  /** How the game ended. */
  end: string;
  /** False if a wall-clock limit influenced the moves. */
  reproducible?: boolean;
  /** Which guesses the program forgives. */
  forgives?: Forgives;
  /** False if not all mines were seen. */
  layout_known?: boolean;
}

/** A move of a game record. */
export interface Move {
  /** What was done. */
  do: Act;
  /** The cell that the player chose. */
  cell: Cell;
  /** The cells that the move opened, in order. */
  opened: (Opened)[];
  /** The risk that the player stated, or null. */
  risk: number | null;
  /** Whether the player called the move certain, or null. */
  certain: boolean | null;
  /** The rule or method that chose the move. */
  by: string;
  /** Seconds since the first cell was opened. */
  time?: number;
}

/** A whole game as opaque text. */
export interface SavedGame {
  /** The identity of the game. */
  id: string;
  /** The game as opaque text. It contains the mines; do not read it. */
  saved: string;
}

/** Whether a game was kept until now. */
export interface ForgottenGame {
  /** Whether there was such a game. */
  forgotten: boolean;
}

/** Boards to generate. The same request gives the same boards. */
export interface GenerateRequest {
  /** The rules. */
  rules: GameRules;
  /** The number of boards. */
  count?: number;
  /** The stream of boards. */
  seed?: number;
  /** The cell that is opened first. */
  start?: Cell;
  /** Whether to reject boards that need a guess. */
  no_guess?: boolean;
  /** The seconds for all boards that need no guess; null for no limit. */
  budget?: number | null;
}

/** A board, in the form of a boards file, and how it was made. */
export interface GeneratedBoard {
  /** The number of rows. */
  rows: number;
  /** The number of columns. */
  cols: number;
  /** The mines. */
  mines: (Cell)[];
  /** The cell that is opened first. */
  start: Cell;
  /** The fewest opens that win without chords. */
  "3bv": number;
  /** The hardest deduction that winning it needs. */
  difficulty: Difficulty;
  /** How it was made. */
  method: Method;
  /** The stream of boards. */
  seed: number;
  /** The board of the stream that it is, or was before its repair. */
  index: number;
}

/** The hardest deduction that winning a board needs. */
export type Difficulty = "single-cell" | "subset" | "pair" | "k-relational" | "exact" | "mine-count" | "guess";

/**
 * How a board was made: any random board, a random board that needs no guess, or a random board whose
 * mines were moved until it needed none.
 */
export type Method = "random" | "rejection" | "repair";

/** A small board whose perfect play is wanted. */
export interface OptimumRequest {
  /** The rules. A mine ends the game, and flags win nothing. */
  rules: GameRules;
  /** The first cell; null for a best one. */
  start?: Cell | null;
  /** The seconds that the search may take; null for no limit. */
  budget?: number | null;
  /** The bytes that the search may take. */
  memory?: number;
}

/** How far the search is, and at the end its result. */
export interface OptimumAnswer {
  /** Whether this is the last answer. The others have no result. */
  done: boolean;
  /** The number of positions that were searched. */
  nodes: number;
  /** The probability of winning. */
  win: number | null;
  /** The number of layouts that perfect play wins, in decimal. */
  wins: string | null;
  /** The number of layouts, in decimal. */
  layouts: string | null;
  /** The first cell. */
  start: Cell | null;
}

/** A board to rate. */
export interface BoardRequest {
  /** The rules. */
  rules: GameRules;
  /** The mines. */
  mines: (Cell)[];
  /** The cell that is opened first. */
  start: Cell;
}

/** How hard a board is. */
export interface BoardRating {
  /** The hardest deduction that winning it needs. */
  difficulty: Difficulty;
  /** The fewest opens that win without chords. */
  "3bv": number;
  /** The number of connected regions of zeros. */
  openings: number;
  /** The number of connected groups of numbers that border no opening. */
  islands: number;
}

/** A position whose cheapest deduction is wanted. */
export interface DeductionRequest {
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
}

/** The cheapest deduction that frees a cell. */
export interface DeductionAnswer {
  /** The free cells that it proves; none if a guess is needed. */
  safe: (Cell)[];
  /** The deduction. */
  difficulty: Difficulty;
}

/** A game to review. */
export interface ReviewRequest {
  /** The record of the game. */
  record: GivenRecord;
  /** fast, strong or max: who advises, and the effort for win rates. */
  strength?: string;
  /** Whether a game that is not over may be reviewed. */
  unfinished?: boolean;
}

/** The end of a review. */
export interface ReviewSummary {
  /** review */
  kind: string;
  /** The player. */
  agent: string;
  /** The result of the game. */
  result: State;
  /** How many moves got each grade. */
  grades: GradeCounts;
  /** The win probability that all moves together cost. */
  cost: number;
  /** The win probability that chance added in all. */
  luck: number;
  /** What the moves cost and what luck added, in a sentence. */
  sentence: string;
  /** Where the time went, if the record has times. */
  times?: TimeUse;
}

/** How many moves got each grade. */
export interface GradeCounts {
  /** Moves that opened only certain cells. */
  forced: number;
  /** Moves that cost half a point of win probability at most. */
  best: number;
  /** Moves that cost three points at most. */
  inaccuracy: number;
  /** Moves that cost more. */
  mistake: number;
  /** Best moves that hit a mine. */
  unlucky: number;
}

/** Where the time of a game went. */
export interface TimeUse {
  /** The seconds before moves that opened only certain cells. */
  certain: number;
  /** The seconds before all other moves that opened cells. */
  guesses: number;
  /** The seconds before flags. */
  flags: number;
  /**
   * The certain moves, at most five, that took a second and three times the usual pause; the longest
   * first.
   */
  hesitations: (Hesitation)[];
  /** All of this in one or two sentences. */
  sentence: string;
}

/** A long pause before a move that opened only certain cells. */
export interface Hesitation {
  /** The index of the move in the record. */
  number: number;
  /** The seconds since the move before. */
  seconds: number;
}

/** One move of a game with its grade. */
export interface ReviewedMove {
  /** move */
  kind: string;
  /** The number of moves of the game. */
  moves: number;
  /** The index of the move in the record. */
  number: number;
  /** What was done. */
  do: Act;
  /** The cell that the player chose. */
  cell: Cell;
  /** The grade; null for a flag, unless a wrong flag loses the game. */
  grade: Grade | null;
  /** Whether the move opened a mine. */
  hit: boolean;
  /** The probability that the move loses the game at once. */
  risk: number;
  /** The win probability before the move; null where it is not known. */
  win_before: number | null;
  /** That of the chosen move, before its result is known. */
  win_played: number | null;
  /** That after the result of the move. */
  win_after: number | null;
  /** The standard error of `win_before`. */
  win_error: number | null;
  /** The win probability that the move gave away. */
  cost: number;
  /** The standard error of `cost`. */
  error: number;
  /** Whether the win probabilities before and of the move are exact. */
  exact: boolean;
  /** The win probability that chance added or took away. */
  luck: number;
  /** The best move; null for a flag, and where no cell can be free. */
  best: BestInReview | null;
  /** True for a guess that the program forgives: its luck is not counted. */
  forgiven?: boolean;
  /** Seconds since the first cell was opened. */
  time?: number;
  /** Seconds since the move before. */
  pause?: number;
}

/** The best move in the position of a reviewed move. */
export interface BestInReview {
  /** The first cell that it opens. */
  cell: Cell;
  /** All cells that it opens. */
  cells: (Cell)[];
  /** The probability that the cell is a mine. */
  risk: number | null;
  /** Whether the cells are proven free. */
  certain: boolean;
  /** The chance to win; null where it is not known or not needed. */
  win: number | null;
  /** Whether `win` is exact. */
  win_exact: boolean;
  /** The standard error of an estimated `win`. */
  win_error: number | null;
  /** The reason as a sentence. */
  reason: string;
}

/** The end of a game and its reviewed moves. */
export interface VerdictRequest {
  /** The result of the game. */
  result: State;
  /** How the game ended. */
  end: string;
  /** The moves. */
  moves: (MoveCost)[];
  /** Which guesses the program forgives. */
  forgives?: Forgives;
}

/** What a move of a reviewed game cost. */
export interface MoveCost {
  /** The index of the move in the record. */
  number: number;
  /** Its grade; null for a flag. */
  grade: string | null;
  /** Whether the move opened a mine. */
  hit: boolean;
  /** The win probability that the move gave away. */
  cost: number;
  /** The win probability that chance added. */
  luck: number;
  /** The seconds since the move before, or null. */
  pause?: number | null;
}

/** The verdict on a game. */
export interface VerdictAnswer {
  /** The win probability that all moves together cost. */
  cost: number;
  /** The win probability that chance added in all. */
  luck: number;
  /** What the moves cost and what luck added, in a sentence. */
  sentence: string;
  /** Where the time went, if the game has times. */
  times?: TimeUse;
}

/** Native agents to watch, and the board that they play. */
export interface WatchRequest {
  /** The rules. */
  rules: GameRules;
  /** The cell that is opened first. */
  start?: Cell;
  /** The stream of boards, and of the agents' random choices. */
  seed: number;
  /** The board of the stream. */
  index?: number;
  /** The names of native agents. */
  agents: (string)[];
}

/** The whole game of an agent. */
export interface WatchedRecord {
  /** record */
  kind: string;
  /** The number of the agent. */
  agent: number;
  /** The record of its game. */
  record: GameRecord;
}

/** One decision of an agent, carried out. */
export interface WatchedStep {
  /** step */
  kind: string;
  /** The number of the agent. */
  agent: number;
  /** The moves. */
  moves: (WatchedMove)[];
  /** Whether the opened cells are proven free. */
  certain: boolean;
  /** The probability that an opened cell is a mine; null where none is stated. */
  risk: number | null;
  /** The chance to win that the agent states; null where it states none. */
  win: number | null;
  /** The reason as a sentence. */
  reason: string;
  /** The time that the agent took. */
  seconds: number;
  /** The state of the game after the step. */
  state: State;
  /** The mines that became certain by the step. */
  proven: (Cell)[];
}

/** A move of a watched game. */
export interface WatchedMove {
  /** What was done. */
  do: Act;
  /** The cell that the agent chose. */
  cell: Cell;
  /** The cells that the move opened, in order. */
  opened: (Opened)[];
}

/** The board that agents play. */
export interface WatchedBoard {
  /** board */
  kind: string;
  /** The rules. */
  rules: Rules;
  /** The cell that is opened first. */
  start: Cell;
  /** The mines. */
  mines: (Cell)[];
  /** The 3BV of the board. */
  bbbv: number;
  /** The agents, in the order in which other messages number them. */
  agents: (string)[];
}

/** A short record whose moves shall be played again. */
export interface CompleteRequest {
  /** The short record. */
  short: ShortRecord;
}

/** A game record without what its moves opened. Cells are row-major. */
export interface ShortRecord {
  /** The rules. */
  rules: GameRules;
  /** The mines. */
  mines: (number)[];
  /** The cell that the rules' promise is about. */
  start: number;
  /** For each move o, f or c (open, flag, chord) and its cell in base 36; a dot stands between moves. */
  moves: string;
  /** The player. */
  agent?: string;
  /** The result. A game that was lost without a mine was given up. */
  result?: string;
}

/** A player's progress, at a time. */
export interface ProgressRequest {
  /** The progress, in the form of TrainerProgress; null for a new player. */
  progress: unknown;
  /** The time, in seconds since 1970. */
  now: number;
}

/** A player's progress, checked, and what follows from it now. */
export interface ProgressAnswer {
  /** The progress. */
  progress: TrainerProgress;
  /** The ratings and repetitions now. */
  state: TrainerState;
  /** The exercises that have come back, the longest overdue first. */
  due: (string)[];
}

/** What a player of the trainer has solved and missed. */
export interface TrainerProgress {
  /** The version of this form. */
  format: number;
  /** The ratings. */
  ratings: KindsProgress;
  /** The names of the exercises answered so far, the first one first. */
  seen: (string)[];
  /** The missed exercises that come back: by name, the box and the time in seconds since 1970. */
  repetitions: Record<string, unknown>;
  /** The newest rated answers. */
  history: (RatedAnswer)[];
}

/** The progress in every kind of exercise. */
export interface KindsProgress {
  /** Deductions. */
  deduction: KindProgress;
  /** Guesses. */
  guess: KindProgress;
}

/** The progress in one kind of exercise. */
export interface KindProgress {
  /** The rating. */
  rating: number;
  /** Its standard deviation. */
  deviation: number;
  /** When the rating last changed, in seconds since 1970; 0 if it never did. */
  at: number;
  /** The number of answers. */
  answered: number;
  /** The number of right answers. */
  right: number;
}

/** What an exercise asks for: a cell that is certainly free, or the guess that wins most often. */
export type ExerciseKind = "deduction" | "guess";

/** A rated answer: the time in seconds since 1970, the kind, and the new rating. */
export type RatedAnswer = [number, ExerciseKind, number];

/** A player's ratings and repetitions now. */
export interface TrainerState {
  /** The ratings. */
  standings: Standings;
  /** How many missed exercises have come back. */
  due: number;
  /** How many missed exercises will come back later. */
  waiting: number;
  /** The newest rated answers. */
  history: (RatedAnswer)[];
}

/** A player's ratings now. */
export interface Standings {
  /** Deductions. */
  deduction: Standing;
  /** Guesses. */
  guess: Standing;
}

/** A player's rating in one kind of exercise now. */
export interface Standing {
  /** The rating. */
  rating: number;
  /** Its standard deviation. */
  deviation: number;
  /** The number of answers. */
  answered: number;
  /** The number of right answers. */
  right: number;
}

/** A player who wants an exercise, and those that fit. */
export interface ChoiceRequest {
  /** The progress, in the form of TrainerProgress; null for a new player. */
  progress: unknown;
  /** The time, in seconds since 1970. */
  now: number;
  /** The exercises that fit. */
  exercises: (OfferedExercise)[];
  /** Two random numbers from 0 up to, but not including, 1. */
  draws: (number)[];
}

/** An exercise that may come next. */
export interface OfferedExercise {
  /** Its name. */
  name: string;
  /** Its kind. */
  kind: ExerciseKind;
  /** Its rating. */
  difficulty: number;
}

/** The next exercise. */
export interface ChoiceAnswer {
  /** Its name. */
  name: string;
  /** Whether it was missed before and has come back. */
  has_returned: boolean;
}

/** An answer to an exercise, and the solution. */
export interface ExerciseAnswer {
  /** The kind of the exercise. */
  kind: ExerciseKind;
  /** The position as text: rows split by / or newlines, with the mine count. */
  position: string;
  /** The named cells. No cell means that the player gives up. */
  cells: (Cell)[];
  /** The right cells. */
  solution: (Cell)[];
  /** For a guess, every guess, the best first. */
  moves?: (GuessValue)[];
  /** Whether a deduction must name all free cells. */
  find_all?: boolean;
}

/** A guess of an exercise. */
export interface GuessValue {
  /** The cell. */
  cell: Cell;
  /** The probability that it is a mine. */
  risk: number;
  /** The exact probability of winning after it. */
  win: number;
}

/** Whether an answer is right, and why. */
export interface JudgedAnswer {
  /** Whether it is right. */
  right: boolean;
  /** Why. */
  sentence: string;
}

/** A judged answer to add to a progress. */
export interface AddedAnswer {
  /** The progress, in the form of TrainerProgress; null for a new player. */
  progress: unknown;
  /** The time, in seconds since 1970. */
  now: number;
  /** The exercise. */
  exercise: OfferedExercise;
  /** Whether the answer was right. */
  right: boolean;
}

/** What an answer changed. */
export interface ChangedProgress {
  /** The rating before the answer. */
  before: number;
  /** The rating after it. */
  after: number;
  /** Whether the exercise was answered before. Then the rating stays. */
  is_repeated: boolean;
  /** The new progress. */
  progress: TrainerProgress;
  /** The ratings and repetitions now. */
  state: TrainerState;
}

/** The request of every name. */
export interface Requests {
  analyse: AnalyseRequest;
  best: BestRequest;
  explain: CellRequest;
  numbers: CellRequest;
  proof: CellRequest;
  reasons: ReasonsRequest;
  safe: SafeRequest;
  think: ThinkRequest;
  begin_think: ThinkRequest;
  play_out: PlayOutRequest;
  add_playouts: AddedPlayouts;
  read_position: ReadRequest;
  open_board_file: FileRequest;
  weigh: WeighRequest;
  new_game: NewGame;
  continue_game: ContinuedGame;
  game: GameQuestion;
  move: MoveRequest;
  autoplay: AutoplayRequest;
  lay_mines: LayoutRequest;
  help: GameQuestion;
  take_back: GameQuestion;
  play_again: GameQuestion;
  game_record: GameQuestion;
  save_game: GameQuestion;
  restore_game: SavedGame;
  forget_game: GameQuestion;
  generate: GenerateRequest;
  optimum: OptimumRequest;
  difficulty: BoardRequest;
  deduction: DeductionRequest;
  review: ReviewRequest;
  verdict: VerdictRequest;
  watch: WatchRequest;
  complete_record: CompleteRequest;
  progress: ProgressRequest;
  choose_exercise: ChoiceRequest;
  judge_answer: ExerciseAnswer;
  add_answer: AddedAnswer;
}

/** The answer to every request. */
export interface Answers {
  analyse: AnalysisAnswer | ImpossibleAnswer;
  best: BestAnswer;
  explain: ExplainAnswer;
  numbers: NumbersAnswer;
  proof: ProofAnswer;
  reasons: ReasonsAnswer;
  safe: SafeAnswer;
  think: Thought;
  begin_think: BegunThinking;
  play_out: PlayedOut;
  add_playouts: Thought;
  read_position: ReadPosition;
  open_board_file: ReadPosition;
  weigh: WeighAnswer;
  new_game: GameState;
  continue_game: GameState;
  game: GameState;
  move: MoveResult;
  autoplay: MoveResult;
  lay_mines: GameState;
  help: GamePosition;
  take_back: GameState;
  play_again: GameState;
  game_record: GameRecord;
  save_game: SavedGame;
  restore_game: GameState;
  forget_game: ForgottenGame;
  generate: GeneratedBoard;
  optimum: OptimumAnswer;
  difficulty: BoardRating;
  deduction: DeductionAnswer;
  review: ReviewedMove | ReviewSummary;
  verdict: VerdictAnswer;
  watch: WatchedBoard | WatchedStep | WatchedRecord;
  complete_record: GameRecord;
  progress: ProgressAnswer;
  choose_exercise: ChoiceAnswer;
  judge_answer: JudgedAnswer;
  add_answer: ChangedProgress;
}
