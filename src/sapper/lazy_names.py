"""Names that a package imports on first use, so that importing the package itself stays fast."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_names(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """Make the ``__getattr__`` of a package whose public names are imported on first use.

    Args:
        package: The name of the package.
        modules: The public names by the module that defines them, such as ``{"game.view": ["View"]}``.
    """
    module_of = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{module_of[name]}"), name)
        # Python asks here only for missing names, so each name is looked up once.
        vars(sys.modules[package])[name] = value
        return value

    return find
