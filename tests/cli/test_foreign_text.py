"""Names and paths of others are shown as they are: no markup, no control character, no traceback."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from sapper import BEGINNER, SapperError, play
from sapper.agents.registry import make
from sapper.arena.run_folder import RunFolder
from sapper.cli.main import run
from sapper.cli.terminal.game_app import GameApp
from sapper.cli.terminal.game_session import GameSession
from sapper.report.figure import Table
from sapper.report.markdown import code, markdown
from sapper.report.run_page import run_markdown, run_page
from sapper.visible_text import visible

HOSTILE = ["[/b]", "[bold]x", "\x1b[31mred", "\x1b]0;title\x07", "\ud800", "a\x00b\x9bc", "\u202etxt.exe"]


@pytest.mark.parametrize("name", HOSTILE)
def test_the_name_in_a_record_is_shown_and_not_obeyed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    record = json.loads(play(make("random"), BEGINNER, 1).to_json())
    record["moves"][0]["by"] = name
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(record | {"agent": name}) + "\n")
    assert run(["review", str(file), "--html", str(tmp_path / "game.html")]) == 0
    assert f"played by {visible(name)}:" in capsys.readouterr().out


@pytest.mark.parametrize("name", HOSTILE)
def test_an_error_shows_a_name_in_one_line(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["bench", name, "--level", "4x4/2"]) == 2
    output = capsys.readouterr()
    assert output.err.count("\n") == 1
    assert all(character.isprintable() for character in output.err.rstrip("\n"))


@pytest.mark.parametrize("name", ["[/b].jsonl", "[red]x.jsonl"])
def test_a_boards_file_may_have_any_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text('{"rows":3,"cols":3,"mines":[[2,2]],"start":[0,0]}\n')
    assert (
        run(["bench", "random", "--boards", str(file), "--workers", "1", "--out", str(tmp_path / "run")]) == 0
    )
    assert name in capsys.readouterr().out.replace("\n", "")


def test_a_query_shows_control_characters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    assert run(["bench", "random", "--level", "4x4/2", "--games", "2", "--out", str(out)]) == 0
    capsys.readouterr()
    assert run(["query", str(out), "select chr(27) || '[31m' as \"[/b]\" from games limit 1"]) == 0
    output = capsys.readouterr().out
    assert "\x1b" not in output
    assert "\\x1b[31m" in output
    assert "[/b]" in output


@pytest.mark.parametrize("name", HOSTILE)
def test_reports_show_the_command_of_a_run_as_text(tmp_path: Path, name: str) -> None:
    out = tmp_path / "run"
    assert run(["bench", "random", "--level", "4x4/2", "--games", "2", "--out", str(out)]) == 0
    description = json.loads((out / "run.json").read_text())
    (out / "run.json").write_text(json.dumps(description | {"command": ["sapper", name, "```"]}))
    text = run_markdown(RunFolder.open(out))
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert run(["report", str(out)]) == 0
    assert run_page(RunFolder.open(out)).startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a|b", "a\\|b"),
        ("a\\|b", "a\\\\\\|b"),
        ("<script>", "&lt;script>"),
        ("<1e-12", "<1e-12"),
        ("[x](http://y)", "[x]\\(http://y)"),
        ("41.0 [40.1, 41.9]", "41.0 [40.1, 41.9]"),
        ("*x* `y`", "\\*x\\* \\`y\\`"),
        ("\x1b[2J", "\\\\x1b[2J"),
    ],
)
def test_markdown_escapes_names(name: str, shown: str) -> None:
    assert markdown(Table("", ("agent",), ((name,),))).splitlines()[-1] == f"| {shown} |"


def test_a_code_span_ends_where_its_text_does() -> None:
    assert (code("a"), code("a`b"), code("``")) == ("`a`", "`` a`b ``", "``` `` ```")


def test_text_that_is_printable_stays_as_it_is() -> None:
    assert visible("Zoë 地雷 ½") == "Zoë 地雷 ½"
    assert visible("\u2028\x85\t") == "\\u2028\\x85\\t"


def test_a_folder_with_a_hostile_name_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", "--verify", str(tmp_path / "\x1b[31m[/b]")]) == 2
    assert "\\x1b[31m[/b] is not a run folder" in capsys.readouterr().err
    with pytest.raises(SapperError):
        RunFolder.open(tmp_path)


def test_the_messages_of_generate_and_reproduce_show_paths_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "[/b]\x1b[31m"
    assert (
        run(["reproduce", "sajjad2022/algorithm-2", "--games", "2", "--workers", "1", "--out", str(folder)])
        == 0
    )
    assert f"in {visible(str(folder))}; open" in capsys.readouterr().out
    assert run(["generate", "--level", "4x4/2", "--out", str(folder / "no" / "x.jsonl")]) == 2
    assert "[/b]\\x1b[31m" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["[/b]", "[B]x[/]", "a[bold", "\x1b[31m", "x\\"])
def test_the_terminal_game_shows_names_and_paths_as_text(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)  # a name with a slash
    app = GameApp(GameSession(BEGINNER, 1, record=tmp_path / name), "random")

    async def look() -> None:
        async with app.run_test(size=(200, 24)) as pilot:
            assert app.watcher is not None
            app.watcher.name = name
            app.running = False
            await pilot.press("f")
            assert f"{visible(name)} is playing" in str(app.said.render())
            await pilot.press("full_stop", "s")
            assert f"{visible(name)}; sapper review" in str(app.said.render())
            assert visible(name) in str(app.facts.render())

    asyncio.run(look())
