"""Where the trained networks are: in the package `sapper-weights`, or beside the sources of a developer."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sapper.errors import SapperError

PACKAGE = "sapper_weights"


@cache
def shipped_networks() -> Path:
    """Return the folder of the trained networks and their cards.

    An editable install needs no second package: the networks of the same checkout come first, because their
    cards belong to its code.

    Raises:
        SapperError: The networks are not installed.
    """
    checkout = Path(__file__).parents[2] / "weights" / PACKAGE
    if (checkout / "__init__.py").is_file():
        return checkout
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise SapperError("the trained networks are a package of their own: pip install 'sapper[weights]'")
    return Path(found.origin).parent


def shipped_weights(name: str) -> str:
    """Return the path of the weights that the core's agent `name` reads.

    Raises:
        SapperError: The networks are not installed, or these weights are missing.
    """
    path = shipped_networks() / f"{name}.weights"
    if not path.is_file():
        raise SapperError(f"the installed networks lack {path.name}: upgrade sapper-weights")
    return str(path)
