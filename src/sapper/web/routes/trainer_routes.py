"""Endpoints of the trainer. The browser keeps the progress and sends it with each request."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from sapper.trainer.exercise import KINDS
from sapper.trainer.patterns import PATTERNS
from sapper.web.api_models import ErrorResponse
from sapper.web.routes.position_routes import FAILURES, analysis_response
from sapper.web.trainer_models import ChosenExercise, ExerciseAnswer, JudgedAnswer, NextExercise, TrainerInfo

router = APIRouter(prefix="/api/train", tags=["trainer"], responses={400: {"model": ErrorResponse}})


@router.get("", response_model=TrainerInfo)
async def offer() -> dict[str, Any]:
    """Return the kinds of exercises and the patterns."""
    patterns = [
        {
            "name": each.name,
            "title": each.title,
            "text": each.text,
            "example": each.example,
            "cell": each.cell,
        }
        for each in PATTERNS
    ]
    return {"patterns": patterns, "kinds": list(KINDS)}


@router.post("/next", response_model=ChosenExercise, responses=FAILURES)
async def next_exercise(wanted: NextExercise, request: Request) -> Response:
    """Choose the next exercise: one that has come back, else a new one of the player's strength."""
    return await analysis_response(request, "exercise", wanted.model_dump())


@router.post("/answer", response_model=JudgedAnswer, responses=FAILURES)
async def answer(given: ExerciseAnswer, request: Request) -> Response:
    """Judge an answer, and return the solution and the new progress."""
    return await analysis_response(request, "judge", given.model_dump())
