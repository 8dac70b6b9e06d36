"""Build the page as static files: `python -m scripts.static_site [folder]`, by default into `site`.

The core must have been compiled before, by scripts/javascript. `make site` does both.
"""

from __future__ import annotations

import gzip
import json
import shutil
import sys
from pathlib import Path

from sapper.web.app import STATIC
from sapper.web.request_guard import POLICY
from scripts.static_site.bundle import bundle
from scripts.static_site.exercises import exercise_files
from scripts.static_site.facts import facts
from scripts.static_site.network import network_files, weights_files
from scripts.static_site.versions import WORKER, write_service_worker

CORE = Path(__file__).parents[2] / "js"
PARTS = CORE / "site"
MARK = '<meta charset="utf-8" />'
UNUSED = ("index.js", "facade-schema.js")
"""What the package for JavaScript has beside what the page needs."""
OWN = "./server-api.js"
"""What shared/transport.js names in the page of the server."""


def build(site: Path) -> str:
    """Build the site in a folder, which is emptied before. Returns its version."""
    if site.exists():
        shutil.rmtree(site)
    static = site / "static"
    shutil.copytree(STATIC, static)
    page = (static / "index.html").read_text(encoding="utf-8")
    if MARK not in page:
        raise ValueError(f"index.html has no line {MARK}")
    (site / "index.html").write_text(page.replace(MARK, f"{MARK}\n    {policy()}"), encoding="utf-8")
    (static / "index.html").unlink()
    (static / "shared" / "server-api.js").unlink()
    transport = static / "shared" / "transport.js"
    transport.write_text(transport.read_text(encoding="utf-8").replace(OWN, "../local/local-api.js"), "utf-8")
    (static / "views" / "lab.js").unlink()
    _copy([path for path in sorted(CORE.glob("*.js")) if path.name not in UNUSED], static / "core")
    _copy([CORE / "sapper.wasm"], static / "core")
    _copy([path for path in sorted(PARTS.glob("*.js")) if path.name != WORKER], static / "local")
    card, network = network_files()
    player, weights = weights_files()
    if network | weights:
        _copy(list((network | weights).values()), static / "network")
    told = json.dumps(facts(CORE / "sapper.wasm", card, player), indent=1)
    module = f"// What a server would tell the page at its start.\n\nexport const FACTS = {told};\n"
    (static / "local" / "site-facts.js").write_text(module, encoding="utf-8")
    bundle(site)
    exercises = static / "local" / "exercises"
    exercises.mkdir()
    for name, content in exercise_files().items():
        (exercises / name).write_bytes(content)
    template = (PARTS / WORKER).read_text(encoding="utf-8")
    return write_service_worker(site, template, later=["static/local/exercises"])


def policy() -> str:
    """The server's rules against other hosts, as far as a page may state them, and a rule for the core."""
    rules = [rule for rule in POLICY.split("; ") if not rule.startswith("frame-ancestors")]
    rules = [f"{rule} 'wasm-unsafe-eval'" if rule.startswith("script-src") else rule for rule in rules]
    content = "; ".join([*rules, "worker-src 'self'"])
    return f'<meta http-equiv="Content-Security-Policy" content="{content}" />'


def sizes(site: Path) -> dict[str, int]:
    """The bytes of the parts of a site, compressed: what a page needs to open, the exercises, the network."""
    found = {"page": 0, "exercises": 0, "network": 0}
    for path in site.rglob("*"):
        if path.is_file():
            part = next((name for name in ("exercises", "network") if name in path.parts), "page")
            content = path.read_bytes()
            found[part] += len(content) if path.suffix == ".gz" else len(gzip.compress(content, 9))
    return found


def _copy(files: list[Path], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for file in files:
        shutil.copyfile(file, folder / file.name)


if __name__ == "__main__":
    if not (CORE / "sapper.wasm").exists():
        sys.exit("the core is not compiled to WebAssembly: apt-get install emscripten, then make site")
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    version = build(target)
    parts = ", ".join(f"{name} {size / 1000:,.0f} kB" for name, size in sizes(target).items())
    print(f"{target}/index.html, version {version}; compressed: {parts}")
