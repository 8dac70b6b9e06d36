"""The `sapper` command: parses the arguments, runs a command, and reports errors in one line.

Exit status 0: done. 1: not possible within the budget, or no board found. 2: bad input. 130: stopped by
Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
import typer.core

import sapper
from sapper.cli import (
    agents,
    analyse,
    attach,
    bench,
    demo,
    engine,
    generate,
    look,
    optimum,
    play,
    practise,
    query,
    replay,
    report,
    reproduce,
    review,
    serve,
    train,
)
from sapper.cli.json_output import reserving_output
from sapper.errors import NoBoardFound, OutOfBudget, SapperError
from sapper.visible_text import visible, visible_lines

NOT_WITHIN_BUDGET = 1
BAD_INPUT = 2
INTERRUPTED = 130
OUT_OF_MEMORY = "the system has too little memory left for this; free some, or ask for less"


class WholeSummaries(typer.core.TyperGroup):
    """The group of all commands. Its help wraps their summaries where typer would cut them."""

    def format_commands(self, context: Any, formatter: Any) -> None:
        """Write every command with the first sentence of its help."""
        shown = [(name, command) for name, command in self.commands.items() if not command.hidden]
        with formatter.section("Commands"):
            formatter.write_dl([(name, _first_sentence(command.help or "")) for name, command in shown])


def _first_sentence(text: str) -> str:
    """The first sentence of a text, without line breaks."""
    return " ".join(text.split()).partition(". ")[0].rstrip(".") + "."


app = typer.Typer(
    name="sapper",
    cls=WholeSummaries,
    help="Minesweeper: exact probabilities, strong players, and the arena that compares them.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("analyse")(analyse.analyse)
app.command("agents")(agents.agents)
app.command("bench")(bench.bench)
app.command("optimum")(optimum.optimum)
app.command("play")(play.play)
app.command("practise")(practise.practise)
app.command("generate")(generate.generate)
app.command("review")(review.review)
app.command("replay")(replay.replay)
app.command("attach")(attach.attach)
app.command("look")(look.look)
app.command("reproduce")(reproduce.reproduce)
app.command("query")(query.query)
app.command("report")(report.report)
app.command("train")(train.train)
app.command("engine")(engine.engine)
app.command("serve")(serve.serve)
app.command("demo", hidden=True)(demo.demo)
for _registered in app.registered_commands:
    if _registered.callback is not None:
        _registered.callback = reserving_output(_registered.callback)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sapper {sapper.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _sapper(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command, and return its exit status. Bad input never ends in a traceback."""
    _open_missing_streams()
    _replace_unprintable()
    try:
        status = app(
            None if arguments is None else list(arguments), prog_name="sapper", standalone_mode=False
        )
        sys.stdout.flush()
    except BrokenPipeError:
        _silence_stdout()
        return 1
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (SapperError, MemoryError) as error:
        _complain(
            OUT_OF_MEMORY if isinstance(error, MemoryError) else str(error), getattr(error, "__notes__", ())
        )
        return NOT_WITHIN_BUDGET if isinstance(error, OutOfBudget | NoBoardFound | MemoryError) else BAD_INPUT
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        return _complain(f"{named}{error.strerror or error}")
    except Exception as error:
        # Errors of the argument parser. Their class is in different modules in different versions of typer.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        return _complain(message())
    return status if isinstance(status, int) else 0


def main() -> None:
    """Run the command line of this process."""
    sys.exit(run())


def _complain(message: str, notes: Sequence[str] = ()) -> int:
    """Print an error in one line, and on a terminal also its notes, such as a caret under a character."""
    print(f"sapper: {visible(' '.join(message.split()))}", file=sys.stderr)
    if sys.stderr.isatty():
        for note in notes:
            print(visible_lines(note), file=sys.stderr)
    return BAD_INPUT


def _open_missing_streams() -> None:
    """Replace closed standard streams by the null device."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115 - open until the process ends
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115


def _replace_unprintable() -> None:
    """Print ``?`` for a character that standard output cannot encode, instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _silence_stdout() -> None:
    """Discard the buffered output after the reader of our output has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
