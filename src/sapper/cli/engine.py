"""`sapper engine`: the solver for other programs, one JSON object a line. Described in docs/engine.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import sapper
from sapper.agents.advice import advise
from sapper.agents.registry import listing
from sapper.cli.console import print_json
from sapper.cli.position_text import as_json, best_as_json, parse, why_as_json
from sapper.errors import InconsistentView, SapperError
from sapper.game.view import View
from sapper.solver.analysis import Analysis
from sapper.solver.analysis import analyse as solve
from sapper.solver.explanation import explain_cell

PROTOCOL = 1
OPTIONS = {"position", "numbers", "mines", "trust_flags", "budget"}


def engine() -> None:
    """Answer JSON requests, one a line, on standard input and output until "quit" or the end of input.

    Try: echo '{"id": 1, "command": "best", "position": "1??/???/??? 2"}' | sapper engine
    """
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        answer, goes_on = respond(line)
        print_json(answer)
        sys.stdout.flush()
        if not goes_on:
            return


def respond(line: bytes | str) -> tuple[dict[str, Any], bool]:
    """Answer one request, and say whether the conversation goes on. Never raises for what a request holds."""
    answer: dict[str, Any] = {"id": None}
    goes_on = True
    try:
        request = json.loads(line if isinstance(line, str) else line.decode())
        if not isinstance(request, dict):
            raise ValueError("a request is a JSON object, one a line")
        answer["id"] = _echoed(request.pop("id", None))
        command = request.pop("command", None)
        if not isinstance(command, str) or command not in COMMANDS:
            raise ValueError(f"no command {command!r}; there are {', '.join(COMMANDS)}")
        answer["result"] = COMMANDS[command](request)
        goes_on = command != "quit"
    except json.JSONDecodeError as error:
        answer["error"] = f"not JSON: {error.msg} at column {error.colno}"
    except UnicodeDecodeError:
        answer["error"] = "not text in UTF-8"
    except InconsistentView as error:
        answer["error"] = f"the position is impossible: {error}"
        answer["cells"] = [list(cell) for cell in error.cells]
        answer["uses_mine_count"] = error.uses_mine_count
    except (SapperError, ValueError) as error:
        answer["error"] = str(error)
    except (RecursionError, MemoryError, OverflowError) as error:
        answer["error"] = f"the request is too large: {type(error).__name__}"
    except Exception as error:  # agents of other packages may fail in any way, and the engine lives on
        answer["error"] = f"failed: {type(error).__name__}: {error}"
    return answer, goes_on


def _echoed(identity: Any) -> Any:
    """An id that can be written back as JSON, as NaN and Infinity cannot."""
    try:
        json.dumps(identity, allow_nan=False)
    except ValueError:
        raise ValueError("the id holds a number that JSON cannot write") from None
    return identity


def _analyse(request: dict[str, Any]) -> dict[str, Any]:
    view, analysis = _solve(request)
    best = advise(view, analysis, trust_flags=request.get("trust_flags", False))
    return as_json(view, analysis, best)


def _best(request: dict[str, Any]) -> dict[str, Any] | None:
    strength = request.pop("strength", "strong")
    view, analysis = _solve(request, "strength")
    decision = advise(view, analysis, strength, request.get("trust_flags", False))
    if decision.flags and not decision.opens:
        raise SapperError(f"{strength} opens nothing here: it flags {decision.flags[0]} first")
    return best_as_json(decision)


def _explain(request: dict[str, Any]) -> dict[str, Any]:
    cell = request.pop("cell", None)
    if not isinstance(cell, list) or len(cell) != 2 or any(type(part) is not int for part in cell):
        raise ValueError('give a "cell" as [row, col]')
    view, analysis = _solve(request, "cell")
    return why_as_json(explain_cell(view, analysis, (cell[0], cell[1]), request.get("trust_flags", False)))


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
    """Analyse the position of a request; `own` are the options of its command, taken out by now."""
    unknown = sorted(request.keys() - OPTIONS)
    if unknown:
        raise ValueError(f"no option {unknown[0]!r}; there are {', '.join(sorted(OPTIONS.union(own)))}")
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
