"""The types of the JSON API: what clients send, and what the server responds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.game.enums import Act, FirstMove, State

CellPair = tuple[int, int]
"""A cell: row and column, from 0."""
Probability = Annotated[float, Field(ge=0, le=1)]
Grade = Literal["one", "two", "three", "frontier", "count"]
"""The cheapest reasoning that proves a cell: one, two or three numbers, the frontier, or the mine count."""


class ClientMessage(BaseModel):
    """A message from a client. Unknown fields are refused, so that a misspelt field is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BoardRules(ClientMessage):
    """The size of a board, and the promise about its first move."""

    rows: int = Field(ge=1)
    cols: int = Field(ge=1)
    mines: int = Field(ge=0)
    first_move: FirstMove = Field(FirstMove.SAFE, strict=False)


class NewGame(BoardRules):
    """A request for a new game."""

    no_guess: bool = False
    """Whether the board must be solvable without a guess from the cell that is opened first."""


class ContinuedGame(ClientMessage):
    """A request for a game that goes on from a position of a record."""

    record: dict[str, Any]
    moves: int = Field(ge=0)
    """How many moves of the record are made."""


class MoveRequest(ClientMessage):
    """A move that a person wants to make."""

    do: Act = Field(strict=False)
    cell: Annotated[list[int], Field(min_length=2, max_length=2)]


class GameEnd(BaseModel):
    """The facts about a game that are shown only when it is over."""

    mines: list[CellPair]
    bbbv: int
    openings: int
    efficiency: float | None
    """3BV divided by the number of moves; null unless the game was won without help."""


class GameStatus(BaseModel):
    """The part of a game's state that a move may change."""

    state: State
    seconds: float
    running: bool
    deeds: int
    """The number of moves the person tried, including those without an effect."""
    what_if: bool
    """Whether a move was taken back."""
    helped: bool
    """Whether the server showed hints or opened cells for the person."""
    over: GameEnd | None


class GameState(GameStatus):
    """Everything that a client may know about a game."""

    id: str
    rows: int
    cols: int
    mines: int
    first_move: str
    no_guess: bool
    again: bool
    """Whether this board was played before."""
    start: CellPair | None
    """The cell that the rules' promise is about, on a board that is played again or fully taken back."""
    position: str
    """Position text, in its one-line form."""
    moves: int


class MoveResult(GameStatus):
    """The effect of a move."""

    opened: list[tuple[int, int, int]]
    """Row, column and number of each opened cell; the number is -1 for a hit mine."""
    flags: list[tuple[int, int, bool]]
    """Row and column of each changed flag, and whether it is set now."""
    moves: int


class PositionRequest(ClientMessage):
    """A position to analyse."""

    position: str
    """Position text: rows split by / or newlines, the mine count after them or in a first line."""
    trust_flags: bool = False
    strength: Literal["fast", "strong", "max"] = "strong"
    best: bool = True
    """Whether to recommend a move. Without it the response comes sooner."""


class CellQuestion(PositionRequest):
    """A position, and one cell of it to explain."""

    cell: Annotated[list[int], Field(min_length=2, max_length=2)]


class Candidate(BaseModel):
    """A move that may be the best one."""

    cell: CellPair
    risk: Probability
    certain: bool
    win: Probability | None
    win_exact: bool
    error: float | None
    """The standard error of an estimated `win`."""


class BestMove(BaseModel):
    """The recommended move, in the same form as `best` of `sapper analyse --json`."""

    row: int
    col: int
    cell: CellPair
    risk: Probability | None
    win: Probability | None
    win_exact: bool
    error: float | None
    """The standard error of an estimated `win`."""
    certain: bool
    reason: str


class AnalysisResponse(BaseModel):
    """The analysis of a position."""

    possible: Literal[True]
    rows: int
    cols: int
    mines: int
    exact: bool
    solutions: str | None
    """The number of layouts, in decimal; null when it has too many digits or was not counted."""
    log10_solutions: float | None
    risk: list[list[Probability | None]]
    """The risk of every covered cell; null where a cell is open.

    The risks are rounded. Use `safe` and `mine_cells` to find the certain cells.
    """
    safe: list[CellPair]
    mine_cells: list[CellPair]
    best: BestMove | None
    candidates: list[Candidate]


