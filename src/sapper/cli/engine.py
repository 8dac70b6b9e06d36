"""`sapper engine`: the solver for other programs, over JSON lines. docs/engine.md describes the protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import sapper
from sapper.agents.advice import advise
from sapper.agents.best_move_json import best_move_json
from sapper.agents.registry import listing
from sapper.cli.analysis_json import analysis_json, explanation_json
from sapper.cli.console import print_json
from sapper.cli.position_parsing import parse
from sapper.errors import InconsistentView, SapperError
from sapper.game.view import View
from sapper.solver.analysis import Analysis
from sapper.solver.analysis import analyse as solve
from sapper.solver.explanation import explain_cell

PROTOCOL = 1
OPTIONS = {"position", "numbers", "mines", "trust_flags", "budget"}


def engine() -> None:
    """Answer JSON requests from standard input, one per line, until "quit" or the end of the input.

    Try: echo '{"id": 1, "command": "best", "position": "1??/???/??? 2"}' | sapper engine
    """
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        response, goes_on = respond(line)
        print_json(response)
        sys.stdout.flush()
        if not goes_on:
            return


def respond(line: bytes | str) -> tuple[dict[str, Any], bool]:
    """Return the response to one request, and whether to read the next one. No request makes it raise."""
    response: dict[str, Any] = {"id": None}
    goes_on = True
    try:
        request = json.loads(line if isinstance(line, str) else line.decode())
        if not isinstance(request, dict):
            raise ValueError("a request is one JSON object on one line")
        response["id"] = _echoed(request.pop("id", None))
        command = request.pop("command", None)
        if not isinstance(command, str) or command not in COMMANDS:
            raise ValueError(f"no command {command!r}; the commands are {', '.join(COMMANDS)}")
        response["result"] = COMMANDS[command](request)
        goes_on = command != "quit"
    except json.JSONDecodeError as error:
        response["error"] = f"not JSON: {error.msg} at column {error.colno}"
    except UnicodeDecodeError:
        response["error"] = "not text in UTF-8"
    except InconsistentView as error:
        response["error"] = f"the position is impossible: {error}"
        response["cells"] = [list(cell) for cell in error.cells]
        response["uses_mine_count"] = error.uses_mine_count
    except (SapperError, ValueError) as error:
        response["error"] = str(error)
    except (RecursionError, MemoryError, OverflowError) as error:
        response["error"] = f"the request is too large: {type(error).__name__}"
    except Exception as error:  # an agent of another package may raise anything
        response["error"] = f"failed: {type(error).__name__}: {error}"
    return response, goes_on


def _echoed(identity: Any) -> Any:
    """Check that an id can be written back as JSON; NaN and Infinity cannot."""
    try:
        json.dumps(identity, allow_nan=False)
    except ValueError:
        raise ValueError("the id contains a number that JSON cannot represent") from None
    return identity


def _analyse(request: dict[str, Any]) -> dict[str, Any]:
    view, analysis = _solve(request)
    best = advise(view, analysis, trust_flags=request.get("trust_flags", False))
    return analysis_json(view, analysis, best)


def _best(request: dict[str, Any]) -> dict[str, Any] | None:
    strength = request.pop("strength", "strong")
    view, analysis = _solve(request, "strength")
    decision = advise(view, analysis, strength, request.get("trust_flags", False))
    if decision.flags and not decision.opens:
        raise SapperError(f"{strength} opens no cell here: it flags {decision.flags[0]} first")
    return best_move_json(decision)


def _explain(request: dict[str, Any]) -> dict[str, Any]:
    cell = request.pop("cell", None)
    if not isinstance(cell, list) or len(cell) != 2 or any(type(part) is not int for part in cell):
        raise ValueError('give a "cell" as [row, col]')
    view, analysis = _solve(request, "cell")
    return explanation_json(
        explain_cell(view, analysis, (cell[0], cell[1]), request.get("trust_flags", False))
    )


def _agents(request: dict[str, Any]) -> list[dict[str, Any]]:
    return listing()


def _version(request: dict[str, Any]) -> dict[str, Any]:
    return {"name": "sapper", "version": sapper.__version__, "protocol": PROTOCOL}


def _quit(request: dict[str, Any]) -> None:
    return None


COMMANDS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "analyse": _analyse,
    "best": _best,
    "explain": _explain,
    "agents": _agents,
    "version": _version,
    "quit": _quit,
}


def _solve(request: dict[str, Any], *own: str) -> tuple[View, Analysis]:
    """Analyse the position of a request. `own` names the options that its command has already removed."""
    unknown = sorted(request.keys() - OPTIONS)
    if unknown:
        raise ValueError(f"no option {unknown[0]!r}; the options are {', '.join(sorted(OPTIONS.union(own)))}")
    trust_flags, budget = request.get("trust_flags", False), request.get("budget")
    if not isinstance(trust_flags, bool):
        raise ValueError("trust_flags must be true or false")
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int | float)):
        raise ValueError("budget must be a number of seconds")
    view = _view(request)
    return view, solve(view, budget=budget, trust_flags=trust_flags)


def _view(request: dict[str, Any]) -> View:
    if "position" in request:
        if "numbers" in request or "mines" in request:
            raise ValueError('give a "position" or "numbers" with "mines", not both')
        if not isinstance(request["position"], str):
            raise ValueError("position must be a text such as 1??/???/??? 2")
        return parse(request["position"])
    if "numbers" not in request or "mines" not in request:
        raise ValueError('give a "position", or "numbers" (rows of 0..8, -2 covered, -1 hit) and "mines"')
    return View.from_array(request["numbers"], request["mines"])
