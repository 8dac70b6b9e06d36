"""Pictures in the analysis view: dropped, pasted or opened, with the cells in doubt corrected by a click."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

import sapper
from tests.vision.rendered import draw, noise, played
from tests.web.browser import Visit, cell

HELD = Path(__file__).parents[1] / "vision" / "held" / "sgt-mines-24-beginner"
HAND_OVER = """([kind, name, type, data]) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name, { type }));
    const event = kind === "paste"
        ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
        : new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
    document.querySelector(".desk").dispatchEvent(event);
}"""


@pytest.fixture(scope="module")
def expected_problem() -> str:
    """The server refuses pictures without a board, and the browser logs that."""
    return "status of 400"


def hand_over(
    page: Page, kind: str, content: bytes, name: str = "board.png", type: str = "image/png"
) -> None:
    page.locator(".desk").wait_for()
    page.evaluate(HAND_OVER, [kind, name, type, base64.b64encode(content).decode()])


def as_png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("way", ["open", "drop", "paste"])
def test_a_picture_becomes_the_position(visit: Callable[..., Visit], way: str) -> None:
    page = visit().open("/#/analyse")
    expect(page.get_by_test_id("headline")).not_to_be_empty()
    if way == "open":
        page.get_by_test_id("position-file").set_input_files(HELD.with_suffix(".png"))
    else:
        hand_over(page, way, HELD.with_suffix(".png").read_bytes())
    seen = sapper.look(HELD.with_suffix(".png"))
    expect(page.get_by_label("Position text")).to_have_value(seen.position)
    expect(page.get_by_test_id("picture")).to_contain_text(
        "Read from the picture: 9\N{MULTIPLICATION SIGN}9."
    )
    expect(page.locator("svg.board .ring.doubtful")).to_have_count(len(seen.doubtful))


def doubtful_picture() -> tuple[sapper.View, bytes]:
    """A board with two smeared numbers, of which the reader is not sure."""
    view = played(sapper.Rules(9, 9, 10), seed=1, share=0.5)
    picture = draw(view, 30)
    pen = ImageDraw.Draw(picture)
    numbers = [(row, col) for row, col in view if view.numbers[row, col] > 0][:2]
    for row, col in numbers:
        left, top = 30 + 30 * col, 30 + 30 * row
        pen.rectangle((left + 6, top + 6, left + 24, top + 16), fill="#f4f4f0")
    return view, as_png(picture)


def test_cells_in_doubt_are_marked_and_corrected_by_a_click(visit: Callable[..., Visit]) -> None:
    view, content = doubtful_picture()
    doubtful = sapper.look(content).doubtful
    assert len(doubtful) >= 2
    page = visit().open("/#/analyse")
    hand_over(page, "drop", content)
    rings = page.locator("svg.board .ring.doubtful")
    expect(rings).to_have_count(len(doubtful))
    expect(page.get_by_test_id("picture")).to_contain_text("may be misread")
    # Each of them is shown as it is in the picture, and one press says what it is.
    for left, at in enumerate(reversed(doubtful)):
        cell(page, *at).click()
        expect(page.get_by_label("The cell in the picture")).to_be_visible()
        number = int(view.numbers[at])
        sign = "⚑" if view.flags[at] else "■" if number == -2 else str(number)
        page.get_by_test_id("doubt").get_by_role("button").get_by_text(sign, exact=True).click()
        expect(rings).to_have_count(len(doubtful) - left - 1)
    expect(page.get_by_test_id("picture")).to_contain_text("Every cell was read without doubt.")
    page.get_by_label("Mines", exact=True).first.fill(str(view.mines))
    page.get_by_label("Mines", exact=True).first.press("Enter")
    expect(page.get_by_label("Position text")).to_have_value(str(view))
    expect(page.get_by_test_id("headline")).to_contain_text("layout")


def test_a_cell_that_was_read_right_is_confirmed(visit: Callable[..., Visit]) -> None:
    content = doubtful_picture()[1]
    seen = sapper.look(content)
    page = visit().open("/#/analyse")
    hand_over(page, "paste", content)
    expect(page.get_by_label("Position text")).to_have_value(seen.position)
    cell(page, *seen.doubtful[0]).click()
    page.get_by_role("button", name="It is read right").click()
    expect(page.locator("svg.board .ring.doubtful")).to_have_count(len(seen.doubtful) - 1)
    expect(page.get_by_label("Position text")).to_have_value(seen.position)


def test_what_shows_no_board_is_refused_and_the_position_stays(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/analyse?p=1??/???/??? 2")
    text = page.get_by_label("Position text")
    expect(text).to_have_value("1??/???/??? 2")
    hand_over(page, "drop", as_png(Image.new("RGB", (300, 200), "white")))
    expect(page.get_by_role("alert")).to_have_text("No board found in the picture.")
    hand_over(page, "drop", b"no picture", "broken.png")
    expect(page.get_by_role("alert")).to_have_text("The file is no picture that this browser can show.")
    expect(text).to_have_value("1??/???/??? 2")
    expect(page.locator("svg.board .ring.doubtful")).to_have_count(0)


def test_another_position_ends_the_doubts(visit: Callable[..., Visit]) -> None:
    page = visit().open("/#/analyse")
    hand_over(page, "drop", doubtful_picture()[1])
    expect(page.locator("svg.board .ring.doubtful")).not_to_have_count(0)
    page.get_by_label("Position text").fill("1??/???/??? 2")
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator("svg.board .ring.doubtful")).to_have_count(0)
    expect(page.get_by_test_id("picture")).to_be_hidden()


def test_a_large_picture_is_compressed_before_it_is_sent(visit: Callable[..., Visit]) -> None:
    rules = sapper.Rules(9, 9, 10)
    board = draw(played(rules, seed=1, share=0.5), 40)
    desktop = Image.fromarray(noise(1, 1800, 1200))
    desktop.paste(board, (300, 200))
    content = as_png(desktop)
    assert len(content) > 1 << 20
    page = visit().open("/#/analyse")
    sent = []
    page.on("request", lambda request: sent.append(request) if "picture" in request.url else None)
    hand_over(page, "drop", content)
    expect(page.get_by_label("Position text")).to_have_value(sapper.look(board).position)
    assert len(sent[0].post_data or "") < 1_400_000
