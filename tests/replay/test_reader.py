"""Every sample is read as `ms_toollib` reads it; every damaged file is refused with one sentence."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sapper
from sapper.errors import SapperError
from sapper.game.record import GameRecord
from sapper.replay import ReplayError, count, read, read_all, write_rawvf
from sapper.replay.reader import LARGEST_FILE, SUFFIXES, parse
from tests.replay.peer import ask_peer
from tests.replay.sample_files import FACTS, FOLDER, NAMES, READABLE_BY_PEER
from tests.replay.writers import at, evf, evf_4, evfs, mvf_2007, mvf_early

MUTATIONS = int(os.environ.get("REPLAY_MUTATIONS", "300"))
"""The number of damaged copies that are read per file; a tenth of it for files of long games."""
PLAYERS = {
    "beginner-24px.rmv": ("Thomas Kolar", "Vienna Minesweeper - Release 5.0.0b4"),
    "beginner.avf": ("Wang Jianing G15208", "Minesweeper Arbiter 0.52.3"),
    "beginner.evf": ("\u738b\u5609\u5b81", "Metasweeper 3.1.9"),
    "expert.avf": ("Wang Jianing G01825", "Minesweeper Arbiter 0.52.3"),
    "expert.mvf": ("Zhang Shen Jia(China)", "Minesweeper Clone 0.97 beta"),
    "expert.rmv": ("\u738b\u5609\u5b81", "Vienna Minesweeper - Home Edition - Release 3.0.2H"),
    "utf8-invalid.rmv": ("\ufffdhomas Kolar", "Vienna Minesweeper - Release 5.0.0a2"),
    "utf8.rmv": ("Thomas Kolar", "Vienna Minesweeper - Release 5.0.0a2"),
}


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_has_its_facts(name: str) -> None:
    # The invalid file differs from the valid one in a letter of the player's name alone.
    facts = FACTS["utf8.rmv" if name == "utf8-invalid.rmv" else name]
    replay = read(FOLDER / name)
    pressed = [press.button for press in replay.presses]
    board = replay.board
    assert facts == {
        "rows": board.rules.rows,
        "cols": board.rules.cols,
        "mines": board.rules.mines,
        "bbbv": board.bbbv,
        "openings": board.openings,
        "islands": board.islands,
        "seconds": replay.seconds,
        "won": replay.won,
        "left": pressed.count("left"),
        "right": pressed.count("right"),
        "double": pressed.count("chord"),
    }
    assert (replay.player, replay.program) == PLAYERS[name]
    assert replay.format == name.rpartition(".")[2]
    assert replay.played_at


@pytest.mark.parametrize("name", NAMES)
def test_the_record_follows_from_the_events(name: str) -> None:
    record = read(FOLDER / name).record
    assert record.replay().state == "won"
    assert GameRecord.from_json(record.to_json()) == record
    times = [move.time for move in record.moves]
    assert times[0] == 0.0
    assert times == sorted(times, key=lambda time: time or 0.0)


def test_counts_equal_the_peer() -> None:
    for name, peer in zip(READABLE_BY_PEER, ask_peer([FOLDER / n for n in READABLE_BY_PEER]), strict=True):
        replay = read(FOLDER / name)
        counts = count(replay)
        pressed, wasted = counts.presses, counts.wasted
        assert (pressed["left"], pressed["right"], pressed["chord"]) == (
            peer["left"],
            peer["right"],
            peer["double"],
        )
        assert (pressed["left"] - wasted["left"], pressed["chord"] - wasted["chord"]) == (
            peer["lce"],
            peer["dce"],
        )
        assert (counts.solved_3bv, replay.seconds) == (peer["bbbv_solved"], peer["rtime"])
        assert (counts.zini.greedy, counts.zini.human) == (peer["zini"], peer["hzini"])
        assert (replay.board.openings, replay.board.islands) == (peer["op"], peer["isl"])
        assert counts.path == pytest.approx(peer["path"])
        assert counts.ioe == pytest.approx(peer["ioe"])
        assert counts.presses_per_second == pytest.approx(peer["cl_s"])
        assert (counts.rqp, counts.qg) == (pytest.approx(peer["rqp"]), pytest.approx(peer["qg"]))
        assert replay.player == peer["player_identifier"]


def damaged(content: bytes, rng: random.Random) -> bytes:
    """A copy with a few changed, removed or repeated bytes, or cut off."""
    changed = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        place = rng.randrange(len(changed) or 1)
        # Half of the damage falls on the header, where most of the meaning lies.
        if rng.random() < 0.5:
            place = min(place, rng.randrange(300))
        kind = rng.randrange(5)
        if kind == 0:
            changed[place : place + 1] = rng.randbytes(1)
        elif kind == 1:
            changed[place : place + 1] = rng.choice([b"\x00", b"\x01", b"\x7f", b"\x80", b"\xff"])
        elif kind == 2:
            del changed[place : place + rng.randrange(1, 9)]
        elif kind == 3:
            changed[place:place] = changed[place : place + rng.randrange(1, 9)]
        else:
            del changed[max(1, place) :]
    return bytes(changed)


def sources() -> dict[str, bytes]:
    """Whole files of every format, by name. Damaged copies are made from them."""
    found = {name: (FOLDER / name).read_bytes() for name in NAMES}
    found["beginner.rawvf"] = write_rawvf(read(FOLDER / "beginner.avf")).encode()
    found["two.evfs"] = evfs([found["beginner.evf"]] * 2)
    mines, states = (
        [(0, 0), (0, 7), (4, 4)],
        [(20 * step, 9 * step, 8 * step, step % 8) for step in range(14)],
    )
    found["clone-2007.mvf"] = mvf_2007(8, 8, mines, states)
    found["clone-early.mvf"] = mvf_early(8, 8, mines, states, "0.96")
    found["version-4.evf"] = evf_4(4, 4, [(0, 0)], [at("lc", 0, (1, 1)), at("lr", 9, (1, 1))])
    return found


SOURCES = sources()


@pytest.mark.parametrize("name", SOURCES)
def test_damaged_files_give_one_sentence(name: str) -> None:
    content = SOURCES[name]
    suffix = "." + name.rpartition(".")[2]
    rng = random.Random(name)
    for _ in range(MUTATIONS if len(content) < 10_000 else MUTATIONS // 10):
        broken = damaged(content, rng)
        began = time.process_time()
        try:
            replays = parse(broken, suffix)
        except SapperError as error:
            assert isinstance(error, ReplayError)
            assert "\n" not in str(error)
            assert len(str(error)) < 300
        else:
            assert all(replay.record.replay() is not None for replay in replays)
        assert time.process_time() - began < 20


@pytest.mark.parametrize("name", NAMES)
def test_truncated_files_give_one_sentence(name: str) -> None:
    content, suffix = (FOLDER / name).read_bytes(), "." + name.rpartition(".")[2]
    for size in [*range(64), *range(64, len(content) // 2, 1 + len(content) // 64)]:
        with pytest.raises(ReplayError):
            parse(content[:size], suffix)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_foreign_content_gives_one_sentence(suffix: str) -> None:
    rng = random.Random(suffix)
    for content in (
        b"",
        b"\0" * 1000,
        b"\xff" * 1000,
        b"[]" * 500,
        *(rng.randbytes(2000) for _ in range(20)),
    ):
        with pytest.raises(ReplayError):
            parse(content, suffix)
    with pytest.raises(ReplayError, match=r"more than [0-9,]* bytes"):
        parse(bytes(2 * LARGEST_FILE + 1), suffix)


def test_the_message_names_the_file(tmp_path: Path) -> None:
    for name, message in (("a.avf", "ends early"), ("b.txt", "replays have the suffix")):
        (tmp_path / name).write_bytes(b"\0")
        with pytest.raises(ReplayError, match=message) as caught:
            read(tmp_path / name)
        assert str(caught.value).startswith(str(tmp_path / name))
    with pytest.raises(OSError, match="No such file"):
        read(tmp_path / "none.avf")


def test_a_set_holds_several_replays(tmp_path: Path) -> None:
    short = evf(2, 2, [(0, 0)], [at("lc", 0, (1, 1)), at("lr", 9, (1, 1))], player="Ada")
    (tmp_path / "two.evfs").write_bytes(evfs([(FOLDER / "beginner.evf").read_bytes(), short]))
    first, second = read_all(tmp_path / "two.evfs")
    assert first == read(FOLDER / "beginner.evf") == read(tmp_path / "two.evfs")
    assert second.player == "Ada"
    with pytest.raises(ReplayError, match="holds no replay"):
        parse(evfs([]), ".evfs")


def test_the_package_is_found_without_an_import_of_its_own() -> None:
    script = "import sapper, sys; print(sapper.replay.read(sys.argv[1]).board.bbbv)"
    command = [sys.executable, "-c", script, str(FOLDER / "beginner.avf")]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout == "24\n"


def test_a_replay_can_be_reviewed() -> None:
    reviewed = sapper.review(FOLDER / "utf8.rmv", strength="fast")
    assert [move.time for move in reviewed.moves] == [
        move.time for move in read(FOLDER / "utf8.rmv").record.moves
    ]
    assert reviewed.to_dict()["moves"][-1]["time"] == 0.67


def test_upper_case_suffixes_are_read(tmp_path: Path) -> None:
    (tmp_path / "GAME.AVF").write_bytes((FOLDER / "beginner.avf").read_bytes())
    assert read(tmp_path / "GAME.AVF").won
