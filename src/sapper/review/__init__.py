"""Review of finished games: every move is graded by the win probability that it cost.

The core reviews games, see `cpp/facade/review.hpp`. This folder reads records and holds the results.

- `grades`: the grades.
- `reviewed_move`: one move with its grade, its cost and the best move.
- `flags`: the grades of flags.
- `time_use`: where the time went, if the record has times.
- `win_graph`: the graph of the win probability, which reports and notebooks draw.
- `game_review`: the review of a whole game, and `review`, which makes one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.lazy_names import lazy_names

if TYPE_CHECKING:
    from sapper.review.flags import FLAG_GRADES, FlagGrade, GradedFlag, flags_sentence, grade_flags
    from sapper.review.game_review import Progress, Review, review
    from sapper.review.grades import GRADES, Grade
    from sapper.review.reviewed_move import ReviewedMove
    from sapper.review.time_use import TimeUse

__all__ = [
    "FLAG_GRADES",
    "GRADES",
    "FlagGrade",
    "Grade",
    "GradedFlag",
    "Progress",
    "Review",
    "ReviewedMove",
    "TimeUse",
    "flags_sentence",
    "grade_flags",
    "review",
]

__getattr__ = lazy_names(
    __name__,
    {
        "flags": ["FLAG_GRADES", "FlagGrade", "GradedFlag", "flags_sentence", "grade_flags"],
        "game_review": ["Progress", "Review", "review"],
        "grades": ["GRADES", "Grade"],
        "reviewed_move": ["ReviewedMove"],
        "time_use": ["TimeUse"],
    },
)
