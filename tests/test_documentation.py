"""The documentation site builds without a warning, has every public name, and needs no other host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from scripts.public_api import PACKAGES
from tests.patience import PATIENCE
from tests.web.browser import browsing, chromium

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
        timeout=PATIENCE,
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


@pytest.mark.parametrize("package", PACKAGES)
def test_the_reference_has_every_public_name(site: Path, package: str) -> None:
    page = (site / "api" / f"{package.rpartition('.')[2]}.html").read_text()
    described = {name.rpartition(".")[2] for name in re.findall(r'id="(sapper\.[\w.]+)"', page)}
    assert set(import_module(package).__all__) - described == set()


def test_no_table_is_cut_at_a_width_of_1200_pixels(site: Path) -> None:
    if chromium() is None:
        pytest.skip("Chromium is missing: run scripts/chromium, or install it")
    pages = sorted((site / "papers" / "results").glob("*.html"))
    assert len(pages) > 5
    scrolled = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    with browsing() as browser:
        tab = browser.new_page(viewport={"width": 1200, "height": 900})
        for page in pages:
            tab.goto(page.as_uri())
            if "<table>" in page.read_text():
                tab.locator(".md-typeset__scrollwrap table").first.wait_for()
            beyond = tab.locator(".md-typeset__scrollwrap").evaluate_all(scrolled)
            assert max(beyond, default=0) <= 1, page.name


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
