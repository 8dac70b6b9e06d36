"""Pictures that are sent to the server: read as `sapper.look` reads them, or refused with a sentence."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

import sapper
from sapper.web.server_settings import ServerSettings
from tests.vision.rendered import draw, played
from tests.web.conftest import serving

HELD = Path(__file__).parents[1] / "vision" / "held"


def as_png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def ask(client: TestClient, content: bytes) -> tuple[int, dict[str, object]]:
    response = client.post("/api/picture", json={"data": base64.b64encode(content).decode()})
    return response.status_code, response.json()


def test_a_picture_is_read_as_look_reads_it(client: TestClient) -> None:
    file = HELD / "sgt-mines-31-intermediate.png"
    assert ask(client, file.read_bytes()) == (200, sapper.look(file).to_dict())


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (as_png(Image.new("RGB", (200, 100), "white")), "no board found in the picture"),
        (b"", "no picture that Pillow can read"),
        (b"GIF89a" + bytes(40), "the picture"),
        (as_png(Image.new("RGB", (7000, 6000), "white")), "at most 40,000,000"),
    ],
)
def test_what_cannot_be_read_is_refused(client: TestClient, content: bytes, problem: str) -> None:
    status, answer = ask(client, content)
    assert status == 400
    assert problem in str(answer["detail"])


def test_data_that_is_not_base_64_is_refused(client: TestClient) -> None:
    response = client.post("/api/picture", json={"data": "not base 64!"})
    assert (response.status_code, response.json()) == (
        400,
        {"detail": "the data of the picture is not in base 64"},
    )


def test_a_board_that_is_larger_than_the_server_takes_is_refused() -> None:
    picture = as_png(draw(played(sapper.Rules(16, 30, 99), seed=5, share=0.6), 24))
    with serving(ServerSettings(side=20)) as client:
        status, answer = ask(client, picture)
    assert (status, answer) == (400, {"detail": "boards have at most 20 rows and 20 columns here"})
