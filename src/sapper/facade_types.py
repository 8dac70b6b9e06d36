"""The requests and answers of the facade. Written by scripts/facade_types.py from its schema."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from sapper import _core

FirstMove = Literal["safe", "zero", "unsafe"]
"""What is promised about the first cell: it is free, it is a zero, or nothing."""

OnMine = Literal["lose", "continue"]
"""Whether opening a mine ends the game."""

OnWrongFlag = Literal["ignore", "lose"]
"""Whether a flag on a free cell ends the game."""

WonBy = Literal["open", "open-or-flag"]
"""Whether flags on all mines win as well."""

Cell = list[int]
"""A cell: row and column, from 0."""

ProofGrade = Literal["one", "two", "three", "frontier", "count"]
"""The reasoning that proves a cell: one, two or three numbers, the frontier, or the mine count."""

GradedCell = list[int | bool | ProofGrade]
"""A certain cell: row, column, whether it is a mine, and how it is proven."""

Grade = Literal["forced", "best", "inaccuracy", "mistake", "unlucky"]
"""forced: the move opened only certain cells. best, inaccuracy, mistake: what it cost. unlucky: a
best move that hit a mine."""

State = Literal["playing", "won", "lost"]
"""Whether a game is still being played, and its result if not."""

Act = Literal["open", "flag", "chord"]
"""What a move does."""

Opened = list[int]
"""An opened cell: row, column and number; the number of a hit mine is -1."""

Forgives = Literal["nothing", "forced-guesses", "guesses"]
"""Which guesses a program forgives, by moving mines away from them."""

ChangedFlag = list[int | bool]
"""A changed flag: row, column, and whether it is set now."""

Difficulty = Literal["single-cell", "subset", "pair", "k-relational", "exact", "mine-count", "guess"]
"""The hardest deduction that winning a board needs."""

Method = Literal["random", "rejection", "repair"]
"""How a board was made: any random board, a random board that needs no guess, or a random board
whose mines were moved until it needed none."""

ExerciseKind = Literal["deduction", "guess"]
"""What an exercise asks for: a cell that is certainly free, or the guess that wins most often."""

RatedAnswer = list[int | ExerciseKind]
"""A rated answer: the time in seconds since 1970, the kind, and the new rating."""


class AnalyseRequest(TypedDict):
    """A position to analyse."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    budget: NotRequired[float | None]
    memory: NotRequired[float]
    promise: NotRequired[FirstCellPromise | None]
    best: NotRequired[bool]
    strength: NotRequired[str]
    decimals: NotRequired[int | None]
    digits: NotRequired[int | None]


class FirstCellPromise(TypedDict):
    """What the rules promise about the first cell."""

    rules: GameRules
    start: NotRequired[Cell | None]


class GameRules(TypedDict):
    """The rules of a game."""

    rows: int
    cols: int
    mines: int
    first_move: NotRequired[FirstMove]
    cascade: NotRequired[bool]
    on_mine: NotRequired[OnMine]
    on_wrong_flag: NotRequired[OnWrongFlag]
    won_by: NotRequired[WonBy]


class ImpossibleAnswer(TypedDict):
    """Why no layout fits a position: numbers that contradict each other."""

    possible: bool
    cells: list[Cell]
    uses_mine_count: bool
    reason: str


class AnalysisAnswer(TypedDict):
    """The analysis of a position."""

    possible: bool
    rows: int
    cols: int
    mines: int
    exact: bool
    solutions: str | None
    log10_solutions: float | None
    risk: list[list[float | None]]
    safe: list[Cell]
    mine_cells: list[Cell]
    best: BestMove | None
    candidates: list[Candidate]


class BestMove(TypedDict):
    """The recommended move. The cell is given twice, because programs read both forms."""

    row: int
    col: int
    risk: float | None
    win: float | None
    certain: bool
    reason: str
    win_exact: bool
    error: float | None
    cell: Cell