class Proof(BaseModel):
    """The numbers that prove a cell free or a mine."""

    mine: bool
    numbers: list[CellPair]
    uses_mine_count: bool
    grade: Grade
    text: str


class ExplanationResponse(BaseModel):
    """What is known about one cell."""

    cell: CellPair
    risk: Probability | None
    why: Proof | None = None
    numbers: list[Probability] | None = None
    """The probabilities that the cell shows 0 to 8, given that it is free."""


class WeighedMove(BaseModel):
    """The grade of one move in a position, and the best move there."""

    cell: CellPair
    grade: Literal["forced", "best", "inaccuracy", "mistake"]
    risk: Probability
    cost: Probability
    """The chance to win that the move gives away."""
    error: float
    """The standard error of `cost`; 0 if it is exact."""
    best: BestMove | None


class ImpossiblePosition(BaseModel):
    """The reason why no layout fits a position: an irreducible set of contradictory numbers."""

    possible: Literal[False]
    reason: str
    cells: list[CellPair]
    uses_mine_count: bool


class ErrorResponse(BaseModel):
    """An error, described in one sentence."""

    detail: str


class PositionFile(ClientMessage):
    """A position as text, or a board file."""

    text: str | None = None
    data: str | None = None
    """The bytes of a board file (.mbf or .abf), in base 64."""
    suffix: Literal[".mbf", ".abf"] = ".mbf"


class ParsedPosition(BaseModel):
    """A position that the server has read, in its one-line form."""

    position: str
    rows: int
    cols: int
    mines: int


class PictureFile(ClientMessage):
    """A picture of a Minesweeper program."""

    data: str
    """The bytes of an image file, in base 64."""


class PictureGrid(BaseModel):
    """Where the cells lie in the picture, in pixels."""

    left: float
    top: float
    cell_width: float
    cell_height: float


class SeenPosition(BaseModel):
    """The position in a picture; see `sapper.vision.Seen`."""

    position: str
    rows: int
    cols: int
    mines: int
    mines_source: Literal["given", "counter", "standard", "assumed"]
    doubtful: list[CellPair]
    """The cells that may have been misread."""
    repaired: list[CellPair]
    confidence: Probability
    consistent: bool
    over: bool
    grid: PictureGrid


class RecordFile(ClientMessage):
    """A game record in its short form, or a replay file of another program."""

    short: dict[str, Any] | None = None
    """`rules`, `mines`, `start`, `moves`, `agent` and `result`; see `complete_record` of `sapper.facade`."""
    data: str | None = None
    """The bytes of a replay file, in base 64."""
    suffix: Literal[".avf", ".evf", ".evfs", ".mvf", ".rawvf", ".rmv"] = ".avf"


class RecordList(BaseModel):
    """Game records, as `sapper play` writes them."""

    records: list[dict[str, Any]]


class KeptDocument(ClientMessage):
    """A game or a study to share by a link."""

    kind: Literal["game", "study"]
    content: dict[str, Any]


class KeptLink(BaseModel):
    """The identity of a shared document, for a link."""

    id: str


class AgentEntry(BaseModel):
    """An agent that can be watched."""

    name: str
    paper: str | None
    summary: str


class ServerInfo(BaseModel):
    """The version, the limits, the levels and the agents of a server."""

    version: str
    side: int
    seconds: float
    thinking: float
    levels: dict[str, BoardRules]
    agents: list[AgentEntry]
    runs: bool
    """Whether the directory of run folders exists."""


class RunListEntry(BaseModel):
    """One run folder in the list of runs."""

    name: str
    agents: list[str]
    rules: dict[str, Any]
    start: str | None
    games: int
    seed: int | None
    finished: bool
    command: str
    version: str


class RunDetails(RunListEntry):
    """One run folder with its summary and the data of its plots."""

    summary: dict[str, Any] | None
    charts: dict[str, Any]
