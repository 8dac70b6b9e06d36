"""Sapper's native core."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


MAX_CELLS: int = 67108864

def make_view(type: type, numbers: NDArray[numpy.int8], mines: int) -> Any:
    """
    A view without flags, as an object of `type`, a class derived from `View`.
    """

class View:
    """What a player may see: native storage of `sapper.View`."""

    @overload
    def __init__(self, numbers: Annotated[NDArray[numpy.int8], dict(shape=(None, None), device='cpu', writable=False)], mines: int, flags: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), device='cpu', writable=False)] | None = None) -> None: ...

    @overload
    def __init__(self, view: View) -> None: ...

    @overload
    def __init__(self, game: Game) -> None: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """What a cell shows: 0..8, -2 when covered, -1 for a hit mine."""

    @property
    def covered(self) -> list[tuple[int, int]]:
        """The covered cells, flagged ones included, in row-major order."""

    @property
    def opened(self) -> list[tuple[int, int]]:
        """The cells that show a number, in row-major order."""

    @property
    def hits(self) -> list[tuple[int, int]]:
        """The mines that were hit, in row-major order."""

    @property
    def flagged(self) -> list[tuple[int, int]]:
        """The flagged cells, in row-major order."""

    def neighbours(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        """The up to eight cells around a cell, in row-major order."""

    def covered_around(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        """
        The covered cells around a cell, flagged ones included, in row-major order.
        """

    @property
    def is_untouched(self) -> bool:
        """Whether no cell has been opened yet."""

    @property
    def mines_left(self) -> int:
        """
        The mine count minus flags and hit mines, as a player's counter shows it.
        """

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    @property
    def mines(self) -> int: ...

    @property
    def numbers(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]: ...

    @property
    def flags(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None))]: ...

def philox(seed: int, index: int, purpose: int, count: int) -> list[int]:
    """The first numbers of a stream."""

class Rules:
    """The core's form of `sapper.Rules`."""

    def __init__(self, rows: int, cols: int, mines: int, first_move: str = 'safe', cascade: bool = True, on_mine: str = 'lose', on_wrong_flag: str = 'ignore', won_by: str = 'open') -> None: ...

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    @property
    def mines(self) -> int: ...

class Board:
    """Native storage of `sapper.Board`."""

    def __init__(self, rows: int, cols: int, mines: Sequence[int]) -> None: ...

    @staticmethod
    def random(rules: Rules, seed: int, index: int, start: int) -> Board: ...

    def __eq__(self, arg: object, /) -> bool: ...

    @property
    def mines(self) -> list[tuple[int, int]]: ...

    @property
    def mine_array(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None))]: ...

    @property
    def numbers(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None))]: ...

    def facts(self) -> tuple[int, int, int]:
        """3BV, openings and islands."""

class Game:
    """A game in progress: native storage of `sapper.Game`."""

    def __init__(self, rules: Rules, board: Board) -> None: ...

    def open(self, cell: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """Open a cell; the cells newly opened, as rows of (row, col, number)."""

    def chord(self, cell: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None))]:
        """
        Chord on a cell; the cells newly opened, as rows of (row, col, number).
        """

    def flag(self, cell: int) -> bool:
        """Put or take a flag; whether anything changed."""

    @property
    def state(self) -> str: ...

    @property
    def hits(self) -> int: ...

    @property
    def free_left(self) -> int:
        """How many free cells are still covered."""

def parse_position(text: bytes) -> View:
    """Read position text, given as UTF-8."""

def print_position(view: View, lines: bool) -> str:
    """
    Write position text on one line, or on one line for the mine count and each row.
    """

class Layout:
    """Where the mines of a board file are."""

    def __init__(self, rows: int, cols: int, mines: Sequence[int]) -> None: ...

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    @property
    def mines(self) -> list[tuple[int, int]]: ...

def parse_mbf(data: bytes) -> Layout: ...

def parse_abf(data: bytes) -> Layout: ...

def print_mbf(layout: Layout) -> bytes: ...