class Candidate(TypedDict):
    """A move that may be the best one."""

    cell: Cell
    risk: float
    certain: bool
    win: float | None
    win_exact: bool
    error: float | None


class BestRequest(TypedDict):
    """A position in which a move is wanted."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    budget: NotRequired[float | None]
    memory: NotRequired[float]
    promise: NotRequired[FirstCellPromise | None]
    strength: NotRequired[str]
    think: NotRequired[float | None]


class BestAnswer(TypedDict):
    """The recommended move."""

    best: BestMove | None
    reason: str


class CellRequest(TypedDict):
    """A position, and one cell of it."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    budget: NotRequired[float | None]
    memory: NotRequired[float]
    promise: NotRequired[FirstCellPromise | None]
    cell: Cell
    decimals: NotRequired[int | None]


class ExplainAnswer(TypedDict):
    """What is known about one cell."""

    cell: Cell
    risk: float | None
    why: NotRequired[Proof]
    numbers: NotRequired[list[float]]


class Proof(TypedDict):
    """The numbers that prove a cell free or a mine."""

    mine: bool
    numbers: list[Cell]
    uses_mine_count: bool
    grade: ProofGrade
    text: str


class NumbersAnswer(TypedDict):
    """The number that a covered cell may show."""

    row: int
    col: int
    risk: float
    numbers: list[float]


class ProofAnswer(TypedDict):
    """Why a covered cell is certain."""

    row: int
    col: int
    mine: bool
    numbers: list[Cell]
    uses_mine_count: bool
    method: str
    text: str


class ReasonsRequest(TypedDict):
    """A position whose certain cells are all explained."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    budget: NotRequired[float | None]
    memory: NotRequired[float]
    promise: NotRequired[FirstCellPromise | None]


class ReasonsAnswer(TypedDict):
    """The cheapest proofs of certain cells, several cells in each answer."""

    kind: str
    cells: list[GradedCell]
    done: bool


class SafeRequest(TypedDict):
    """A position whose free cells are wanted."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    budget: NotRequired[float | None]
    memory: NotRequired[float]
    promise: NotRequired[FirstCellPromise | None]


class SafeAnswer(TypedDict):
    """The cells that are certainly free."""

    safe: list[Cell]


class ThinkRequest(TypedDict):
    """A position whose candidate moves are played out."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    budget: NotRequired[float | None]
    memory: NotRequired[float]
    promise: NotRequired[FirstCellPromise | None]
    strength: NotRequired[str]
    seconds: NotRequired[float]


class Thought(TypedDict):
    """The candidate moves with their win rates so far, the best first."""

    kind: str
    done: bool
    exact: bool
    layouts: int
    candidates: list[Candidate]
    best: ThoughtBest | None


class ThoughtBest(TypedDict):
    """The best candidate so far."""

    cell: Cell
    reason: str | None


class BegunThinking(TypedDict):
    """What is known before anything is played out, and what is to be."""

    cells: list[Cell]
    most: int
    thought: Thought | None


class PlayOutRequest(TypedDict):
    """Moves of a position to play out on some of its layouts."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    cells: list[Cell]
    first: int
    count: int


class PlayedOut(TypedDict):
    """The results of rollouts."""

    wins: list[float | None]


class AddedPlayouts(TypedDict):
    """Results of rollouts, for what was begun last."""

    wins: list[float | None]
    last: NotRequired[bool]


class ReadRequest(TypedDict):
    """A position text as a person writes it."""

    text: str


class ReadPosition(TypedDict):
    """A position that was read."""

    position: str | _core.View | _core.Analysis
    rows: int
    cols: int
    mines: int


class FileRequest(TypedDict):
    """A board file of another program (.mbf or .abf)."""

    data: list[int]


class WeighRequest(TypedDict):
    """A move to grade."""

    position: str | _core.View | _core.Analysis
    trust_flags: NotRequired[bool]
    budget: NotRequired[float | None]
    memory: NotRequired[float]
    promise: NotRequired[FirstCellPromise | None]
    cell: Cell
    strength: NotRequired[str]


