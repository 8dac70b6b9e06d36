"""The named values of rules and results: callers can pass strings, and get strings back."""

from __future__ import annotations

import json
from enum import StrEnum

import pytest

from sapper import Board, Game, Rules
from sapper.game.enums import Act, End, FirstMove, OnMine, OnWrongFlag, State, WonBy, check_choice


@pytest.mark.parametrize(
    ("enum", "values"),
    [
        (FirstMove, ["safe", "zero", "unsafe"]),
        (OnMine, ["lose", "continue"]),
        (OnWrongFlag, ["ignore", "lose"]),
        (WonBy, ["open", "open-or-flag"]),
        (Act, ["open", "flag", "chord"]),
        (State, ["playing", "won", "lost"]),
        (End, ["opened", "flagged", "mine", "wrong-flag", "unfinished", "stuck", "time-out"]),
    ],
)
def test_the_values_are_those_of_the_formats(enum: type[StrEnum], values: list[str]) -> None:
    assert list(enum) == values


def test_rules_accept_members_and_strings_and_keep_plain_strings() -> None:
    by_member = Rules(3, 3, 1, FirstMove.ZERO, on_mine=OnMine.CONTINUE, won_by=WonBy.OPEN_OR_FLAG)
    by_string = Rules(3, 3, 1, "zero", on_mine="continue", won_by="open-or-flag")
    assert by_member == by_string
    assert repr(by_member) == repr(by_string)
    assert {type(value) for value in by_member.to_dict().values()} == {int, bool, str}
    assert json.dumps(by_member.to_dict()) == json.dumps(by_string.to_dict())


def test_games_return_plain_strings() -> None:
    game = Game(Board.from_mines(Rules(1, 2, 1), [(0, 0)]))
    assert type(game.state) is type(game.end) is str
    game.open((0, 1))
    assert (game.state, game.end, game.moves[0].do) == ("won", "opened", "open")
    assert type(game.state) is type(game.end) is type(game.moves[0].do) is str
    other = Game(Board.from_mines(Rules(1, 2, 1), [(0, 0)]))
    other.give_up(End.TIME_OUT)
    assert type(other.end) is str


@pytest.mark.parametrize("value", ["Safe", "", None, 1, ["safe"]])
def test_a_wrong_value_is_named_with_the_right_ones(value: object) -> None:
    with pytest.raises(ValueError, match="first_move must be 'safe' or 'zero' or 'unsafe', not "):
        check_choice("first_move", value, FirstMove)
