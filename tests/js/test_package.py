"""The package for JavaScript as a user gets it: packed by npm, in node, in Chromium, and its types."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sapper
from sapper import View
from sapper.cli.analysis_json import analysis_json
from sapper.facade import schema
from tests.js.conftest import PACKAGE
from tests.web.browser import Visit, browsing, chromium
from tests.web.static_host import BELOW, hosting

ROOT = PACKAGE.parent
README = (PACKAGE / "README.md").read_text(encoding="utf-8")
NAME = json.loads((PACKAGE / "package.json").read_text())["name"]
POSITION = "11211/?????/????? 4"


def example(language: str) -> str:
    """The first example of a language in the README."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for a file server, in which the packed package is installed below a path."""
    if shutil.which("npm") is None:
        pytest.skip("npm is missing: install it (on Debian the package npm)")
    host = tmp_path_factory.mktemp("package")
    packed = subprocess.run(
        ["npm", "pack", "--json", "--pack-destination", str(host)],
        cwd=PACKAGE,
        capture_output=True,
        text=True,
        check=True,
    )
    (described,) = json.loads(packed.stdout)
    installed = host / BELOW / "node_modules" / NAME
    installed.mkdir(parents=True)
    with tarfile.open(next(host.glob("*.tgz"))) as archive:
        archive.extractall(host, filter="data")
    for each in (host / "package").iterdir():
        each.rename(installed / each.name)
    assert {each["path"] for each in described["files"]} == {each.name for each in installed.iterdir()}
    return host


def run(folder: Path, script: str) -> Any:
    """Run a module in the folder and return the JSON that it prints."""
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        cwd=folder / BELOW,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_package_has_what_it_names_and_no_part_of_the_site(folder: Path) -> None:
    installed = folder / BELOW / "node_modules" / NAME
    names = {path.name for path in installed.iterdir()}
    described = json.loads((installed / "package.json").read_text())
    named = json.dumps(described["exports"])
    for path in re.findall(r'"\./([\w.-]+\.\w+)"', named):
        assert path in names
    assert {"README.md", "index.d.ts", "facade-types.d.ts", "sapper.wasm", "client.js"} <= names
    assert "site" not in names
    assert described["version"] == sapper.__version__
    assert not {"dependencies", "scripts"} & described.keys()


def test_the_first_example_of_the_readme_prints_what_sapper_analyse_prints(folder: Path) -> None:
    found = run(folder, example("js") + "console.log(JSON.stringify({ solutions, risk, best }));")
    view = View.parse("1??/???/??? 2")
    expected = analysis_json(sapper.analyse(view), sapper.best_move(view))
    assert found == {name: expected[name] for name in ("solutions", "risk", "best")}


def test_a_client_in_node_answers_stops_and_refuses(folder: Path) -> None:
    script = f"""
    import {{ ask, schema, Client, Refusal }} from "{NAME}";
    const position = "{POSITION}";
    const client = new Client();
    const told = [];
    const last = await client.ask("think", {{ position }}, {{ onAnswer: (one) => told.push(one) }});
    const stop = new AbortController();
    const open = {{ position: "????????/????1???/????????/???????? 8", seconds: 600 }};
    const endless = client.ask("think", open, {{ signal: stop.signal, onAnswer: () => stop.abort() }});
    const waits = client.ask("safe", {{ position }});
    const stopped = await endless.catch((error) => [error instanceof Refusal, error.kind]);
    const {{ safe }} = await waits;
    const kinds = [];
    const wrong = [["safe", {{ position: "1?3/??? 2" }}], ["safe", {{ position: "x" }}], ["nothing", {{}}]];
    for (const asked of wrong)
      kinds.push(await client.ask(...asked).catch(({{ kind, message, cells }}) => [kind, message, cells]));
    client.close();
    const closed = await client.ask("safe", {{ position }}).then(() => "answered again");
    client.close();
    const here = await ask("safe", {{ position }});
    const requests = Object.keys((await schema()).requests);
    console.log(JSON.stringify({{ told, last, stopped, safe, kinds, closed, here, requests }}));
    """
    found = run(folder, script)
    assert found["last"] == found["told"][-1] == sapper.facade.ask("think", {"position": POSITION})
    assert found["stopped"] == [True, "stopped"]
    assert found["safe"] == found["here"]["safe"] == [[1, 0], [1, 2], [1, 4]]
    assert [kind for kind, _, _ in found["kinds"]] == ["impossible", "malformed", "unknown"]
    assert found["kinds"][0][2] == [[0, 2]]
    assert "line 1, column 1" in found["kinds"][1][1]
    assert found["closed"] == "answered again"
    assert found["requests"] == list(schema()["requests"])