class WeighAnswer(TypedDict):
    """The grade of one move in a position, and the best move there."""

    cell: Cell
    grade: Grade
    risk: float
    cost: float
    error: float
    best: BestMove | None


class NewGame(TypedDict):
    """A new game. Its layout is made when its first cell is opened."""

    rows: int
    cols: int
    mines: int
    first_move: NotRequired[FirstMove]
    cascade: NotRequired[bool]
    on_mine: NotRequired[OnMine]
    on_wrong_flag: NotRequired[OnWrongFlag]
    won_by: NotRequired[WonBy]
    no_guess: NotRequired[bool]


class GameState(TypedDict):
    """Everything that may be known about a game."""

    id: str
    rows: int
    cols: int
    mines: int
    first_move: FirstMove
    no_guess: bool
    again: bool
    start: Cell | None
    position: str | _core.View | _core.Analysis
    moves: int
    state: State
    seconds: float
    running: bool
    deeds: int
    what_if: bool
    helped: bool
    over: GameEnd | None


class GameEnd(TypedDict):
    """The facts about a game that are shown only when it is over."""

    mines: list[Cell]
    bbbv: int
    openings: int
    efficiency: float | None


class ContinuedGame(TypedDict):
    """A game that goes on from a position of a record."""

    record: GivenRecord
    moves: int


class GivenRecord(TypedDict):
    """A game record that is given."""

    format: int
    rules: GameRules
    mines: list[Cell]
    start: Cell
    agent: str
    moves: list[GivenMove]
    result: State
    end: str
    reproducible: NotRequired[bool]
    forgives: NotRequired[Forgives]
    layout_known: NotRequired[bool]


class GivenMove(TypedDict):
    """A move of a game record that is given."""

    do: Act
    cell: Cell
    opened: NotRequired[list[Opened]]
    risk: NotRequired[float | None]
    certain: NotRequired[bool | None]
    by: NotRequired[str]
    time: NotRequired[float | None]


class GameQuestion(TypedDict):
    """A game."""

    id: str


class MoveRequest(TypedDict):
    """A move that a person wants to make."""

    id: str
    do: Act
    cell: Cell
    budget: NotRequired[float | None]


class MoveResult(TypedDict):
    """The effect of a move."""

    opened: list[Opened]
    flags: list[ChangedFlag]
    moves: int
    state: State
    seconds: float
    running: bool
    deeds: int
    what_if: bool
    helped: bool
    over: GameEnd | None


class AutoplayRequest(TypedDict):
    """A game in which the certainly free cells shall be opened."""

    id: str
    budget: NotRequired[float]


class LayoutRequest(TypedDict):
    """The layout of a game that has none yet, made elsewhere."""

    id: str
    mines: list[Cell]
    start: Cell


class GamePosition(TypedDict):
    """The position of a game, as a request to analyse it needs it."""

    position: str | _core.View | _core.Analysis
    promise: StatedPromise | None


class StatedPromise(TypedDict):
    """What the rules of a game promise about the first cell."""

    rules: Rules
    start: Cell | None


class Rules(TypedDict):
    """The rules of a game."""

    rows: int
    cols: int
    mines: int
    first_move: FirstMove
    cascade: bool
    on_mine: OnMine
    on_wrong_flag: OnWrongFlag
    won_by: WonBy


class GameRecord(TypedDict):
    """A game: its layout, its moves and its result."""

    format: int
    rules: Rules
    mines: list[Cell]
    start: Cell
    agent: str
    moves: list[Move]
    result: State
    end: str
    reproducible: NotRequired[bool]
    forgives: NotRequired[Forgives]
    layout_known: NotRequired[bool]


class Move(TypedDict):
    """A move of a game record."""

    do: Act
    cell: Cell
    opened: list[Opened]
    risk: float | None
    certain: bool | None
    by: str
    time: NotRequired[float]


