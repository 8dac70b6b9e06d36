"""The README and the docs show true output, and their links and paths exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import sapper
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_it_opens_with_the_two_commands() -> None:
    block = README.partition("```\n")[2].partition("```")[0]
    assert [line.partition("#")[0].strip() for line in block.splitlines()] == ["make demo", "make test"]


def test_the_sample_of_analyse_is_what_it_prints() -> None:
    sample = re.search(r"```console\n\$ echo '(.*)' \| sapper analyse\n(.*?)\n```", README, re.DOTALL)
    assert sample is not None
    printed = subprocess.run(
        [sys.executable, "-m", "sapper.cli.main", "analyse"],
        input=sample[1],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout
    assert printed.rstrip() == sample[2]


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")]


def test_every_link_to_a_file_leads_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)} links to {link}"
        for page in PAGES
        for link in re.findall(r"\]\((?!http)([^)#]+)", page.read_text())
        if not (page.parent / link).exists()
    ]
    assert not broken, "\n".join(broken)


PATH = re.compile(r"`((?:src|cpp|tests|docs|scripts|benchmarks|research|examples|weights|\.ci)/[^\s`]*)`")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_every_path_that_a_page_names_exists(name: str) -> None:
    named = PATH.findall((ROOT / name).read_text())
    assert [path for path in named if not any(ROOT.glob(path.rstrip("/")))] == []


def test_the_architecture_page_lists_every_folder() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    python = {path.parent for path in ROOT.glob("src/sapper/*/__init__.py")}
    native = {path.parent for path in ROOT.glob("cpp/*/*.?pp")}
    listed = set(re.findall(r"^\| `((?:src/sapper|cpp)/\w+)` \|", page, re.MULTILINE))
    assert listed == {str(folder.relative_to(ROOT)) for folder in python | native}


def test_the_architecture_picture_shows_what_the_page_says() -> None:
    script = ROOT / "scripts" / "architecture_picture.py"
    subprocess.run([sys.executable, str(script), "--check"], check=True, timeout=PATIENCE)


def test_every_page_can_be_reached_from_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    for page in ROOT.glob("docs/*.md"):
        assert page.name == "README.md" or f"({page.name})" in index


def test_every_public_name_is_documented() -> None:
    pages = "".join(page.read_text() for page in ROOT.glob("docs/*.md"))
    assert [name for name in sapper.__all__ if not re.search(rf"\b{name}\b", pages)] == []