def test_a_request_that_needs_too_much_memory_is_refused_and_the_next_one_answered(folder: Path) -> None:
    """The layouts of a board of 64 cells with 30 mines fill the memory long before they are listed."""
    script = f"""
    import {{ ask }} from "{NAME}";
    const rules = {{ rows: 8, cols: 8, mines: 30 }};
    const kind = await ask("optimum", {{ rules, memory: 2 ** 40 }}).catch((error) => error.kind);
    const {{ safe }} = await ask("safe", {{ position: "{POSITION}" }});
    console.log(JSON.stringify([kind, safe]));
    """
    assert run(folder, script) == ["out_of_budget", [[1, 0], [1, 2], [1, 4]]]


@pytest.fixture
def page(folder: Path) -> Iterator[Page]:
    """The page of the README in Chromium."""
    if chromium() is None:
        pytest.skip("Chromium is missing: run scripts/chromium, or install it")
    (folder / BELOW / "index.html").write_text(example("html"), encoding="utf-8")
    with hosting(folder) as address, browsing() as browser:
        visit = Visit(browser, address)
        yield visit.page
        # Chromium asks for an icon that the short page does not name.
        assert not [each for each in visit.problems if "favicon" not in each and "404" not in each]


def test_the_page_of_the_readme_works_in_chromium(page: Page) -> None:
    assert 20 < example("html").count("\n") < 45
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"\d+,\d+ wins \d+\.\d%"))
    text = page.locator("#position").input_value()
    risk = sapper.analyse(View.parse(text)).risk
    shown = page.locator("tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(one => one.textContent))"
    )
    expected = [["" if chance != chance else f"{int(100 * chance + 0.5)}%" for chance in row] for row in risk]
    assert shown == expected
    page.locator("#position").fill("1?3/??? 2")
    page.locator("#position").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("No layout fits: ")


USE = """
import { analyse, ask, Client, Refusal, type Answers, type Cell } from "@sapper-minesweeper/sapper";

const { solutions, best } = await analyse("1??/???/??? 2", { best: true });
const cell: Cell | undefined = best?.cell;
const many: number | null = solutions;
const client = new Client();
const stop = new AbortController();
const last: Answers["think"] = await client.ask(
  "think",
  { position: "1??/???/??? 2", seconds: 1 },
  { signal: stop.signal, onAnswer: ({ candidates: [first] }) => console.log(first.win) },
);
try {
  const { win } = await ask("optimum", { rules: { rows: 4, cols: 4, mines: 4 } });
  console.log(win, cell, many, last.layouts);
} catch (error) {
  if (error instanceof Refusal && error.kind === "out_of_budget") console.log(error.message);
}
// @ts-expect-error: there is no such request
await ask("analyze", { position: "1??/???/??? 2" });
// @ts-expect-error: the request has no position
await ask("safe", {});
// @ts-expect-error: there is no such kind of refusal
if (new Refusal().kind === "tired") console.log(best);
"""


def test_the_types_fit_the_package(folder: Path) -> None:
    compiler = subprocess.run(["scripts/typescript"], cwd=ROOT, capture_output=True, text=True, check=False)
    if compiler.returncode != 0:
        pytest.skip(compiler.stderr.strip())
    (folder / BELOW / "use.mts").write_text(USE)
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"]
    done = subprocess.run(
        ["node", str(ROOT / compiler.stdout.strip()), *options, "use.mts"],
        cwd=folder / BELOW,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
