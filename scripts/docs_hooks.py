"""Hooks of MkDocs: pages link to files of the repository, and the site holds these files too.

A link that leaves the folder of the docs, such as `../examples/README.md`, leads to a copy inside the site:
Markdown becomes a page, source code a page that shows it, a folder a page that lists it, and anything else is
copied. So every link works without a host for the repository.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
DOCS = "docs/"
COPIES = "repository/"
"""The folder of the site for files that are not in the folder of the docs."""
SHOWN = {".py": "python", ".toml": "toml", ".hpp": "cpp", ".cpp": "cpp", ".cff": "yaml"}
WORKER = "javascripts/worker.js"
"""Our script for a site that is opened from a file, where a browser starts no worker for the search."""
FOREIGN = re.compile(r'<script src="https?:[^"]*shim"')
LINK = re.compile(r"(?<=\]\()(?!\w+:|#|/)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files of the repository that pages link to, and those that these link to."""
    open_pages = [
        (DOCS + file.src_uri, Path(str(file.abs_src_path)).read_text())
        for file in files.documentation_pages()
        if file.abs_src_path
    ]
    seen = {name for name, _ in open_pages}
    while open_pages:
        name, text = open_pages.pop()
        for target in _targets(name, text):
            if target in seen or target.startswith(DOCS) or not (ROOT / target).exists():
                continue
            seen.add(target)
            content = _content(target)
            files.append(File.generated(config, _place(target), content=content))
            if isinstance(content, str):
                open_pages.append((target, content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to files of the repository into links inside the site."""
    here = page.file.src_uri
    name = _name(here)

    def replaced(match: re.Match[str]) -> str:
        target = _resolve(name, match[1])
        if not (ROOT / target).exists() or (name.startswith(DOCS) and target.startswith(DOCS)):
            return match[0]
        return posixpath.relpath(_place(target), posixpath.dirname(here) or ".")

    return LINK.sub(replaced, markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Load the script for workers from the site itself."""
    return FOREIGN.sub(
        f'<script src="{posixpath.relpath(WORKER, posixpath.dirname(page.url) or ".")}"', output
    )


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Do the same for the page that says that there is no such page."""
    return FOREIGN.sub(f'<script src="{WORKER}"', output_content)


def _targets(name: str, text: str) -> list[str]:
    return [_resolve(name, link) for link in LINK.findall(text)]


def _resolve(name: str, link: str) -> str:
    """Return the path from the root of the repository that a link of a file means."""
    folder = name if (ROOT / name).is_dir() else posixpath.dirname(name)
    return posixpath.normpath(posixpath.join(folder, link))


def _name(place: str) -> str:
    """Return the path in the repository of a page of the site: the inverse of `_place`."""
    if not place.startswith(COPIES):
        return DOCS + place
    name = place.removeprefix(COPIES)
    for ending in (".md", "/README.md"):
        bare = name.removesuffix(ending)
        if not (ROOT / name).exists() and (ROOT / bare).exists():
            return bare
    return name


def _place(target: str) -> str:
    """Return the path in the site of a file or folder of the repository."""
    if target.startswith(DOCS):
        return target.removeprefix(DOCS)
    if (ROOT / target).is_dir():
        inside = "README.md" if not (ROOT / target / "README.md").exists() else "listing.md"
        return f"{COPIES}{target}/{inside}"
    return COPIES + target + (".md" if Path(target).suffix in SHOWN else "")


def _content(target: str) -> str | bytes:
    path = ROOT / target
    if path.is_dir():
        names = sorted(each.name for each in path.iterdir() if not each.name.startswith(("_", ".")))
        return f"# {target}\n\n" + "\n".join(f"- [{name}]({name})" for name in names) + "\n"
    if path.suffix in SHOWN:
        return f"# {path.name}\n\n`{target}`\n\n```{SHOWN[path.suffix]}\n{path.read_text()}```\n"
    return path.read_text() if path.suffix == ".md" else path.read_bytes()
