"""The types of the server's responses are those of the schema of the facade, which gives the responses."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from sapper import facade
from sapper.web import api_models as models
from sapper.web import trainer_models

DEFINITIONS: dict[str, Any] = facade.schema()["$defs"]
ANSWERS: dict[type[BaseModel], str] = {
    models.AnalysisResponse: "AnalysisAnswer",
    models.BestMove: "BestMove",
    models.Candidate: "Candidate",
    models.ExplanationResponse: "ExplainAnswer",
    models.GameEnd: "GameEnd",
    models.GameState: "GameState",
    models.ImpossiblePosition: "ImpossibleAnswer",
    models.MoveResult: "MoveResult",
    models.ParsedPosition: "ReadPosition",
    models.Proof: "Proof",
    models.WeighedMove: "WeighAnswer",
    trainer_models.Standing: "Standing",
    trainer_models.TrainerState: "TrainerState",
}


def kinds(schema: dict[str, Any], definitions: dict[str, Any]) -> set[str]:
    """The simple types that a part of a schema allows, such as "number" and "null"."""
    if "$ref" in schema:
        return kinds(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return {kind for part in schema["anyOf"] for kind in kinds(part, definitions)}
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return {"boolean" if isinstance(value, bool) else "string" for value in values}
    return {schema.get("type", "object")}


@pytest.mark.parametrize("model", ANSWERS, ids=lambda model: str(model.__name__))
def test_a_response_has_the_fields_of_the_answer(model: type[BaseModel]) -> None:
    answer, own = DEFINITIONS[ANSWERS[model]], model.model_json_schema(mode="serialization")
    assert own["properties"].keys() == answer["properties"].keys()
    for name, field in own["properties"].items():
        expected = kinds(answer["properties"][name], DEFINITIONS)
        given = kinds(field, own.get("$defs", {}))
        assert given - {"null"} == expected - {"null"}, name
        assert ("null" in given) >= ("null" in expected), name


def test_requests_of_the_server_are_requests_of_the_facade() -> None:
    fields: dict[type[BaseModel], str] = {
        models.NewGame: "NewGame",
        models.ContinuedGame: "ContinuedGame",
        models.MoveRequest: "MoveRequest",
        models.PositionRequest: "AnalyseRequest",
        models.CellQuestion: "WeighRequest",
    }
    for model, name in fields.items():
        assert model.model_fields.keys() - {"best"} <= DEFINITIONS[name]["properties"].keys(), name