def print_abf(layout: Layout) -> bytes: ...

class Analysis:
    """The exact engine's answer: native storage of `sapper.Analysis`."""

    def __init__(self, view: View, seconds: float, bytes: int, trust_flags: bool) -> None: ...

    @property
    def _possible(self) -> bool: ...

    @property
    def exact(self) -> bool: ...

    @property
    def view(self) -> View:
        """The view that was analysed."""

    @property
    def trust_flags(self) -> bool:
        """Whether flagged cells were treated as mines."""

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    @property
    def risk(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    @property
    def error(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    @property
    def safe(self) -> list[tuple[int, int]]: ...

    @property
    def mines(self) -> list[tuple[int, int]]: ...

    def _number_chances(self, row: int, col: int) -> list[float]:
        """
        The chance of each number 0..8 that a covered cell shows, given that it is free.
        """

    def _layouts_log2(self) -> float:
        """The base-two logarithm of the number of layouts, rounded to a double."""

    def _layout_count(self) -> str:
        """The number of layouts, in hexadecimal."""

    def _layouts_modulo(self, primes: Sequence[int]) -> list[int]:
        """The number of layouts, modulo each odd prime (below 2^62)."""

    def _contradiction(self) -> None:
        """Raise the refusal that says why no layout fits."""

    def _proof(self, row: int, col: int, mine: bool) -> tuple[list[tuple[int, int]], bool] | None:
        """
        What proves that a covered cell is a mine, or free, in the form of `_contradiction`; None without a proof.
        """

    def __getstate__(self) -> tuple[object, bool, float, int, float, bool, bytes, bytes]: ...

    def __setstate__(self, arg: tuple[object, bool, float, int, float, bool, bytes, bytes], /) -> None: ...

def analyse(type: type, view: View, seconds: float, bytes: int, trust_flags: bool) -> Any:
    """
    The risks of a view, as an object of `type`, a class derived from `Analysis`.
    """

def analyse_many(numbers: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], mines: Sequence[int], threads: int, seconds: float = float('inf')) -> tuple[NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_]]:
    """Risks of many views of one size: (risk, possible, exact)."""

NATIVE_AGENTS: tuple[str, ...]

THINKING_AGENTS: tuple[str, ...]

WEIGHTS_SUFFIX: str = '.weights'

class Stop:
    """
    Ends the thinking of the call that it was passed to, from any thread: the best move so far is the answer.
    """

    def __init__(self) -> None: ...

    def set(self) -> None:
        """End the thinking."""

    @property
    def is_set(self) -> bool: ...

def play_games(agent: str, rules: Rules, seed: int, first: int, count: int, start: int, threads: int, think: float = 0.0, layouts: int = 0, stop: Stop | None = None) -> dict[str, NDArray[numpy.generic]]:
    """
    Play games `first` .. `first + count - 1` of stream `seed` (start -1: the agent's choice). An agent that thinks takes `think` seconds per guess. If that is 0 it draws `layouts` layouts, or its default number if that is 0 too. Once `stop` is set it stops thinking, and the games end soon.
    """

def play_boards(agent: str, rules: Rules, mines: Sequence[Sequence[int]], starts: Sequence[int], seed: int, first: int, threads: int, think: float = 0.0, layouts: int = 0, stop: Stop | None = None) -> dict[str, NDArray[numpy.generic]]:
    """
    Play given boards; (seed, first + i) determine the agent's random draws in game i.
    """

class Choice:
    """
    The choice of a native agent, with risk, chance to win and the rivals of the cell.
    """

    @property
    def cells(self) -> list[tuple[int, int]]: ...

    @property
    def certain(self) -> bool: ...

    @property
    def risk(self) -> float: ...

    @property
    def win(self) -> float: ...

    @property
    def win_exact(self) -> bool: ...

    @property
    def kind(self) -> str: ...

    @property
    def facts(self) -> list[float]: ...

    @property
    def rivals(self) -> list[tuple[tuple[int, int], float, float]]: ...

