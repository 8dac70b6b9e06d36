"""The facade as Python sees it: requests in, answers and errors out, and the schema of both."""

from __future__ import annotations

import math
from typing import Any, NotRequired, get_origin, get_type_hints

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from sapper import View, analyse, facade, facade_types
from sapper.errors import InconsistentView

TWO = "11211/?????/????? 4"


def validator(name: str, part: str) -> Draft202012Validator:
    """Check against the schema of a request, or of its answer."""
    schema = facade.schema()
    Draft202012Validator.check_schema(schema["requests"][name][part])
    return Draft202012Validator({**schema["requests"][name][part], "$defs": schema["$defs"]})


def test_risks_are_those_of_the_library_bit_for_bit() -> None:
    answer = facade.ask("analyse", {"position": TWO})
    risks = [[math.nan if risk is None else risk for risk in row] for row in answer["risk"]]
    assert np.array_equal(np.array(risks), analyse(View.parse(TWO)).risk, equal_nan=True)


def test_a_position_is_a_text_a_view_or_an_analysis() -> None:
    view = View.parse(TWO)
    answers = [facade.ask("analyse", {"position": position}) for position in (TWO, view, analyse(view))]
    assert answers[0] == answers[1] == answers[2]


def test_an_analysis_keeps_its_own_limits_and_is_not_computed_again() -> None:
    wide = View.parse("/".join(["?" * 30, "".join("?2"[col % 2] for col in range(30))] * 15) + " 180")
    estimate = analyse(wide, budget=0.0)
    assert not estimate.exact
    answer = facade.ask("analyse", {"position": estimate})
    assert (answer["exact"], answer["solutions"], answer["log10_solutions"]) == (False, None, None)
    assert answer["risk"][0][0] == estimate.risk[0, 0]


def test_every_answer_is_sent_and_the_last_one_returned() -> None:
    sent: list[dict[str, Any]] = []
    assert facade.ask("safe", {"position": TWO}, sent.append) is sent[-1]


def test_an_error_of_the_receiver_ends_the_request_and_passes_through() -> None:
    class EnoughError(RuntimeError):
        pass

    def refuse(answer: dict[str, Any]) -> None:
        raise EnoughError("enough")

    with pytest.raises(EnoughError, match="enough"):
        facade.ask("analyse", {"position": TWO}, refuse)


def test_an_impossible_position_is_an_answer_of_analyse_and_an_error_elsewhere() -> None:
    answer = facade.ask("analyse", {"position": "1?3/??? 2"})
    with pytest.raises(InconsistentView) as refused:
        facade.ask("safe", {"position": "1?3/??? 2"})
    assert not answer["possible"]
    assert answer["reason"] == str(refused.value)
    assert answer["cells"] == [list(cell) for cell in refused.value.cells]
    validator("analyse", "answer").validate(answer)


MALFORMED: dict[str, dict[str, Any]] = {
    'give "position"': {},
    "position must be a position text": {"position": 3},
    "line 1, column 2": {"position": "1x/?? 1"},
    "no option 'positon'; the options are best, budget": {"position": TWO, "positon": 1},
    "trust_flags must be true or false": {"position": TWO, "trust_flags": 1},
    "budget must be a number": {"position": TWO, "budget": "soon"},
    "a budget is a number of seconds": {"position": TWO, "budget": -1},
    "memory is a number of bytes": {"position": TWO, "memory": -1},
    "promise.rules.rows must be a whole number": {"position": TWO, "promise": {"rules": {"rows": 0.5}}},
    "promise.rules.first_move must be one of safe": {
        "position": TWO,
        "promise": {"rules": {"rows": 3, "cols": 5, "mines": 4, "first_move": "any"}},
    },
    "in which no cell is open": {"position": TWO, "promise": {"rules": {"rows": 3, "cols": 5, "mines": 4}}},
    "a lone surrogate": {"position": "1\ud800? 1"},
    "not an object of type set": {"position": TWO, "budget": {1}},
}


@pytest.mark.parametrize("sentence", MALFORMED)
def test_a_malformed_request_is_refused_in_a_sentence(sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        facade.ask("analyse", MALFORMED[sentence])
    assert sentence in str(refused.value)


def test_lists_inside_each_other_without_end_are_refused() -> None:
    deep: list[Any] = []
    deep.append(deep)
    with pytest.raises(ValueError, match="inside each other"):
        facade.ask("analyse", {"position": TWO, "budget": deep})


def test_an_unknown_request_names_those_there_are() -> None:
    with pytest.raises(facade.UnknownRequest, match="no request 'analyze'; the requests are analyse, best"):
        facade.ask("analyze", {})


def test_requests_and_answers_follow_the_schema() -> None:
    request = {"position": TWO, "trust_flags": True, "budget": 2.5}
    validator("analyse", "request").validate(request)
    validator("analyse", "answer").validate(facade.ask("analyse", request))
    assert not validator("analyse", "request").is_valid({"position": TWO, "positon": 1})
    assert not validator("analyse", "request").is_valid({"trust_flags": True})


def test_every_message_has_a_python_type() -> None:
    definitions = facade.schema()["$defs"]
    structs = {name: part for name, part in definitions.items() if "properties" in part}
    assert len(structs) > 30
    for name, part in structs.items():
        hints = get_type_hints(getattr(facade_types, name), include_extras=True)
        assert set(hints) == set(part["properties"]), name
        required = {field for field, hint in hints.items() if get_origin(hint) is not NotRequired}
        assert required == set(part["required"]), name
