"""Attacks on readers of files: a damaged file is refused in one sentence, or read."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.random import Generator

from sapper.errors import SapperError
from tests.attacks.attack import Attack, Case, escaped
from tests.attacks.mutation import mutated, packed, unpacked

LONGEST_SENTENCE = 2000
"""An error message with more characters is the file again and no sentence."""


class FileAttack(Attack):
    """Changes sample files and reads them."""

    promise = "A damaged file is read or refused in one sentence."
    ALLOWED: ClassVar[tuple[type[BaseException], ...]] = (SapperError, ValueError)
    """The errors that the command line reports in one line."""
    samples: list[tuple[str, bytes]]
    """Names and contents of good files."""

    def read(self, name: str, content: bytes) -> None:
        """Read the content as the file `name`."""
        raise NotImplementedError

    def change(self, content: bytes, rng: Generator) -> bytes:
        """Change the content of a sample."""
        return mutated(content, rng, [other for _, other in self.samples])

    def draw(self, rng: Generator) -> Case:
        """Change a sample."""
        name, content = self.samples[int(rng.integers(len(self.samples)))]
        return {"file": name, "content": packed(self.change(content, rng))}

    def check(self, case: Case) -> str:
        """Read the file of a case."""
        return complaint(lambda: self.read(case["file"], unpacked(case)), self.ALLOWED)


def complaint(act: Any, allowed: tuple[type[BaseException], ...] = (SapperError, ValueError)) -> str:
    """Run an action and say what is wrong with the way it fails."""
    try:
        act()
    except allowed as error:
        if isinstance(error, UnicodeError):
            return escaped(error)
        if not 0 < len(str(error)) < LONGEST_SENTENCE:
            return f"no sentence: {len(str(error))} characters, {escaped(error)}"
    except Exception as error:
        return escaped(error)
    return ""