def choose(agent: str, view: View, think: float = 0.0, stop: Stop | None = None, layouts: int = 0) -> Choice:
    """
    A native agent's choice. Certain: open all its cells; otherwise any one of them. An agent that thinks takes `think` seconds, or until `stop` is set. If `think` is 0 it draws `layouts` layouts, or its default number if that is 0 too.
    """

def strength(rules: Rules, agent: str, start: int, primes: Sequence[int], progress: Callable[[int], None]) -> list[int]:
    """
    The layouts a native agent wins from a start, on average over its draws, modulo each prime.
    """

class NoGuess(enum.Enum):
    """Whether a board can be won without a guess."""

    NEEDS_GUESS = 0

    SOLVABLE = 1

    OUT_OF_TIME = 2

def no_guess(board: Board, start: int, seconds: float) -> NoGuess:
    """Whether a board can be won from a start without a guess."""

def find_no_guess(rules: Rules, seed: int, first: int, count: int, start: int, threads: int, seconds: float) -> list[NoGuess]:
    """
    Whether each of the boards `first` .. `first + count - 1` of stream `seed` can be won without a guess.
    """

def repair(rules: Rules, seed: int, index: int, start: int, moves: int, seconds: float) -> Board | None:
    """
    Move mines of board `index` of stream `seed` until it needs no guess; None when that fails.
    """

HOPELESS: int = 100000

class BoardSearch:
    """Finds boards one after another."""

    def __init__(self, rules: Rules, wanted: int, seed: int, start: int, no_guess: bool, seconds: float, hopeless: int) -> None: ...

    def next(self, report: Callable[[int, int], None] | None) -> tuple[Board, str, int] | None:
        """
        The next board, its method and the index of the random board it was made from; None when the time is over. `report` is called now and then with the numbers of boards found and examined.
        """

    def shortage(self) -> str:
        """What is said when the time is over."""

DIFFICULTIES: tuple[str, ...]

MOST_RELATED: int = 4

def difficulty(rules: Rules, board: Board, start: int) -> str:
    """The hardest deduction that winning a board from a start needs."""

def needed_deduction(view: View, nodes: int = 10000000) -> tuple[list[tuple[int, int]], str] | None:
    """
    The free cells that the cheapest deduction proves, and its name; None when no layout fits the view.
    """

def chance_all_free(view: View, cells: Sequence[tuple[int, int]]) -> float | None:
    """
    The chance that none of these covered cells is a mine; None where the position is too wide.
    """

def perfect_win(view: View, cells: Sequence[tuple[int, int]], layouts: int, nodes: int) -> float | None:
    """
    The chance that perfect play wins after these cells were opened; None beyond the limits.
    """

def play_out(agent: str, view: View, moves: Sequence[Sequence[tuple[int, int]]], seed: int, first: int, count: int, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
    """
    Draw layouts and play each once for every move: (count, moves) results without the luck of later guesses. Their mean is the chance to win; nan where the move opens a mine.
    """

def choose_many(agent: str, numbers: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], mines: Sequence[int], threads: int) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None, None))]:
    """
    The cells among which a native agent would choose, in each of many views of one size; none where no covered cell is left.
    """

ENUMERATION_NODES: int = 10000000

