"""Bundle: joins the modules and the styles of the page into few small files."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = "local/page.js"
"""The module that begins the page. All modules stay one folder deep: they find other files from there."""
STYLES = "styles/all.css"
ENTRIES = (
    PAGE,
    STYLES,
    "core/worker.js",
    "local/game-worker.js",
    "local/network-worker.js",
    # What somebody may want to use in a page of his own; the tests do.
    "board/position-text.js",
    "local/core-workers.js",
    "local/network.js",
    "local/site-facts.js",
    "local/thinking.js",
    "shared/transport.js",
)
VIEWS = ("play", "analyse", "watch", "review", "train")
LOADED = "await import(`./views/${name}.js`)"
"""How main.js loads a view. Here the views are part of it: apart, they are a tenth larger."""
MAIN = '"static/main.js"'
ICON = '"./icon.svg"'
LINK = re.compile(r' *<link rel="stylesheet" href="static/(.+)" />\n')


def esbuild() -> Path | None:
    """The program that joins the files, for node; None if npm cannot fetch it."""
    found = subprocess.run(["scripts/esbuild"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return ROOT / found.stdout.strip() if found.returncode == 0 else None


def bundle(site: Path) -> None:
    """Replace the modules and styles of a site by few small files, if npm can fetch the program for it."""
    program = esbuild()
    if program is None:
        return
    static, made = site / "static", site / "made"
    page = (site / "index.html").read_text(encoding="utf-8")
    main = (static / "main.js").read_text(encoding="utf-8")
    styles = LINK.findall(page)
    if MAIN not in page or ICON not in main or LOADED not in main or not styles:
        raise ValueError("index.html or main.js does not name what the bundle replaces")
    main = main.replace(ICON, '"../icon.svg"').replace(LOADED, "VIEW_MODULES[name]")
    imports = "".join(f'import * as {name} from "./views/{name}.js";\n' for name in VIEWS)
    main = f"{imports}const VIEW_MODULES = {{ {', '.join(VIEWS)} }};\n{main}"
    (static / "main.js").write_text(main, encoding="utf-8")
    (static / PAGE).write_text('import "../main.js";\n', encoding="utf-8")
    joined = "".join(f'@import "../{name}";\n' for name in styles)
    (static / STYLES).write_text(joined, encoding="utf-8")
    command = ["node", str(program), *ENTRIES, "--bundle", "--splitting", "--format=esm"]
    command += [
        "--minify",
        "--charset=utf8",
        "--target=es2022",
        "--log-level=warning",
        f"--outdir={made.resolve()}",
    ]
    command += ["--outbase=.", "--chunk-names=local/[name]-[hash]", "--external:node:*", "--external:*.mjs"]
    subprocess.run(command, cwd=static, check=True)
    for path in [*static.rglob("*.js"), *static.rglob("*.css")]:
        path.unlink()
    shutil.copytree(made, static, dirs_exist_ok=True)
    shutil.rmtree(made)
    for folder in [path for path in static.iterdir() if path.is_dir() and not any(path.iterdir())]:
        folder.rmdir()
    once = iter([f'    <link rel="stylesheet" href="static/{STYLES}" />\n{_early(static)}'])
    page = LINK.sub(lambda _: next(once, ""), page)
    (site / "index.html").write_text(page.replace(MAIN, f'"static/{PAGE}"'), encoding="utf-8")


def _early(static: Path) -> str:
    """What the browser fetches at once: the core, and the modules that the page imports."""
    imported = re.findall(r'from"\./([^"]+)"', (static / PAGE).read_text(encoding="utf-8"))
    lines = [f'    <link rel="modulepreload" href="static/local/{name}" />\n' for name in imported]
    core = '    <link rel="preload" as="fetch" href="static/core/sapper.wasm" crossorigin="anonymous" />\n'
    return core + "".join(lines)
