"""HTML templates of the reports, filled in by Jinja2, which escapes every value."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.errors import SapperError

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent / "templates"


def render(template: str, **values: Any) -> str:
    """Fill a template of the folder `templates` with values.

    Raises:
        SapperError: Jinja2 is not installed.
    """
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise SapperError("HTML pages need jinja2: pip install 'sapper[report]'") from None
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,  # a value that is missing is an error, not an empty text
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