class Knowledge:
    """
    What is known about a game: native storage of `sapper.knowledge.Knowledge`.
    """

    def __init__(self, rows: int, cols: int, mines: int, indexed: bool = True) -> None: ...

    def update(self, view: View, trust_flags: bool) -> bool:
        """
        Take over what is new in a view. False when a single number cannot be satisfied.
        """

    def add(self, cells: Sequence[int], mines: int, number: int) -> None:
        """Add an equation over row-major cells."""

    def run(self, step: str, nodes: int | None = 10000000, seconds: float | None = None) -> int:
        """Run one step and return the number of new facts."""

    def deduce(self, steps: Sequence[str]) -> bool:
        """
        Run steps, cheapest first, until a cell to open is found. True when there is one.
        """

    def guess(self, rule: str, elsewhere: bool = False, nodes: int | None = ..., seconds: float | None = None) -> tuple[list[tuple[int, int]], float]:
        """The cells with the least risk by a rule, and that risk."""

    def risks(self, rule: str, elsewhere: bool = False, nodes: int | None = 10000000, seconds: float | None = None) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """
        The risk of each cell by a rule; nan for cells that the rule does not rate.
        """

    def contradicts(self, cell: tuple[int, int], mine: bool, pairs: bool) -> list[tuple[int, int]] | None:
        """
        The numbers that contradict an assumption; None when no contradiction is found.
        """

    def facts(self, first: int) -> list[tuple[tuple[int, int], bool, str, list[tuple[int, int]]]]:
        """
        Facts in the order they were found: cell, whether it is a mine, step, numbers.
        """

    def equations(self) -> list[tuple[list[tuple[int, int]], int, list[tuple[int, int]]]]:
        """
        Equations with unknown cells, oldest first: cells, mines among them, numbers.
        """

    def components(self, nodes: int | None = ..., seconds: float | None = None) -> tuple[list[tuple[list[tuple[int, int]], list[tuple[int, int]], int, list[float], list[list[float]]]], bool, int]:
        """
        All solutions by component, whether the limits sufficed, and the nodes examined.
        """

    @property
    def safe(self) -> list[tuple[int, int]]:
        """Covered cells known to be free, row by row."""

    @property
    def mines(self) -> list[tuple[int, int]]:
        """Covered cells known to be mines, row by row."""

    def to_flag(self, view: View) -> list[tuple[int, int]]:
        """Covered cells known to be mines that have no flag in the view."""

    def fact(self, cell: tuple[int, int]) -> tuple[tuple[int, int], bool, str, list[tuple[int, int]]] | None:
        """The fact about a cell, if it was deduced."""

    @property
    def unknown(self) -> list[tuple[int, int]]:
        """Cells about which nothing certain is known."""

    @property
    def frontier(self) -> list[tuple[int, int]]:
        """The unknown cells that are in some equation."""

    @property
    def fact_count(self) -> int:
        """How many cells were deduced so far."""

    @property
    def consistent(self) -> bool:
        """Whether no step has found a contradiction."""

    @property
    def complete(self) -> bool:
        """
        Whether no enumeration has reached its limits since the last call of `run` or `deduce`.
        """

    @property
    def counted(self) -> bool:
        """Whether the mine count has decided every cell."""

    @property
    def mines_left(self) -> int:
        """The mine count minus the mines that are known or were hit."""

    @property
    def density(self) -> float:
        """The mines left as a share of the unknown cells."""

    @property
    def looks(self) -> int:
        """
        How many equations were examined so far: a measure of the work that is the same on any machine.
        """

class Recipe:
    """An agent that consists of a list of steps and a rule for guessing."""

    def __init__(self, steps: Sequence[str], rule: str, elsewhere: bool, flags: bool, one_by_one: bool) -> None: ...

    def play_games(self, rules: Rules, seed: int, first: int, count: int, start: int, threads: int) -> dict[str, NDArray[numpy.generic]]:
        """
        Play games `first` .. `first + count - 1` of stream `seed` (start -1: the agent's choice).
        """

    def play_boards(self, rules: Rules, mines: Sequence[Sequence[int]], starts: Sequence[int], seed: int, first: int, threads: int) -> dict[str, NDArray[numpy.generic]]:
        """
        Play given boards; (seed, first + i) determine the agent's random draws in game i.
        """

