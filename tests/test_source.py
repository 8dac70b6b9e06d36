"""The commit of the running source: from Git, or from an environment variable."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sapper import source


@pytest.fixture(autouse=True)
def _ask_anew() -> Iterator[None]:
    source.commit.cache_clear()
    yield
    source.commit.cache_clear()


def copied(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the package is in `path`."""
    monkeypatch.setattr(source, "__file__", str(path / "source.py"))


def test_a_checkout_names_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    (tmp_path / "__init__.py").touch()
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *arguments], check=True)
    copied(tmp_path, monkeypatch)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
    assert source.commit() == head.strip()


@pytest.mark.parametrize("told", ["abc123", None])
def test_a_copy_names_what_it_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str | None
) -> None:
    copied(tmp_path, monkeypatch)
    monkeypatch.setenv(source.VARIABLE, told or "")
    assert source.commit() == told


def test_another_repository_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    copied(tmp_path, monkeypatch)
    monkeypatch.delenv(source.VARIABLE, raising=False)
    assert source.commit() is None