class SavedGame(TypedDict):
    """A whole game as opaque text."""

    id: str
    saved: str


class ForgottenGame(TypedDict):
    """Whether a game was kept until now."""

    forgotten: bool


class GenerateRequest(TypedDict):
    """Boards to generate. The same request gives the same boards."""

    rules: GameRules
    count: NotRequired[int]
    seed: NotRequired[int]
    start: NotRequired[Cell]
    no_guess: NotRequired[bool]
    budget: NotRequired[float | None]


GeneratedBoard = TypedDict(
    "GeneratedBoard",
    {
        "rows": "int",
        "cols": "int",
        "mines": "list[Cell]",
        "start": "Cell",
        "3bv": "int",
        "difficulty": "Difficulty",
        "method": "Method",
        "seed": "int",
        "index": "int",
    },
)
"""A board, in the form of a boards file, and how it was made."""


class OptimumRequest(TypedDict):
    """A small board whose perfect play is wanted."""

    rules: GameRules
    start: NotRequired[Cell | None]
    budget: NotRequired[float | None]
    memory: NotRequired[float]


class OptimumAnswer(TypedDict):
    """How far the search is, and at the end its result."""

    done: bool
    nodes: int
    win: float | None
    wins: str | None
    layouts: str | None
    start: Cell | None


class BoardRequest(TypedDict):
    """A board to rate."""

    rules: GameRules
    mines: list[Cell]
    start: Cell


BoardRating = TypedDict(
    "BoardRating", {"difficulty": "Difficulty", "3bv": "int", "openings": "int", "islands": "int"}
)
"""How hard a board is."""


class DeductionRequest(TypedDict):
    """A position whose cheapest deduction is wanted."""

    position: str | _core.View | _core.Analysis


class DeductionAnswer(TypedDict):
    """The cheapest deduction that frees a cell."""

    safe: list[Cell]
    difficulty: Difficulty


class ReviewRequest(TypedDict):
    """A game to review."""

    record: GivenRecord
    strength: NotRequired[str]
    unfinished: NotRequired[bool]


class ReviewSummary(TypedDict):
    """The end of a review."""

    kind: str
    agent: str
    result: State
    grades: GradeCounts
    cost: float
    luck: float
    sentence: str
    times: NotRequired[TimeUse]


class GradeCounts(TypedDict):
    """How many moves got each grade."""

    forced: int
    best: int
    inaccuracy: int
    mistake: int
    unlucky: int


class TimeUse(TypedDict):
    """Where the time of a game went."""

    certain: float
    guesses: float
    flags: float
    hesitations: list[Hesitation]
    sentence: str


class Hesitation(TypedDict):
    """A long pause before a move that opened only certain cells."""

    number: int
    seconds: float


class ReviewedMove(TypedDict):
    """One move of a game with its grade."""

    kind: str
    moves: int
    number: int
    do: Act
    cell: Cell
    grade: Grade | None
    hit: bool
    risk: float
    win_before: float | None
    win_played: float | None
    win_after: float | None
    win_error: float | None
    cost: float
    error: float
    exact: bool
    luck: float
    best: BestInReview | None
    forgiven: NotRequired[bool]
    time: NotRequired[float]
    pause: NotRequired[float]


class BestInReview(TypedDict):
    """The best move in the position of a reviewed move."""

    cell: Cell
    cells: list[Cell]
    risk: float | None
    certain: bool
    win: float | None
    win_exact: bool
    win_error: float | None
    reason: str


class VerdictRequest(TypedDict):
    """The end of a game and its reviewed moves."""

    result: State
    end: str
    moves: list[MoveCost]
    forgives: NotRequired[Forgives]


class MoveCost(TypedDict):
    """What a move of a reviewed game cost."""

    number: int
    grade: str | None
    hit: bool
    cost: float
    luck: float
    pause: NotRequired[float | None]