class Fleet:
    """
    Many games side by side, all stepped in one call. Shows no mine that was not hit.
    """

    def __init__(self, rules: Rules, games: int, start: int | None, flags: bool, risks: bool, reward: str, refuse_repeats: bool, repeat_penalty: float, max_steps: int, autoreset: str, threads: int, saved: bytes | None = None) -> None:
        """
        With `saved`, the bytes from `save` of a fleet with the same arguments, its games continue.
        """

    def save(self) -> bytes:
        """Everything that the next steps depend on, as bytes."""

    def seed(self, game: int, stream: int) -> None:
        """Let a game play boards 0, 1, 2 ... of a stream from its next reset on."""

    def reset(self, marked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Begin the next game wherever `marked` is set."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        One action for each game: a cell to open or, beyond the cells, one to flag. After Ctrl-C, reset all games.
        """

    def step_one(self, action: int) -> tuple[float, bool, bool, bool]:
        """
        The same for a fleet of one game: (reward, terminated, truncated, won).
        """

    @property
    def numbers(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), writable=False)]: ...

    @property
    def risks(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), writable=False)]: ...

    @property
    def finals(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), writable=False)]: ...

    @property
    def final_risks(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), writable=False)]: ...

    @property
    def masks(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None), writable=False)]: ...

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def terminated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def truncated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def won(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def acted(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    @property
    def opened(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def hits(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

DEEP_PLANES: int = 24

def deep_planes(view: View) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None, None))]:
    """
    The input of the network of sapper-deep, (planes, rows, cols). No planes where the network is not asked: for certain moves, coin flips, endgames, and where no two cells compare.
    """

def deep_positions(rules: Rules, seed: int, first: int, count: int, start: int, layouts: int, player: str, wander: float, beginnings: float, threads: int) -> dict[str, NDArray[numpy.generic]]:
    """
    Guesses of games `first` .. `first + count - 1` of stream `seed`, with the compared cells played out on `layouts` random layouts (start -2: a random cell). Per position: `shown` and `risks` (of 32767) of all cells, up to 24 compared `cells` (-1: none; the own choice of sapper-strong first) with their risk, value, value by the close comparison, estimated chance to win and mean result, and as `facts` the logarithm of the layouts, the estimated chance to win, and whether the close comparison applies.
    """

def check_weights(path: str) -> None:
    """
    Read a file of weights, as an agent does that plays with it: a path, or the agent whose weights are shipped.
    """

class DeepNetwork:
    """The network of sapper-deep, from the bytes of its file."""

    def __init__(self, bytes: bytes, name: str) -> None: ...

    @property
    def planes(self) -> int:
        """How many planes it reads."""

    @property
    def channels(self) -> int:
        """How many numbers each layer has for a cell."""

    @property
    def blocks(self) -> int:
        """How many residual blocks it has."""

    @property
    def margin(self) -> float:
        """How much greater the chance to win by another cell must be."""

    def run(self, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None))], Annotated[NDArray[numpy.float32], dict(shape=(None, None))]]:
        """
        Run it on planes (N, planes, rows, cols): the corrections (N, rows * cols) and those of the chance to win (N, 1), both in log odds.
        """

class Refusal(RuntimeError):
    """Why a request got no answer: (kind, sentence, cells, uses_mine_count)."""

    args: tuple[str, str, list[tuple[int, int]], bool]

class Session:
    """What lives from request to request of the facade."""

    def __init__(self) -> None: ...

    def ask(self, name: str, request: dict[str, Any], send: Callable[[dict[str, Any]], object] | None = None, stop: Stop | None = None) -> dict[str, Any]:
        """
        Call `send` with every answer of a request, and return the last one. Setting `stop` asks for the best result so far.
        """

GUESS_KINDS: tuple[str, ...]

def reason_of_guess(kind: str, cells: Sequence[tuple[int, int]], risk: float, win: float, win_exact: bool, rivals: Sequence[tuple[tuple[int, int], float, float]], cell: tuple[int, int], covered: int) -> str:
    """Why a cell is opened, by the values that an agent compared."""

def reason_of_certain(analysis: Analysis, cell: tuple[int, int], others: int) -> str:
    """What proves a cell free, and that other cells are certain too."""

def reason_of_value(risk: float, win: float, error: float) -> str:
    """
    A guess described by its risk and chance to win; the error is nan if exact.
    """

def percent(chance: float, digits: int) -> str:
    """A chance in percent."""

def facade_schema() -> dict[str, Any]:
    """The JSON Schema of every request and answer of the facade."""
