"""The JSON interface, typed: what the page sends, and what it gets."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.game.enums import Act, FirstMove, State

CellPair = tuple[int, int]
"""A cell: row and column, from 0."""
Probability = Annotated[float, Field(ge=0, le=1)]
Grade = Literal["one", "two", "three", "frontier", "count"]


class Request(BaseModel):
    """What a client sends; unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BoardRules(Request):
    """The size of a board and the promise of its first move."""

    rows: int = Field(ge=1)
    cols: int = Field(ge=1)
    mines: int = Field(ge=0)
    first_move: FirstMove = Field(FirstMove.SAFE, strict=False)


class NewGame(BoardRules):
    """A game to begin."""

    no_guess: bool = False
    """Whether the board must be solvable without a guess from wherever it is started."""


class Deed(Request):
    """A move of a person."""

    do: Act = Field(strict=False)
    cell: Annotated[list[int], Field(min_length=2, max_length=2)]


class End(BaseModel):
    """What is told once a game is over."""

    mines: list[CellPair]
    bbbv: int
    openings: int
    efficiency: float | None
    """3BV per move, of a game that was won."""


class News(BaseModel):
    """How a game stands after a move."""

    state: State
    seconds: float
    running: bool
    deeds: int
    what_if: bool
    helped: bool
    over: End | None


class GameState(News):
    """All that may be known of a game."""

    id: str
    rows: int
    cols: int
    mines: int
    first_move: str
    no_guess: bool
    again: bool
    start: CellPair | None
    """Where a board begins that is played again, or has every move taken back: that cell is promised."""
    position: str
    """Position text, in its one-line form."""
    moves: int


class MoveDone(News):
    """What a move did."""

    opened: list[tuple[int, int, int]]
    """Row, column and number, -1 for a hit mine."""
    flags: list[tuple[int, int, bool]]
    """Row, column and whether a flag is there now."""
    moves: int


class Position(Request):
    """A position to think about."""

    position: str
    """Position text: rows split by / or newlines, the mine count after them or in a first line."""
    trust_flags: bool = False
    strength: Literal["fast", "strong", "max"] = "strong"
    best: bool = True
    """Whether a move is to be recommended; risks alone are quicker."""


class Asked(Position):
    """A position and a cell of it."""

    cell: Annotated[list[int], Field(min_length=2, max_length=2)]


class Candidate(BaseModel):
    """A move worth a thought."""

    cell: CellPair
    risk: Probability
    certain: bool
    win: Probability | None
    win_exact: bool
    error: float | None
    """The standard error of an estimated `win`."""


class Best(BaseModel):
    """The move to recommend."""

    cell: CellPair
    risk: Probability | None
    win: Probability | None
    win_exact: bool
    certain: bool
    reason: str


class AnalysisOut(BaseModel):
    """What the numbers of a position say."""

    possible: Literal[True]
    rows: int
    cols: int
    mines: int
    exact: bool
    solutions: str | None
    """The number of layouts, in decimal; null where it is too long to read or was not counted."""
    log10_solutions: float | None
    risk: list[list[Probability | None]]
    """The risk of every covered cell, null where opened; rounded, so certainty is told by the lists below."""
    safe: list[CellPair]
    mine_cells: list[CellPair]
    best: Best | None
    candidates: list[Candidate]


class Reason(BaseModel):
    """What proves a cell."""

    mine: bool
    numbers: list[CellPair]
    uses_mine_count: bool
    grade: Grade
    text: str


class ExplanationOut(BaseModel):
    """What is known of one cell."""

    cell: CellPair
    risk: Probability | None
    why: Reason | None = None
    numbers: list[Probability] | None = None
    """How likely it shows 0 to 8, when it is free."""


class Impossible(BaseModel):
    """Why no layout fits: an irreducible set of numbers that contradict each other."""

    possible: Literal[False]
    reason: str
    cells: list[CellPair]
    uses_mine_count: bool


class Problem(BaseModel):
    """What is wrong, in one sentence."""

    detail: str


class FileIn(Request):
    """A file or a text somebody wants to look at."""

    text: str | None = None
    data: str | None = None
    """The bytes of a board file (.mbf or .abf), in base 64."""
    suffix: Literal[".mbf", ".abf"] = ".mbf"


class PositionOut(BaseModel):
    """A position that was read."""

    position: str
    rows: int
    cols: int
    mines: int


class AgentOut(BaseModel):
    """An agent that can be watched."""

    name: str
    paper: str | None
    summary: str


class About(BaseModel):
    """What this server is and allows."""

    version: str
    side: int
    seconds: float
    thinking: float
    levels: dict[str, BoardRules]
    agents: list[AgentOut]
    runs: bool
    """Whether there is a directory of run folders to look at."""


class RunLine(BaseModel):
    """A run folder, in a line."""

    name: str
    agents: list[str]
    rules: dict[str, Any]
    start: str | None
    games: int
    seed: int | None
    finished: bool
    command: str
    version: str


class RunOut(RunLine):
    """A run folder: its table and what its plots need."""

    summary: dict[str, Any] | None
    charts: dict[str, Any]
