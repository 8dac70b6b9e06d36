"""The types of the trainer's JSON requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from sapper.web.api_models import CellPair, ClientMessage, Probability

ProgressJson = dict[str, Any]
"""A progress as `Progress.to_dict` writes it. The trainer checks it."""


class NextExercise(ClientMessage):
    """A request for the next exercise."""

    progress: ProgressJson | None = None
    """The player's progress; null for a new player."""
    kind: Literal["any", "deduction", "guess"] = "any"
    pattern: str | None = None
    """The name of a pattern that must prove a cell."""
    exercise: str | None = None
    """The name of one exercise, in place of a choice."""


class ExerciseAnswer(ClientMessage):
    """An answer to an exercise."""

    exercise: str
    cells: Annotated[list[Annotated[list[int], Field(min_length=2, max_length=2)]], Field(max_length=400)]
    """The named cells. No cell means that the player gives up."""
    find_all: bool = False
    """Whether a deduction must name all free cells."""
    progress: ProgressJson | None = None


class PatternEntry(BaseModel):
    """A kind of deduction that players know by name."""

    name: str
    title: str
    text: str
    example: str
    """A position in which the pattern proves a cell."""
    cell: CellPair


class TrainerInfo(BaseModel):
    """What the trainer offers."""

    patterns: list[PatternEntry]
    kinds: list[str]


class Standing(BaseModel):
    """A player's rating in one kind of exercise."""

    rating: float
    deviation: float
    answered: int
    right: int


class TrainerState(BaseModel):
    """A player's ratings and repetitions now."""

    standings: dict[str, Standing]
    due: int
    """How many missed exercises have come back."""
    waiting: int
    """How many missed exercises will come back later."""
    history: list[tuple[int, str, int]]


class ChosenExercise(BaseModel):
    """An exercise without its solution."""

    name: str
    kind: str
    grade: str
    difficulty: int
    position: str
    has_returned: bool
    """Whether it was missed before and has come back."""
    state: TrainerState


class ProofEntry(BaseModel):
    """Why a cell is free."""

    cell: CellPair
    numbers: list[CellPair]
    uses_mine_count: bool
    pattern: str
    reduced: bool
    """Whether known mines are subtracted from the numbers."""
    text: str


class RatedGuess(BaseModel):
    """A guess with its exact probability of winning."""

    cell: CellPair
    risk: Probability
    win: Probability


class JudgedAnswer(BaseModel):
    """The verdict on an answer, the solution, and the new progress."""

    right: bool
    sentence: str
    solution: list[CellPair]
    mine_cells: list[CellPair]
    proofs: list[ProofEntry]
    moves: list[RatedGuess]
    before: float
    after: float
    """The rating for this kind before and after the answer."""
    is_repeated: bool
    """Whether the exercise was answered before. Then the rating stays."""
    progress: ProgressJson
    state: TrainerState
