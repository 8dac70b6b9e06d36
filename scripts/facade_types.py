"""Write src/sapper/facade_types.py: the Python types of the facade's requests and answers, from its schema.

With `--check`, only compare the file.
"""

from __future__ import annotations

import re
import subprocess
import sys
from keyword import iskeyword
from pathlib import Path
from textwrap import wrap
from typing import Any

from sapper import facade

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "src" / "sapper" / "facade_types.py"
HEAD = '''"""The requests and answers of the facade. Written by scripts/facade_types.py from its schema."""

from __future__ import annotations

from typing import {typing}

from sapper import _core

'''
LONGEST = 100
"""The most characters of a line of a description."""
SIMPLE = {"string": "str", "boolean": "bool", "integer": "int", "number": "float", "null": "None"}
POSITION = "str | _core.View | _core.Analysis"
"""A position of a request may be an object in Python."""


def type_of(schema: dict[str, Any]) -> str:
    """Return the Python type that a part of the schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if schema.get("type") == "array":
        parts = [schema["items"]] if "items" in schema else schema["prefixItems"]
        kinds = list(dict.fromkeys(type_of(part) for part in parts))
        return f"list[{' | '.join(kinds)}]"
    if schema.get("type") == "object" and "properties" not in schema:
        return "dict[str, Any]"
    return SIMPLE.get(schema.get("type", ""), "Any")


def field_type(name: str, schema: dict[str, Any], required: list[str]) -> str:
    """Return the type of a field, which a message may leave out unless it is required."""
    kind = (
        POSITION
        if name == "position" and schema.get("description", "").startswith("The position")
        else type_of(schema)
    )
    return kind if name in required else f"NotRequired[{kind}]"


def definition(name: str, schema: dict[str, Any]) -> str:
    """Return the definition of one type."""
    described = "\n".join(wrap(f'"""{schema["description"]}"""', LONGEST))
    if "properties" not in schema:
        return f"{name} = {type_of(schema)}\n{described}\n"
    fields = {
        field: field_type(field, part, schema["required"]) for field, part in schema["properties"].items()
    }
    if all(field.isidentifier() and not iskeyword(field) for field in fields):
        lines = [f"class {name}(TypedDict):", f"    {described}", ""]
        lines += [f"    {field}: {kind}" for field, kind in fields.items()]
        return "\n".join(lines) + "\n\n"
    pairs = ", ".join(f"{field!r}: {kind!r}" for field, kind in fields.items())
    return f"{name} = TypedDict({name!r}, {{{pairs}}})\n{described}\n"


def written() -> str:
    """Return what the file should contain."""
    definitions = facade.schema()["$defs"]
    aliases = [definition(name, part) for name, part in definitions.items() if "properties" not in part]
    structs = [definition(name, part) for name, part in definitions.items() if "properties" in part]
    body = "\n".join(aliases) + "\n\n" + "\n".join(structs)
    used = [
        name for name in ("Any", "Literal", "NotRequired", "TypedDict") if re.search(rf"\b{name}\b", body)
    ]
    text = HEAD.format(typing=", ".join(used)) + body
    ruff = [str(Path(sys.executable).with_name("ruff")), "format", "--stdin-filename", str(TARGET), "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def main() -> None:
    """Write or compare the file."""
    text = written()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text)
    elif not TARGET.exists() or TARGET.read_text() != text:
        sys.exit("src/sapper/facade_types.py is not what the schema says: run scripts/facade_types.py.")


if __name__ == "__main__":
    main()
