"""The examples run as a user would run them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from scripts import notebooks
from tests.patience import PATIENCE

FOLDER = Path(__file__).parents[1] / "examples"
# The arguments of each example, and a text that its output must contain.
EXAMPLES = {
    "analyse_position.py": (["11211/?????/????? 4"], "10 layouts fit."),
    "compare_agents.py": (["20"], "corners - lowest-risk:"),
    "json_lines_game.py": ([], "game 2: "),
    "play_agent_in_environment.py": (["lowest-risk", "--games", "5"], "5 of 5 games won"),
    "review_game.py": ([], "lowest-risk won after"),
    "train_masked_dqn.py": (["--steps", "20", "--games", "100"], "of 100 games won, 95%"),
}


def test_every_example_is_run() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run(name: str) -> None:
    arguments, said = EXAMPLES[name]
    done = subprocess.run(
        [sys.executable, str(FOLDER / name), *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout
    assert name in (FOLDER / "README.md").read_text()


NOTEBOOKS = FOLDER / "notebooks"
CHECK = [sys.executable, str(FOLDER.parent / "scripts" / "notebooks.py"), "--check"]


@pytest.mark.parametrize("name", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb")))
def test_notebooks_run_and_show_what_is_committed(name: str) -> None:
    done = subprocess.run([*CHECK, name], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert f"notebooks/{name}" in (FOLDER / "README.md").read_text()


def test_a_notebook_with_other_outputs_is_noticed() -> None:
    notebook = nbformat.read(NOTEBOOKS / "player.ipynb", as_version=4)
    changed = nbformat.read(NOTEBOOKS / "player.ipynb", as_version=4)
    assert notebooks.differences(notebook, changed) == []
    drawn = [cell for cell in changed.cells if "image/svg+xml" in str(cell.get("outputs"))]
    assert len(drawn) >= 4
    drawn[0].outputs[0].data["image/svg+xml"] = "<svg/>"
    [difference] = notebooks.differences(notebook, changed)
    assert "outputs of cell" in difference
