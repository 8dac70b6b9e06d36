"""Positions from pictures: of real programs, of boards in an unknown skin, and of no board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sapper import EXPERT, INTERMEDIATE, NoBoardFound, Rules, View, look
from sapper.vision import Reader
from tests.vision.rendered import draw, noise, played

HELD = Path(__file__).parent / "held"


@pytest.mark.parametrize("name", sorted(path.stem for path in HELD.glob("*.png")))
def test_pictures_of_real_programs(name: str) -> None:
    expected = View.parse((HELD / f"{name}.txt").read_text())
    seen = look(HELD / f"{name}.png", expected.mines)
    assert seen.view == expected
    assert seen.consistent and seen.mines_source == "given"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [20, 27, 40])
def test_an_unknown_skin(theme: str, size: int) -> None:
    view = played(INTERMEDIATE, seed=size, share=0.5)
    seen = look(draw(view, size, theme))
    differing = (seen.numbers != view.numbers) | (seen.flags != view.flags)
    # No cell is wrong without being named.
    assert {tuple(cell) for cell in np.argwhere(differing)} <= set(seen.doubtful)
    assert differing.mean() <= 0.01
    assert (seen.mines, seen.mines_source) == (40, "standard")


def test_the_grid_lies_where_the_board_was_drawn() -> None:
    view = played(Rules(10, 14, 22), seed=3, share=0.4)
    picture = Image.new("RGB", (900, 700), "#e8e8e8")
    ImageDraw.Draw(picture).text((40, 20), "File  Edit  Help", fill="black", font=ImageFont.load_default(16))
    picture.paste(draw(view, 32, margin=0), (217, 131))
    grid = look(picture).grid
    assert (grid.rows, grid.cols) == (10, 14)
    assert abs(grid.left - 217) < 3 and abs(grid.top - 131) < 3 and abs(grid.cell_width - 32) < 0.2
    x, y = grid.centre((4, 5))
    assert grid.cell_at(x, y) == (4, 5)
    assert grid.cell_at(0, 0) is None


def test_the_same_picture_in_every_form(tmp_path: Path) -> None:
    view = played(Rules(9, 9, 10), seed=1, share=0.5)
    picture = draw(view, 24)
    file = tmp_path / "board.png"
    picture.save(file)
    expected = look(picture).position
    assert View.parse(expected).shape == (9, 9)
    array = np.asarray(picture)
    opaque = np.concatenate([array, np.full((*array.shape[:2], 1), 255, np.uint8)], axis=2)
    for same in (file, str(file), file.read_bytes(), array, opaque, picture.convert("RGBA")):
        assert look(same).position == expected


def text_page() -> Image.Image:
    page = Image.new("RGB", (800, 600), "white")
    pen = ImageDraw.Draw(page)
    for line in range(24):
        pen.text(
            (30, 20 + 23 * line),
            f"{line} The quick brown fox jumps over 13 lazy dogs, 5 times.",
            fill="black",
        )
    return page


def chess_board() -> Image.Image:
    picture = Image.new("RGB", (480, 480), "#f0d9b5")
    pen = ImageDraw.Draw(picture)
    for row in range(8):
        for col in range(8):
            box = (col * 60, row * 60, col * 60 + 59, row * 60 + 59)
            if (row + col) % 2:
                pen.rectangle(box, fill="#b58863")
            if row in (0, 1, 6, 7):
                middle = (box[0] + 30, box[1] + 30)
                pen.text(middle, "RNBQKBNR"[col], fill="black", font=ImageFont.load_default(40), anchor="mm")
    return picture


def crossword() -> Image.Image:
    rng = np.random.default_rng(4)
    picture = Image.new("RGB", (420, 420), "white")
    pen = ImageDraw.Draw(picture)
    for row in range(13):
        for col in range(13):
            box = (15 + col * 30, 15 + row * 30, 45 + col * 30, 45 + row * 30)
            pen.rectangle(box, fill="black" if rng.random() < 0.2 else "white", outline="black")
    return picture


def sudoku() -> Image.Image:
    rng = np.random.default_rng(5)
    picture = Image.new("RGB", (400, 400), "white")
    pen = ImageDraw.Draw(picture)
    for row in range(9):
        for col in range(9):
            box = (20 + col * 40, 20 + row * 40, 60 + col * 40, 60 + row * 40)
            pen.rectangle(box, outline="black")
            if rng.random() < 0.5:
                middle = (box[0] + 20, box[1] + 20)
                digit = str(1 + (row * 3 + row // 3 + col) % 9)
                pen.text(middle, digit, fill="black", font=ImageFont.load_default(26), anchor="mm")
    return picture


def spreadsheet() -> Image.Image:
    picture = Image.new("RGB", (800, 500), "white")
    pen = ImageDraw.Draw(picture)
    for row in range(22):
        for col in range(9):
            pen.rectangle((col * 88, row * 22, col * 88 + 88, row * 22 + 22), outline="#c0c0c0")
            pen.text((col * 88 + 6, row * 22 + 4), str(row * 37 + col * 11), fill="black")
    return picture


def raised_buttons() -> Image.Image:
    """Blank raised buttons in rows, as on a keypad: they may be an untouched board as well."""
    return draw(View.parse("/".join(["?" * 9] * 9) + " 10"), 30)


def loop_puzzle() -> Image.Image:
    """Digits on the same ground as blank cells, as in many puzzles."""
    rng = np.random.default_rng(6)
    picture = Image.new("RGB", (440, 440), "#e6e6e6")
    pen = ImageDraw.Draw(picture)
    for row in range(10):
        for col in range(10):
            box = (20 + col * 40, 20 + row * 40, 60 + col * 40, 60 + row * 40)
            pen.rectangle(box, outline="#c8c800", width=2)
            if rng.random() < 0.5:
                middle = (box[0] + 20, box[1] + 20)
                digit = str(rng.integers(1, 4))
                pen.text(middle, digit, fill="black", font=ImageFont.load_default(24), anchor="mm")
    return picture


def coloured_tiles() -> Image.Image:
    """Tiles in many colours with a text below that looks like a mine counter."""
    rng = np.random.default_rng(7)
    picture = Image.new("RGB", (420, 460), "#d4d4d4")
    pen = ImageDraw.Draw(picture)
    for row in range(12):
        for col in range(12):
            box = (30 + col * 30, 30 + row * 30, 60 + col * 30, 60 + row * 30)
            fill = ("#c00000", "#00b000", "#3050ff", "#f0f000", "#7000b0")[int(rng.integers(5))]
            pen.rectangle(box, fill=fill, outline="black")
    pen.text((30, 420), "0 / 24 moves", fill="black", font=ImageFont.load_default(18))
    return picture


NO_BOARDS: dict[str, Callable[[], Image.Image | NDArray[np.uint8]]] = {
    "a photograph": lambda: noise(1, 640, 480),
    "another photograph": lambda: noise(2, 900, 500),
    "random pixels": lambda: np.random.default_rng(1).integers(0, 256, (300, 400, 3), dtype=np.uint8),
    "a text": text_page,
    "a chess board": chess_board,
    "a crossword": crossword,
    "a sudoku": sudoku,
    "a spreadsheet": spreadsheet,
    "raised buttons": raised_buttons,
    "a puzzle of loops": loop_puzzle,
    "coloured tiles": coloured_tiles,
    "a plain picture": lambda: Image.new("RGB", (500, 400), "#c0c0c0"),
    "one pixel": lambda: Image.new("RGB", (1, 1)),
    "a line": lambda: Image.new("RGB", (3000, 1)),
}


@pytest.mark.parametrize("name", NO_BOARDS)
def test_no_board_is_invented(name: str) -> None:
    with pytest.raises(NoBoardFound, match="no board found"):
        look(NO_BOARDS[name]())


def test_an_untouched_board_needs_a_counter_or_a_count() -> None:
    view = View.parse("/".join(["?" * 9] * 9) + " 12")
    board = draw(view, 30)
    with pytest.raises(NoBoardFound):
        look(board)
    assert look(board, 12).view == view
    assert Reader(expected=True).read(board).view.is_untouched
    screen = Image.new("RGB", (board.width, board.height + 50), "#e8e8e8")
    screen.paste(board, (0, 0))
    pen = ImageDraw.Draw(screen)
    pen.text((30, board.height + 14), "Mines: 0/12", fill="black", font=ImageFont.load_default(18))
    seen = look(screen)
    assert seen.view == view and seen.mines_source == "counter"


@pytest.mark.parametrize("size", [13, 16, 22])
def test_the_text_of_a_counter_is_read_if_it_agrees_with_the_flags(size: int) -> None:
    view = played(Rules(10, 12, 23), seed=5, share=0.5)
    flags = int(view.flags.sum())
    for shown, source in ((flags, "counter"), (flags + 3, "assumed")):
        board = draw(view, 28)
        pen = ImageDraw.Draw(board)
        pen.text((34, 4), f"[2:31] Marked: {shown} / 23", fill="white", font=ImageFont.load_default(size))
        seen = look(board)
        assert seen.mines_source == source
        assert (seen.mines == 23) == (source == "counter")


def seven_segments(number: str, height: int) -> Image.Image:
    """A display as the classic program has it."""
    lit = {"0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc"}
    lit |= {"7": "abc", "8": "abcdefg", "9": "abcdfg"}
    width, thick = round(height * 0.56), max(2, round(height * 0.11))
    picture = Image.new("RGB", (width * len(number), height), "black")
    pen = ImageDraw.Draw(picture)
    for place, digit in enumerate(number):
        left, right, middle = place * width + 2, (place + 1) * width - 3, height // 2
        bars = {
            "a": (left, 1, right, thick),
            "g": (left, middle - thick // 2, right, middle + thick // 2),
            "d": (left, height - 1 - thick, right, height - 2),
            "f": (left, 1, left + thick - 1, middle),
            "b": (right - thick + 1, 1, right, middle),
            "e": (left, middle, left + thick - 1, height - 2),
            "c": (right - thick + 1, middle, right, height - 2),
        }
        for name, bar in bars.items():
            if name in lit[digit]:
                pen.rectangle(bar, fill="#ff0000")
    return picture


@pytest.mark.parametrize("height", [21, 34])
def test_displays_of_seven_segments_are_read(height: int) -> None:
    view = played(Rules(10, 12, 27), seed=5, share=0.5)
    board = draw(view, 28, margin=60)
    left = 27 - int(view.flags.sum())
    board.paste(seven_segments(f"{left:03}", height), (64, 12))
    assert look(board).mines_source != "counter"  # one display may be the clock
    board.paste(seven_segments("148", height), (330, 12))
    seen = look(board)
    assert (seen.mines, seen.mines_source) == (27, "counter")


def test_a_reader_follows_a_window() -> None:
    rules = Rules(9, 12, 18)
    view = played(rules, seed=8, share=0.3)
    reader = Reader(mines=18)
    first = reader.read(draw(view, 30))
    assert first.view == view and len(reader.changed) == 108
    assert reader.read(draw(view, 30)) is first and reader.changed == ()
    numbers = view.numbers
    flags = view.flags
    cell = next(cell for cell in view if numbers[cell] == -2 and not flags[cell])
    flags[cell] = True
    other = View.from_array(numbers, 18, flags)
    assert reader.read(draw(other, 30)).view == other
    assert cell in reader.changed and len(reader.changed) <= 9
    moved = draw(other, 30, margin=55)
    assert reader.read(moved).view == other
    with pytest.raises(NoBoardFound):
        reader.read(Image.new("RGB", moved.size))
    assert reader.grid is None


def test_a_number_that_fades_in_is_read() -> None:
    # Each step of the fade is too small to count as a change, and another cell changes in each picture.
    rules = Rules(9, 12, 18)
    before, after = played(rules, seed=8, share=0.3), played(rules, seed=8, share=0.9)
    blinking = next(cell for cell in after if after.numbers[cell] == -2 and not before.flags[cell])
    flags = before.flags
    flags[blinking] = True
    flagged = draw(View.from_array(before.numbers, 18, flags), 30)
    reader = Reader(mines=18)
    first = reader.read(draw(before, 30))
    for step in range(1, 61):
        picture = Image.blend(draw(before, 30), draw(after, 30), step / 60)
        if step % 2:
            box = first.grid.box(blinking)
            picture.paste(flagged.crop(box), box)
        reader.read(picture)
    assert reader.read(draw(after, 30)).view.numbers.tolist() == after.numbers.tolist()


def test_a_mine_count_that_no_board_has() -> None:
    picture = draw(played(Rules(9, 9, 10), seed=1, share=0.5), 24)
    with pytest.raises(ValueError, match="at most 81 mines, not 82"):
        look(picture, 82)
    with pytest.raises(ValueError, match="not be negative"):
        look(picture, -1)


def test_an_expert_board_in_jpeg(tmp_path: Path) -> None:
    view = played(EXPERT, seed=5, share=0.6)
    file = tmp_path / "board.jpg"
    draw(view, 25).save(file, quality=80)
    seen = look(file)
    differing = (seen.numbers != view.numbers) | (seen.flags != view.flags)
    assert differing.mean() <= 0.02
    assert {tuple(cell) for cell in np.argwhere(differing)} <= set(seen.doubtful)
