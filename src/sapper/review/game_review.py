"""The review of a finished game: every move graded by the win probability that it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sapper.agents.advice import STRENGTHS
from sapper.facade import ask
from sapper.game.file_formats import read_records
from sapper.game.record import GameRecord
from sapper.replay.reader import is_replay_file, read
from sapper.review.grades import GRADES, Grade
from sapper.review.reviewed_move import ReviewedMove, move_of_answer
from sapper.review.time_use import TimeUse, times_of_answer


@dataclass(frozen=True)
class Review:
    """A game with every move graded."""

    record: GameRecord
    moves: tuple[ReviewedMove, ...]
    strength: str

    @property
    def grades(self) -> dict[Grade, int]:
        """How many moves got each grade."""
        counted = Counter(move.grade for move in self.moves)
        return {grade: counted[grade] for grade in GRADES}

    @property
    def wins(self) -> tuple[float | None, ...]:
        """The win probabilities before the first move and after each move, as a graph shows them."""
        return tuple(
            [self.moves[0].win_before, *(move.win_after for move in self.moves)] if self.moves else []
        )

    @property
    def cost(self) -> float:
        """The win probability that all moves together cost."""
        return sum(move.cost for move in self.moves)

    @property
    def luck(self) -> float:
        """The win probability that chance added in all (positive) or took away (negative)."""
        return sum(move.luck for move in self.moves)

    @property
    def sentence(self) -> str:
        """One sentence on what the moves cost and what luck added."""
        said: str = self._verdict()["sentence"]
        return said

    @property
    def times(self) -> TimeUse | None:
        """Where the time went; None if the record has no times."""
        found = self._verdict().get("times")
        return None if found is None else times_of_answer(found)

    def _verdict(self) -> dict[str, Any]:
        moves = [
            {
                "number": move.number,
                "grade": move.grade,
                "hit": move.hit,
                "cost": move.cost,
                "luck": move.luck,
                "pause": move.pause,
            }
            for move in self.moves
        ]
        game = {"result": self.record.result, "end": self.record.end, "forgives": self.record.forgives}
        return ask("verdict", {**game, "moves": moves})

    def __repr__(self) -> str:
        grades = ", ".join(f"{count} {grade}" for grade, count in self.grades.items() if count)
        return f"<Review of a game on {self.record.rules.size}, {self.record.result}: {grades or 'no move'}>"

    def _repr_html_(self) -> str:
        from sapper.review.win_graph import review_html

        return review_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain JSON values."""
        times = self.times
        return {
            "format": 1,
            "rules": self.record.rules.to_dict(),
            "agent": self.record.agent,
            "result": self.record.result,
            "end": self.record.end,
            "strength": self.strength,
            "grades": self.grades,
            "cost": self.cost,
            "luck": self.luck,
            "sentence": self.sentence,
            **({} if times is None else {"times": times.to_dict()}),
            "win": list(self.wins),
            "moves": [move.to_dict() for move in self.moves],
        }


Progress = Callable[[ReviewedMove, int], None]
"""Called with every graded move and the number of moves in the game. It may raise an error to stop."""


def review(
    record: GameRecord | str | Path, strength: str = "strong", progress: Progress | None = None
) -> Review:
    """Grade every move of a game by the win probability that it cost. The same game gets the same grades.

    A move that opens only certain cells is *forced*. Every other move is graded by the lead of the best move
    in win probability: *best* up to half a percentage point, *inaccuracy* up to three, *mistake* beyond. A
    best guess that hit a mine is *unlucky*. Both moves are weighed by the same method, see
    `sapper.agents.outlook`. Where that is an estimate and its doubt of two standard errors reaches a milder
    grade, the move gets the next milder one.

    Args:
        record: A game record, or the path of a file. The first record of a file is reviewed; a replay of
            another program is one game.
        strength: "fast", "strong" or "max": the agent that advises, and the effort for win probabilities.
        progress: Called with every move as soon as it is graded.

    Raises:
        ValueError: The record contradicts itself, its rules continue after a mine, or no strength has that
            name.
        OSError: The file cannot be read.

    >>> from sapper import BEGINNER, make, play
    >>> reviewed = review(play(make("sapper-strong"), BEGINNER, seed=1), strength="fast")
    >>> reviewed.grades["mistake"], reviewed.moves[-1].win_after
    (0, 1.0)
    """
    record = _read(record)
    if not isinstance(strength, str) or strength not in STRENGTHS:
        raise ValueError(f"a review's strength is {', '.join(STRENGTHS)}, not {strength!r}")
    moves: list[ReviewedMove] = []

    def take(answer: dict[str, Any]) -> None:
        if answer["kind"] == "move":
            moves.append(move_of_answer(answer))
            if progress is not None:
                progress(moves[-1], answer["moves"])

    ask("review", {"record": _without_names(record), "strength": strength, "unfinished": True}, take)
    return Review(record, tuple(moves), strength)


def _without_names(record: GameRecord) -> dict[str, Any]:
    """The record without the names of agents and methods, which may hold anything and change no grade."""
    fields = record.to_dict()
    for move in fields["moves"]:
        move["by"] = ""
    return {**fields, "agent": ""}


def _read(record: GameRecord | str | Path) -> GameRecord:
    if isinstance(record, str | Path) and is_replay_file(record):
        record = read(record).record
    if isinstance(record, str | Path):
        records = read_records(record)
        if not records:
            raise ValueError(f"{record} holds no game record")
        record = records[0]
    if not isinstance(record, GameRecord):
        raise ValueError(f"a review needs a GameRecord or the file of one, not {record!r}")
    return record
