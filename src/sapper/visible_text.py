"""Text of files that others wrote, made visible before it is printed.

A name in a game record or in ``run.json`` may hold anything that JSON can hold. A terminal would obey its
control characters, and a file or stream in UTF-8 cannot hold a lone surrogate.
"""

from __future__ import annotations

import unicodedata

_HIDDEN = {"Cc", "Cs", "Zl", "Zp"}
"""The Unicode categories that are never printed: controls, surrogates, line and paragraph separators."""
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text around them, so that it reads as something else."""


def visible(text: str) -> str:
    r"""Write control characters and lone surrogates as escapes.

    >>> print(visible("a\x1b[31m\nb"))
    a\x1b[31m\nb
    """
    if text.isprintable():
        return text
    return "".join(
        ascii(character)[1:-1]
        if unicodedata.category(character) in _HIDDEN or character in _BIDI
        else character
        for character in text
    )


def visible_lines(text: str) -> str:
    r"""Write control characters and lone surrogates as escapes, except the ends of lines.

    >>> print(visible_lines("a\nb\rc"))
    a
    b\rc
    """
    return "\n".join(map(visible, text.split("\n")))
