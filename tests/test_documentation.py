"""The documentation site builds without a warning, has every public name, and needs no other host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sapper

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "--quiet", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def test_it_starts_with_the_four_ways_in_and_can_be_searched(site: Path) -> None:
    start = (site / "index.html").read_text()
    ways = "Play and learn", "Solver as a library", "Compare agents and the papers", "Train and environments"
    for way in ways:
        assert way in start
    assert "lowest-risk" in (site / "search" / "search_index.json").read_text()


def test_the_reference_has_every_public_name(site: Path) -> None:
    page = (site / "api" / "sapper.html").read_text()
    described = {name.rpartition(".")[2] for name in re.findall(r'id="(sapper\.[\w.]+)"', page)}
    assert set(sapper.__all__) - described == set()


def test_every_link_inside_the_site_leads_to_a_page(site: Path) -> None:
    """MkDocs checks the links of Markdown. This checks what it wrote, and the copies of other files."""
    broken = [
        f"{page.relative_to(site)}: {link}"
        for page in site.rglob("*.html")
        for link in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text())
        if not re.match(r"\w+:|//|/", link) and not (page.parent / link).exists()
    ]
    assert not broken, "\n".join(broken)


def test_it_loads_nothing_from_other_hosts(site: Path) -> None:
    foreign = re.compile(r'<(?:script|img|link)[^>]*(?:src|stylesheet"[^>]*href)="(?:https?:)?//')
    assert [page.name for page in site.rglob("*.html") if foreign.search(page.read_text())] == []
