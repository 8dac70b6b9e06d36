"""`sapper engine`: the solver for other programs, over JSON lines. docs/engine.md describes the protocol."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sapper
from sapper import facade
from sapper.agents.advice import advise
from sapper.agents.best_move_json import best_move_json
from sapper.agents.registry import listing
from sapper.cli.analysis_json import analysis_json
from sapper.cli.console import print_json
from sapper.cli.engine_input import EngineInput, StopSignal
from sapper.cli.position_parsing import parse
from sapper.errors import InconsistentView, SapperError
from sapper.game.view import View
from sapper.solver.analysis import Analysis
from sapper.solver.analysis import analyse as solve
from sapper.web.tasks import review_tasks

PROTOCOL = 2
"""The version of the protocol. A client that speaks an earlier one needs no change."""
DEFAULT_BUDGET = 10.0
"""The seconds of an analysis if the request states no budget."""
MEMORY = 1 << 30
"""The bytes that the analysis for `think` may take."""
OPTIONS = {"position", "numbers", "mines", "trust_flags", "budget"}


class StoppedError(Exception):
    """A request was told to stop. It carries the last result."""

    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result


@dataclass(frozen=True)
class Answer:
    """How a request gets its results to the client, and learns that it should stop."""

    signal: StopSignal
    write: Callable[[Any], None]

    def send(self, result: Any) -> None:
        """Send a result that more results follow. Raise `StoppedError` if the request was told to stop."""
        if self.signal.is_set:
            raise StoppedError(result)
        self.write(result)


def engine() -> None:
    """Answer JSON requests from standard input, one per line, until "quit" or the end of the input.

    Try: echo '{"id": 1, "command": "best", "position": "1??/???/??? 2"}' | sapper engine
    """
    requests = EngineInput()
    for line in requests:
        response, goes_on = respond(line, requests.signal, _write)
        _write(response)
        if not goes_on:
            return


def _write(response: dict[str, Any]) -> None:
    print_json(response)
    sys.stdout.flush()


def respond(
    line: bytes | str,
    signal: Callable[[Any], StopSignal] = lambda identity: StopSignal(),
    write: Callable[[dict[str, Any]], None] = lambda response: None,
) -> tuple[dict[str, Any], bool]:
    """Return the last response to one request, and whether to read the next one. No request makes it raise.

    Args:
        line: The request.
        signal: Gives the stop signal of the request with an id.
        write: Called with every earlier response of a request that streams its results.
    """
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
        identity = response["id"]
        answer = Answer(
            signal(identity), lambda result: write({"id": identity, "more": True, "result": result})
        )
        try:
            response["result"] = COMMANDS[command](request, answer)
        except StoppedError as stopped:
            response["result"] = stopped.result
        if answer.signal.is_set:
            response["stopped"] = True
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


def _analyse(request: dict[str, Any], answer: Answer) -> dict[str, Any]:
    view, analysis = _solve(request)
    return analysis_json(analysis, advise(view, analysis, trust_flags=analysis.trust_flags))


def _best(request: dict[str, Any], answer: Answer) -> dict[str, Any] | None:
    strength, seconds = request.pop("strength", "strong"), _seconds(request, None)
    view, analysis = _solve(request, "strength", "seconds")
    trust_flags = request.get("trust_flags", False)
    decision = advise(view, analysis, strength, trust_flags, think=seconds, stop=answer.signal.core)
    if decision.flags and not decision.opens:
        raise SapperError(f"{strength} opens no cell here: it flags {decision.flags[0]} first")
    return best_move_json(decision)


def _explain(request: dict[str, Any], answer: Answer) -> dict[str, Any]:
    return _about_cell("proof", request)


def _numbers(request: dict[str, Any], answer: Answer) -> dict[str, Any]:
    return _about_cell("numbers", request)


def _about_cell(name: str, request: dict[str, Any]) -> dict[str, Any]:
    cell = _cell(request)
    _, analysis = _solve(request, "cell")
    return facade.ask(name, {"position": analysis, "cell": list(cell)})


def _think(request: dict[str, Any], answer: Answer) -> dict[str, Any]:
    """Rank the candidate moves, as the page does."""
    strength, seconds = request.pop("strength", "strong"), _seconds(request, 1.0)
    view, budget, trust_flags = _question(request, "strength", "seconds")
    limits = {"budget": budget, "memory": MEMORY}
    task = {"position": view, "strength": strength, "seconds": seconds, "trust_flags": trust_flags, **limits}
    return facade.ask("think", task, lambda result: None if result["done"] else answer.send(result))


def _review(request: dict[str, Any], answer: Answer) -> dict[str, Any]:
    """Grade every move of a record as the page does, by the same task."""
    strength, record = request.pop("strength", "strong"), request.pop("record", None)
    if request:
        raise ValueError(f"no option {min(request)!r}; the options are record, strength")
    last: dict[str, Any] = {}

    def send(result: dict[str, Any]) -> None:
        last.update(result)
        if result["kind"] != "review":
            answer.send(result)
        else:
            last.clear()
            last.update(result)

    review_tasks.review({"record": record, "strength": strength}, send)
    return last


def _agents(request: dict[str, Any], answer: Answer) -> list[dict[str, Any]]:
    return listing()


def _version(request: dict[str, Any], answer: Answer) -> dict[str, Any]:
    wanted = request.get("protocol", PROTOCOL)
    if type(wanted) is not int or not 1 <= wanted <= PROTOCOL:
        raise ValueError(f"this engine speaks protocol {PROTOCOL} and earlier ones, not {wanted!r}")
    about = {"name": "sapper", "version": sapper.__version__, "protocol": PROTOCOL}
    return {**about, "budget": DEFAULT_BUDGET, "commands": list(COMMANDS)}


def _stop(request: dict[str, Any], answer: Answer) -> None:
    """Do nothing more: `EngineInput` has stopped the request when this one arrived."""


def _quit(request: dict[str, Any], answer: Answer) -> None:
    return None


COMMANDS: dict[str, Callable[[dict[str, Any], Answer], Any]] = {
    "analyse": _analyse,
    "best": _best,
    "explain": _explain,
    "numbers": _numbers,
    "think": _think,
    "review": _review,
    "stop": _stop,
    "agents": _agents,
    "version": _version,
    "quit": _quit,
}


def _cell(request: dict[str, Any]) -> tuple[int, int]:
    cell = request.pop("cell", None)
    if not isinstance(cell, list) or len(cell) != 2 or any(type(part) is not int for part in cell):
        raise ValueError('give a "cell" as [row, col]')
    return cell[0], cell[1]


def _seconds(request: dict[str, Any], default: float | None) -> float | None:
    seconds: float | None = request.pop("seconds", default)
    if seconds is not None and (type(seconds) not in {int, float} or not 0 <= seconds < math.inf):
        raise ValueError("seconds must be a number, 0 or more")
    return seconds


def _solve(request: dict[str, Any], *own: str) -> tuple[View, Analysis]:
    """Analyse the position of a request. `own` names the options that its command has already removed."""
    view, budget, trust_flags = _question(request, *own)
    return view, solve(view, budget=budget, trust_flags=trust_flags)


def _question(request: dict[str, Any], *own: str) -> tuple[View, float | None, bool]:
    """Check the options of a request, and return the position, the budget and whether flags are trusted."""
    unknown = sorted(request.keys() - OPTIONS)
    if unknown:
        raise ValueError(f"no option {unknown[0]!r}; the options are {', '.join(sorted(OPTIONS.union(own)))}")
    trust_flags, budget = request.get("trust_flags", False), request.get("budget", DEFAULT_BUDGET)
    if not isinstance(trust_flags, bool):
        raise ValueError("trust_flags must be true or false")
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int | float)):
        raise ValueError("budget must be a number of seconds")
    return _view(request), budget, trust_flags


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
