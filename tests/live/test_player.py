"""The live player wins what the arena wins, on screens that lag, hide the board and swallow actions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sapper import INTERMEDIATE, Rules, make, play
from sapper.game import View
from sapper.live import (
    PROFILES,
    UNKNOWN,
    LivePlayer,
    Pace,
    Profile,
    ScreenLost,
    Sight,
    Stopped,
    misread,
    profile_of,
)
from tests.live.screens import CroppedScreen, FlagsToWin, GameScreen, PopUpScreen, SlowScreen

QUICK = Pace(poll=0.0, patience=0.05, lost_after=5.0)
SAFE = Profile(first_move="safe")


@pytest.mark.parametrize("screen", [GameScreen, SlowScreen, PopUpScreen, CroppedScreen])
def test_a_live_game_equals_the_game_of_the_arena(screen: type[GameScreen]) -> None:
    player = LivePlayer(shown := screen(INTERMEDIATE), "sapper-fast", SAFE, QUICK)
    for index in range(6):
        if index:
            player.next_game()
        found = player.play()
        expected = play(make("sapper-fast"), INTERMEDIATE, seed=1, index=index)
        assert found.record.result == expected.result
        assert found.record.mines == expected.mines
        assert found.record.replay().view.numbers.tolist() == expected.replay().view.numbers.tolist()
        assert misread(found.final) == []
        times = [move.time for move in found.record.moves]
        assert times == sorted(times, key=lambda time: (time is None, time))
    assert not isinstance(shown, PopUpScreen) or shown.swallowed > 0


def test_an_action_that_is_swallowed_is_repeated() -> None:
    player = LivePlayer(PopUpScreen(INTERMEDIATE), "sapper-fast", SAFE, QUICK)
    assert player.play().repeated > 0


def test_a_program_that_wants_flags_gets_them() -> None:
    profile = Profile(first_move="zero", flags_to_win=True)
    found = LivePlayer(FlagsToWin(Rules(9, 9, 10, first_move="zero")), "sapper-fast", profile, QUICK).play()
    assert found.won
    assert int(found.final.view.flags.sum()) == 10


def test_the_first_cell_follows_the_promise() -> None:
    for profile, start in ((SAFE, (0, 0)), (Profile(first_move="zero"), (3, 3)), (UNKNOWN, (0, 0))):
        screen = GameScreen(Rules(9, 9, 10, first_move=profile.first_move))
        LivePlayer(screen, "sapper-fast", profile, QUICK).play()
        assert screen.acts[0] == ("open", start)


def test_it_stops_at_once() -> None:
    screen = GameScreen(INTERMEDIATE)
    player = LivePlayer(screen, "sapper-fast", SAFE, QUICK, stop=lambda: len(screen.acts) >= 1)
    with pytest.raises(Stopped):
        player.play()
    assert len(screen.acts) == 1


def test_the_limit_of_cells_a_second_is_kept() -> None:
    screen = GameScreen(Rules(9, 9, 10, first_move="zero"))
    player = LivePlayer(screen, "sapper-fast", Profile(first_move="zero"), replace(QUICK, per_second=200.0))
    found = player.play()
    assert found.seconds >= len(screen.acts) / 200


def test_a_screen_that_cannot_be_read_is_lost() -> None:
    class Blank(GameScreen):
        def read(self) -> Sight | None:
            return None

    with pytest.raises(ScreenLost, match="no board was seen"):
        LivePlayer(Blank(INTERMEDIATE), pace=replace(QUICK, lost_after=0.05)).play()


def test_what_no_layout_fits_is_not_played_on() -> None:
    class Wrong(GameScreen):
        def read(self) -> Sight | None:
            return Sight(View.parse("08?/???/??? 2"))

    screen = Wrong(Rules(3, 3, 2))
    with pytest.raises(ScreenLost, match="impossible"):
        LivePlayer(screen, pace=QUICK).play()
    assert screen.acts == []


def test_a_message_over_the_board_is_waited_for() -> None:
    """kmines writes over the board at the end of a game. For some seconds, what is read is impossible."""

    class Message(GameScreen):
        reads = 0

        def read(self) -> Sight | None:
            self.reads += self.game.state != "playing"
            covered = 0 < self.reads < 24
            return Sight(View.parse("888/888/888 2")) if covered else super().read()

    screen = Message(Rules(3, 3, 2, first_move="safe"))
    found = LivePlayer(screen, profile=Profile(first_move="safe"), pace=QUICK).play()
    assert found.record.result == screen.game.state
    assert screen.reads >= 24


def test_a_program_that_does_nothing_is_given_up() -> None:
    class Dead(GameScreen):
        def open(self, cells: object) -> None:
            pass

    with pytest.raises(ScreenLost, match="does not respond"):
        LivePlayer(Dead(INTERMEDIATE), pace=QUICK).play()


def test_profiles() -> None:
    assert profile_of("freesweep").flags_to_win
    assert profile_of("unknown") is UNKNOWN
    assert all(profile.name == name for name, profile in PROFILES.items())
    with pytest.raises(ValueError, match="first_move"):
        Profile(first_move="never")
    with pytest.raises(Exception, match="there is no profile 'winmine'"):
        profile_of("winmine")
    with pytest.raises(ValueError, match="above 0"):
        Pace(per_second=0)