class VerdictAnswer(TypedDict):
    """The verdict on a game."""

    cost: float
    luck: float
    sentence: str
    times: NotRequired[TimeUse]


class WatchRequest(TypedDict):
    """Native agents to watch, and the board that they play."""

    rules: GameRules
    start: NotRequired[Cell]
    seed: int
    index: NotRequired[int]
    agents: list[str]


class WatchedRecord(TypedDict):
    """The whole game of an agent."""

    kind: str
    agent: int
    record: GameRecord


class WatchedStep(TypedDict):
    """One decision of an agent, carried out."""

    kind: str
    agent: int
    moves: list[WatchedMove]
    certain: bool
    risk: float | None
    win: float | None
    reason: str
    seconds: float
    state: State
    proven: list[Cell]


class WatchedMove(TypedDict):
    """A move of a watched game."""

    do: Act
    cell: Cell
    opened: list[Opened]


class WatchedBoard(TypedDict):
    """The board that agents play."""

    kind: str
    rules: Rules
    start: Cell
    mines: list[Cell]
    bbbv: int
    agents: list[str]


class CompleteRequest(TypedDict):
    """A short record whose moves shall be played again."""

    short: ShortRecord


class ShortRecord(TypedDict):
    """A game record without what its moves opened. Cells are row-major."""

    rules: GameRules
    mines: list[int]
    start: int
    moves: str
    agent: NotRequired[str]
    result: NotRequired[str]


class ProgressRequest(TypedDict):
    """A player's progress, at a time."""

    progress: Any
    now: int


class ProgressAnswer(TypedDict):
    """A player's progress, checked, and what follows from it now."""

    progress: TrainerProgress
    state: TrainerState
    due: list[str]


class TrainerProgress(TypedDict):
    """What a player of the trainer has solved and missed."""

    format: int
    ratings: KindsProgress
    seen: list[str]
    repetitions: dict[str, Any]
    history: list[RatedAnswer]


class KindsProgress(TypedDict):
    """The progress in every kind of exercise."""

    deduction: KindProgress
    guess: KindProgress


class KindProgress(TypedDict):
    """The progress in one kind of exercise."""

    rating: float
    deviation: float
    at: int
    answered: int
    right: int


class TrainerState(TypedDict):
    """A player's ratings and repetitions now."""

    standings: Standings
    due: int
    waiting: int
    history: list[RatedAnswer]


class Standings(TypedDict):
    """A player's ratings now."""

    deduction: Standing
    guess: Standing


class Standing(TypedDict):
    """A player's rating in one kind of exercise now."""

    rating: float
    deviation: float
    answered: int
    right: int


class ChoiceRequest(TypedDict):
    """A player who wants an exercise, and those that fit."""

    progress: Any
    now: int
    exercises: list[OfferedExercise]
    draws: list[float]


class OfferedExercise(TypedDict):
    """An exercise that may come next."""

    name: str
    kind: ExerciseKind
    difficulty: float


class ChoiceAnswer(TypedDict):
    """The next exercise."""

    name: str
    has_returned: bool


class ExerciseAnswer(TypedDict):
    """An answer to an exercise, and the solution."""

    kind: ExerciseKind
    position: str | _core.View | _core.Analysis
    cells: list[Cell]
    solution: list[Cell]
    moves: NotRequired[list[GuessValue]]
    find_all: NotRequired[bool]


class GuessValue(TypedDict):
    """A guess of an exercise."""

    cell: Cell
    risk: float
    win: float


class JudgedAnswer(TypedDict):
    """Whether an answer is right, and why."""

    right: bool
    sentence: str


class AddedAnswer(TypedDict):
    """A judged answer to add to a progress."""

    progress: Any
    now: int
    exercise: OfferedExercise
    right: bool


class ChangedProgress(TypedDict):
    """What an answer changed."""

    before: float
    after: float
    is_repeated: bool
    progress: TrainerProgress
    state: TrainerState
