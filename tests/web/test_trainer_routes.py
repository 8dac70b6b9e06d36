"""The endpoints of the trainer."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from sapper.trainer.exercise import Exercise, read_exercises
from sapper.trainer.judgement import judge
from sapper.trainer.patterns import PATTERN_NAMES
from tests.trainer import plain_ratings

EXERCISES = read_exercises()
ONE = next(each for each in EXERCISES if each.kind == "deduction")
GUESS = next(each for each in EXERCISES if each.kind == "guess")


def test_the_offer_lists_every_pattern(client: TestClient) -> None:
    offer = client.get("/api/train").json()
    assert [each["name"] for each in offer["patterns"]] == list(PATTERN_NAMES)
    assert offer["kinds"] == ["deduction", "guess"]


def test_an_exercise_comes_without_its_solution(client: TestClient) -> None:
    found = client.post("/api/train/next", json={"kind": "guess"}).json()
    assert found["kind"] == "guess"
    assert found["name"] in {each.name for each in EXERCISES}
    assert set(found) == {"name", "kind", "grade", "difficulty", "position", "has_returned", "state"}
    named = client.post("/api/train/next", json={"exercise": ONE.name}).json()
    assert named["position"] == ONE.position
    by_pattern = client.post("/api/train/next", json={"pattern": "mine-count"}).json()
    chosen = next(each for each in EXERCISES if each.name == by_pattern["name"])
    assert "mine-count" in chosen.patterns


@pytest.mark.parametrize("exercise", [ONE, GUESS])
def test_an_answer_gets_the_verdict_and_moves_the_rating(client: TestClient, exercise: Exercise) -> None:
    expected = judge(exercise, [])
    cells = [list(expected.solution[0])]
    given = {"exercise": exercise.name, "cells": cells}
    answer = client.post("/api/train/answer", json=given).json()
    assert answer["right"] is True
    assert answer["solution"] == [list(cell) for cell in expected.solution]
    assert answer["after"] == pytest.approx(plain_ratings.after(1500, 350, exercise.difficulty, 1)[0])
    assert answer["progress"]["seen"] == [exercise.name]
    assert bool(answer["proofs"]) == (exercise.kind == "deduction")
    again = client.post("/api/train/answer", json=given | {"progress": answer["progress"]}).json()
    assert again["is_repeated"] is True
    assert again["after"] == again["before"]


def test_a_missed_exercise_waits(client: TestClient) -> None:
    answer = client.post("/api/train/answer", json={"exercise": ONE.name, "cells": []}).json()
    assert (answer["right"], answer["state"]["due"], answer["state"]["waiting"]) == (False, 0, 1)
    due = answer["progress"]
    due["repetitions"][ONE.name][1] = 1
    back = client.post("/api/train/next", json={"progress": due}).json()
    assert (back["name"], back["has_returned"], back["state"]["due"]) == (ONE.name, True, 1)


@pytest.mark.parametrize(
    ("path", "sent", "complaint"),
    [
        ("next", {"exercise": "nothing"}, "there is no exercise 'nothing'"),
        ("next", {"pattern": "1-9"}, "there is no pattern '1-9'"),
        ("next", {"kind": "guess", "pattern": "1-1"}, "guesses have no pattern"),
        ("next", {"kind": "other"}, "kind"),
        ("next", {"progress": {"format": 7}}, "this is not the trainer's progress"),
        ("answer", {"exercise": ONE.name, "cells": [[999, 0]]}, "lies outside"),
        ("answer", {"exercise": ONE.name, "cells": [[1, 2, 3]]}, "cells"),
        ("answer", {"exercise": GUESS.name, "cells": [[0, 0]] * 401}, "cells"),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(
    client: TestClient, path: str, sent: dict[str, object], complaint: str
) -> None:
    response = client.post(f"/api/train/{path}", json=sent)
    assert response.status_code == 400
    assert complaint in response.json()["detail"]
